// Reads an expression ahead, inside of brackets. It takes no more than the grammar does (../common/rules.js), so that
// what it takes is parsed without an error.
#ifndef LAYOUT_LITERALS_EXPRESSION_H
#define LAYOUT_LITERALS_EXPRESSION_H

#include "reader.h"

static bool read_expression(Reader *reader);

// What stands behind an operand.
typedef enum { NOTHING, BINARY, COLON, BASIS, COMPOSE_SIGN, WRONG } Operator;

// What an operand was: parentheses in a stride are not called, `(4,8):(8,1)(3)` calls the layout.
typedef enum { NO_ATOM, TUPLE, OTHER_ATOM } Atom;

// Expressions behind an opening bracket, to the closing one. Returns how many, -1 if something else stands there.
// `keywords`: arguments may have names.
static int32_t read_list(Reader *reader, int32_t closer, bool keywords) {
  if (++reader->depth > DEEPEST) return -1;
  int32_t count = 0;
  for (;;) {
    if (!skip_blanks(reader)) return -1;
    if (count >= 0 && accept(reader, closer)) break;
    if (!read_expression(reader)) return -1;
    if (keywords && reader->is_name && accept(reader, '=') && !read_expression(reader)) return -1;
    count++;
    if (!skip_blanks(reader)) return -1;
    if (accept(reader, closer)) break;
    if (!accept(reader, ',')) return -1;
  }
  reader->depth--;
  return count;
}

static bool read_string(Reader *reader) {
  const int32_t quote = peek(reader);
  take(reader);
  for (;;) {
    const int32_t c = peek(reader);
    if (c == 0 || c == '\n' || c == '\r') return false;
    take(reader);
    if (c == quote) return true;
    if (c == '\\') {
      if (peek(reader) == 0 || peek(reader) == '\n') return false;
      take(reader);
    }
  }
}

// [4, 8]      [4:1; 8:2]
static bool read_square(Reader *reader) {
  if (++reader->depth > DEEPEST) return false;
  take(reader);
  if (!skip_blanks(reader)) return false;
  int32_t separator = 0;
  while (!accept(reader, ']')) {
    if (!read_expression(reader) || !skip_blanks(reader)) return false;
    const int32_t next = peek(reader);
    if (next == ']') continue;
    if ((next != ',' && next != ';') || (separator != 0 && next != separator)) return false;
    separator = next;
    take(reader);
    if (!skip_blanks(reader)) return false;
    if (separator == ';' && peek(reader) == ']') return false;
  }
  reader->depth--;
  return true;
}

// {8}      {"register": [[1], [2]]}
static bool read_braces(Reader *reader) {
  if (++reader->depth > DEEPEST) return false;
  take(reader);
  if (!skip_blanks(reader)) return false;
  const bool pairs = peek(reader) == '"' || peek(reader) == '\'';
  for (bool first = true; first || accept(reader, ','); first = false) {
    if (!skip_blanks(reader)) return false;
    if (pairs) {
      if (!first && peek(reader) == '}') break;
      if (peek(reader) != '"' && peek(reader) != '\'') return false;
      if (!read_string(reader) || !skip_blanks(reader) || !accept(reader, ':')) return false;
    }
    if (!read_expression(reader) || !skip_blanks(reader)) return false;
  }
  reader->depth--;
  return accept(reader, '}');
}

// ?      ?{i64}      ?{div=8}
static bool read_dynamic(Reader *reader) {
  take(reader);
  if (!skip_blanks(reader)) return false;
  if (!accept(reader, '{')) return true;
  Word word;
  for (;;) {
    if (!skip_blanks(reader)) return false;
    if (accept(reader, '}')) return true;
    read_word(reader, &word);
    if (!is_identifier(&word)) return false;
    if (strcmp(word.text, "div") == 0) {
      if (!skip_blanks(reader) || !accept(reader, '=') || !skip_blanks(reader)) return false;
      read_word(reader, &word);
      if (!all_digits(word.text, is_digit)) return false;
    }
    if (!skip_blanks(reader)) return false;
    accept(reader, ',');
  }
}

