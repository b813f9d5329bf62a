/**
 * @file Layout literals in the sources of other languages: an island grammar. What is no literal is opaque text.
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const { commaSeparated, expressions } = require('../common/rules.js');

module.exports = grammar({
  name: 'layout_literals',

  // The scanner reads opaque text, and says where a literal begins and where each of its operands ends: it has
  // read the literal to its end by then (src/literal.h), so that no text makes an error. A line end is white
  // space inside of brackets, with the sign of the comment that goes on behind it.
  externals: ($) => [
    $._text,
    $._start,
    $._named_end,
    $._tuple_end,
    $._integer_end,
    $._layout_end,
    $._end,
    $._compose,
    $._line_break,
    $._error_sentinel,
  ],

  extras: ($) => [/[ \t\r\f]/, $._line_break, $.comment],

  word: ($) => $.identifier,

  inline: ($) => [$._named],

  rules: {
    document: ($) => repeat(choice($._text, $.literal)),

    literal: ($) =>
      seq($._start, choice($._operand, alias($._chain, $.composition), seq($.attribute_alias, $._end))),

    // S<3,4,3> o 0 o (8,64):(64,1)
    _chain: ($) =>
      seq(field('operand', $._operand), repeat1(seq(alias($._compose, 'o'), field('operand', $._operand)))),

    // Behind each operand stands its end, which is empty. Which kind of end it is says how it may go on.
    _operand: ($) =>
      choice(
        seq($._named, $._named_end),
        seq($.tuple, $._tuple_end),
        seq($.integer, $._integer_end),
        seq(alias($._plain_layout, $.layout), $._layout_end),
        seq(alias($._called, $.call), $._end),
        seq(choice($.pointer, $.offset, $.attribute, $.mlir_type), $._end),
      ),

    // (4,8):(8,1)      _4:_1
    _plain_layout: ($) =>
      seq(field('shape', choice($.tuple, $.integer)), ':', field('stride', choice($.tuple, $.integer))),
    // (4,8):(8,1)(2,_)
    _called: ($) => seq(field('function', alias($._plain_layout, $.layout)), field('arguments', $.arguments)),

    // #blocked = #ttg.blocked<{sizePerThread = [1, 4], …}>
    attribute_alias: ($) => seq(field('name', $.attribute_name), '=', field('value', $.attribute)),
    attribute: ($) =>
      seq(field('name', $.attribute_name), '<', field('arguments', $.attribute_dictionary), '>'),
    attribute_name: (_) => token(/#[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*/),
    attribute_dictionary: ($) => seq('{', commaSeparated($.attribute_entry), '}'),
    attribute_entry: ($) =>
      seq(
        field('name', $.identifier),
        '=',
        field('value', choice($._expression, $.attribute, $.attribute_name)),
      ),

    // !cute.layout<"(4,8):(8,1)">
    mlir_type: ($) => seq(field('name', $.type_name), '<', '"', field('value', $._expression), '"', '>'),
    type_name: (_) => token(/![A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+/),

    ...expressions,

    comment: (_) => token(choice(/\/\/[^\n]*/, /#([ \t#][^\n]*)?/, /\/\*([^*]|\*+[^*/])*\*+\//)),
  },
});
