/* grid/grid.h: tables of data as grids (doc/method 2.15): rows, columns with their names, cells with their values.
 *
 *   element -> rows and cells in columns -> is it data? -> head, names of the columns -> records and other rows
 *
 * tables.c   the tables of a page, and the rows of each
 * boxes.c    tables of other elements, with a head of the same number of cells, or cells that say their heads
 * slots.c    which columns a cell covers: HTML's algorithm for tables
 * measure.c  how probable it is that a table holds data, and is not there for the layout
 * measure_features.h: the features of this, with their weights
 * head.c     the rows of the head, and the names of the columns
 * transpose.c  tables with their records in columns
 * rows.c     which other rows are records, headings of groups, totals, notes
 * cell.c     what a reader sees in a cell
 *
 * The rows of a grid are the records of a list, and its columns the fields: nothing is guessed from similar subtrees,
 * and no value is cut. */
#ifndef DT_GRID_GRID_H
#define DT_GRID_GRID_H

#include "grid/measure_features.h"
#include "html/tag_tree.h"

/* What a row of a table is. */
typedef enum dt_row_kind {
  DT_ROW_RECORD,
  DT_ROW_HEAD,     /* names of columns at the top */
  DT_ROW_REPEATED, /* the head again, among the records */
  DT_ROW_GROUP,    /* one cell before records: a heading of these */
  DT_ROW_DETAIL,   /* one cell after a record, which belongs to it */
  DT_ROW_TOTAL,    /* sums, means */
  DT_ROW_NOTE,     /* one cell after the records, or above the head */
  DT_ROW_EMPTY,
  DT_ROW_HIDDEN,
  DT_ROW_KINDS
} dt_row_kind;

/* The part of a table that a row is in. */
typedef enum dt_row_section { DT_SECTION_HEAD, DT_SECTION_BODY, DT_SECTION_FOOT } dt_row_section;

typedef struct dt_cell {
  dt_index node;
  uint32_t row, rows;       /* the first row that it covers, and how many */
  uint16_t column, columns; /* the first column, from 0, and how many */
  bool head;                /* a th, or a role of a head */
} dt_cell;

/* A cell in one row: a cell of several rows has a slot in each. */
typedef struct dt_slot {
  uint32_t cell;
  uint16_t column, columns;
} dt_slot;

typedef struct dt_grid_row {
  dt_index node;         /* the tr; DT_NONE if the cells have no row element */
  uint32_t first, count; /* its slots, by column */
  dt_row_section section;
  dt_row_kind kind;
  bool by_section; /* a total only because it is in tfoot: no word says so */
  bool counts;     /* a row of the head with the numbers of the columns */
  bool of_part;    /* the head of a part of the table, which its first cell names; the first of them is in the head */
} dt_grid_row;

typedef struct dt_grid_column {
  detm_text head;  /* text of its own head as the page shows it; empty = none */
  detm_text label; /* the head, with those above it where it is not the only one; empty = none */
  detm_text path;  /* the head with those above it in any case; empty = none */
  detm_text said;  /* the name that cells repeat before their value: the head, or what all cells begin with */
  uint32_t cell;   /* the cell of `head`; DT_NONE = none */
} dt_grid_column;

/* A record: a row, and the row of details after it. */
typedef struct dt_grid_record {
  uint32_t row, detail; /* detail: DT_NONE = none */
} dt_grid_record;

typedef struct dt_grid {
  const dt_tree *tree;
  dt_arena *arena; /* it is in */
  dt_index node;   /* the table */
  dt_index parent; /* of the record rows: the table, or its only section with records */
  dt_grid_row *rows;
  uint32_t row_count, row_capacity;
  dt_cell *cells;
  uint32_t cell_count, cell_capacity;
  dt_slot *slots;
  uint32_t slot_count, slot_capacity;
  dt_grid_column *columns;
  uint32_t column_count;
  uint32_t head_count; /* rows of the head; they come first */
  dt_index *parts;     /* nodes of the rows that are heads of parts, in document order */
  uint32_t part_count;
  dt_grid_record *records;
  uint32_t record_count;
  double data;       /* probability that it holds data, and is not layout */
  uint64_t identity; /* hash of the labels, or of what else makes tables parts of one list; equal for such tables */
  bool in_columns;   /* the page has the records in columns: the rows of the grid are those */
  bool cut;          /* cells over many rows were not repeated in all of them: they are too large */
  bool too_wide;     /* cells after column DT_MAX_COLUMNS were left out */
} dt_grid;

/* All grids of data of a page, in document order. */
typedef struct dt_grids {
  dt_grid **items;
  uint32_t count, capacity;
} dt_grids;

/* Where the records of tables are. */
typedef enum dt_grid_direction { DT_RECORDS_DETECTED, DT_RECORDS_IN_COLUMNS, DT_RECORDS_IN_ROWS } dt_grid_direction;

