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
  DT_FOSTER = 1 << 9,   /* contents that do not belong into it go before the table */
  /* what the rules "in body" do with its tags (13.2.6.4.7) */
  DT_HEAD_CONTENT = 1 << 10, /* start: as in head */
  DT_BLOCK = 1 << 11,        /* start: closes an open p, and opens */
  DT_BLOCK_END = 1 << 12,    /* end: closes all up to it, if it is in scope */
  DT_VOID = 1 << 13,         /* start: has no content, within a line */
  DT_OUTSIDE_BODY = 1 << 14  /* start: ignored */
};

/* Sorted by name. */
/* clang-format off */
#define DT_HTML_TAGS(X)                                                      \
  X(a, DT_FORMATTING)                                                        \
  X(address, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                           \
  X(applet, DT_SPECIAL | DT_SCOPE)                                           \
  X(area, DT_SPECIAL | DT_VOID)                                              \
  X(article, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                           \
  X(aside, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                             \
  X(b, DT_FORMATTING | DT_BREAKOUT)                                          \
  X(base, DT_SPECIAL | DT_HEAD_CONTENT)                                      \
  X(basefont, DT_SPECIAL | DT_HEAD_CONTENT)                                  \
  X(bgsound, DT_SPECIAL | DT_HEAD_CONTENT)                                   \
  X(big, DT_FORMATTING | DT_BREAKOUT)                                        \
  X(blockquote, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)          \
  X(body, DT_SPECIAL | DT_BREAKOUT)                                          \
  X(br, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                                  \
  X(button, DT_SPECIAL | DT_SCOPE_BUTTON | DT_BLOCK_END)                     \
  X(caption, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL | DT_OUTSIDE_BODY)       \
  X(center, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)              \
  X(code, DT_FORMATTING | DT_BREAKOUT)                                       \
  X(col, DT_SPECIAL | DT_OUTSIDE_BODY)                                       \
  X(colgroup, DT_SPECIAL | DT_IMPLIED_ALL | DT_OUTSIDE_BODY)                 \
  X(dd, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)              \
  X(desc, 0)                                                                 \
  X(details, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                           \
  X(dialog, DT_BLOCK | DT_BLOCK_END)                                         \
  X(dir, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                               \
  X(div, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                 \
  X(dl, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                  \
  X(dt, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)              \
  X(em, DT_FORMATTING | DT_BREAKOUT)                                         \
  X(embed, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                               \
  X(fieldset, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                          \
  X(figcaption, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                        \
  X(figure, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                            \
  X(font, DT_FORMATTING)                                                     \
  X(footer, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                            \
  X(foreignobject, 0)                                                        \
  X(form, DT_SPECIAL)                                                        \
  X(frame, DT_SPECIAL | DT_OUTSIDE_BODY)                                     \
  X(frameset, DT_SPECIAL)                                                    \
  X(h1, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(h2, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(h3, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(h4, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(h5, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(h6, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(head, DT_SPECIAL | DT_BREAKOUT | DT_OUTSIDE_BODY)                        \
  X(header, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                            \
  X(hgroup, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                            \
  X(hr, DT_SPECIAL | DT_BREAKOUT)                                            \
  X(html, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE)                            \
  X(i, DT_FORMATTING | DT_BREAKOUT)                                          \
  X(iframe, DT_SPECIAL)                                                      \
  X(image, 0)                                                                \
  X(img, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                                 \
  X(input, DT_SPECIAL)                                                       \
  X(keygen, DT_SPECIAL | DT_VOID)                                            \
  X(li, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT)              \
  X(link, DT_SPECIAL | DT_HEAD_CONTENT)                                      \
  X(listing, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK_END)                        \
  X(main, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                              \
  X(malignmark, 0)                                                           \
  X(marquee, DT_SPECIAL | DT_SCOPE)                                          \
  X(math, 0)                                                                 \
  X(menu, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                \
  X(meta, DT_SPECIAL | DT_BREAKOUT | DT_HEAD_CONTENT)                        \
  X(mglyph, 0)                                                               \
  X(mi, 0)                                                                   \
  X(mn, 0)                                                                   \
  X(mo, 0)                                                                   \
  X(ms, 0)                                                                   \
  X(mtext, 0)                                                                \
  X(nav, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                               \
  X(nobr, DT_FORMATTING | DT_BREAKOUT)                                       \
  X(noembed, DT_SPECIAL)                                                     \
  X(noframes, DT_SPECIAL | DT_HEAD_CONTENT)                                  \
  X(noscript, DT_SPECIAL)                                                    \
  X(object, DT_SPECIAL | DT_SCOPE)                                           \
  X(ol, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)  \
  X(optgroup, DT_IMPLIED | DT_IMPLIED_ALL)                                   \
  X(option, DT_IMPLIED | DT_IMPLIED_ALL)                                     \
  X(p, DT_SPECIAL | DT_IMPLIED | DT_IMPLIED_ALL | DT_BREAKOUT | DT_BLOCK)    \
  X(param, DT_SPECIAL)                                                       \
  X(plaintext, DT_SPECIAL)                                                   \
  X(pre, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK_END)                            \
  X(rb, DT_IMPLIED | DT_IMPLIED_ALL)                                         \
  X(rp, DT_IMPLIED | DT_IMPLIED_ALL)                                         \
  X(rt, DT_IMPLIED | DT_IMPLIED_ALL)                                         \
  X(rtc, DT_IMPLIED | DT_IMPLIED_ALL)                                        \
  X(ruby, DT_BREAKOUT)                                                       \
  X(s, DT_FORMATTING | DT_BREAKOUT)                                          \
  X(script, DT_SPECIAL | DT_HEAD_CONTENT)                                    \
  X(search, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                            \
  X(section, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                           \
  X(select, DT_SPECIAL | DT_SCOPE | DT_BLOCK_END)                            \
  X(small, DT_FORMATTING | DT_BREAKOUT)                                      \
  X(source, DT_SPECIAL)                                                      \
  X(span, DT_BREAKOUT)                                                       \
  X(strike, DT_FORMATTING | DT_BREAKOUT)                                     \
  X(strong, DT_FORMATTING | DT_BREAKOUT)                                     \
  X(style, DT_SPECIAL | DT_HEAD_CONTENT)                                     \
  X(sub, DT_BREAKOUT)                                                        \
  X(summary, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                           \
  X(sup, DT_BREAKOUT)                                                        \
  X(svg, 0)                                                                  \
  X(table, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_BREAKOUT | DT_FOSTER) \
  X(tbody, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER | DT_OUTSIDE_BODY)        \
  X(td, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL | DT_OUTSIDE_BODY)            \
  X(template, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_HEAD_CONTENT)      \
  X(textarea, DT_SPECIAL)                                                    \
  X(tfoot, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER | DT_OUTSIDE_BODY)        \
  X(th, DT_SPECIAL | DT_SCOPE | DT_IMPLIED_ALL | DT_OUTSIDE_BODY)            \
  X(thead, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER | DT_OUTSIDE_BODY)        \
  X(title, DT_SPECIAL | DT_HEAD_CONTENT)                                     \
  X(tr, DT_SPECIAL | DT_IMPLIED_ALL | DT_FOSTER | DT_OUTSIDE_BODY)           \
  X(track, DT_SPECIAL)                                                       \
  X(tt, DT_FORMATTING | DT_BREAKOUT)                                         \
  X(u, DT_FORMATTING | DT_BREAKOUT)                                          \
  X(ul, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)  \
  X(var, DT_BREAKOUT)                                                        \
  X(wbr, DT_SPECIAL | DT_VOID)                                               \
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
extern const uint32_t dt_html_tag_categories[DT_HTML_TAG_COUNT];

/* Returns the tag of a name, DT_HTML_UNKNOWN for others. */
dt_html_tag dt_html_tag_of(dt_slice name);
/* The name of a known tag, in lower case. */
const char *dt_html_tag_name(dt_html_tag tag);

#endif
