/* focus/judge.h: how relevant pages and links are to the topic (METHOD 7.3, 7.4). */
#ifndef DT_FOCUS_JUDGE_H
#define DT_FOCUS_JUDGE_H

#include "focus/digest.h"

/* Tells the relevance of all pages, links and URLs of the graph anew.  What stop words are depends on all pages, but
 * not on the order in which they came.  Leaves the arena's scope without memory or past its time: what was judged by
 * then stays, and is to be judged again. */
void dt_judge(dt_graph *graph, const dt_lexicon *lexicon, const detm_web_options *options, dt_arena *arena);

#endif
