/* cli/results/text_grid.c: widths of characters, columns and lines; tables and blocks. */
#include "config.h"

#include "cli/results/text_grid.h"

#include <detm/value.h>

#include "base/vec.h"
#include "cli/common/report.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>
#ifdef HAVE_XLOCALE_H
#include <xlocale.h> /* macOS, FreeBSD */
#endif

enum {
  GAP = 2,        /* blanks between columns */
  NARROW = 10,    /* a column that is cut has at least this width */
  LONG_PRICE = 20 /* a text of this width that contains an amount is not only a price */
};

typedef struct column {
  size_t natural, width; /* of its longest cell; as it is printed */
  bool right;            /* its values are numbers */
} column;

/* ---- characters ---- */

/* Reads a character and returns its length in bytes; *width is -1 if it cannot be printed.  Without a UTF-8 locale each
 * character has width 1. */
static unsigned read_wide_character(const char *at, const char *end, int *width) {
  uint32_t code;
  unsigned length = dt_utf8_read(at, end, &code);
  *width = code == 0xFFFD ? -1 : code >= 0x80 && MB_CUR_MAX == 1 ? 1 : wcwidth((wchar_t)code);
  return length;
}

static size_t terminal_width(const char *text) {
  const char *end = text + strlen(text);
  size_t sum = 0;
  int width;
  while (text < end) {
    text += read_wide_character(text, end, &width);
    sum += width < 0 ? 1 : (size_t)width;
  }
  return sum;
}

/* Adds the start of a text, at most `most` wide; returns its width. */
static size_t add_start_of_text(dt_buffer *out, const char *text, size_t most) {
  const char *end = text + strlen(text);
  size_t sum = 0;
  int width;

  for (unsigned length; text < end; text += length) {
    length = read_wide_character(text, end, &width);
    size_t with = sum + (width < 0 ? 1 : (size_t)width);
    if (with > most) break;
    sum = with;
    if (width < 0)
      dt_buffer_text(out, "\xef\xbf\xbd"); /* U+FFFD */
    else
      dt_buffer_add(out, text, length);
  }

  return sum;
}

/* Adds a text, cut if it is wider than `most`; returns its width. */
static size_t add_cut(dt_buffer *out, const char *text, size_t most) {
  if (terminal_width(text) <= most) return add_start_of_text(out, text, most);
  size_t width = add_start_of_text(out, text, most - 1);
  dt_buffer_text(out, "\xe2\x80\xa6"); /* an ellipsis */
  return width + 1;
}

static void add_many(dt_buffer *out, char byte, size_t count) {
  while (count-- != 0) dt_buffer_byte(out, byte);
}

/* Replaces line ends, tabs and other control characters. */
static void clean_cell(char *text) {
  for (char *at = text; *at != '\0'; at++)
    if (*at == '\n' || *at == '\r' || *at == '\t') *at = ' ';
  dt_disarm(text, strlen(text), "");
}

/* ---- columns ---- */

static const char *cell(const dt_text_grid *grid, size_t row, size_t number) {
  const char *text = grid->cells[row * grid->columns + number];
  return text != NULL ? text : "";
}

static bool is_numeric_cell(const detm_locale *locale, const char *text) {
  detm_value value;
  return detm_value_read(locale, NULL, DETM_VALUE_NUMBER, dt_text(text), &value) ||
         (terminal_width(text) < LONG_PRICE && detm_value_read(locale, NULL, DETM_VALUE_PRICE, dt_text(text), &value));
}

static column measure(const dt_text_grid *grid, const detm_locale *locale, size_t c) {
  column of = {0};
  bool any = false, numbers = true;

  for (size_t r = 0; r < grid->rows; r++) {
    size_t width = terminal_width(cell(grid, r, c));
    if (width > of.natural) of.natural = width;
    if (r == 0 || width == 0) continue;
    any = true;
    numbers = numbers && is_numeric_cell(locale, cell(grid, r, c));
  }

  of.width = of.natural;
  of.right = any && numbers && !grid->plain;
  return of;
}

static size_t sum_up_to(const column *columns, size_t count, size_t most) {
  size_t sum = 0;
  for (size_t c = 0; c < count; c++) sum += columns[c].natural < most ? columns[c].natural : most;
  return sum;
}

/* Cuts the widest columns to one width, so that the lines fit.  Returns false if that would be too narrow. */
static bool fit_columns(const dt_text_grid *grid, column *columns) {
  size_t count = grid->columns, gaps = GAP * (count - 1), most = NARROW;
  if (grid->width == 0 || sum_up_to(columns, count, SIZE_MAX) + gaps <= grid->width) return true;
  if (sum_up_to(columns, count, most) + gaps > grid->width) return false;
  while (sum_up_to(columns, count, most + 1) + gaps <= grid->width) most++;
  size_t left = grid->width - gaps - sum_up_to(columns, count, most);
  for (size_t c = 0; c < count; c++) {
    if (columns[c].natural <= most) continue;
    columns[c].width = most + (left != 0);
    left -= left != 0;
  }
  return true;
}

/* ---- the two forms ---- */

