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
  COSTLY_JUNK,
  ERROR_SENTINEL,
};

// Where recovery stands in the current line. A line end that the parser did not ask for, or met while
// it recovered, makes the line behind it suspect: if recovery begins right there, it is an attempt that
// has run over the line end, and it is lost. A lost attempt does not find its way back before the next
// line end, and pays for every character: an attempt that has ended with its own line is always cheaper.
enum Line { UNREAD, SUSPECT, WITHIN, LOST };

// After so many pieces of junk the rest of the line is one more.
enum { MAX_PIECES = 64 };

// Each visible piece of junk costs as much as a hundred characters that are skipped.
enum { MAX_COSTLY_PIECES = 16 };

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

// Whether a comment begins here; takes one character if not.
static bool is_comment(TSLexer *lexer) {
  const int32_t first = lexer->lookahead;
  if (first == '#') return true;
  lexer->advance(lexer, false);
  return first == '/' && lexer->lookahead == '/';
}

static bool is_separator(int32_t character) {
  return character == ',' || character == ';' || character == ')' || character == ']' || character == '}';
}

static bool scan_in_recovery(Scanner *scanner, TSLexer *lexer, uint32_t blanks) {
  const uint32_t column = scanner->pieces < MAX_PIECES ? lexer->get_column(lexer) : scanner->column + 1;
  if (scanner->line == UNREAD) scanner->line = WITHIN;
  if (scanner->line == SUSPECT) scanner->line = column == blanks ? LOST : WITHIN;
  const bool lost = scanner->line == LOST;
  const bool to_line_end = scanner->pieces >= (lost ? MAX_COSTLY_PIECES : MAX_PIECES);

  const bool separator = !lost && !to_line_end && is_separator(lexer->lookahead);
  // The junk before this separator has been given out.
  if (separator && scanner->pieces > 0 && scanner->column == column) return false;
  scanner->column = column;
  scanner->pieces++;
  lexer->result_symbol = lost ? COSTLY_JUNK : JUNK;
  // Before a separator, junk is empty.
  lexer->mark_end(lexer);
  if (separator) return true;
  if (!lost || to_line_end) return scan_junk(lexer, to_line_end);
  if (is_comment(lexer)) return false;
  lexer->mark_end(lexer);
  return true;
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
    if (goes_on && !lexer->eof(lexer)) {
      scanner->line = WITHIN;
      scanner->pieces = 0;
      lexer->result_symbol = CONTINUATION;
      return true;
    }
  }
  // Inside brackets the parser did not ask for this token: it takes them as closed, and goes on.
  scanner->indentation = indentation;
  const bool suspect = recovering || !valid_symbols[NEWLINE];
  // Tree-sitter gives up an attempt that runs over a token with a new state when another has found its
  // way back there: so the state is new at every suspect line end.
  scanner->pieces = suspect ? (scanner->pieces == 1 ? 2 : 1) : 0;
  scanner->line = suspect ? SUSPECT : UNREAD;
  scanner->column = UINT32_MAX;
  lexer->result_symbol = NEWLINE;
  return true;
}
