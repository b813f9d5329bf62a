// Reads a literal ahead from its first word or bracket: operands with ` o ` between them. How an operand goes on is
// asked twice, when it is read ahead and when the parser stands there, of the same function.
#ifndef LAYOUT_LITERALS_LITERAL_H
#define LAYOUT_LITERALS_LITERAL_H

#include "expression.h"

// What an operand begins with. It has been taken already.
typedef struct {
  enum { NO_BEGINNING, BY_WORD, BY_PARENTHESIS, BY_BRACE, BY_ATTRIBUTE, BY_TYPE } kind;
  Word word;
} Beginning;

// What an operand was, as far as it matters to what stands around it.
typedef enum { NO_OPERAND, PLAIN_LAYOUT, GROUP, OPERAND } Operand;

// .OrderBy(RegP([2,3],[1,2])): names and at last a call. A name alone is not the literal's.
static bool read_dotted_call(Reader *reader) {
  Word word;
  while (accept(reader, '.')) {
    read_word(reader, &word);
    if (!is_identifier(&word)) return false;
  }
  if (accept(reader, '<') && read_list(reader, '>', false) < 0) return false;
  return accept(reader, '(') && read_list(reader, ')', true) >= 0;
}

// `(…)`, `{…}`, `.f(…)`, or `::`, `<`, `[16b](…)` behind a name: whether an operand goes on, with nothing in between.
static bool named_goes_on(Reader *reader) {
  const int32_t c = peek(reader);
  if (c == '<') return true;
  if (c == '[') return read_pointer(reader);
  if (c == '.') return read_dotted_call(reader);
  if (c == ':') {
    take(reader);
    return peek(reader) == ':';
  }
  if (c != '(' && c != '{') return false;
  take(reader);
  return read_list(reader, c == '(' ? ')' : '}', c == '(') >= 0;
}

// (2,_) behind a layout
static bool layout_goes_on(Reader *reader) {
  return accept(reader, '(') && read_list(reader, ')', true) >= 0;
}

// {} behind an integer
static bool braces_go_on(Reader *reader) { return accept(reader, '{') && accept(reader, '}'); }

typedef struct {
  bool goes_on;
  // A colon has been taken.
  bool is_begun;
  // How many modes; 0 for an integer.
  int32_t rank;
  bool is_static;
  bool is_spaced;
} Stride;

// :(8,1)      :_1      or ` : (8,1)`, of a tuple alone
static Stride stride_goes_on(Reader *reader, bool of_tuple) {
  Stride stride = {.is_spaced = of_tuple && peek(reader) == ' '};
  if (stride.is_spaced) take(reader);
  stride.is_begun = accept(reader, ':');
  if (!stride.is_begun || (stride.is_spaced && !accept(reader, ' '))) return stride;
  if (accept(reader, '(')) {
    stride.rank = read_list(reader, ')', false);
    stride.goes_on = stride.rank > 0;
    return stride;
  }
  Word word;
  const bool is_negative = accept(reader, '-');
  read_word(reader, &word);
  stride.is_static = is_static_integer(&word);
  stride.goes_on = !of_tuple && is_decimal(&word) && !(is_negative && stride.is_static);
  return stride;
}

// Whether the parser, behind a tuple, goes on with it.
static bool tuple_goes_on(Reader *reader) {
  return peek(reader) == '(' ? layout_goes_on(reader) : stride_goes_on(reader, true).goes_on;
}

static bool integer_goes_on(Reader *reader) {
  return peek(reader) == '{' ? braces_go_on(reader) : stride_goes_on(reader, false).goes_on;
}

// What follows a call, a template or an object, as far as it is the operand's. False for what is another name's part.
static bool read_rest(Reader *reader, bool *is_constructed) {
  for (;;) {
    const int32_t next = peek(reader);
    const uint32_t before = reader->budget;
    const bool goes_on = named_goes_on(reader);
    if (goes_on && (next == '<' || next == ':' || next == '[')) return false;
    if (!goes_on) {
      reader->is_over = reader->budget != before;
      return true;
    }
    if (next == '{') *is_constructed = true;
  }
}

