// Opaque text, and where literals begin and end.
//
// Text reaches to the next word or bracket with which a literal may begin. There the literal is read ahead, to its end
// (literal.h): if it is one, the parser is told so by an empty token, and finds nothing in it that it does not take; if
// it is none, the word is text. So every text has a tree without errors, whatever stands in it, and what is wrong is no
// literal. Behind each operand the parser asks whether it goes on.

#include "literal.h"

#include <stdlib.h>

enum TokenType {
  TEXT,
  START,
  NAMED_END,
  TUPLE_END,
  INTEGER_END,
  LAYOUT_END,
  END,
  COMPOSE,
  LINE_BREAK,
  ERROR_SENTINEL,
};

// A long text is cut after so many characters, at a line end: an edit reads only its own piece again.
enum { PIECE = 4096 };

// The character before `::`.
enum { SCOPE = 1 };

// Open brackets of the line, two bits each.
enum { PARENTHESIS, LIST, SUBSCRIPT, BRACE };

typedef struct {
  uint32_t brackets;
  // The character before the token; 0 at the beginning.
  char before;
  // As in Reader: the sign of the comment that the line is in.
  char comment;
  // What stands here has been read ahead, and is no literal.
  bool is_rejected;
} Scanner;

void *tree_sitter_layout_literals_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_layout_literals_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_layout_literals_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(Scanner));
  return sizeof(Scanner);
}

void tree_sitter_layout_literals_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(Scanner));
  if (length == sizeof(Scanner)) memcpy(payload, buffer, length);
}

// Any character that is no part of a word, of a literal's beginning or of what scan_text looks for, in one byte.
static char as_char(int32_t c) { return c > 0 && c < 128 ? (char)c : '?'; }

static bool closes(char c) { return c == ')' || c == ']'; }

// A literal does not begin inside of a word, a path, behind a member's dot, or in a namespace that is not CuTe's.
static bool may_begin_word(char before) {
  return !is_word(before) && before != '.' && before != SCOPE && before != '$' && before != '@' && before != '\\' &&
         before != '/';
}

// A tuple behind any of these is a call's, a slice's or somebody else's.
static bool may_begin_tuple(char before) {
  return may_begin_word(before) && !closes(before) && before != '>' && before != ':' && before != '%';
}

// After a character has been taken as text.
static void note(Scanner *scanner, int32_t c) {
  const char before = scanner->before;
  scanner->before = as_char(c);
  switch (c) {
    case '\n':
      scanner->brackets = 0;
      scanner->comment = 0;
      break;
    case '/':
      if (before == '/' && scanner->comment == 0) scanner->comment = '/';
      break;
    case '>':
      // Behind an arrow a layout may stand.
      if (before == '-') scanner->before = ' ';
      break;
    case ':':
      if (before == ':') scanner->before = SCOPE;
      break;
    case '(':
      scanner->brackets = scanner->brackets << 2 | PARENTHESIS;
      break;
    case '[':
      scanner->brackets = scanner->brackets << 2 | (is_word(before) || closes(before) ? SUBSCRIPT : LIST);
      break;
    case '{':
      scanner->brackets = scanner->brackets << 2 | BRACE;
      break;
    case ')': case ']': case '}':
      scanner->brackets >>= 2;
      break;
    default:
      break;
  }
}

static bool in_slice(const Scanner *scanner) { return (scanner->brackets & 3) >= SUBSCRIPT; }

static void take_text(Scanner *scanner, Reader *reader) {
  const int32_t c = peek(reader);
  take(reader);
  note(scanner, c);
}

// #blocked = #ttg.blocked<…>      #ttg.blocked<…>, from behind its first sign
static bool take_attribute(Reader *reader, Beginning *beginning) {
  read_word(reader, &beginning->word);
  if (beginning->word.length == 0) return false;
  beginning->kind = BY_ATTRIBUTE;
  if (peek(reader) == '.') return is_dialect(&beginning->word);
  skip_blanks_of_line(reader);
  if (is_digit(*beginning->word.text) || !accept(reader, '=')) return false;
  skip_blanks_of_line(reader);
  if (!accept(reader, '#')) return false;
  read_word(reader, &beginning->word);
  return peek(reader) == '.' && is_dialect(&beginning->word);
}

static bool is_candidate(const Word *word, int32_t next) {
  if (word->length > WORD_LENGTH) return false;
  if (is_static_integer(word)) return next == '{' || next == ':';
  if (next == '.' || next == ':') return is_module(word, next);
  if (next == '[') return is_pointer_name(word);
  return (next == '(' || next == '<') && head_of(word, next) != PLAIN;
}