// [16b](unset), behind the name of the space
static bool read_pointer(Reader *reader) {
  Word word;
  take(reader);
  read_word(reader, &word);
  if (word.length == 0 || word.length > WORD_LENGTH || word.text[word.length - 1] != 'b') return false;
  word.text[word.length - 1] = 0;
  if (!all_digits(word.text, is_digit) || !accept(reader, ']') || !accept(reader, '(')) return false;
  if (accept(reader, '(')) {
    read_word(reader, &word);
    return strcmp(word.text, "nil") == 0 && accept(reader, ')') && accept(reader, ')');
  }
  read_word(reader, &word);
  const bool is_address = word.text[0] == '0' && word.text[1] == 'x';
  if (!is_address && strcmp(word.text, "unset") != 0 && strcmp(word.text, "nullptr") != 0) return false;
  for (const char *text = word.text + 2; is_address && *text != 0; text++) {
    if (!is_hex(*text)) return false;
  }
  while (is_address && (peek(reader) == '.' || peek(reader) == 0x2026 || is_hex(peek(reader)))) take(reader);
  return accept(reader, ')');
}

// The name or template behind `::` or `.`.
static bool read_member(Reader *reader, bool *is_bare) {
  Word word;
  if (!skip_blanks(reader)) return false;
  read_word(reader, &word);
  *is_bare = is_identifier(&word);
  return *is_bare;
}

// What is called, constructed, indexed, or has members: `at_name` says that a name stands before it, `at_scope` that
// the last part may be the scope of a name.
static bool read_postfixes(Reader *reader, bool at_name, bool at_scope) {
  for (;;) {
    if (!skip_blanks(reader)) return false;
    const int32_t c = peek(reader);
    if (c == '<' && at_name) {
      take(reader);
      if (read_list(reader, '>', false) < 0) return false;
      at_name = false;
    } else if (c == '(' || c == '{') {
      take(reader);
      if (read_list(reader, c == '(' ? ')' : '}', c == '(') < 0) return false;
      at_name = at_scope = false;
    } else if (c == '[') {
      take(reader);
      if (read_list(reader, ']', false) < 0) return false;
      at_name = at_scope = false;
    } else if (c == '.') {
      take(reader);
      if (!read_member(reader, &at_name)) return false;
      at_scope = false;
    } else if (c == ':') {
      take(reader);
      if (peek(reader) != ':') {
        reader->pending = ':';
        return true;
      }
      if (!at_scope) return false;
      take(reader);
      if (!read_member(reader, &at_name)) return false;
    } else {
      return true;
    }
    reader->is_name = false;
  }
}

// A name with what follows it. A head with a number in its brackets is evidence of a literal.
static bool read_named(Reader *reader, const Word *first) {
  Word word = *first;
  bool is_qualified = false;
  // A member is no scope of a name.
  bool is_member = false;
  for (;;) {
    const int32_t c = peek(reader);
    const Head head = head_of(&word, c);
    if (c == '[' && !is_qualified && word.length > 4 && strcmp(word.text + word.length - 4, "_ptr") == 0) {
      reader->is_name = false;
      return read_pointer(reader);
    }
    const uint32_t numbers = reader->numbers;
    reader->is_name = !is_qualified;
    if (is_module(&word, c)) {
      take(reader);
      if (c == ':' && peek(reader) != ':') {
        reader->pending = ':';
        return true;
      }
      if (c == ':' && is_member) return false;
      if (c == ':') take(reader);
      is_member |= c == '.';
      read_word(reader, &word);
      is_qualified = true;
      if (c == ':' && is_static_integer(&word)) {
        reader->numbers++;
        reader->is_name = false;
        return read_postfixes(reader, false, false);
      }
      if (!is_identifier(&word)) return false;
      continue;
    }
    if (!read_postfixes(reader, true, !is_member)) return false;
    if ((head == STRONG || head == SWIZZLE) && reader->numbers > numbers) reader->evidence = true;
    return true;
  }
}

static bool read_number(Reader *reader, const Word *word) {
  if (!is_integer(word)) return false;
  reader->numbers++;
  if (!skip_blanks(reader)) return false;
  if (peek(reader) != '{') return true;
  if (is_static_integer(word)) reader->evidence = true;
  return read_postfixes(reader, false, false);
}

