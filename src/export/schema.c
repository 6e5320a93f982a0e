/* export/schema.c: the columns of the results of a rule, with their types, for programs that load them.
 *
 * A schema is that of typed results: a field is followed by the parts that the values of its type can have, whether or
 * not a page has them, so that the results of all nights fit into one table. */
#include <detm/export.h>

#include "base/escape.h"
#include "base/vec.h"
#include "result/typed_parts.h"
#include "rule/rule.h"
#include "text/field_name.h"
#include "text/words.h"
#include "wrapper/nesting.h"

#include <string.h>

typedef struct schema_column {
  const char *name;
  const char *identifier; /* of Python */
  bool number, url, list;
  bool part; /* a part of values: in a list it may be null */
} schema_column;

typedef struct schema {
  const detm_rule *rule;
  bool plain;
  dt_arena arena;
  struct {
    schema_column *items;
    uint32_t count, capacity;
  } columns;
  dt_names names, identifiers; /* in use */
} schema;

/* ---- Columns ---- */

/* Words that no attribute of a pydantic model can have: keywords of Python, types that the annotations of the module
 * name, and methods of BaseModel; for SQL nothing is reserved, since names are quoted. */
static const char reserved[] =
    "and|as|assert|async|await|break|class|continue|copy|def|del|dict|elif|else|except|finally|float|for|from|global|"
    "if|import|in|is|json|lambda|nonlocal|not|or|pass|raise|return|schema|str|try|while|with|yield|construct|validate";

static const char *identifier_of(schema *s, const char *name) {
  const char *made = dt_name_plain(&s->arena, name);
  bool taken = dt_text_starts(dt_text(made), DT_TEXT("model_")) || dt_text_is_among(dt_text(made), reserved);
  return dt_names_give_plain(&s->identifiers, taken ? dt_arena_format(&s->arena, "field_%s", made) : made);
}

static void add_schema_column(schema *s, schema_column column) {
  column.identifier = identifier_of(s, column.name);
  DT_VEC_PUSH(&s->arena, &s->columns, column);
}

/* Adds a column of values of a type, and those of their parts, which are named as writers name them (dt_part_name). */
static void add_typed(schema *s, const char *name, const char *type, bool list) {
  const detm_value_kind kind = dt_kind_of_type(type);

  add_schema_column(s, (schema_column){.name = name, .url = strcmp(type, "url") == 0, .list = list});

  for (const dt_typed_part *part = NULL; kind != 0 && (part = dt_part_next(part, kind)) != NULL;) {
    const char *joined = dt_arena_format(&s->arena, "%s%c%s", name, s->plain ? '_' : '.', part->key);
    const char *given = s->plain ? dt_names_give_plain(&s->names, joined) : dt_names_give(&s->names, joined);
    add_schema_column(s, (schema_column){.name = given, .number = !part->text, .list = list, .part = true});
  }
}

static const char *free_schema_name(schema *s, const char *name) {
  return s->plain ? dt_names_give_plain(&s->names, name) : dt_names_give(&s->names, name);
}

/* Fields get their names first: a part gets another one if a field has its name. */
static void make_columns(void *data) {
  schema *s = data;
  const size_t count = detm_rule_field_count(s->rule);
  const char **names = DT_ARRAY(&s->arena, const char *, count + 1);
  dt_names_start(&s->names, &s->arena);
  dt_names_start(&s->identifiers, &s->arena);

  for (size_t f = 0; f < count; f++) {
    const detm_rule_field field = detm_rule_field_get(s->rule, f);
    if (field.wanted) names[f] = free_schema_name(s, field.name);
  }
  const char *nesting[DT_NESTING_COLUMNS] = {NULL};
  const detm_wrapper *wrapper = s->rule->wrapper;
  for (int n = 0; n < DT_NESTING_COLUMNS && wrapper != NULL && wrapper->nested; n++)
    nesting[n] = free_schema_name(s, dt_nesting_names[n]);

  add_schema_column(s, (schema_column){.name = s->plain ? dt_names_give_plain(&s->names, "page") : "@page"});
  for (size_t f = 0; f < count; f++) {
    const detm_rule_field field = detm_rule_field_get(s->rule, f);
    if (field.wanted) add_typed(s, names[f], field.type, field.list != 0);
  }
  for (int n = 0; n < DT_NESTING_COLUMNS; n++)
    if (nesting[n] != NULL) add_typed(s, nesting[n], "number", false);
}

/* ---- Texts ---- */

