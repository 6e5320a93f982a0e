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

/* ARIA roles of elements: implied by the tag (dt_element_of) or given by the role attribute (dt_role_named). */
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

/* Categories of the HTML standard (13.2.4.2), and what tree construction does with a tag. */
enum {
  DT_SPECIAL = 1 << 0,
  DT_FORMATTING = 1 << 1,
  DT_IMPLIED = 1 << 2,    /* its end tag is implied */
  DT_SCOPE = 1 << 3,      /* ends a scope */
  DT_SCOPE_LIST = 1 << 4, /* ends a list item scope */
  DT_SCOPE_BUTTON = 1 << 5,
  DT_SCOPE_TABLE = 1 << 6,
  DT_BREAKOUT = 1 << 7, /* ends svg and math */
  DT_FOSTER = 1 << 8,   /* contents that do not belong into it go before the table */
  /* what the rules "in body" do with its tags (13.2.6.4.7) */
  DT_HEAD_CONTENT = 1 << 9,  /* start: as in head */
  DT_BLOCK = 1 << 10,        /* start: closes an open p, and opens */
  DT_BLOCK_END = 1 << 11,    /* end: closes all up to it, if it is in scope */
  DT_VOID = 1 << 12,         /* start: has no content, within a line */
  DT_OUTSIDE_BODY = 1 << 13, /* start: ignored */
  DT_NOTED = 1 << 14         /* says something about the page (dt_html_tree.noted) */
};

/* name, display, role, classes, categories.  elements.awk makes the table that finds a name here.  New names are added
 * at the end: where methods have to choose between equals, the numbers of tags decide. */