// 4      _kBlockM      _-4      Shape<_8>{}
static bool read_from_word(Reader *reader) {
  Word word;
  const bool is_static = peek(reader) == '_';
  read_word(reader, &word);
  if (is_static && word.length == 1) {
    if (!accept(reader, '-')) return true;
    read_word(reader, &word);
    if (!all_digits(word.text, is_digit)) return false;
    reader->numbers++;
    return true;
  }
  if (is_digit(word.text[0]) || (is_static && is_digit(word.text[1]))) return read_number(reader, &word);
  // e0 and f5 are elements, and are not called.
  if ((*word.text == 'e' || *word.text == 'f') && all_digits(word.text + 1, is_digit)) return true;
  return is_identifier(&word) && read_named(reader, &word);
}

// (4,8)      (A o B)(3)
static Atom read_tuple(Reader *reader, bool in_stride) {
  take(reader);
  if (read_list(reader, ')', false) < 0 || !skip_blanks(reader)) return NO_ATOM;
  if (peek(reader) != '(' || in_stride) return TUPLE;
  return read_postfixes(reader, false, false) ? OTHER_ATOM : NO_ATOM;
}

static Atom read_atom(Reader *reader, bool in_stride) {
  reader->is_name = false;
  const int32_t c = peek(reader);
  bool good = false;
  if (c == '(') return read_tuple(reader, in_stride);
  if (c == '[') good = read_square(reader);
  else if (c == '{') good = read_braces(reader);
  else if (c == '<') good = accept(reader, '<') && read_list(reader, '>', false) >= 0;
  else if (c == '"' || c == '\'') good = read_string(reader);
  else if (c == '?') good = read_dynamic(reader);
  else if (is_word(c)) return read_from_word(reader) ? OTHER_ATOM : NO_ATOM;
  reader->is_name = false;
  return good ? OTHER_ATOM : NO_ATOM;
}

static Operator read_operator(Reader *reader) {
  if (!skip_blanks(reader)) return WRONG;
  const int32_t c = peek(reader);
  switch (c) {
    case '|': case '^': case '&': case '+': case '-': case '*': case '/': case '%':
      take(reader);
      return BINARY;
    case ':':
      take(reader);
      return peek(reader) == ':' ? WRONG : COLON;
    case '@':
      take(reader);
      return BASIS;
    case 'o': case 0x2218:
      take(reader);
      return c == 'o' && is_word(peek(reader)) ? WRONG : COMPOSE_SIGN;
    default:
      return NOTHING;
  }
}

// The index of a mode behind `@`.
static bool read_mode(Reader *reader) {
  Word word;
  if (!skip_blanks(reader)) return false;
  read_word(reader, &word);
  reader->is_name = false;
  return is_integer(&word) && all_digits(word.text, is_digit);
}

static bool read_expression(Reader *reader) {
  bool in_stride = false;
  bool is_called = false;
  for (;;) {
    if (!skip_blanks(reader)) return false;
    bool is_signed = false;
    while (peek(reader) == '-' || peek(reader) == '+' || peek(reader) == '~') {
      take(reader);
      is_signed = true;
      if (!skip_blanks(reader)) return false;
    }
    const uint32_t numbers = reader->numbers;
    const Atom atom = read_atom(reader, in_stride);
    if (atom == NO_ATOM) return false;
    if (is_signed) reader->is_name = false;
    const bool is_layout = in_stride && atom == TUPLE;
    if (is_layout && reader->numbers > numbers) reader->evidence = true;
    while (is_layout && peek(reader) == '(') {
      take(reader);
      if (read_list(reader, ')', true) < 0 || !skip_blanks(reader)) return false;
      is_called = true;
    }
    Operator sign = read_operator(reader);
    while (sign == BASIS && !is_called) {
      if (!read_mode(reader)) return false;
      sign = read_operator(reader);
    }
    if (sign == NOTHING) return true;
    if (sign == WRONG || (is_called && sign != COMPOSE_SIGN) || (in_stride && sign == COLON)) return false;
    reader->is_name = false;
    in_stride = sign == COLON || (in_stride && sign == BINARY);
    if (sign == BINARY && is_layout) return false;
    if (sign == COMPOSE_SIGN) is_called = false;
  }
}

#endif
