// Line ends of the layout notation.
//
// A statement ends with its line. While a bracket is open it goes on over lines that are indented
// deeper than its first line, that begin with a closing bracket, or that hold only a comment. Any
// other line starts a new statement even when a bracket is still open, so that a bracket somebody
// forgot to close spoils its own statement and no other.

#include "tree_sitter/parser.h"

#include <stdlib.h>

enum TokenType {
  NEWLINE,
  CONTINUATION,
  ERROR_SENTINEL,
};

// Indentation of the current statement's first line, in characters.
typedef struct {
  uint16_t indentation;
} Scanner;

void *tree_sitter_layout_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_layout_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_layout_external_scanner_serialize(void *payload, char *buffer) {
  const Scanner *scanner = (const Scanner *)payload;
  buffer[0] = (char)(scanner->indentation & 0xff);
  buffer[1] = (char)(scanner->indentation >> 8);
  return 2;
}

void tree_sitter_layout_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *scanner = (Scanner *)payload;
  scanner->indentation = 0;
  if (length == 2) {
    scanner->indentation = (uint16_t)((uint8_t)buffer[0] | ((uint16_t)(uint8_t)buffer[1] << 8));
  }
}

static bool is_blank(int32_t character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\f';
}

static bool closes(int32_t character) {
  return character == ')' || character == ']' || character == '}' || character == '>';
}

bool tree_sitter_layout_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  Scanner *scanner = (Scanner *)payload;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead != '\n') return false;

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

  // The sentinel is valid only while the parser recovers from an error. Which brackets are open is
  // not known then, and every line has a chance of its own.
  const bool recovering = valid_symbols[ERROR_SENTINEL];
  if (!recovering && !valid_symbols[NEWLINE]) {
    const int32_t next = lexer->lookahead;
    // `/` opens a comment here, or the line is wrong whatever it is.
    const bool goes_on = indentation > scanner->indentation || closes(next) || next == '#' || next == '/';
    if (goes_on || lexer->eof(lexer)) {
      lexer->result_symbol = CONTINUATION;
      return true;
    }
  }
  // Inside brackets the parser did not ask for this token: it closes them as missing, and goes on.
  scanner->indentation = indentation;
  lexer->result_symbol = NEWLINE;
  return true;
}
