/* html/parse/foreign.c: svg and math (HTML standard, 13.2.6.5). */
#include "html/parse/parse.h"

#include "text/words.h"

bool dt_is_foreign(dt_parser *p) {
  if (p->open.count == 0) return false;
  const dt_open *top = dt_current(p);
  const dt_html_token *token = &p->token;
  if (top->space == DT_NS_HTML || token->kind == DT_TOKEN_END_OF_FILE) return false;
  bool start = token->kind == DT_TOKEN_START_TAG, text = token->kind == DT_TOKEN_TEXT;
  if (top->point == DT_POINT_TEXT && (text || (start && p->tag != DT_TAG_mglyph && p->tag != DT_TAG_malignmark)))
    return false;
  if (top->space == DT_NS_MATHML && top->tag == DT_TAG_annotation_xml && start && p->tag == DT_TAG_svg) return false;
  return !(top->point == DT_POINT_HTML && (start || text));
}

/* ---- names of attributes ---- */

static dt_word_list svg_attributes = DT_WORD_LIST(
    "attributeName|attributeType|baseFrequency|baseProfile|calcMode|clipPathUnits|diffuseConstant|edgeMode|"
    "filterUnits|glyphRef|gradientTransform|gradientUnits|kernelMatrix|kernelUnitLength|keyPoints|keySplines|"
    "keyTimes|lengthAdjust|limitingConeAngle|markerHeight|markerUnits|markerWidth|maskContentUnits|maskUnits|"
    "numOctaves|pathLength|patternContentUnits|patternTransform|patternUnits|pointsAtX|pointsAtY|pointsAtZ|"
    "preserveAlpha|preserveAspectRatio|primitiveUnits|refX|refY|repeatCount|repeatDur|requiredExtensions|"
    "requiredFeatures|specularConstant|specularExponent|spreadMethod|startOffset|stdDeviation|stitchTiles|"
    "surfaceScale|systemLanguage|tableValues|targetX|targetY|textLength|viewBox|viewTarget|xChannelSelector|"
    "yChannelSelector|zoomAndPan");

static dt_word_list math_attributes = DT_WORD_LIST("definitionURL");
static dt_word_list svg_tags = DT_WORD_LIST(
    "altGlyph|altGlyphDef|altGlyphItem|animateColor|animateMotion|animateTransform|clipPath|feBlend|feColorMatrix|"
    "feComponentTransfer|feComposite|feConvolveMatrix|feDiffuseLighting|feDisplacementMap|feDistantLight|"
    "feDropShadow|feFlood|feFuncA|feFuncB|feFuncG|feFuncR|feGaussianBlur|feImage|feMerge|feMergeNode|feMorphology|"
    "feOffset|fePointLight|feSpecularLighting|feSpotLight|feTile|feTurbulence|foreignObject|glyphRef|"
    "linearGradient|radialGradient|textPath");

static void adjust_attribute(dt_html_attribute *attribute, dt_namespace space) {
  if (attribute->number != DT_ATTRIBUTE_NONE) return;
  dt_word_list *names = space == DT_NS_SVG ? &svg_attributes : &math_attributes;
  detm_text name = dt_word_listed((detm_text){attribute->name, attribute->name_length}, names);
  if (name.data == NULL) return;
  attribute->name = name.data;
  attribute->name_raw = 0;
}

void dt_insert_foreign(dt_parser *p, dt_namespace space) {
  dt_html_token *token = &p->token;
  for (uint32_t a = 0; a < token->attribute_count; a++) adjust_attribute(&token->attributes[a], space);
  detm_text name = {NULL, 0};
  if (space == DT_NS_SVG) name = dt_word_listed((detm_text){token->text.data, token->text.length}, &svg_tags);
  if (name.data != NULL) token->text = (dt_slice){name.data, token->text.length, 0};
  dt_node_place place = token->self_closing ? dt_insert_place(p, DT_NO_NODE) : dt_element_place(p);
  dt_node_number node = dt_element_of_token(p, space);
  dt_html_insert(p->tree, node, place.parent, place.before);
  if (!token->self_closing) dt_push(p, node, space);
}

/* ---- tokens ---- */

static bool has_font_attribute(dt_parser *p) {
  return dt_token_attribute(p, "color") != NULL || dt_token_attribute(p, "face") != NULL ||
         dt_token_attribute(p, "size") != NULL;
}

static void leave_foreign(dt_parser *p) {
  while (dt_current(p)->space != DT_NS_HTML && dt_current(p)->point == 0) dt_pop(p);
}

static bool end_tag(dt_parser *p) {
  if (p->tag == DT_TAG_br || p->tag == DT_TAG_p) {
    leave_foreign(p);
    return dt_run_mode(p, p->mode);
  }
  for (uint32_t i = p->open.count; --i != 0;) {
    const dt_open *entry = &p->open.items[i];
    if (entry->space == DT_NS_HTML) return dt_run_mode(p, p->mode);
    if (!dt_has_token_name(p, entry)) continue;
    while (p->open.count > i) dt_pop(p);
    return false;
  }
  return false;
}

bool dt_in_foreign(dt_parser *p) {
  dt_html_token *token = &p->token;
  switch (token->kind) {
  case DT_TOKEN_TEXT: {
    dt_slice text = token->text;
    text.raw &= ~(uint32_t)DT_RAW_KEEP_NUL;
    dt_note_text(p);
    dt_insert_text(p, text);
    return false;
  }

  case DT_TOKEN_COMMENT:
    dt_insert_comment(p);
    return false;
  case DT_TOKEN_START_TAG:
    if ((dt_tag_categories(p->tag) & DT_BREAKOUT) != 0 || (p->tag == DT_TAG_font && has_font_attribute(p))) {
      leave_foreign(p);
      return dt_run_mode(p, p->mode);
    }
    dt_insert_foreign(p, (dt_namespace)dt_current(p)->space);
    return false;
  case DT_TOKEN_END_TAG:
    return end_tag(p);
  default:
    return false;
  }
}