static Operand read_headed(Reader *reader, Head head) {
  const uint32_t numbers = reader->numbers;
  const bool is_template = peek(reader) == '<';
  bool is_constructed = false;
  take(reader);
  const int32_t count = read_list(reader, is_template ? '>' : ')', !is_template);
  if (count < 0) return NO_OPERAND;
  const bool has_three = count == 3 && reader->numbers == numbers + 3;
  if (is_template && head == WEAK && !layout_goes_on(reader)) return NO_OPERAND;
  if (!read_rest(reader, &is_constructed)) return NO_OPERAND;
  const bool is_literal = head == STRONG || (head == CONSTANT && is_constructed) || (head == SWIZZLE && has_three);
  if (is_literal && reader->numbers > numbers) reader->evidence = true;
  return OPERAND;
}

// _8{}      cute::_8{}
static Operand read_constant(Reader *reader) {
  bool is_constructed = false;
  if (!braces_go_on(reader) || !read_rest(reader, &is_constructed)) return NO_OPERAND;
  reader->evidence = true;
  return OPERAND;
}

static bool is_pointer_name(const Word *word) {
  return word->length > 4 && word->length <= WORD_LENGTH && strcmp(word->text + word->length - 4, "_ptr") == 0;
}

static Operand read_named_operand(Reader *reader, Word word, bool is_first) {
  bool is_qualified = false;
  bool is_member = false;
  while (is_module(&word, peek(reader))) {
    const bool by_colons = peek(reader) == ':';
    take(reader);
    // A member is no namespace: `x.cute::size()` is somebody's base.
    if (by_colons && (is_member || !accept(reader, ':'))) return NO_OPERAND;
    is_member |= !by_colons;
    read_word(reader, &word);
    is_qualified = true;
    if (by_colons && is_static_integer(&word)) return read_constant(reader);
    if (!is_identifier(&word)) return NO_OPERAND;
  }
  const int32_t next = peek(reader);
  const Head head = head_of(&word, next);
  if (head != PLAIN) return read_headed(reader, head);
  if (!is_identifier(&word) || is_qualified) return NO_OPERAND;
  if (next == '[') return is_pointer_name(&word) && read_pointer(reader) ? OPERAND : NO_OPERAND;
  // A plain name is an operand if nothing of its own follows; e0 and f5 are no names.
  const bool is_alone = next != '(' && next != '{' && next != '<' && next != '.' && next != ':' && next != '@';
  const bool is_element = (*word.text == 'e' || *word.text == 'f') && all_digits(word.text + 1, is_digit);
  return !is_first && is_alone && !is_element ? OPERAND : NO_OPERAND;
}

// Behind the stride of a layout: its coordinate, or nothing that would make it something else.
static Operand read_layout_rest(Reader *reader) {
  const int32_t next = peek(reader);
  if (next == '(') return layout_goes_on(reader) ? OPERAND : NO_OPERAND;
  if (is_word(next) || next == '[' || next == '<' || next == '@') return NO_OPERAND;
  if (next != ':') return PLAIN_LAYOUT;
  reader->is_over = true;
  take(reader);
  return is_blank(peek(reader)) || peek(reader) == '\n' ? PLAIN_LAYOUT : NO_OPERAND;
}

// (4,8):(8,1)      ((4,8):(8,1) o 4:1)(3)
static Operand read_tuple_operand(Reader *reader) {
  const uint32_t numbers = reader->numbers;
  const int32_t rank = read_list(reader, ')', false);
  if (rank <= 0) return NO_OPERAND;
  if (peek(reader) == '(') return layout_goes_on(reader) ? OPERAND : NO_OPERAND;
  const Stride stride = stride_goes_on(reader, true);
  if (!stride.is_begun) return GROUP;
  // `a ? (1) : (2)` is no layout of one mode.
  if (!stride.goes_on || stride.rank != rank || (stride.is_spaced && rank < 2)) return NO_OPERAND;
  if (reader->numbers > numbers) reader->evidence = true;
  return read_layout_rest(reader);
}

static Operand read_integer_operand(Reader *reader, const Word *word, bool is_first) {
  const bool is_static = is_static_integer(word);
  if (peek(reader) == '{') return is_static ? read_constant(reader) : NO_OPERAND;
  if (peek(reader) != ':') return is_first || is_word(peek(reader)) ? NO_OPERAND : OPERAND;
  const Stride stride = stride_goes_on(reader, false);
  if (!stride.goes_on) return NO_OPERAND;
  if (is_static && stride.is_static) reader->evidence = true;
  return read_layout_rest(reader);
}