static void write_json(const schema *s, dt_buffer *out) {
  dt_buffer_text(out, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                      "  \"title\": \"Record\",\n  \"type\": \"object\",\n  \"properties\": {");
  for (uint32_t i = 0; i < s->columns.count; i++) {
    const schema_column *c = &s->columns.items[i];
    dt_buffer_text(out, i == 0 ? "\n    " : ",\n    ");
    dt_escape_json_string(out, dt_text(c->name));
    dt_buffer_text(out, c->list ? ": {\"type\": \"array\", \"items\": {\"type\": " : ": {\"type\": ");
    const char *type = c->number ? "\"number\"" : "\"string\"";
    if (c->list && c->part)
      dt_buffer_format(out, "[%s, \"null\"]", type);
    else
      dt_buffer_text(out, type);
    if (c->url) dt_buffer_text(out, ", \"format\": \"uri-reference\"");
    dt_buffer_text(out, c->list ? "}}" : "}");
  }

  dt_buffer_text(out, "\n  }\n}\n");
}

static void write_sql(const schema *s, const char *table, dt_buffer *out) {
  dt_buffer_text(out, "CREATE TABLE ");
  dt_escape_sql_name(out, dt_text(table));
  dt_buffer_text(out, " (\n");

  for (uint32_t i = 0; i < s->columns.count; i++) {
    const schema_column *c = &s->columns.items[i];
    dt_buffer_text(out, "  ");
    dt_escape_sql_name(out, dt_text(c->name));
    dt_buffer_text(out, c->number && !c->list ? " DOUBLE PRECISION" : " TEXT");
    if (i + 1 < s->columns.count) dt_buffer_byte(out, ',');
    if (c->list) dt_buffer_text(out, " -- an array in JSON");
    dt_buffer_byte(out, '\n');
  }

  dt_buffer_text(out, ");\n");
}

static void write_pydantic(const schema *s, dt_buffer *out) {
  dt_buffer_text(out, "from typing import List, Optional\n\nfrom pydantic import BaseModel, ConfigDict, Field\n\n\n"
                      "class Record(BaseModel):\n    model_config = ConfigDict(populate_by_name=True)\n\n");
  for (uint32_t i = 0; i < s->columns.count; i++) {
    const schema_column *c = &s->columns.items[i];
    const char *type = c->number ? "float" : "str";

    dt_buffer_format(out, "    %s: Optional[", c->identifier);
    if (!c->list)
      dt_buffer_text(out, type);
    else
      dt_buffer_format(out, c->part ? "List[Optional[%s]]" : "List[%s]", type);

    dt_buffer_text(out, "] = ");
    if (strcmp(c->identifier, c->name) == 0) {
      dt_buffer_text(out, "None\n");
    } else {
      dt_buffer_text(out, "Field(None, alias=");
      dt_escape_json_string(out, dt_text(c->name));
      dt_buffer_text(out, ")\n");
    }
  }
}

static void write_arrow(const schema *s, dt_buffer *out) {
  dt_buffer_text(out, "import pyarrow\n\nSCHEMA = pyarrow.schema(\n    [\n");
  for (uint32_t i = 0; i < s->columns.count; i++) {
    const schema_column *c = &s->columns.items[i];
    const char *type = c->number ? "pyarrow.float64()" : "pyarrow.string()";
    dt_buffer_text(out, "        (");
    dt_escape_json_string(out, dt_text(c->name));
    dt_buffer_format(out, c->list ? ", pyarrow.list_(%s)),\n" : ", %s),\n", type);
  }
  dt_buffer_text(out, "    ]\n)\n");
}

detm_status detm_schema_write(const detm_rule *rule, detm_schema_format format, const detm_schema_options *options,
                              detm_write write, void *data, detm_error *error) {
  if ((unsigned)format > DETM_SCHEMA_ARROW)
    return dt_error_set(error, DETM_USAGE, "%d is not a format of schemas", (int)format);

  const detm_schema_options given = options != NULL ? *options : (detm_schema_options){.table = NULL};
  schema s = {.rule = rule, .plain = given.plain != 0};
  dt_scope scope;
  dt_scope_start(&scope, 0);
  dt_arena_start(&s.arena, &scope);
  dt_buffer out = {0};
  detm_status status = DETM_OK;

  if (!dt_scope_run(&scope, make_columns, &s)) {
    status = dt_error_memory(error);
  } else {
    switch (format) {
    case DETM_SCHEMA_JSON:
      write_json(&s, &out);
      break;
    case DETM_SCHEMA_SQL:
      write_sql(&s, given.table != NULL ? given.table : "records", &out);
      break;
    case DETM_SCHEMA_PYDANTIC:
      write_pydantic(&s, &out);
      break;
    default:
      write_arrow(&s, &out);
    }
    status = dt_buffer_deliver(&out, "schema", write, data, error);
  }

  dt_arena_free(&s.arena);
  return status;
}
