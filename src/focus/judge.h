/* focus/judge.h: how relevant pages and links are to the topic (METHOD 7.3, 7.4). */
#ifndef DT_FOCUS_JUDGE_H
#define DT_FOCUS_JUDGE_H

#include "focus/digest.h"

/* Tells the relevance of all pages, links and URLs of the graph anew.  What stop words are depends on all pages, but
 * not on the order in which they came.  False: no memory, and nothing has changed. */
bool dt_judge(dt_graph *graph, const dt_lexicon *lexicon, const detm_web_options *options);

#endif