// Takes a word, or the sign or bracket with which a literal may begin. Returns whether it does, for all that has been
// taken; what was taken is noted as text.
static bool take_beginning(Scanner *scanner, Reader *reader, Beginning *beginning) {
  const int32_t c = peek(reader);
  const char before = scanner->before;
  beginning->kind = NO_BEGINNING;
  if (is_word(c)) {
    read_word(reader, &beginning->word);
    scanner->before = 'a';
    beginning->kind = BY_WORD;
    const bool may_begin = *beginning->word.text == '_' ? may_begin_tuple(before) : may_begin_word(before);
    return may_begin && is_candidate(&beginning->word, peek(reader));
  }
  take_text(scanner, reader);
  if (c == '(') {
    beginning->kind = BY_PARENTHESIS;
    return may_begin_tuple(before);
  }
  if (c == '{') {
    beginning->kind = BY_BRACE;
    return may_begin_tuple(before) && (is_digit(peek(reader)) || peek(reader) == '-');
  }
  if (c == '#') {
    if (scanner->comment == 0 && (is_blank(peek(reader)) || peek(reader) == '#')) scanner->comment = '#';
    if (!is_letter(peek(reader)) && peek(reader) != '_') return false;
    scanner->before = 'a';
    return take_attribute(reader, beginning);
  }
  if (c == '!' && peek(reader) == 'c') {
    read_word(reader, &beginning->word);
    scanner->before = 'a';
    beginning->kind = BY_TYPE;
    return strcmp(beginning->word.text, "cute") == 0 && peek(reader) == '.';
  }
  return false;
}

static bool give(TSLexer *lexer, enum TokenType token) {
  lexer->result_symbol = token;
  return true;
}

// Text, or the empty token with which a literal begins.
static bool scan_text(Scanner *scanner, TSLexer *lexer, bool any) {
  // The budget is that of what is read ahead.
  Reader reader = reader_at(lexer, 0);
  for (uint32_t length = 0;; length++) {
    reader.budget = LONGEST;
    const int32_t c = lexer->lookahead;
    if (c == 0 && lexer->eof(lexer)) {
      lexer->mark_end(lexer);
      return any && give(lexer, TEXT);
    }
    if (!is_word(c) && c != '(' && c != '{' && c != '#' && c != '!') {
      take_text(scanner, &reader);
      any = true;
      if (c != '\n' || length < PIECE) continue;
      lexer->mark_end(lexer);
      return give(lexer, TEXT);
    }
    lexer->mark_end(lexer);
    const Scanner before = *scanner;
    Beginning beginning;
    const bool begins = take_beginning(scanner, &reader, &beginning);
    if (!begins || before.is_rejected) {
      scanner->is_rejected = false;
      any = true;
      continue;
    }
    *scanner = before;
    // The literal is read ahead when the next token is asked for.
    if (any) return give(lexer, TEXT);
    reader = reader_at(lexer, scanner->comment);
    if (read_literal(&reader, &beginning, in_slice(scanner))) return give(lexer, START);
    scanner->is_rejected = true;
    return give(lexer, TEXT);
  }
}

static bool scan_line_break(Scanner *scanner, TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  Reader reader = reader_at(lexer, scanner->comment);
  if (!take_line_break(&reader)) return false;
  lexer->mark_end(lexer);
  return give(lexer, LINE_BREAK);
}

// Behind an operand: its end, unless it goes on.
static bool scan_end(Scanner *scanner, TSLexer *lexer, enum TokenType token, bool (*goes_on)(Reader *)) {
  lexer->mark_end(lexer);
  Reader reader = reader_at(lexer, scanner->comment);
  if (goes_on != NULL && goes_on(&reader)) return false;
  scanner->before = ')';
  return give(lexer, token);
}

// ` o ` and another operand, or text.
static bool scan_behind(Scanner *scanner, TSLexer *lexer) {
  Reader reader = reader_at(lexer, scanner->comment);
  const uint32_t budget = reader.budget;
  bool is_cut = false;
  skip_blanks_of_line(&reader);
  if (reader.budget != budget) scanner->before = ' ';
  const uint32_t at_sign = reader.budget;
  const int32_t sign = peek(&reader);
  if (read_sign(&reader, &is_cut)) {
    lexer->mark_end(lexer);
    if (read_next(&reader) != NO_OPERAND) return give(lexer, COMPOSE);
    scanner->before = ' ';
    return give(lexer, TEXT);
  }
  // A word that begins with an o, or a sign with no blank behind it: what scan_text would have noted.
  if (reader.budget != at_sign) scanner->before = as_char(sign);
  return scan_text(scanner, lexer, reader.budget != budget);
}

bool tree_sitter_layout_literals_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  Scanner *scanner = (Scanner *)payload;
  if (valid_symbols[ERROR_SENTINEL]) return scan_text(scanner, lexer, false);
  if (valid_symbols[NAMED_END]) return scan_end(scanner, lexer, NAMED_END, named_goes_on);
  if (valid_symbols[TUPLE_END]) return scan_end(scanner, lexer, TUPLE_END, tuple_goes_on);
  if (valid_symbols[INTEGER_END]) return scan_end(scanner, lexer, INTEGER_END, integer_goes_on);
  if (valid_symbols[LAYOUT_END]) return scan_end(scanner, lexer, LAYOUT_END, layout_goes_on);
  if (valid_symbols[END]) return scan_end(scanner, lexer, END, NULL);
  if (valid_symbols[COMPOSE]) return scan_behind(scanner, lexer);
  if (valid_symbols[TEXT]) return scan_text(scanner, lexer, false);
  return valid_symbols[LINE_BREAK] && scan_line_break(scanner, lexer);
}