// {8} o ((2,3),2):((2,15),100): the offset of a slice
static Operand read_offset(Reader *reader) {
  Word word;
  accept(reader, '-');
  read_word(reader, &word);
  return all_digits(word.text, is_digit) && accept(reader, '}') ? OPERAND : NO_OPERAND;
}

// .blocked      .a.b
static bool read_dotted(Reader *reader) {
  Word word;
  while (accept(reader, '.')) {
    read_word(reader, &word);
    if (word.length == 0 || is_digit(*word.text)) return false;
  }
  return true;
}

// <{sizePerThread = [1, 4], parent = #mma}> behind the name of an attribute
static bool read_attribute(Reader *reader) {
  Word word;
  if (++reader->depth > DEEPEST || !accept(reader, '<') || !accept(reader, '{')) return false;
  for (;;) {
    if (!skip_blanks(reader)) return false;
    if (accept(reader, '}')) break;
    read_word(reader, &word);
    if (!is_identifier(&word)) return false;
    if (!skip_blanks(reader) || !accept(reader, '=') || !skip_blanks(reader)) return false;
    if (accept(reader, '#')) {
      read_word(reader, &word);
      if (!is_identifier(&word) || !read_dotted(reader)) return false;
      if (peek(reader) == '<' && !read_attribute(reader)) return false;
    } else if (!read_expression(reader)) {
      return false;
    }
    if (!skip_blanks(reader)) return false;
    if (peek(reader) != '}' && !accept(reader, ',')) return false;
  }
  reader->depth--;
  return accept(reader, '>');
}

// <"(4,8):(8,1)"> behind !cute.layout
static bool read_type(Reader *reader) {
  return accept(reader, '<') && accept(reader, '"') && read_expression(reader) && skip_blanks(reader) &&
         accept(reader, '"') && accept(reader, '>');
}

static Operand read_operand(Reader *reader, const Beginning *beginning, bool is_first) {
  bool good = false;
  switch (beginning->kind) {
    case BY_WORD:
      return is_decimal(&beginning->word) ? read_integer_operand(reader, &beginning->word, is_first)
                                          : read_named_operand(reader, beginning->word, is_first);
    case BY_PARENTHESIS:
      return read_tuple_operand(reader);
    case BY_BRACE:
      return read_offset(reader);
    case BY_ATTRIBUTE:
      good = read_dotted(reader) && read_attribute(reader);
      break;
    case BY_TYPE:
      good = read_dotted(reader) && read_type(reader);
      break;
    default:
      break;
  }
  reader->evidence = good;
  return good ? OPERAND : NO_OPERAND;
}

// ` o ` behind an operand. `is_cut`: nothing follows it in its line.
static bool read_sign(Reader *reader, bool *is_cut) {
  *is_cut = false;
  skip_blanks_of_line(reader);
  if (!accept(reader, 'o') && !accept(reader, 0x2218)) return false;
  const int32_t next = peek(reader);
  *is_cut = is_blank(next) || next == '\n' || next == 0;
  if (!*is_cut) return false;
  skip_blanks_of_line(reader);
  *is_cut = peek(reader) == '\n' || peek(reader) == 0;
  return !*is_cut;
}

// The operand behind a sign.
static Operand read_next(Reader *reader) {
  Beginning beginning = {.kind = NO_BEGINNING};
  if (accept(reader, '(')) beginning.kind = BY_PARENTHESIS;
  else if (accept(reader, '{')) beginning.kind = BY_BRACE;
  else if (is_word(peek(reader))) {
    beginning.kind = BY_WORD;
    read_word(reader, &beginning.word);
  }
  return read_operand(reader, &beginning, false);
}

// Whether a literal begins there. `in_slice`: a shape and a stride alone would be a slice there, or an entry of a
// dictionary.
static bool read_literal(Reader *reader, const Beginning *beginning, bool in_slice) {
  const Operand first = read_operand(reader, beginning, true);
  if (first == NO_OPERAND) return false;
  bool is_chain = false;
  bool is_cut = false;
  while (!reader->is_over && beginning->kind != BY_ATTRIBUTE && read_sign(reader, &is_cut)) {
    const bool evidence = reader->evidence;
    if (read_next(reader) == NO_OPERAND) {
      reader->evidence = evidence;
      break;
    }
    is_chain = true;
  }
  if (is_cut || !reader->evidence) return false;
  return is_chain || (first != GROUP && !(in_slice && first == PLAIN_LAYOUT));
}

#endif
