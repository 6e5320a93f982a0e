/* html/elements.h: the table of HTML elements: numbers of tags and attributes, how each element is displayed, its role
 * and its treatment in the tag tree.
 *
 * A tag of HTML has a small number; any other has a hash of its name, so that the numbers of
 * different pages can be compared.  The classes are from doc/method 2.1 and from measurements on
 * real pages. */
#ifndef DT_HTML_ELEMENTS_H
#define DT_HTML_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DT_DROP = 1,      /* left out with its content */
  DT_LEAF = 2,      /* kept, its content left out: lists of options look like records */
  DT_DECOR = 4,     /* left out, its content kept: fonts and phrases */
  DT_HIGHLIGHT = 8, /* decoration that search engines put around the words searched for */
  DT_BOLD = 16,     /* its text is printed bold */
  DT_HEADING = 32,  /* h1 to h6 */
  DT_QUOTE = 64,    /* blockquote: used for indenting; left out like decoration */
  DT_NAVIGATION = 128,
  DT_STRUCK = 256,  /* its text is no longer valid, such as a price before a sale */
  DT_UNREAD = 512,  /* has no text to read: scripts, media, options of a form */
  DT_SECTION = 1024 /* divides a page into sections (doc/method 6.1), tables like div */
};

/* How an element is displayed (HTML standard, 15.3) without a style sheet. */
typedef enum dt_display {
  DT_DISPLAY_UNKNOWN,  /* not in HTML; most are blocks */
  DT_DISPLAY_INLINE,   /* within a line */
  DT_DISPLAY_BLOCK,    /* begins and ends a line; also head and title, to keep their text separate */
  DT_DISPLAY_TABLE,    /* a table or a part of one */
  DT_DISPLAY_BREAK,    /* br */
  DT_DISPLAY_CONTROL,  /* a control of a form, within a line */
  DT_DISPLAY_EMBEDDED, /* not text, within a line */
  DT_DISPLAY_HIDDEN    /* not displayed */
} dt_display;

/* ARIA roles of elements: implied by the tag (dt_tag_role) or given by the role attribute (dt_role_named). */
typedef enum dt_role {
  DT_ROLE_NONE, /* or one without meaning here */
  DT_ROLE_ARTICLE,
  DT_ROLE_BANNER,
  DT_ROLE_COMPLEMENTARY,
  DT_ROLE_CONTENTINFO,
  DT_ROLE_DIALOG, /* alertdialog too */
  DT_ROLE_FIGURE,
  DT_ROLE_FORM,
  DT_ROLE_HEADING,
  DT_ROLE_MAIN,
  DT_ROLE_MENU, /* menubar and tablist too */
  DT_ROLE_NAVIGATION,
  DT_ROLE_SEARCH,
  DT_ROLES
} dt_role;

