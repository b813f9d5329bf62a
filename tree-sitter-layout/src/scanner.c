// Line ends of the layout notation.
//
// A statement ends with its line. While a bracket is open it goes on over lines that are indented
// deeper than its first line, that begin with a closing bracket, or that hold only a comment. Any
// other line starts a new statement even when a bracket is still open, so that a bracket somebody
// forgot to close spoils its own statement and no other.
//
// While the parser recovers from an error, what it skips comes from here as junk: everything up to the
// next separator or closing bracket, at which it may find its way back. The scanner's state says where
// the last junk stood and how much there was before it in the line. Two attempts at recovery that went
// wrong at different places therefore never have the same state, and tree-sitter does not merge them;
// it forgets where a merged attempt could return to, and would then give up the rest of the document.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

enum TokenType {
  NEWLINE,
  CONTINUATION,
  JUNK,
  ERROR_SENTINEL,
};

// Where recovery stands in the current line. An attempt that is still lost when a new line begins may
// only find its way back at the end of that line, never in the middle of it: the line is not its own.
enum Line { UNREAD, WITHIN, LOST };

// After so many pieces of junk the rest of the line is one more.
enum { MAX_PIECES = 64 };

typedef struct {
  // Indentation of the current statement's first line, in characters.
  uint16_t indentation;
  uint8_t line;
  // Of junk in this line: how many pieces, and the column of the last.
  uint32_t pieces;
  uint32_t column;
} Scanner;

void *tree_sitter_layout_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_layout_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_layout_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(Scanner));
  return sizeof(Scanner);
}

void tree_sitter_layout_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(Scanner));
  if (length == sizeof(Scanner)) memcpy(payload, buffer, length);
}

static bool is_blank(int32_t character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\f';
}

static bool closes(int32_t character) {
  return character == ')' || character == ']' || character == '}' || character == '>';
}

// Junk reaches to the next token at which the parser may find its way back, past brackets that are
// closed in the same line; or to the end of the line.
static bool scan_junk(TSLexer *lexer, bool to_line_end) {
  uint32_t depth = 0;
  bool any = false;
  for (;;) {
    const int32_t next = lexer->lookahead;
    if (next == '\n' || next == '#' || lexer->eof(lexer)) return any;
    if (!to_line_end) {
      if (next == '(' || next == '[' || next == '{') depth++;
      if (next == ')' || next == ']' || next == '}') {
        if (depth == 0) return any;
        depth--;
      }
      if (depth == 0 && (next == ',' || next == ';')) return any;
    }
    lexer->advance(lexer, false);
    if (next == '/' && lexer->lookahead == '/') return any;
    lexer->mark_end(lexer);
    any = true;
  }
}

static bool is_separator(int32_t character) {
  return character == ',' || character == ';' || character == ')' || character == ']' || character == '}';
}

static bool scan_in_recovery(Scanner *scanner, TSLexer *lexer, uint32_t blanks) {
  const uint32_t column = scanner->pieces < MAX_PIECES ? lexer->get_column(lexer) : scanner->column + 1;
  if (scanner->line == UNREAD) scanner->line = column == blanks ? LOST : WITHIN;
  if (scanner->pieces >= MAX_PIECES) scanner->line = LOST;

  const bool lost = scanner->line == LOST;
  const bool separator = !lost && is_separator(lexer->lookahead);
  // The junk before this separator has been given out.
  if (separator && scanner->pieces > 0 && scanner->column == column) return false;
  scanner->column = column;
  scanner->pieces++;
  lexer->result_symbol = JUNK;
  // Before a separator, junk is empty.
  lexer->mark_end(lexer);
  return separator || scan_junk(lexer, lost);
}

bool tree_sitter_layout_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  Scanner *scanner = (Scanner *)payload;
  // The sentinel is valid only while the parser recovers from an error.
  const bool recovering = valid_symbols[ERROR_SENTINEL];
  uint32_t blanks = 0;
  while (is_blank(lexer->lookahead)) {
    lexer->advance(lexer, true);
    blanks++;
  }
  if (lexer->lookahead != '\n') {
    return recovering && !lexer->eof(lexer) && scan_in_recovery(scanner, lexer, blanks);
  }

  // The line end and the blank lines after it are one token.
  uint16_t indentation = 0;
  while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') {
    if (lexer->lookahead == '\n') {
      lexer->advance(lexer, false);
      lexer->mark_end(lexer);
      indentation = 0;
    } else {
      lexer->advance(lexer, false);
      if (indentation < UINT16_MAX) indentation++;
    }
  }

  // Which brackets are open is not known in recovery: there every line is a statement of its own.
  if (!recovering && !valid_symbols[NEWLINE]) {
    const int32_t next = lexer->lookahead;
    // `/` opens a comment here, or the line is wrong whatever it is.
    const bool goes_on = indentation > scanner->indentation || closes(next) || next == '#' || next == '/';
    if (goes_on || lexer->eof(lexer)) {
      scanner->line = WITHIN;
      scanner->pieces = 0;
      lexer->result_symbol = CONTINUATION;
      return true;
    }
  }
  // Inside brackets the parser did not ask for this token: it takes them as closed, and goes on.
  scanner->indentation = indentation;
  scanner->line = UNREAD;
  // An attempt that is still lost keeps a state of its own in the next line.
  scanner->pieces = recovering ? 1 : 0;
  scanner->column = UINT32_MAX;
  lexer->result_symbol = NEWLINE;
  return true;
}
