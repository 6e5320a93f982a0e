/* content/style/computed_style.c: computes styles, inherited from element to element. */
#include "content/style/computed_style.h"

#include <strings.h>

/* Maximum of inline elements between a text and its element, or between two elements. */
enum { MAX_INLINE = 8 };
/* Size of the cache of declared styles. */
enum { MEMORIES = 1024 };

static const dt_look usual = {.background = 0xFFFFFF, .colour = 0, .size = 16, .weight = 400};
static const double SMALLEST = 1, LARGEST = 400;

/* Declared style of an element, cached because an inline element may contain many blocks. */
typedef struct memory {
  const xmlNode *element;
  dt_declared declared;
} memory;

typedef struct viewing {
  const dt_content_page *page;
  dt_sheet sheet;
  memory *memories;
  dt_look *looks; /* by element */
} viewing;

/* ---- styles of tags and attributes ---- */

static void declare_weight(dt_declared *declared, uint16_t weight) {
  declared->says |= DT_SAYS_WEIGHT;
  declared->weight = weight;
}

static void declare_centred(dt_declared *declared, bool centred) {
  declared->says |= DT_SAYS_ALIGN;
  declared->centred = centred;
}

/* Reads a colour, also without "#". */
static bool read_colour(const char *value, uint32_t *colour) {
  char hex[8] = "#";
  if (dt_colour_read(dt_text(value), colour)) return true;
  if (strlen(value) != 6) return false;
  memcpy(hex + 1, value, 6);
  return dt_colour_read((detm_text){hex, 7}, colour);
}

/* Declares <font size>: 1 to 7, or steps up or down from 3. */
static void declare_font_size(dt_declared *declared, const char *value) {
  static const double sizes[] = {10, 13, 16, 18, 24, 32, 48};
  detm_text digits = dt_text(value + (value[0] == '+' || value[0] == '-'));
  double number;
  if (dt_number_read(digits, &number) == 0) return;
  if (value[0] == '+') number = 3 + number;
  if (value[0] == '-') number = 3 - number;
  dt_declare_size(declared, sizes[(int)(number < 1 ? 1 : number > 7 ? 7 : number) - 1], false);
}

/* Returns the declared style of an element: tag (HTML standard, 15.3), attributes, style sheets, style attribute; later
 * ones win. */
static dt_declared declare_element(const viewing *v, const xmlNode *element) {
  static const double headings[] = {2, 1.5, 1.17, 1, .83, .67};
  const char *tag = (const char *)element->name, *style = NULL;
  dt_declared declared = {0};

  if (tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' && tag[2] == '\0') {
    dt_declare_size(&declared, headings[tag[1] - '1'], true);
    declare_weight(&declared, 700);
  }

  if (dt_same_name(tag, "b") || dt_same_name(tag, "strong") || dt_same_name(tag, "th")) declare_weight(&declared, 700);
  if (dt_same_name(tag, "big")) dt_declare_size(&declared, 1.2, true);
  if (dt_same_name(tag, "small")) dt_declare_size(&declared, 1 / 1.2, true);
  if (dt_same_name(tag, "center")) declare_centred(&declared, true);

  bool is_font = dt_same_name(tag, "font");
  for (const xmlAttr *a = element->properties; a != NULL; a = a->next) {
    const char *name = (const char *)a->name, *value = dt_attribute_content(a);
    bool is_colour = (is_font && dt_same_name(name, "color")) || dt_same_name(name, "text");
    if (dt_same_name(name, "align")) declare_centred(&declared, strcasecmp(value, "center") == 0);
    if (dt_same_name(name, "bgcolor") && read_colour(value, &declared.background)) declared.says |= DT_SAYS_BACKGROUND;
    if (is_colour && read_colour(value, &declared.colour)) declared.says |= DT_SAYS_COLOUR;
    if (is_font && dt_same_name(name, "size")) declare_font_size(&declared, value);
    if (style == NULL && dt_same_name(name, "style")) style = value;
  }

  dt_sheet_declare(&v->sheet, element, &declared);
  if (style != NULL) dt_declare(&declared, dt_text(style));
  return declared;
}

