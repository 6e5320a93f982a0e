/* tree/tag.h: tags and attributes as numbers, and what the tag tree does with each tag.
 *
 * A tag that HTML knows has a small number; any other has one made of its name's hash, so that
 * numbers of different pages compare.  Sources of the classes: METHOD 2.1; what is beyond it
 * was measured on real pages. */
#ifndef DT_TAG_H
#define DT_TAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  DT_DROP = 1,      /* left out with its content */
  DT_LEAF = 2,      /* kept, its content left out: lists of options look like records */
  DT_DECOR = 4,     /* left out, its content kept: fonts and phrases */
  DT_HIGHLIGHT = 8, /* decoration that search engines put round the words looked for */
  DT_BOLD = 16,     /* its text is printed bold */
  DT_HEADING = 32,  /* h1 to h6 */
  DT_QUOTE = 64,    /* blockquote: used for indenting; left out like decoration */
  DT_NAVIGATION = 128
};

/* name, classes, group: an element directly within one of its own group lacks an end tag. */
/* clang-format off */
#define DT_TAGS(X)                                                                                                     \
  X(a, 0, 0) X(abbr, DT_DECOR, 0) X(acronym, DT_DECOR, 0) X(address, 0, 0) X(area, DT_DROP, 0) X(article, 0, 0)        \
  X(aside, DT_NAVIGATION, 0) X(audio, 0, 0) X(b, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, 0) X(base, DT_DROP, 0)             \
  X(basefont, DT_DECOR, 0) X(bdo, DT_DECOR, 0) X(big, DT_DECOR, 0) X(blink, DT_DECOR, 0) X(blockquote, DT_QUOTE, 0)    \
  X(body, 0, 0) X(br, 0, 0) X(button, 0, 0) X(canvas, 0, 0) X(caption, 0, 0) X(center, DT_DECOR, 0)                    \
  X(cite, DT_DECOR, 0) X(code, DT_DECOR, 0) X(col, 0, 0) X(colgroup, 0, 0) X(datalist, DT_LEAF, 0) X(dd, 0, 2)         \
  X(del, DT_DECOR, 0) X(dfn, 0, 0) X(dir, 0, 0) X(div, 0, 0) X(dl, 0, 0) X(dt, 0, 2)                                   \
  X(em, DT_DECOR | DT_HIGHLIGHT, 0) X(embed, DT_DROP, 0) X(fieldset, 0, 0) X(figcaption, 0, 0) X(figure, 0, 0)         \
  X(font, DT_DECOR, 0) X(footer, DT_NAVIGATION, 0) X(form, 0, 0) X(frame, 0, 0) X(frameset, 0, 0)                      \
  X(h1, DT_HEADING | DT_BOLD, 0) X(h2, DT_HEADING | DT_BOLD, 0) X(h3, DT_HEADING | DT_BOLD, 0)                         \
  X(h4, DT_HEADING | DT_BOLD, 0) X(h5, DT_HEADING | DT_BOLD, 0) X(h6, DT_HEADING | DT_BOLD, 0) X(head, DT_DROP, 0)     \
  X(header, DT_NAVIGATION, 0) X(hr, 0, 0) X(html, 0, 0) X(i, DT_DECOR | DT_HIGHLIGHT, 0) X(iframe, DT_DROP, 0)         \
  X(img, 0, 0) X(input, 0, 0) X(ins, DT_DECOR, 0) X(kbd, 0, 0) X(label, 0, 0) X(legend, 0, 0) X(li, 0, 1)              \
  X(link, DT_DROP, 0) X(main, 0, 0) X(map, DT_DROP, 0) X(mark, DT_DECOR | DT_HIGHLIGHT, 0) X(menu, 0, 0)               \
  X(meta, DT_DROP, 0) X(nav, DT_NAVIGATION, 0) X(nobr, DT_DECOR, 0) X(noframes, 0, 0) X(noscript, DT_DROP, 0)          \
  X(object, DT_DROP, 0) X(ol, 0, 0) X(optgroup, 0, 0) X(option, 0, 6) X(p, 0, 5) X(param, DT_DROP, 0) X(pre, 0, 0)     \
  X(q, DT_DECOR, 0) X(s, DT_DECOR, 0) X(samp, 0, 0) X(script, DT_DROP, 0) X(section, 0, 0) X(select, DT_LEAF, 0)       \
  X(small, DT_DECOR, 0) X(span, DT_DECOR, 0) X(strike, DT_DECOR, 0)                                                    \
  X(strong, DT_DECOR | DT_HIGHLIGHT | DT_BOLD, 0) X(style, DT_DROP, 0) X(sub, DT_DECOR, 0) X(summary, 0, 0)            \
  X(sup, DT_DECOR, 0) X(svg, DT_DROP, 0) X(table, 0, 0) X(tbody, 0, 0) X(td, 0, 4) X(template, DT_DROP, 0)             \
  X(textarea, DT_LEAF, 0) X(tfoot, 0, 0) X(th, DT_BOLD, 4) X(thead, 0, 0) X(time, 0, 0) X(title, DT_DROP, 0)           \
  X(tr, 0, 3) X(tt, DT_DECOR, 0) X(u, DT_DECOR | DT_HIGHLIGHT, 0) X(ul, 0, 0) X(var, DT_DECOR, 0) X(video, 0, 0)       \
  X(wbr, DT_DROP, 0)
/* clang-format on */

typedef uint32_t dt_tag;

enum {
  DT_TAG_TEXT, /* a text node: "#text" */
  DT_TAG_RUN,  /* no node: a run of siblings that is compared as one (generalized node) */
  DT_TAG_BR2,  /* two or more br in a row: "br2" */
#define X(name, classes, group) DT_TAG_##name,
  DT_TAGS(X)
#undef X
      DT_TAG_KNOWN
};
#define DT_TAG_FOREIGN UINT32_C(0x80000000) /* set in the number of a tag that HTML does not know */

/* Attributes that elements keep. */
/* clang-format off */
#define DT_ATTRIBUTES(X)                                                                                               \
  X(alt, "alt") X(aria_hidden, "aria-hidden") X(class, "class") X(colspan, "colspan") X(datetime, "datetime")          \
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

/* The number of a tag of this lower case name. */
dt_tag dt_tag_number(const char *name, size_t length);
/* NULL for tags that HTML does not know: the page keeps their names. */
const char *dt_tag_known_name(dt_tag tag);
dt_attribute_name dt_attribute_number(const char *name, size_t length);
const char *dt_attribute_text(dt_attribute_name name);

extern const uint8_t dt_tag_class_table[DT_TAG_KNOWN];
extern const uint8_t dt_tag_group_table[DT_TAG_KNOWN];
static inline unsigned dt_tag_classes(dt_tag tag) { return tag < DT_TAG_KNOWN ? dt_tag_class_table[tag] : 0; }
static inline bool dt_tag_is(dt_tag tag, unsigned classes) { return (dt_tag_classes(tag) & classes) != 0; }
static inline unsigned dt_tag_group(dt_tag tag) { return tag < DT_TAG_KNOWN ? dt_tag_group_table[tag] : 0; }

#endif
