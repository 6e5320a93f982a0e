/* result/text/text_blocks.h: converts the markup of a text to Markdown (CommonMark with GFM tables) or plain text.
 *
 * text_blocks.c reads the markup once and keeps the open blocks: containers with their line prefix, paragraphs,
 * headings, code.  text_line.c writes inline content.  table_layout.c collects the cells of a table and formats it. */
#ifndef DT_RESULT_TEXT_TEXT_BLOCKS_H
#define DT_RESULT_TEXT_TEXT_BLOCKS_H

#include "result/text/markup_tokens.h"

enum {
  DT_DEEPEST_BLOCK = 24, /* depth of containers that indent a line; deeper ones are indented like their parent */
  DT_MAX_DIGITS = 9,     /* digits of an item's number; the limit of CommonMark */
  DT_MAX_SPAN = 32       /* columns or rows of a span that are written as empty cells */
};

/* An open container of blocks: a list, an item, a quotation. */
typedef struct dt_frame {
  dt_markup_tag tag;
  size_t prefix;       /* length of the prefix outside it */
  bool begun;          /* it contains a block */
  dt_markup_tag last;  /* its last block */
  bool other_marker;   /* a list with the second of the two markers, so that it does not continue the list before it */
  bool last_was_other; /* other_marker of its last block */
  unsigned number;     /* the number of the next item of an ordered list */
} dt_frame;

/* How an inline element is written: not open, by Markdown delimiters, as an HTML tag, or around the whole line. */
typedef enum dt_phrase { DT_CLOSED, DT_MARKED, DT_TAGGED, DT_AROUND } dt_phrase;

/* The CommonMark class of the character next to a "*".  UNSURE: it depends on the version of Unicode. */
typedef enum dt_character_class { DT_SIDE_SPACE, DT_SIDE_WORD, DT_SIDE_PUNCTUATION, DT_SIDE_UNSURE } dt_character_class;

#define DT_NOWHERE SIZE_MAX
#define DT_CELL_END '\x1f'
#define DT_ROW_END '\x1e'

typedef struct dt_table {
  dt_buffer cells;               /* text; DT_CELL_END after each cell, DT_ROW_END after each row */
  unsigned depth;                /* number of open tables; nested tables are text of a cell */
  bool in_cell, has_text, apart; /* has_text: the cell has text; apart: its next text belongs to another block */
  bool has_th, has_td;           /* the first row has such cells with text */
  bool is_th;                    /* the open cell is a th */
  size_t column, columns, rows;
  unsigned colspan, rowspan;   /* attributes of the open cell */
  uint16_t below[DT_MAX_SPAN]; /* by column: number of rows below that a cell spans */
} dt_table;

typedef struct dt_text_document {
  bool markdown; /* false: plain text */
  dt_buffer *out;
  detm_text rest; /* unread markup */
  dt_buffer prefix;
  dt_frame frames[DT_DEEPEST_BLOCK + 1];
  unsigned frame_count; /* at least 1: the document itself */
  unsigned too_deep;    /* open containers without a frame */
  /* State of the line. */
  bool open, line_start; /* line_start: characters that begin a block must be escaped */
  dt_markup_tag block;   /* the block that contains the line */
  bool in_term, in_caption;
  unsigned breaks; /* number of <br/> before the next text */
  size_t start;    /* offset in the buffer of the line's start, after the block's marker */
  dt_phrase strong, em, del, code, math;
  /* Offsets in the buffer; DT_NOWHERE = none in the line. */
  size_t run_start, run_end; /* the last opening delimiters */
  size_t closed_end;         /* end of the last closing delimiter */
  size_t code_end;           /* end of the last code span */
  bool in_link;
  detm_text href;
  dt_buffer scratch, code_text;
  dt_table table;
} dt_text_document;

/* Writes markup as Markdown or as plain text, without a newline at the end.  Sets out->failed without memory. */
void dt_document_write(dt_buffer *out, detm_text markup, bool markdown);

/* For text_line.c and table_layout.c. */
void dt_document_begin_block(dt_text_document *d, dt_markup_tag block);
void dt_document_new_line(dt_text_document *d);
void dt_document_repeat(dt_buffer *out, const char *text, size_t count);

#endif
