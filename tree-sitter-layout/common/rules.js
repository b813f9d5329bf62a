/**
 * @file The rules of an expression, which both grammars of the package have: layouts, tuples, the literals of the hosts.
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// From loose to tight. Composition and `shape:stride` are loosest and need no number: they have
// rules of their own (`_expression`, `_term`).
const PREC = {
  or: 1,
  xor: 2,
  and: 3,
  add: 4,
  // `1@0 + 2@1` adds two basis elements; `1/2@0` and `2*K@0` scale one.
  basis: 5,
  multiply: 6,
  unary: 7,
  // `(4,8):(8,1)(3)` calls the layout, not the tuple `(8,1)`: in a stride, a parenthesis that follows
  // a tuple is not the tuple's.
  callTuple: 8,
  tuple: 9,
  postfix: 10,
};

/** @param {RuleOrLiteral} rule */
const commaSeparated = (rule) => optional(seq(rule, repeat(seq(',', rule)), optional(',')));

/** What can be called, and have members, without parentheses: `_named` is inlined in both grammars. */
const expressions = {
  _expression: ($) => choice($.composition, $._term),

  // A o B o C, one node for the whole chain
  composition: ($) =>
    seq(field('operand', $._term), repeat1(seq(choice('o', '∘'), field('operand', $._term)))),

  _term: ($) => choice($.layout, alias($._layout_call, $.call), $._scalar),

  // shape:stride
  layout: ($) => seq(field('shape', $._scalar), ':', field('stride', $._scalar)),

  // (4,8):(8,1)(3)
  _layout_call: ($) =>
    seq(field('function', choice($.layout, alias($._layout_call, $.call))), field('arguments', $.arguments)),

  _scalar: ($) => choice($.binary, $.unary, $.basis, $._atom),

  binary: ($) => {
    /** @type {[number, RuleOrLiteral][]} */
    const table = [
      [PREC.or, '|'],
      [PREC.xor, '^'],
      [PREC.and, '&'],
      [PREC.add, choice('+', '-')],
      [PREC.multiply, choice('*', '/', '%')],
    ];
    return choice(
      ...table.map(([precedence, operator]) =>
        prec.left(
          precedence,
          seq(field('left', $._scalar), field('operator', operator), field('right', $._scalar)),
        ),
      ),
    );
  },

  unary: ($) => prec(PREC.unary, seq(field('operator', choice('-', '+', '~')), field('operand', $._scalar))),

  // 16@0      1@0@1      1/2@0: a value and the path of its mode, innermost index first
  basis: ($) => prec(PREC.basis, seq(field('value', $._scalar), $._path)),
  _path: ($) => prec.right(PREC.basis, seq('@', field('mode', $.integer), optional($._path))),

  _atom: ($) =>
    choice(
      prec(PREC.tuple, $.tuple),
      $.list,
      $.tiler,
      $.offset,
      $.dictionary,
      $.integer,
      $.mixed_bits,
      $.basis_element,
      $.binary_element,
      $.string,
      $.underscore,
      $.dynamic,
      $.pointer,
      $._named,
    ),

  _named: ($) => choice($.identifier, $.qualified, $.template, $.member, $.call, $.construct, $.subscript),

  // A tuple, or an expression in parentheses: `(8)` is a shape of one mode, `(A o B)` is a group.
  tuple: ($) => seq('(', commaSeparated($._expression), ')'),
  list: ($) => seq('[', commaSeparated($._expression), ']'),
  // <4:1, 8:2>      [4:1;8:2]
  tiler: ($) =>
    choice(
      seq('<', commaSeparated($._expression), '>'),
      seq('[', $._expression, repeat1(seq(';', $._expression)), ']'),
    ),
  // {8} o (2,3):(15,100), as the paper prints a slice
  offset: ($) => seq('{', $._expression, repeat(seq(',', $._expression)), '}'),
  // {"register": [[1], [2]]}
  dictionary: ($) => seq('{', commaSeparated($.pair), '}'),
  pair: ($) => prec(1, seq(field('key', $.string), ':', field('value', $._expression))),

  // f(a, b)      size<0>(L)      make_layout((4,8), stride=(8,1))      (A o B)(3)
  call: ($) =>
    choice(
      prec(PREC.postfix, seq(field('function', $._named), field('arguments', $.arguments))),
      prec(PREC.callTuple, seq(field('function', $.tuple), field('arguments', $.arguments))),
    ),
  arguments: ($) => seq('(', commaSeparated(choice($._expression, $.keyword_argument)), ')'),
  keyword_argument: ($) => seq(field('name', $.identifier), '=', field('value', $._expression)),

  // Layout<Shape<_4,_8>>      Sw<3,4,3>
  template: ($) =>
    prec(PREC.postfix, seq(field('name', $.identifier), field('arguments', $.template_arguments))),
  template_arguments: ($) => seq('<', commaSeparated($._expression), '>'),

  // Int<4>{}      Layout<Shape<_4>>{}      _8{}
  construct: ($) =>
    prec(PREC.postfix, seq(field('type', choice($._named, $.integer)), field('arguments', $.initializer))),
  initializer: ($) => seq('{', commaSeparated($._expression), '}'),

  // cute::make_layout      cute::_8
  qualified: ($) =>
    prec(
      PREC.postfix,
      seq(
        optional(field('scope', choice($.identifier, $.template, $.qualified))),
        '::',
        field('name', choice($.identifier, $.template, $.integer)),
      ),
    ),

  // cute.make_layout      GroupBy([6,6]).OrderBy(..)
  member: ($) =>
    prec(PREC.postfix, seq(field('object', $._named), '.', field('name', choice($.identifier, $.template)))),

  // L.shape[0]
  subscript: ($) => prec(PREC.postfix, seq(field('object', $._named), field('index', $.list))),

  // smem_ptr[16b](unset)      gmem_ptr[16b](0x7f..)
  pointer: ($) =>
    seq(
      field('space', $.identifier),
      '[',
      field('width', $.width),
      ']',
      '(',
      field('address', $.address),
      ')',
    ),
  width: (_) => token(/[0-9]+b/),
  address: (_) => token(choice('unset', 'nullptr', '(nil)', /0x[0-9A-Fa-f]*([.…]+[0-9A-Fa-f]*)*/)),

  // ?      ?{i64}      ?{div=8}      ?{i64 div=8}
  dynamic: ($) => prec.right(seq('?', optional(seq('{', repeat($._dynamic_property), '}')))),
  _dynamic_property: ($) =>
    seq(choice(field('type', $.identifier), seq('div', '=', field('divisor', $.integer))), optional(',')),

  underscore: (_) => '_',

  // 4      -4      _4      _-4      0x1f      4_c
  integer: (_) => token(choice(/-?[0-9]+/, /_-?[0-9]+/, /[0-9]+_c/, /_?0[xX][0-9A-Fa-f]+/, /0[bB][01]+/)),

  // M_0|(2&2)=2: an offset that C++ knows in part, and its value
  mixed_bits: (_) => token(/M_?[0-9]+\|\([0-9]+&[0-9]+\)=[0-9]+/),

  // e0      6e1: the paper's basis elements
  basis_element: (_) => token(/-?[0-9]*e[0-9]+/),
  // f5: the paper's strides over bit strings
  binary_element: (_) => token(/f[0-9]+/),

  string: (_) => token(choice(/"([^"\\\n]|\\[^\n])*"/, /'([^'\\\n]|\\[^\n])*'/)),

  // A name that starts with an underscore is a static symbol: _kBlockM.
  identifier: (_) => token(/_*[A-Za-zΑ-Ωα-ω][A-Za-z0-9_Α-Ωα-ω]*/),
};

module.exports = { commaSeparated, expressions };