/* name, display, role, classes, group: an element directly within one of its own group lacks an end tag. */
/* clang-format off */
#define DT_TAGS(X)                                              \
  X(a, INLINE, NONE, 0, 0)                                      \
  X(abbr, INLINE, NONE, DT_DECOR, 0)                            \
  X(acronym, INLINE, NONE, DT_DECOR, 0)                         \
  X(address, BLOCK, NONE, 0, 0)                                 \
  X(area, INLINE, NONE, DT_DROP | DT_UNREAD, 0)                 \
  X(article, BLOCK, ARTICLE, DT_SECTION, 0)                     \
  X(aside, BLOCK, COMPLEMENTARY, DT_NAVIGATION | DT_SECTION, 0) \
  X(audio, EMBEDDED, NONE, DT_UNREAD, 0)                        \
  X(b, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, 0)      \
  X(base, HIDDEN, NONE, DT_DROP, 0)                             \
  X(basefont, INLINE, NONE, DT_DECOR, 0)                        \
  X(bdo, INLINE, NONE, DT_DECOR, 0)                             \
  X(big, INLINE, NONE, DT_DECOR, 0)                             \
  X(blink, INLINE, NONE, DT_DECOR, 0)                           \
  X(blockquote, BLOCK, NONE, DT_QUOTE, 0)                       \
  X(body, BLOCK, NONE, DT_SECTION, 0)                           \
  X(br, BREAK, NONE, 0, 0)                                      \
  X(button, CONTROL, NONE, 0, 0)                                \
  X(canvas, EMBEDDED, NONE, DT_UNREAD, 0)                       \
  X(caption, TABLE, NONE, 0, 0)                                 \
  X(center, BLOCK, NONE, DT_DECOR, 0)                           \
  X(cite, INLINE, NONE, DT_DECOR, 0)                            \
  X(code, INLINE, NONE, DT_DECOR, 0)                            \
  X(col, TABLE, NONE, 0, 0)                                     \
  X(colgroup, TABLE, NONE, 0, 0)                                \
  X(datalist, HIDDEN, NONE, DT_LEAF | DT_UNREAD, 0)             \
  X(dd, BLOCK, NONE, 0, 2)                                      \
  X(del, INLINE, NONE, DT_DECOR | DT_STRUCK, 0)                 \
  X(dfn, INLINE, NONE, 0, 0)                                    \
  X(dir, BLOCK, NONE, 0, 0)                                     \
  X(div, BLOCK, NONE, DT_SECTION, 0)                            \
  X(dl, BLOCK, NONE, 0, 0)                                      \
  X(dt, BLOCK, NONE, 0, 2)                                      \
  X(em, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, 0)               \
  X(embed, EMBEDDED, NONE, DT_DROP | DT_UNREAD, 0)              \
  X(fieldset, BLOCK, NONE, 0, 0)                                \
  X(figcaption, BLOCK, NONE, 0, 0)                              \
  X(figure, BLOCK, FIGURE, 0, 0)                                \
  X(font, INLINE, NONE, DT_DECOR, 0)                            \
  X(footer, BLOCK, CONTENTINFO, DT_NAVIGATION | DT_SECTION, 0)  \
  X(form, BLOCK, FORM, DT_SECTION, 0)                           \
  X(frame, EMBEDDED, NONE, DT_UNREAD, 0)                        \
  X(frameset, BLOCK, NONE, DT_UNREAD, 0)                        \
  X(h1, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(h2, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(h3, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(h4, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(h5, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(h6, BLOCK, HEADING, DT_HEADING | DT_BOLD, 0)                \
  X(head, BLOCK, NONE, DT_DROP, 0)                              \
  X(header, BLOCK, BANNER, DT_NAVIGATION | DT_SECTION, 0)       \
  X(hr, BLOCK, NONE, 0, 0)                                      \
  X(html, BLOCK, NONE, 0, 0)                                    \
  X(i, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, 0)                \
  X(iframe, EMBEDDED, NONE, DT_DROP | DT_UNREAD, 0)             \
  X(img, INLINE, NONE, 0, 0)                                    \
  X(input, CONTROL, NONE, DT_UNREAD, 0)                         \
  X(ins, INLINE, NONE, DT_DECOR, 0)                             \
  X(kbd, INLINE, NONE, 0, 0)                                    \
  X(label, INLINE, NONE, 0, 0)                                  \
  X(legend, BLOCK, NONE, 0, 0)                                  \
  X(li, BLOCK, NONE, 0, 1)                                      \
  X(link, HIDDEN, NONE, DT_DROP, 0)                             \
  X(main, BLOCK, MAIN, DT_SECTION, 0)                           \
  X(map, INLINE, NONE, DT_DROP | DT_UNREAD, 0)                  \
  X(mark, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, 0)             \
  X(menu, BLOCK, NONE, 0, 0)                                    \
  X(meta, HIDDEN, NONE, DT_DROP, 0)                             \
  X(nav, BLOCK, NAVIGATION, DT_NAVIGATION | DT_SECTION, 0)      \
  X(nobr, INLINE, NONE, DT_DECOR, 0)                            \
  X(noframes, BLOCK, NONE, 0, 0)                                \
  X(noscript, HIDDEN, NONE, DT_DROP, 0)                         \
  X(object, EMBEDDED, NONE, DT_DROP | DT_UNREAD, 0)             \
  X(ol, BLOCK, NONE, 0, 0)                                      \
  X(optgroup, BLOCK, NONE, DT_UNREAD, 0)                        \
  X(option, BLOCK, NONE, DT_UNREAD, 6)                          \
  X(p, BLOCK, NONE, 0, 5)                                       \
  X(param, HIDDEN, NONE, DT_DROP, 0)                            \
  X(pre, BLOCK, NONE, 0, 0)                                     \
  X(q, INLINE, NONE, DT_DECOR, 0)                               \
  X(s, INLINE, NONE, DT_DECOR | DT_STRUCK, 0)                   \
  X(samp, INLINE, NONE, 0, 0)                                   \
  X(script, HIDDEN, NONE, DT_DROP | DT_UNREAD, 0)               \
  X(section, BLOCK, NONE, DT_SECTION, 0)                        \
  X(select, CONTROL, NONE, DT_LEAF | DT_UNREAD, 0)              \
  X(small, INLINE, NONE, DT_DECOR, 0)                           \
  X(span, INLINE, NONE, DT_DECOR, 0)                            \
  X(strike, INLINE, NONE, DT_DECOR | DT_STRUCK, 0)              \
  X(strong, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, 0) \
  X(style, HIDDEN, NONE, DT_DROP | DT_UNREAD, 0)                \
  X(sub, INLINE, NONE, DT_DECOR, 0)                             \
  X(summary, BLOCK, NONE, 0, 0)                                 \
  X(sup, INLINE, NONE, DT_DECOR, 0)                             \
  X(svg, EMBEDDED, NONE, DT_DROP | DT_UNREAD, 0)                \
  X(table, TABLE, NONE, DT_SECTION, 0)                          \
  X(tbody, TABLE, NONE, 0, 0)                                   \
  X(td, TABLE, NONE, DT_SECTION, 4)                             \
  X(template, HIDDEN, NONE, DT_DROP | DT_UNREAD, 0)             \
  X(textarea, CONTROL, NONE, DT_LEAF | DT_UNREAD, 0)            \
  X(tfoot, TABLE, NONE, 0, 0)                                   \
  X(th, TABLE, NONE, DT_BOLD, 4)                                \
  X(thead, TABLE, NONE, 0, 0)                                   \
  X(time, INLINE, NONE, 0, 0)                                   \
  X(title, BLOCK, NONE, DT_DROP | DT_UNREAD, 0)                 \
  X(tr, TABLE, NONE, 0, 3)                                      \
  X(tt, INLINE, NONE, DT_DECOR, 0)                              \
  X(u, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, 0)                \
  X(ul, BLOCK, NONE, 0, 0)                                      \
  X(var, INLINE, NONE, DT_DECOR, 0)                             \
  X(video, EMBEDDED, NONE, DT_UNREAD, 0)                        \
  X(wbr, INLINE, NONE, DT_DROP, 0)

/* Elements that the tag tree treats as unknown, without numbers of their own: name, display, role, classes. */
#define DT_OTHER_ELEMENTS(X) \
  X(applet, EMBEDDED, NONE, DT_UNREAD)                       \
  X(bdi, INLINE, NONE, 0)                                    \
  X(data, INLINE, NONE, 0)                                   \
  X(details, BLOCK, NONE, 0)                                 \
  X(dialog, BLOCK, DIALOG, 0)                                \
  X(hgroup, BLOCK, NONE, 0)                                  \
  X(meter, CONTROL, NONE, DT_UNREAD)                         \
  X(progress, CONTROL, NONE, DT_UNREAD)                      \
  X(rp, INLINE, NONE, 0)                                     \
  X(rt, INLINE, NONE, 0)                                     \
  X(ruby, INLINE, NONE, 0)                                   \
  X(search, BLOCK, SEARCH, 0)
/* clang-format on */

typedef uint32_t dt_tag;

enum {
  DT_TAG_TEXT, /* a text node: "#text" */
  DT_TAG_RUN,  /* not a node: a run of siblings compared as one (generalized node) */
  DT_TAG_BR2,  /* two or more br in a row: "br2" */
#define X(name, display, role, classes, group) DT_TAG_##name,
  DT_TAGS(X)
#undef X
      DT_TAG_KNOWN
};
#define DT_TAG_FOREIGN UINT32_C(0x80000000) /* set in the number of a tag that is not in HTML */

/* Attributes that elements keep. */
/* clang-format off */
#define DT_ATTRIBUTES(X)                                                                                               \
  X(alt, "alt") X(aria_label, "aria-label") X(class, "class") X(colspan, "colspan") X(datetime, "datetime")          \
  X(hidden, "hidden") X(href, "href") X(id, "id") X(itemprop, "itemprop") X(rel, "rel") X(rowspan, "rowspan")          \
  X(src, "src") X(style, "style") X(title, "title")
/* clang-format on */

typedef enum dt_attribute_name {
#define X(name, text) DT_ATTRIBUTE_##name,
  DT_ATTRIBUTES(X)
#undef X
      DT_ATTRIBUTE_COUNT,
  DT_ATTRIBUTE_NONE = DT_ATTRIBUTE_COUNT
} dt_attribute_name;

/* Returns the number of a tag by its lower-case name. */
dt_tag dt_tag_number(const char *name, size_t length);
/* Returns the name of a tag of HTML, NULL for others, whose names the page keeps. */
const char *dt_tag_known_name(dt_tag tag);
dt_attribute_name dt_attribute_number(const char *name, size_t length);
const char *dt_attribute_text(dt_attribute_name name);

typedef struct dt_element_facts {
  uint16_t classes;
  uint8_t group, display, role;
} dt_element_facts;

extern const dt_element_facts dt_element_table[DT_TAG_KNOWN];
/* Returns the facts of an element without a number of its own. */
const dt_element_facts *dt_other_element(const char *name);
/* Returns the facts of any element by its number and lower-case name. */
static inline const dt_element_facts *dt_element_of(dt_tag tag, const char *name) {
  return tag < DT_TAG_KNOWN ? &dt_element_table[tag] : dt_other_element(name);
}
/* Checks whether text before and after an element with this display is on other lines. */
static inline bool dt_display_breaks_line(dt_display display) {
  return display == DT_DISPLAY_BLOCK || display == DT_DISPLAY_TABLE || display == DT_DISPLAY_BREAK;
}

/* Return facts by the number alone; elements without one are unknown. */
static inline unsigned dt_tag_classes(dt_tag tag) { return tag < DT_TAG_KNOWN ? dt_element_table[tag].classes : 0; }
static inline bool dt_tag_is(dt_tag tag, unsigned classes) { return (dt_tag_classes(tag) & classes) != 0; }
static inline unsigned dt_tag_group(dt_tag tag) { return tag < DT_TAG_KNOWN ? dt_element_table[tag].group : 0; }
static inline dt_display dt_tag_display(dt_tag tag) {
  return tag < DT_TAG_KNOWN ? (dt_display)dt_element_table[tag].display : DT_DISPLAY_UNKNOWN;
}
static inline dt_role dt_tag_role(dt_tag tag) {
  return tag < DT_TAG_KNOWN ? (dt_role)dt_element_table[tag].role : DT_ROLE_NONE;
}
/* Returns the role in a role attribute's value. */
dt_role dt_role_named(const char *name);

#endif