/* The names of columns that a wrapper knows, as pages show them. */
typedef struct dt_known_heads {
  const detm_text *texts;
  uint32_t count;
} dt_known_heads;

/* Sums over the nodes of a page before each node, so that what is in a cell is known without a walk. */
typedef struct dt_node_sums {
  uint32_t *texts, *bytes, *blocks, *tables, *controls, *pictures;
} dt_node_sums;

/* tables.c: reads the tables of data of a page.  Both arenas have a scope; the results are in `arena`. */
dt_grids dt_grids_read(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_grid_direction direction);
/* With these, a table of other elements needs no sign of a head but their names, and may have no rows. */
dt_grids dt_grids_read_known(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_grid_direction direction,
                             dt_known_heads known);
/* The grid whose element contains a node; NULL = none. */
const dt_grid *dt_grids_at(const dt_grids *grids, dt_index node);
/* Reads the rows and cells of one table, whatever it holds, without head, kinds of rows and measure. */
dt_grid *dt_grid_read_table(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index table);

static inline const dt_cell *dt_slot_cell(const dt_grid *grid, uint32_t slot) {
  return &grid->cells[grid->slots[slot].cell];
}
/* The slot of a row that covers a column; DT_NONE = the row has no cell there. */
uint32_t dt_grid_slot(const dt_grid *grid, uint32_t row, uint32_t column);

/* ---- boxes.c ---- */

/* Reads an element that is a table but for its elements: its first row is a head, or its cells say their heads.  NULL =
 * it is none. */
dt_grid *dt_grid_read_boxes(dt_arena *arena, dt_arena *scratch, const dt_tree *tree, dt_index element,
                            const dt_known_heads *known);

/* ---- slots.c ---- */

enum { DT_MAX_COLUMNS = 1000 };

/* A column that a cell of an earlier row still covers. */
typedef struct dt_covered {
  uint32_t cell, rows; /* rows that it still covers */
  uint64_t cost;       /* of one more copy of the cell, if it covers any */
} dt_covered;

typedef struct dt_grid_builder {
  dt_grid *grid;
  dt_arena *arena;
  dt_covered *columns;  /* by column; in the scratch arena */
  uint32_t covered_end; /* no column at or after this one is covered */
  uint32_t column;      /* where the next cell of the row may go */
  uint64_t copied;      /* bytes and nodes of cells in rows below their own */
} dt_grid_builder;

/* The caller rewinds the scratch arena when the grid is whole. */
void dt_grid_builder_start(dt_grid_builder *builder, dt_arena *arena, dt_arena *scratch, const dt_tree *tree,
                           dt_index table);
/* Spans of rows end with a section. */
void dt_grid_builder_section(dt_grid_builder *builder);
void dt_grid_builder_row(dt_grid_builder *builder, dt_index node, dt_row_section section);
/* column: where the page says that the cell is, from 0; DT_NONE = in the next free one.  rows: 0 = to the end of the
 * section. */
void dt_grid_builder_cell(dt_grid_builder *builder, dt_index node, bool head, uint32_t column, uint32_t columns,
                          uint32_t rows);
void dt_grid_builder_row_end(dt_grid_builder *builder);
/* Merges columns in which no cell begins with those before them: all rows have one cell over both. */
void dt_grid_merge_columns(dt_grid *grid, dt_arena *scratch);

/* ---- measure.c ---- */

dt_node_sums dt_node_sums_read(dt_arena *arena, const dt_tree *tree);
/* Tables that are less probably of data are layout, whatever other tables of the page are. */
#define DT_LEAST_LIKE_DATA 0.16
/* Returns the probability that the table holds data: a value in each cell.  Below DT_LEAST_LIKE_DATA it is a bound. */
double dt_grid_measure(const dt_grid *grid, const dt_node_sums *sums, dt_arena *scratch);
/* The features of which it is made (measure_features.h). */
void dt_grid_features(const dt_grid *grid, const dt_node_sums *sums, dt_arena *scratch, double *x);

/* A coarse kind of a value: 1 number, 2 price, 3 date, 4 digits and letters, 5 words; 0 = there is none. */
enum { DT_GRID_KIND_MIXED = 4 };
unsigned dt_grid_kind_of_value(detm_text text);
/* The same of a text of which the bits of DT_KIND are known. */
unsigned dt_grid_kind_of(unsigned kind);
/* The kind of nearly all values of a column; 0 = it has fewer than two values; else a number that is no kind. */
unsigned dt_grid_kind_of_column(const dt_grid *grid, uint32_t column, dt_arena *scratch);
bool dt_grid_is_kind(unsigned kind);

/* ---- transpose.c ---- */

