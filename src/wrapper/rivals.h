/* wrapper/rivals.h: which of several equal elements of a record a text is, by what it says.
 *
 * Nothing but their place tells some elements apart: "<div>3 rooms</div><div>84 m2</div>".  Where one is missing, or
 * they change places, the words that the values of each had tell which is which. */
#ifndef DT_WRAPPER_RIVALS_H
#define DT_WRAPPER_RIVALS_H

#include "profile/profile.h"
#include "wrapper/record_item.h"
#include "wrapper/wrapper.h"

/* The texts of a wrapper that nothing but their place tells apart: by the number of each the next one of them, and
 * after the last one the first. */
typedef struct dt_rivals {
  dt_wrapper_node **next; /* by number; NULL = it has none */
  bool any;
} dt_rivals;
void dt_rivals_find(dt_rivals *rivals, dt_arena *arena, const detm_wrapper *wrapper);

/* The only text within a node, or the node itself; NULL = there is none, or several. */
dt_wrapper_node *dt_only_text(dt_wrapper_node *w);
/* The same in an item; DT_NONE. */
uint32_t dt_item_only_text(const dt_item *item, uint32_t i);

/* The label with which a text of the wrapper begins: "Price: ", or words that were the same in all samples and are no
 * part of the values: "Price ".  Empty = none. */
detm_text dt_wrapper_text_label(const detm_wrapper *wrapper, const dt_wrapper_node *text);

/* Whether an instance of a text may say that it is one, which dt_text_hint then tells: it has a label, an itemprop, or
 * words that no rival has. */
bool dt_may_be_told(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *text);
/* What text i of an item says about being an instance of a text of the wrapper: by its label, by the itemprop of its
 * element, or by its words. */
dt_hint dt_text_hint(const detm_wrapper *wrapper, const dt_rivals *rivals, const dt_wrapper_node *text,
                     const dt_item *item, uint32_t i, dt_arena *scratch);
/* The same of a piece of a text and a part of the wrapper's text. */
dt_hint dt_part_hint(const detm_wrapper *wrapper, const dt_part *part, detm_text piece);
/* Whether the values of two parts have no words in common. */
bool dt_parts_are_apart(const detm_wrapper *wrapper, const dt_part *a, const dt_part *b);

/* Whether a text of an item says that it is no instance of its node, and that it is one of a rival of this node, or
 * another one without a node says that it is one of the node; or a text without a node says that it is one of which the
 * item has no instance. */
bool dt_is_displaced(const detm_wrapper *wrapper, const dt_rivals *rivals, dt_wrapper_node *const *nodes,
                     const dt_item *item, dt_arena *scratch);

#endif