/* ---- inheritance ---- */

static void put_on(dt_look *look, const dt_declared *declared) {
  if ((declared->says & DT_SAYS_BACKGROUND) && declared->background != DT_TRANSPARENT)
    look->background = declared->background;
  if (declared->says & DT_SAYS_COLOUR) look->colour = declared->colour;
  if (declared->says & DT_SAYS_WEIGHT) look->weight = declared->weight;
  if (declared->says & DT_SAYS_ALIGN) look->centred = declared->centred;
  if ((declared->says & DT_SAYS_SIZE) == 0) return;
  double size = declared->is_factor ? look->size * declared->size : declared->size;
  look->size = size < SMALLEST ? SMALLEST : size > LARGEST ? LARGEST : size;
}

/* Returns the look within `inner`, given the look of its ancestor `outer`. */
static dt_look look_down(const viewing *v, dt_look look, const xmlNode *outer, const xmlNode *inner) {
  const xmlNode *way[MAX_INLINE];
  unsigned count = 0;
  for (const xmlNode *node = inner; node != outer && node->type == XML_ELEMENT_NODE && count < MAX_INLINE;
       node = node->parent)
    way[count++] = node;
  while (count != 0) {
    const xmlNode *element = way[--count];
    memory *kept = &v->memories[dt_hash_mix(0, (uint64_t)(uintptr_t)element) % MEMORIES];
    if (kept->element != element) *kept = (memory){element, declare_element(v, element)};
    put_on(&look, &kept->declared);
  }
  return look;
}

static const xmlNode *longest_text_node(const dt_content_page *page, const dt_block *block) {
  const xmlNode *longest = page->pieces[block->first].node;
  size_t most = 0;
  for (uint32_t p = block->first; p < block->last; p++) {
    size_t length = strlen(dt_node_content(page->pieces[p].node));
    if (length > most) {
      most = length;
      longest = page->pieces[p].node;
    }
  }
  return longest;
}

/* Marks the elements around the blocks [first, end). */
static bool *elements_around(const dt_content_page *page, uint32_t first, uint32_t end) {
  bool *around = DT_ZERO(page->arena, bool, page->element_count);
  for (uint32_t b = first; b < end; b++)
    for (uint32_t e = page->blocks[b].element; e != DT_NONE && !around[e]; e = page->elements[e].parent)
      around[e] = true;
  return around;
}

dt_look *dt_visual_looks(const dt_content_page *page, uint32_t first, uint32_t end) {
  viewing v = {.page = page};
  dt_look *looks = DT_ARRAY(page->arena, dt_look, page->block_count);
  dt_mark mark = dt_arena_mark(page->arena);
  dt_sheet_read(&v.sheet, page->arena, page->page->styles);
  v.memories = DT_ZERO(page->arena, memory, MEMORIES);
  v.looks = DT_ARRAY(page->arena, dt_look, page->element_count);
  const bool *around = elements_around(page, first, end);

  for (uint32_t e = 0; e < page->element_count; e++) {
    const dt_element *element = &page->elements[e];
    bool is_first = element->parent == DT_NONE;
    dt_scope_tick(page->arena->scope);
    if (!around[e]) continue;
    v.looks[e] = look_down(&v, is_first ? usual : v.looks[element->parent],
                           is_first ? NULL : page->elements[element->parent].node, element->node);
  }

  for (uint32_t b = first; b < end; b++) {
    const dt_block *block = &page->blocks[b];
    dt_scope_tick(page->arena->scope);
    looks[b] = look_down(&v, v.looks[block->element], page->elements[block->element].node,
                         longest_text_node(page, block)->parent);
  }

  dt_arena_rewind(page->arena, mark);
  return looks;
}