/* Whether nearly every row begins with a head cell, or one that is bold. */
bool dt_grid_begins_with_heads(const dt_grid *grid);
bool dt_grid_has_records_in_columns(const dt_grid *grid, dt_arena *scratch);
/* Makes a grid whose rows are the columns of another, and whose head is the first of these. */
dt_grid *dt_grid_transpose(dt_arena *arena, dt_arena *scratch, const dt_grid *grid);
/* The nodes of a record, in document order: its rows, or its cells if these have no row of their own. */
const dt_index *dt_grid_record_nodes(dt_arena *arena, const dt_grid *grid, uint32_t record, uint32_t *count);

/* ---- head.c, rows.c ---- */

/* Whether a cell has a text; a picture or control is none. */
bool dt_shows_text(const dt_tree *tree, dt_index cell);
/* Whether a cell shows text, all of it bold and none a link. */
bool dt_grid_is_bold(const dt_tree *tree, dt_index cell);
/* Names the columns by the rows of the head. */
void dt_grid_name_columns(dt_grid *grid, dt_arena *arena, dt_arena *scratch);

/* Whether the first row of a grid of any elements is its head, by what sets it apart from the rows below. */
bool dt_grid_is_headed(const dt_grid *grid, dt_arena *scratch);
/* Makes the first rows the head, and names the columns. */
void dt_grid_set_head(dt_grid *grid, uint32_t count, dt_arena *arena, dt_arena *scratch);
/* The head of its column that a cell says itself, in an attribute for narrow screens; empty = it says none. */
detm_text dt_grid_label(const dt_tree *tree, dt_index cell);
/* Finds the rows of the head, and names the columns. */
void dt_grid_find_head(dt_grid *grid, dt_arena *arena, dt_arena *scratch);
/* Finds the kind of each row, and the records. */
void dt_grid_find_records(dt_grid *grid, dt_arena *arena, dt_arena *scratch);
/* Chooses the records again, after dt_grid_find_records; totals: rows of sums and means are records, too. */
void dt_grid_choose_records(dt_grid *grid, bool totals);

/* ---- cell.c ---- */

/* Whether an element is a box to tick: a checkbox or radio button. */
bool dt_is_box(const dt_tree *tree, dt_index node);
/* Whether a row of a grid is the head of a part.  grid: NULL = none. */
bool dt_grid_has_part(const dt_grid *grid, dt_index row);
/* Whether a text is a sign on a button, as ▾, which opens or closes something. */
bool dt_is_sign_on_button(const dt_tree *tree, dt_index text);

/* Why a text of a cell is no part of its value. */
typedef enum dt_cell_reason {
  DT_CELL_MARK, /* of a footnote */
  DT_CELL_HIDDEN,
  DT_CELL_NAME,      /* the name of the column */
  DT_CELL_ADDED,     /* beside the value of a column that is known */
  DT_CELL_SEPARATOR, /* between the items of a list */
  DT_CELL_CHOICE     /* of a box that is not ticked, beside others */
} dt_cell_reason;

typedef struct dt_cell_left {
  detm_text text;
  dt_cell_reason reason;
} dt_cell_left;

/* What a reader sees in a cell. */
typedef struct dt_cell_content {
  detm_text *items; /* its value: one text, or the items of a list */
  uint32_t item_count;
  dt_index *links, *images; /* elements with an address: href, src */
  uint32_t link_count, image_count;
  const dt_cell_left *left; /* the texts that are no part of the value, in no order */
  uint32_t left_count;
  bool sifted; /* a judge left out texts */
} dt_cell_content;

/* Says which texts of a cell are none of its value.  Each question is asked of all texts that are left by those before
 * it, and what it leaves out is left out if there are other words. */
enum { DT_CELL_QUESTIONS = 2 };
typedef struct dt_cell_judge {
  bool (*is_added[DT_CELL_QUESTIONS])(const void *data, dt_index text, uint32_t chain);
  const void *data;
} dt_cell_judge;

/* Reads a cell; the arrays are in the arena, the texts there or in the tree.  head: the name of its column, which is
 * not a part of the value where the cell repeats it; empty = none.  judge: of texts; NULL = none. */
dt_cell_content dt_cell_read(dt_arena *arena, const dt_tree *tree, dt_index cell, detm_text head,
                             const dt_cell_judge *judge);
/* Joins texts by blanks. */
detm_text dt_cell_join(dt_arena *arena, const detm_text *texts, uint32_t count);
/* The items of a cell, joined by blanks; empty = the cell shows no text. */
detm_text dt_cell_text(dt_arena *arena, const dt_tree *tree, dt_index cell);
/* The same of a head cell, whose controls and arrows choose and sort rows and are no part of the name. */
detm_text dt_cell_heading(dt_arena *arena, const dt_tree *tree, dt_index cell);

#endif
