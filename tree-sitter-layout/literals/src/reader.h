// Reads ahead, one character at a time: blanks, comments, words.
#ifndef LAYOUT_LITERALS_READER_H
#define LAYOUT_LITERALS_READER_H

#include "heads.h"
#include "tree_sitter/parser.h"

// A literal is no longer and no deeper than this. What is read ahead is read again at each candidate.
enum { LONGEST = 8192, DEEPEST = 32 };

typedef struct {
  TSLexer *lexer;
  // Characters that may still be read.
  uint32_t budget;
  uint32_t depth;
  // `/` in a comment that begins with it, `#` in one of Python: the next line of a literal begins with it, too.
  char comment;
  // A character that is taken already, behind which another token may have begun: `/`, `:`, `#`.
  char pending;
  // The expression that was read last is nothing but a name.
  bool is_name;
  // How many integers have been read.
  uint32_t numbers;
  // A literal has been read that needs nothing around it.
  bool evidence;
  // Something behind the last operand has been read that is not the literal's.
  bool is_over;
} Reader;

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '_'; }
static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; }

static Reader reader_at(TSLexer *lexer, char comment) {
  return (Reader){.lexer = lexer, .budget = LONGEST, .comment = comment};
}

// The next character; 0 at the end and when there is no more to read.
static int32_t peek(const Reader *reader) {
  if (reader->pending != 0) return reader->pending;
  return reader->budget == 0 ? 0 : reader->lexer->lookahead;
}

static void take(Reader *reader) {
  if (reader->pending != 0) {
    reader->pending = 0;
    return;
  }
  if (reader->budget == 0 || reader->lexer->eof(reader->lexer)) return;
  reader->budget--;
  reader->lexer->advance(reader->lexer, false);
}

static bool accept(Reader *reader, int32_t c) {
  if (peek(reader) != c) return false;
  take(reader);
  return true;
}

static void skip_blanks_of_line(Reader *reader) {
  while (is_blank(peek(reader))) take(reader);
}

// The sign with which the next line of a comment begins. The rest of the literal is out of reach without it.
static bool take_leader(Reader *reader) {
  if (reader->comment == 0) return true;
  skip_blanks_of_line(reader);
  if (peek(reader) != reader->comment) return false;
  while (peek(reader) == reader->comment) take(reader);
  return true;
}

// A line end, or one that a backslash hides from the preprocessor. False where there is none, or the comment ends.
static bool take_line_break(Reader *reader) {
  const bool is_hidden = accept(reader, '\\');
  accept(reader, '\r');
  if (!accept(reader, '\n')) return false;
  return is_hidden || take_leader(reader);
}

static void skip_line(Reader *reader) {
  while (peek(reader) != '\n' && peek(reader) != 0) take(reader);
}

static void skip_block_comment(Reader *reader) {
  take(reader);
  for (;;) {
    const int32_t c = peek(reader);
    if (c == 0) return;
    take(reader);
    if (c == '*' && peek(reader) == '/') {
      take(reader);
      return;
    }
  }
}

// Blanks, line ends and comments inside of brackets. False where a line end ends the literal.
static bool skip_blanks(Reader *reader) {
  for (;;) {
    const int32_t c = peek(reader);
    if (reader->pending != 0) return true;
    if (is_blank(c)) {
      take(reader);
    } else if (c == '\n' || c == '\\') {
      if (!take_line_break(reader)) return false;
    } else if (c == '/' || c == '#') {
      take(reader);
      const int32_t next = peek(reader);
      if (c == '/' && next == '/') skip_line(reader);
      else if (c == '/' && next == '*') skip_block_comment(reader);
      else if (c == '#' && (is_blank(next) || next == '#' || next == '\n')) skip_line(reader);
      else reader->pending = (char)c;
    } else {
      return true;
    }
  }
}

static void read_word(Reader *reader, Word *word) {
  word->length = 0;
  while (is_word(peek(reader))) {
    if (word->length < WORD_LENGTH) word->text[word->length] = (char)peek(reader);
    if (word->length <= WORD_LENGTH) word->length++;
    take(reader);
  }
  word->text[word->length <= WORD_LENGTH ? word->length : 0] = 0;
}

static bool all_digits(const char *text, bool (*is_one)(int32_t)) {
  if (*text == 0) return false;
  for (; *text != 0; text++) {
    if (!is_one(*text)) return false;
  }
  return true;
}

static bool is_hex(int32_t c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static bool is_bit(int32_t c) { return c == '0' || c == '1'; }

// 4      _4      0x1f      4_c      6e1, as the grammar's tokens have them
static bool is_integer(const Word *word) {
  const char *text = word->text;
  if (word->length > WORD_LENGTH) return false;
  const bool is_static = *text == '_';
  if (is_static) text++;
  if (!is_digit(*text)) return false;
  if (all_digits(text, is_digit)) return true;
  if (*text == '0' && (text[1] == 'x' || text[1] == 'X')) return all_digits(text + 2, is_hex);
  if (is_static) return false;
  if (*text == '0' && (text[1] == 'b' || text[1] == 'B')) return all_digits(text + 2, is_bit);
  while (is_digit(*text)) text++;
  if (*text == 'e') return all_digits(text + 1, is_digit);
  return strcmp(text, "_c") == 0;
}

static bool is_static_integer(const Word *word) {
  return word->length <= WORD_LENGTH && word->text[0] == '_' && all_digits(word->text + 1, is_digit);
}

// 4      _4
static bool is_decimal(const Word *word) {
  return is_static_integer(word) || (word->length <= WORD_LENGTH && all_digits(word->text, is_digit));
}

// A name: underscores, then a letter; `o` is the sign of composition.
static bool is_identifier(const Word *word) {
  if (word->length == 0 || strcmp(word->text, "o") == 0) return false;
  if (word->length > WORD_LENGTH) return true;
  const char *text = word->text;
  while (*text == '_') text++;
  return is_letter(*text);
}

#endif
