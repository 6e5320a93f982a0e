/* content/meta/replies.h: the parts of a page that are not the page's own: comments of readers, teasers of other pages.
 * Their dates and authors are not those of the page. */
#ifndef DT_CONTENT_META_REPLIES_H
#define DT_CONTENT_META_REPLIES_H

#include "content/content.h"

typedef struct dt_replies {
  const dt_content_page *page;
  uint32_t heading;    /* the block of the page's heading, or DT_NONE */
  uint32_t first_good; /* the first and second paragraph after it: the text that readers reply to; or DT_NONE */
  uint32_t second_good;
} dt_replies;

/* Checks whether a class or id, or a heading, has a word for comments at the beginning of a word: "comment-list",
 * "blogComments", "51 Comments". */
bool dt_names_comments(detm_text text, bool heading);

dt_replies dt_replies_read(const dt_content_page *page);
/* Checks whether a node is within the comments of readers: an element around it, after paragraphs of text that follow
 * the page's heading, is called so in its class, id or first words, or is one of several records alike. */
bool dt_is_reply(const dt_replies *replies, const xmlNode *node);
/* Checks whether an element begins after the first two paragraphs of text. */
bool dt_follows_text(const dt_replies *replies, const xmlNode *node);
/* Checks whether readers write in a form.  In one around paragraphs of text they do not: some sites put a whole page or
 * thread into one. */
bool dt_is_entry_form(const dt_replies *replies, const xmlNode *form);

#endif