/* clang-format off */
#define DT_TREE_TAGS(X)                                                                                       \
  X(a, INLINE, NONE, 0, DT_FORMATTING)                                                                     \
  X(abbr, INLINE, NONE, DT_DECOR, 0)                                                                       \
  X(acronym, INLINE, NONE, DT_DECOR, 0)                                                                    \
  X(address, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                         \
  X(area, INLINE, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_VOID)                                         \
  X(article, BLOCK, ARTICLE, DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                             \
  X(aside, BLOCK, COMPLEMENTARY, DT_NAVIGATION | DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)         \
  X(audio, EMBEDDED, NONE, DT_UNREAD, 0)                                                                   \
  X(b, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, DT_FORMATTING | DT_BREAKOUT)                       \
  X(base, HIDDEN, NONE, DT_DROP, DT_SPECIAL | DT_HEAD_CONTENT)                                             \
  X(basefont, INLINE, NONE, DT_DECOR, DT_SPECIAL | DT_HEAD_CONTENT)                                        \
  X(bdo, INLINE, NONE, DT_DECOR, 0)                                                                        \
  X(big, INLINE, NONE, DT_DECOR, DT_FORMATTING | DT_BREAKOUT)                                              \
  X(blink, INLINE, NONE, DT_DECOR, 0)                                                                      \
  X(blockquote, BLOCK, NONE, DT_QUOTE, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                 \
  X(body, BLOCK, NONE, DT_SECTION, DT_SPECIAL | DT_BREAKOUT | DT_NOTED)                                    \
  X(br, BREAK, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                                                \
  X(button, CONTROL, NONE, 0, DT_SPECIAL | DT_SCOPE_BUTTON | DT_BLOCK_END)                                 \
  X(canvas, EMBEDDED, NONE, DT_UNREAD, 0)                                                                  \
  X(caption, TABLE, NONE, 0, DT_SPECIAL | DT_SCOPE | DT_OUTSIDE_BODY)                                      \
  X(center, BLOCK, NONE, DT_DECOR, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                     \
  X(cite, INLINE, NONE, DT_DECOR, 0)                                                                       \
  X(code, INLINE, NONE, DT_DECOR, DT_FORMATTING | DT_BREAKOUT)                                             \
  X(col, TABLE, NONE, 0, DT_SPECIAL | DT_OUTSIDE_BODY)                                                     \
  X(colgroup, TABLE, NONE, 0, DT_SPECIAL | DT_OUTSIDE_BODY)                                                \
  X(datalist, HIDDEN, NONE, DT_LEAF | DT_UNREAD, 0)                                                        \
  X(dd, BLOCK, NONE, 0, DT_SPECIAL | DT_IMPLIED | DT_BREAKOUT)                                             \
  X(del, INLINE, NONE, DT_DECOR | DT_STRUCK, 0)                                                            \
  X(dfn, INLINE, NONE, 0, 0)                                                                               \
  X(dir, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                             \
  X(div, BLOCK, NONE, DT_SECTION, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                      \
  X(dl, BLOCK, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                                \
  X(dt, BLOCK, NONE, 0, DT_SPECIAL | DT_IMPLIED | DT_BREAKOUT)                                             \
  X(em, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, DT_FORMATTING | DT_BREAKOUT)                                \
  X(embed, EMBEDDED, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                        \
  X(fieldset, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                        \
  X(figcaption, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                      \
  X(figure, BLOCK, FIGURE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                        \
  X(font, INLINE, NONE, DT_DECOR, DT_FORMATTING)                                                           \
  X(footer, BLOCK, CONTENTINFO, DT_NAVIGATION | DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)          \
  X(form, BLOCK, FORM, DT_SECTION, DT_SPECIAL)                                                             \
  X(frame, EMBEDDED, NONE, DT_UNREAD, DT_SPECIAL | DT_OUTSIDE_BODY | DT_NOTED)                             \
  X(frameset, BLOCK, NONE, DT_UNREAD, DT_SPECIAL)                                                          \
  X(h1, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT | DT_NOTED)                         \
  X(h2, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT | DT_NOTED)                         \
  X(h3, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT)                                    \
  X(h4, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT)                                    \
  X(h5, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT)                                    \
  X(h6, BLOCK, HEADING, DT_HEADING | DT_BOLD, DT_SPECIAL | DT_BREAKOUT)                                    \
  X(head, BLOCK, NONE, DT_DROP, DT_SPECIAL | DT_BREAKOUT | DT_OUTSIDE_BODY)                                \
  X(header, BLOCK, BANNER, DT_NAVIGATION | DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)               \
  X(hr, BLOCK, NONE, 0, DT_SPECIAL | DT_BREAKOUT)                                                          \
  X(html, BLOCK, NONE, 0, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_NOTED)                               \
  X(i, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(iframe, EMBEDDED, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_NOTED)                                    \
  X(img, INLINE, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_VOID)                                              \
  X(input, CONTROL, NONE, DT_UNREAD, DT_SPECIAL | DT_NOTED)                                                \
  X(ins, INLINE, NONE, DT_DECOR, 0)                                                                        \
  X(kbd, INLINE, NONE, 0, 0)                                                                               \
  X(label, INLINE, NONE, 0, 0)                                                                             \
  X(legend, BLOCK, NONE, 0, 0)                                                                             \
  X(li, BLOCK, NONE, 0, DT_SPECIAL | DT_IMPLIED | DT_BREAKOUT)                                             \
  X(link, HIDDEN, NONE, DT_DROP, DT_SPECIAL | DT_HEAD_CONTENT)                                             \
  X(main, BLOCK, MAIN, DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                   \
  X(map, INLINE, NONE, DT_DROP | DT_UNREAD, 0)                                                             \
  X(mark, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, 0)                                                        \
  X(menu, BLOCK, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                              \
  X(meta, HIDDEN, NONE, DT_DROP, DT_SPECIAL | DT_BREAKOUT | DT_HEAD_CONTENT | DT_NOTED)                    \
  X(nav, BLOCK, NAVIGATION, DT_NAVIGATION | DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)              \
  X(nobr, INLINE, NONE, DT_DECOR, DT_FORMATTING | DT_BREAKOUT)                                             \
  X(noframes, BLOCK, NONE, 0, DT_SPECIAL | DT_HEAD_CONTENT)                                                \
  X(noscript, HIDDEN, NONE, DT_DROP, DT_SPECIAL | DT_NOTED)                                                \
  X(object, EMBEDDED, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_SCOPE)                                    \
  X(ol, BLOCK, NONE, 0, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                \
  X(optgroup, BLOCK, NONE, DT_UNREAD, DT_IMPLIED)                                                          \
  X(option, BLOCK, NONE, DT_UNREAD, DT_IMPLIED)                                                            \
  X(p, BLOCK, NONE, 0, DT_SPECIAL | DT_IMPLIED | DT_BREAKOUT | DT_BLOCK)                                   \
  X(param, HIDDEN, NONE, DT_DROP, DT_SPECIAL)                                                              \
  X(pre, BLOCK, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK_END)                                          \
  X(q, INLINE, NONE, DT_DECOR, 0)                                                                          \
  X(s, INLINE, NONE, DT_DECOR | DT_STRUCK, DT_FORMATTING | DT_BREAKOUT)                                    \
  X(samp, INLINE, NONE, 0, 0)                                                                              \
  X(script, HIDDEN, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_HEAD_CONTENT | DT_NOTED)                    \
  X(section, BLOCK, NONE, DT_SECTION, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                \
  X(select, CONTROL, NONE, DT_LEAF | DT_UNREAD, DT_SPECIAL | DT_SCOPE | DT_BLOCK_END)                      \
  X(small, INLINE, NONE, DT_DECOR, DT_FORMATTING | DT_BREAKOUT)                                            \
  X(span, INLINE, NONE, DT_DECOR, DT_BREAKOUT)                                                             \
  X(strike, INLINE, NONE, DT_DECOR | DT_STRUCK, DT_FORMATTING | DT_BREAKOUT)                               \
  X(strong, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, DT_FORMATTING | DT_BREAKOUT)                  \
  X(style, HIDDEN, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_HEAD_CONTENT)                                \
  X(sub, INLINE, NONE, DT_DECOR, DT_BREAKOUT)                                                              \
  X(summary, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)                                         \
  X(sup, INLINE, NONE, DT_DECOR, DT_BREAKOUT)                                                              \
  X(svg, EMBEDDED, NONE, DT_DROP | DT_UNREAD, 0)                                                           \
  X(table, TABLE, NONE, DT_SECTION, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_BREAKOUT | DT_FOSTER)      \
  X(tbody, TABLE, NONE, 0, DT_SPECIAL | DT_FOSTER | DT_OUTSIDE_BODY)                                       \
  X(td, TABLE, NONE, DT_SECTION, DT_SPECIAL | DT_SCOPE | DT_OUTSIDE_BODY)                                  \
  X(template, HIDDEN, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_SCOPE | DT_SCOPE_TABLE | DT_HEAD_CONTENT | DT_NOTED) \
  X(textarea, CONTROL, NONE, DT_LEAF | DT_UNREAD, DT_SPECIAL)                                              \
  X(tfoot, TABLE, NONE, 0, DT_SPECIAL | DT_FOSTER | DT_OUTSIDE_BODY)                                       \
  X(th, TABLE, NONE, DT_BOLD, DT_SPECIAL | DT_SCOPE | DT_OUTSIDE_BODY)                                     \
  X(thead, TABLE, NONE, 0, DT_SPECIAL | DT_FOSTER | DT_OUTSIDE_BODY)                                       \
  X(time, INLINE, NONE, 0, 0)                                                                              \
  X(title, BLOCK, NONE, DT_DROP | DT_UNREAD, DT_SPECIAL | DT_HEAD_CONTENT | DT_NOTED)                      \
  X(tr, TABLE, NONE, 0, DT_SPECIAL | DT_FOSTER | DT_OUTSIDE_BODY)                                          \
  X(tt, INLINE, NONE, DT_DECOR, DT_FORMATTING | DT_BREAKOUT)                                               \
  X(u, INLINE, NONE, DT_DECOR | DT_HIGHLIGHT, DT_FORMATTING | DT_BREAKOUT)                                 \
  X(ul, BLOCK, NONE, 0, DT_SPECIAL | DT_SCOPE_LIST | DT_BREAKOUT | DT_BLOCK | DT_BLOCK_END)                \
  X(var, INLINE, NONE, DT_DECOR, DT_BREAKOUT)                                                              \
  X(video, EMBEDDED, NONE, DT_UNREAD, 0)                                                                   \
  X(wbr, INLINE, NONE, DT_DROP, DT_SPECIAL | DT_VOID)                                                      \
  X(bdi, INLINE, NONE, DT_DECOR, 0)

/* The same for elements that the tag tree treats as unknown. */
#define DT_OTHER_TAGS(X)                                                   \
  X(applet, EMBEDDED, NONE, DT_UNREAD, DT_SPECIAL | DT_SCOPE)           \
  X(bgsound, UNKNOWN, NONE, 0, DT_SPECIAL | DT_HEAD_CONTENT)            \
  X(data, INLINE, NONE, 0, 0)                                           \
  X(desc, UNKNOWN, NONE, 0, 0)                                          \
  X(details, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)      \
  X(dialog, BLOCK, DIALOG, 0, DT_BLOCK | DT_BLOCK_END)                  \
  X(foreignobject, UNKNOWN, NONE, 0, 0)                                 \
  X(hgroup, BLOCK, NONE, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)       \
  X(image, UNKNOWN, NONE, 0, 0)                                         \
  X(keygen, UNKNOWN, NONE, 0, DT_SPECIAL | DT_VOID)                     \
  X(listing, UNKNOWN, NONE, 0, DT_SPECIAL | DT_BREAKOUT | DT_BLOCK_END) \
  X(malignmark, UNKNOWN, NONE, 0, 0)                                    \
  X(marquee, UNKNOWN, NONE, 0, DT_SPECIAL | DT_SCOPE)                   \
  X(math, UNKNOWN, NONE, 0, 0)                                          \
  X(meter, CONTROL, NONE, DT_UNREAD, 0)                                 \
  X(mglyph, UNKNOWN, NONE, 0, 0)                                        \
  X(mi, UNKNOWN, NONE, 0, 0)                                            \
  X(mn, UNKNOWN, NONE, 0, 0)                                            \
  X(mo, UNKNOWN, NONE, 0, 0)                                            \
  X(ms, UNKNOWN, NONE, 0, 0)                                            \
  X(mtext, UNKNOWN, NONE, 0, 0)                                         \
  X(noembed, UNKNOWN, NONE, 0, DT_SPECIAL)                              \
  X(plaintext, UNKNOWN, NONE, 0, DT_SPECIAL)                            \
  X(progress, CONTROL, NONE, DT_UNREAD, 0)                              \
  X(rb, UNKNOWN, NONE, 0, DT_IMPLIED)                                   \
  X(rp, INLINE, NONE, 0, DT_IMPLIED)                                    \
  X(rt, INLINE, NONE, 0, DT_IMPLIED)                                    \
  X(rtc, UNKNOWN, NONE, 0, DT_IMPLIED)                                  \
  X(ruby, INLINE, NONE, 0, DT_BREAKOUT)                                 \
  X(search, BLOCK, SEARCH, 0, DT_SPECIAL | DT_BLOCK | DT_BLOCK_END)     \
  X(source, UNKNOWN, NONE, 0, DT_SPECIAL)                               \
  X(track, UNKNOWN, NONE, 0, DT_SPECIAL)                                \
  X(xmp, UNKNOWN, NONE, 0, DT_SPECIAL)
/* clang-format on */

typedef uint32_t dt_tag;

enum {
  DT_TAG_TEXT, /* a text node: "#text" */
  DT_TAG_RUN,  /* not a node: a run of siblings compared as one (generalized node) */
  DT_TAG_BR2,  /* two or more br in a row: "br2" */
#define X(name, display, role, classes, categories) DT_TAG_##name,
  DT_TREE_TAGS(X)
  /* from here on the tag tree treats tags as unknown */
  DT_TAG_KNOWN,
  DT_TAG_annotation_xml = DT_TAG_KNOWN,
  DT_OTHER_TAGS(X)
#undef X
      DT_TAG_COUNT
};
#define DT_TAG_FOREIGN UINT32_C(0x80000000) /* set in the number of a tag without a number of its own */

/* Attributes that elements of the tag tree keep: those that its text form has too (detm tree). */
/* clang-format off */
#define DT_GENERAL_ATTRIBUTES(X)                                                                                       \
  X(alt, "alt") X(aria_label, "aria-label") X(class, "class") X(colspan, "colspan") X(datetime, "datetime")          \
  X(hidden, "hidden") X(href, "href") X(id, "id") X(itemprop, "itemprop") X(rel, "rel") X(rowspan, "rowspan")          \
  X(src, "src") X(style, "style") X(title, "title")

/* Those that only say what the cell of a table holds and where it belongs. */
#define DT_CELL_ATTRIBUTES(X)                                                                                          \
  X(aria_checked, "aria-checked") X(aria_colindex, "aria-colindex") X(aria_colspan, "aria-colspan")                    \
  X(aria_hidden, "aria-hidden") X(aria_rowindex, "aria-rowindex") X(aria_rowspan, "aria-rowspan")                      \
  X(border, "border") X(checked, "checked") X(content, "content") X(data_column, "data-column") X(data_header, "data-header")                \
  X(data_label, "data-label") X(data_th, "data-th") X(data_title, "data-title") X(headers, "headers")                  \
  X(placeholder, "placeholder") X(role, "role") X(scope, "scope") X(selected, "selected") X(type, "type")              \
  X(value, "value") X(xlink_href, "xlink:href")
/* clang-format on */

typedef enum dt_attribute_name {
#define X(name, text) DT_ATTRIBUTE_##name,
  DT_GENERAL_ATTRIBUTES(X) DT_ATTRIBUTE_OF_CELLS, /* from here on those of cells; it is no attribute itself */
  DT_ATTRIBUTE_LAST_GENERAL = DT_ATTRIBUTE_OF_CELLS - 1,
  DT_CELL_ATTRIBUTES(X)
#undef X
      DT_ATTRIBUTE_COUNT,
  DT_ATTRIBUTE_NONE = DT_ATTRIBUTE_COUNT
} dt_attribute_name;

/* The first 16 bytes of a name, lower case, zero padded: byte i of 8 is (low >> 8 * i) & 255. */
typedef struct dt_name_key {
  uint64_t low, high;
} dt_name_key;

enum { DT_NAME_KEY = 16 }; /* bytes of a key */

/* Perfect hashes of the names: the upper bits of a sum of products.  If two names collide (a warning of the compiler:
 * an element of the table is set twice), elements.py finds other factors. */
enum { DT_TAG_HASH_BITS = 11, DT_ATTRIBUTE_HASH_BITS = 6 };
#define DT_TAG_HASH(low, high)                                                                                         \
  (((low)*UINT64_C(0x63ca828dd5f4b3b3) ^ (high)*UINT64_C(0x9b810e766ec9d287)) >> (64 - DT_TAG_HASH_BITS))
#define DT_ATTRIBUTE_HASH(low, high)                                                                                   \
  (((low)*UINT64_C(0x18f25cc03e6f623b) ^ (high)*UINT64_C(0x9992f8cb34e1e6e9)) >> (64 - DT_ATTRIBUTE_HASH_BITS))

/* Made by elements.awk: the key of each name, and the number of the name at each hash. */
extern const dt_name_key dt_tag_keys[DT_TAG_COUNT], dt_attribute_keys[DT_ATTRIBUTE_COUNT];
extern const uint8_t dt_tag_slots[1 << DT_TAG_HASH_BITS], dt_attribute_slots[1 << DT_ATTRIBUTE_HASH_BITS];

/* Return the number of a name of at most DT_NAME_KEY bytes; DT_TAG_FOREIGN or DT_ATTRIBUTE_NONE if it has none. */
dt_tag dt_tag_of_key(dt_name_key key);
dt_attribute_name dt_attribute_of_key(dt_name_key key);
/* Return the number of a lower-case name. */
dt_tag dt_tag_number(const char *name, size_t length);
dt_attribute_name dt_attribute_number(const char *name, size_t length);
/* Returns the name of a tag of HTML, NULL for others, whose names the page keeps. */
const char *dt_tag_known_name(dt_tag tag);
const char *dt_attribute_text(dt_attribute_name name);

typedef struct dt_element_facts {
  uint16_t classes, categories;
  uint8_t display, role;
} dt_element_facts;

extern const dt_element_facts dt_element_table[DT_TAG_COUNT];
/* Returns the facts of any element. */
static inline const dt_element_facts *dt_element_of(dt_tag tag) {
  return &dt_element_table[tag < DT_TAG_COUNT ? tag : DT_TAG_RUN];
}
/* Returns what tree construction does with a tag: DT_SPECIAL, ... */
static inline unsigned dt_tag_categories(dt_tag tag) { return dt_element_of(tag)->categories; }
/* Checks whether text before and after an element with this display is on other lines. */
static inline bool dt_display_breaks_line(dt_display display) {
  return display == DT_DISPLAY_BLOCK || display == DT_DISPLAY_TABLE || display == DT_DISPLAY_BREAK;
}

/* Return facts as the tag tree uses them. */
static inline unsigned dt_tag_classes(dt_tag tag) { return tag < DT_TAG_KNOWN ? dt_element_table[tag].classes : 0; }
static inline bool dt_tag_is(dt_tag tag, unsigned classes) { return (dt_tag_classes(tag) & classes) != 0; }
static inline dt_display dt_tag_display(dt_tag tag) {
  return tag < DT_TAG_KNOWN ? (dt_display)dt_element_table[tag].display : DT_DISPLAY_UNKNOWN;
}
static inline bool dt_is_table_cell(dt_tag tag) { return tag == DT_TAG_td || tag == DT_TAG_th; }
/* Returns the role in a role attribute's value. */
dt_role dt_role_named(const char *name);

#endif