static void print_row(dt_buffer *out, const dt_text_grid *grid, const column *columns, size_t row) {
  for (size_t c = 0; c < grid->columns; c++) {
    const char *text = cell(grid, row, c);
    bool last = c + 1 == grid->columns;
    if (columns[c].right) {
      size_t width = terminal_width(text); /* a number that is cut begins at the left */
      if (width < columns[c].width) add_many(out, ' ', columns[c].width - width);
      add_cut(out, text, columns[c].width);
    } else {
      size_t width = add_cut(out, text, columns[c].width);
      if (!last) add_many(out, ' ', columns[c].width - width);
    }
    if (!last) add_many(out, ' ', GAP);
  }

  while (!grid->plain && !out->failed && out->data[out->length - 1] == ' ') out->length--;
  dt_buffer_byte(out, '\n');
}

static void print_columns(dt_buffer *out, const dt_text_grid *grid, const column *columns) {
  print_row(out, grid, columns, 0);
  for (size_t c = 0; c < grid->columns && !grid->plain; c++) {
    add_many(out, '-', columns[c].width);
    if (c + 1 < grid->columns)
      add_many(out, ' ', GAP);
    else
      dt_buffer_byte(out, '\n');
  }
  for (size_t r = 1; r < grid->rows; r++) print_row(out, grid, columns, r);
}

/* Prints a row as lines "NAME  VALUE" for the values that it has. */
static void print_block(dt_buffer *out, const dt_text_grid *grid, size_t row, size_t names) {
  size_t values = grid->width > names + GAP ? grid->width - names - GAP : 1, start = out->length;
  dt_buffer_format(out, "-[ %zu ]", row);
  size_t heading = out->length - start;
  if (grid->width > heading) add_many(out, '-', grid->width - heading);
  dt_buffer_byte(out, '\n');

  for (size_t c = 0; c < grid->columns; c++) {
    if (*cell(grid, row, c) == '\0') continue;
    size_t width = add_cut(out, cell(grid, 0, c), names);
    add_many(out, ' ', names - width + GAP);
    add_cut(out, cell(grid, row, c), values);
    dt_buffer_byte(out, '\n');
  }
}

static void print_blocks(dt_buffer *out, const dt_text_grid *grid) {
  size_t names = 1, most = grid->width / 3;
  for (size_t c = 0; c < grid->columns; c++) {
    size_t width = terminal_width(cell(grid, 0, c));
    if (width > names) names = width;
  }
  if (names > most && most != 0) names = most;
  for (size_t r = 1; r < grid->rows; r++) print_block(out, grid, r, names);
}

void dt_text_grid_print(dt_buffer *out, const dt_text_grid *grid) {
  column *columns = calloc(grid->columns + 1, sizeof *columns);
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0), before = (locale_t)0;

  if (utf8 == (locale_t)0) utf8 = newlocale(LC_CTYPE_MASK, "UTF-8", (locale_t)0); /* macOS */
  if (utf8 != (locale_t)0) before = uselocale(utf8);
  detm_locale *unknown = detm_locale_new(NULL, NULL, NULL);
  if (columns == NULL || unknown == NULL) out->failed = true;

  if (!out->failed && grid->columns != 0 && grid->rows > 1) {
    for (size_t i = 0; i < grid->rows * grid->columns; i++)
      if (grid->cells[i] != NULL) clean_cell(grid->cells[i]);
    for (size_t c = 0; c < grid->columns; c++) columns[c] = measure(grid, unknown, c);
    if (fit_columns(grid, columns))
      print_columns(out, grid, columns);
    else
      print_blocks(out, grid);
  }

  if (utf8 != (locale_t)0) {
    uselocale(before);
    freelocale(utf8);
  }

  detm_locale_free(unknown);
  free(columns);
}

/* ---- input ---- */

/* Reads a cell at *at and writes it to *to, with a NUL, which never overtakes it.  Returns the byte after the cell: a
 * comma, the end of a row, or 0 at the end. */
static char take_csv_cell(const char **at, const char *end, char **to) {
  bool quoted = *at < end && **at == '"';
  if (quoted) (*at)++;

  while (*at < end) {
    char byte = *(*at)++;
    if (quoted && byte == '"') {
      quoted = *at < end && **at == '"';
      if (!quoted) continue;
      (*at)++;
    } else if (!quoted && (byte == ',' || byte == '\r')) {
      if (byte == '\r' && *at < end) (*at)++; /* the line feed */
      *(*to)++ = '\0';
      return byte;
    }
    *(*to)++ = byte != '\0' ? byte : ' ';
  }

  return '\0';
}

bool dt_text_grid_from_csv(dt_text_grid *grid, char *csv, size_t length) {
  const char *at = csv, *end = csv + length;
  char *to = csv;

  DT_VEC(char *) cells = {0};
  size_t columns = 0;
  while (at < end) {
    if (!DT_VEC_RESERVE(NULL, &cells, 1)) {
      free(cells.items);
      return false;
    }
    DT_VEC_PUSH(NULL, &cells, to);
    if (take_csv_cell(&at, end, &to) != ',' && columns == 0) columns = cells.count;
  }

  grid->cells = cells.items;
  grid->columns = columns;
  grid->rows = columns != 0 ? cells.count / columns : 0;
  return true;
}

size_t dt_terminal_width(bool is_terminal) {
  struct winsize size;
  const char *given = getenv("COLUMNS");
  unsigned long width = given != NULL ? strtoul(given, NULL, 10) : 0;
  if (width > 0 && width < 100000) return width;
  if (!is_terminal) return 0;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}
