/**
 * @file The text notation of tensor layouts: CuTe, Triton's linear layouts, LEGO chains.
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const { commaSeparated, expressions } = require('../common/rules.js');

module.exports = grammar({
  name: 'layout',

  // Line ends are tokens. The scanner decides what a line end is: the end of a statement, or, inside
  // brackets, white space before a line that is indented deeper. Junk is what it skips while the parser
  // recovers from an error (see src/scanner.c).
  externals: ($) => [$._newline, $._continuation, $._junk, $.junk, $._error_sentinel],

  extras: ($) => [/[ \t\r\f\u00a0\u2009\ufeff]/, $._continuation, $.comment],

  word: ($) => $.identifier,

  // What can be called, and have members, without parentheses.
  inline: ($) => [$._named],

  rules: {
    // A separator and what follows it are one piece, and not the separator and what precedes it, so that
    // error recovery is never tempted to cut a wrong line in two with a separator of its own.
    document: ($) =>
      seq(optional($._statement), repeat(seq(choice($._newline, ';'), optional($._statement)))),

    _statement: ($) =>
      choice($._expression, $.assignment, $.where, $.basis_image, $.unit_dimension, $.out_dimensions),

    // x = composition(A, B)      p(i, j) = (2-i)*2 + (1-j)      using L = Layout<Shape<_4>>
    assignment: ($) => seq(repeat($.modifier), $._binding),
    _binding: ($) => seq(field('left', choice($.identifier, $.call)), '=', field('right', $._expression)),
    modifier: (_) => choice('auto', 'using', 'const', 'constexpr', 'static', 'int'),

    // GroupBy([6,4]).OrderBy(GenP([6,4], p)).apply(4,1), p(i,j) = (5-i)*4 + j
    where: ($) =>
      seq(
        field('value', $._expression),
        repeat1(seq(',', field('definition', alias($._binding, $.assignment)))),
      ),

    // The lines in which Triton prints a linear layout:
    //   - register is a size 1 dimension
    //   - lane=1 -> (1, 1)
    //     lane=2 -> (0, 1)
    //   where out dims are: [dim0 (size 8), dim1 (size 2)]
    basis_image: ($) =>
      seq(
        optional('-'),
        field('dimension', $.identifier),
        '=',
        field('input', $.integer),
        '->',
        field('output', $.tuple),
      ),
    unit_dimension: ($) => seq('-', field('dimension', $.identifier), 'is a size 1 dimension'),
    out_dimensions: ($) => seq('where out dims are:', '[', commaSeparated($.out_dimension), ']'),
    out_dimension: ($) => seq(field('dimension', $.identifier), '(', 'size', field('size', $.integer), ')'),

    ...expressions,
    // G.apply(1, :): all of a dimension, as Python writes it. Where an argument begins no layout has its colon.
    arguments: ($) =>
      seq('(', commaSeparated(choice($._expression, $.keyword_argument, alias(':', $.underscore))), ')'),
    _atom: ($) => choice(expressions._atom($), $.relation),

    // { [c] -> [(-3c) mod 16] : 0 <= c < 16 }      [N] -> { [i, j] : 0 <= i < N }: a relation or set of integers as ISL
    // writes it, which has a language of its own. An arrow or a colon tells it from the offset {[1,2]}. It goes on in
    // lines that are indented, and ends with a brace that may stand at the beginning of one.
    relation: (_) =>
      token(
        choice(
          /\[[A-Za-z0-9_, \t]*\][ \t]*->[ \t]*\{([^{}\n]|\n[ \t\r\n]*[ \t])*\n?\}/,
          /\{[ \t\r]*(\n[ \t\r\n]*[ \t])?[A-Za-z0-9_]*[ \t]*\[[^\]{}\n]*\][ \t\r]*(\n[ \t\r\n]*[ \t])?(->|:|;)([^{}\n]|\n[ \t\r\n]*[ \t])*\n?\}/,
        ),
      ),

    comment: (_) => token(choice(/#[^\n]*/, /\/\/[^\n]*/)),
  },
});
