/* html/parse/tags.h: the tags that tree construction knows, and their categories (HTML standard, 13.2.4.2). */
#ifndef DT_HTML_PARSE_TAGS_H
#define DT_HTML_PARSE_TAGS_H

#include "html/parse/token.h"

enum {
  DT_SPECIAL = 1 << 0,
  DT_FORMATTING = 1 << 1,
  DT_IMPLIED = 1 << 2,     /* its end tag may be left out */
  DT_IMPLIED_ALL = 1 << 3, /* the same where all implied end tags are generated thoroughly */
  DT_SCOPE = 1 << 4,       /* ends a scope */
  DT_SCOPE_LIST = 1 << 5,  /* ends a list item scope */
  DT_SCOPE_BUTTON = 1 << 6,
  DT_SCOPE_TABLE = 1 << 7,
  DT_BREAKOUT = 1 << 8, /* ends svg and math */
  DT_FOSTER = 1 << 9    /* contents that do not belong into it go before the table */
};

/* Sorted by name. */
/* clang-format off */
#define DT_HTML_TAGS(X)                                             \
  X(a, DT_FORMATTING)                                               \
  X(address, DT_SPECIAL)                                            \
  X(applet, DT_SPECIAL | DT_SCOPE)                                  \
  X(area, DT_SPECIAL)                                               \
  X(article, DT_SPECIAL)                                            \
  X(aside, DT_SPECIAL)                                              \
  X(b, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(base, DT_SPECIAL)                                               \
  X(basefont, DT_SPECIAL)                                           \
  X(bgsound, DT_SPECIAL)                                            \
  X(big, DT_FORMATTING | DT_BREAKOUT)                               \
  X(blockquote, DT_SPECIAL | DT_BREAKOUT)                           \
  X(body, DT_SPECIAL | DT_BREAKOUT)                                 \
  X(br, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(button, DT_SPECIAL | DT_SCOPE_BUTTON)                           \
  X(caption, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL)                \
  X(center, DT_SPECIAL | DT_BREAKOUT)                               \
  X(code, DT_FORMATTING | DT_BREAKOUT)                              \
  X(col, DT_SPECIAL)                                                \
  X(colgroup, DT_SPECIAL | DT_IMPLIED_ALL)                          \
  X(dd, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)     \
  X(desc, 0)                                                        \
  X(details, DT_SPECIAL)                                            \
  X(dialog, 0)                                                      \
  X(dir, DT_SPECIAL)                                                \
  X(div, DT_SPECIAL | DT_BREAKOUT)                                  \
  X(dl, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(dt, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)     \
  X(em, DT_FORMATTING | DT_BREAKOUT)                                \
  X(embed, DT_SPECIAL | DT_BREAKOUT)                                \
  X(fieldset, DT_SPECIAL)                                           \
  X(figcaption, DT_SPECIAL)                                         \
  X(figure, DT_SPECIAL)                                             \
  X(font, DT_FORMATTING)                                            \
  X(footer, DT_SPECIAL)                                             \
  X(foreignobject, 0)                                               \
  X(form, DT_SPECIAL)                                               \
  X(frame, DT_SPECIAL)                                              \
  X(frameset, DT_SPECIAL)                                           \
  X(h1, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(h2, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(h3, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(h4, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(h5, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(h6, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(head, DT_SPECIAL | DT_BREAKOUT)                                 \
  X(header, DT_SPECIAL)                                             \
  X(hgroup, DT_SPECIAL)                                             \
  X(hr, DT_SPECIAL | DT_BREAKOUT)                                   \
  X(html, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE)                   \
  X(i, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(iframe, DT_SPECIAL)                                             \
  X(image, 0)                                                       \
  X(img, DT_SPECIAL | DT_BREAKOUT)                                  \
  X(input, DT_SPECIAL)                                              \
  X(keygen, DT_SPECIAL)                                             \
  X(li, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)     \
  X(link, DT_SPECIAL)                                               \
  X(listing, DT_SPECIAL | DT_BREAKOUT)                              \
  X(main, DT_SPECIAL)                                               \
  X(malignmark, 0)                                                  \
  X(marquee, DT_SPECIAL | DT_SCOPE)                                 \
  X(math, 0)                                                        \
  X(menu, DT_SPECIAL | DT_BREAKOUT)                                 \
  X(meta, DT_SPECIAL | DT_BREAKOUT)                                 \
  X(mglyph, 0)                                                      \
  X(mi, 0)                                                          \
  X(mn, 0)                                                          \
  X(mo, 0)                                                          \
  X(ms, 0)                                                          \
  X(mtext, 0)                                                       \
  X(nav, DT_SPECIAL)                                                \
  X(nobr, DT_FORMATTING | DT_BREAKOUT)                              \
  X(noembed, DT_SPECIAL)                                            \
  X(noframes, DT_SPECIAL)                                           \
  X(noscript, DT_SPECIAL)                                           \
  X(object, DT_SPECIAL | DT_SCOPE)                                  \
  X(ol, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT)                   \
  X(optgroup, DT_IMPLIED | DT_IMPLIED_ALL)                          \
  X(option, DT_IMPLIED | DT_IMPLIED_ALL)                            \
  X(p, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)      \
  X(param, DT_SPECIAL)                                              \
  X(plaintext, DT_SPECIAL)                                          \
  X(pre, DT_SPECIAL | DT_BREAKOUT)                                  \
  X(rb, DT_IMPLIED | DT_IMPLIED_ALL)                                \
  X(rp, DT_IMPLIED | DT_IMPLIED_ALL)                                \
  X(rt, DT_IMPLIED | DT_IMPLIED_ALL)                                \
  X(rtc, DT_IMPLIED | DT_IMPLIED_ALL)                               \
  X(ruby, DT_BREAKOUT)                                              \
  X(s, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(script, DT_SPECIAL)                                             \
  X(search, DT_SPECIAL)                                             \
  X(section, DT_SPECIAL)                                            \
  X(select, DT_SPECIAL | DT_SCOPE)                                  \
  X(small, DT_FORMATTING | DT_BREAKOUT)                             \
  X(source, DT_SPECIAL)                                             \
  X(span, DT_BREAKOUT)                                              \
  X(strike, DT_FORMATTING | DT_BREAKOUT)                            \
  X(strong, DT_FORMATTING | DT_BREAKOUT)                            \
  X(style, DT_SPECIAL)                                              \
  X(sub, DT_BREAKOUT)                                               \
  X(summary, DT_SPECIAL)                                            \
  X(sup, DT_BREAKOUT)                                               \
  X(svg, 0)                                                         \
  X(table, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_BREAKOUT | DT_FOSTER) \
  X(tbody, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER) \
  X(td, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL)                     \
  X(template, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE)               \
  X(textarea, DT_SPECIAL)                                           \
  X(tfoot, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER) \
  X(th, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL)                     \
  X(thead, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER) \
  X(title, DT_SPECIAL)                                              \
  X(tr, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER)    \
  X(track, DT_SPECIAL)                                              \
  X(tt, DT_FORMATTING | DT_BREAKOUT)                                \
  X(u, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(ul, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT)                   \
  X(var, DT_BREAKOUT)                                               \
  X(wbr, DT_SPECIAL)                                                \
  X(xmp, DT_SPECIAL)
/* clang-format on */

typedef enum dt_html_tag {
  DT_HTML_UNKNOWN,
#define X(name, categories) DT_HTML_##name,
  DT_HTML_TAGS(X)
#undef X
      DT_HTML_annotation_xml,
  DT_HTML_TAG_COUNT
} dt_html_tag;

typedef enum dt_namespace { DT_NS_HTML, DT_NS_SVG, DT_NS_MATHML } dt_namespace;

/* DT_SPECIAL, ...: of an element of HTML. */
extern const uint16_t dt_html_tag_categories[DT_HTML_TAG_COUNT];

/* Returns the tag of a name, DT_HTML_UNKNOWN for others. */
dt_html_tag dt_html_tag_of(dt_slice name);
/* The name of a known tag, in lower case. */
const char *dt_html_tag_name(dt_html_tag tag);

#endif
