// Evaluates a grammar.js the way tree-sitter's generator does, and gives the grammar.json it would
// write: https://tree-sitter.github.io/tree-sitter/creating-parsers/2-the-grammar-dsl.html

import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const blank = () => ({ type: 'BLANK' });

function rule(value) {
  if (typeof value === 'string') return { type: 'STRING', value };
  if (value instanceof RegExp || Object.prototype.toString.call(value) === '[object RegExp]') {
    return value.flags === ''
      ? { type: 'PATTERN', value: value.source }
      : { type: 'PATTERN', value: value.source, flags: value.flags };
  }
  if (value !== null && typeof value === 'object' && typeof value.type === 'string') return value;
  throw new Error(`not a rule: ${String(value)}`);
}

const sequence =
  (type) =>
  (...members) => ({ type, members: members.map(rule) });
const wrap = (type) => (content) => ({ type, content: rule(content) });
const precedence =
  (type) =>
  (...args) =>
    args.length === 1
      ? { type, value: 0, content: rule(args[0]) }
      : { type, value: args[0], content: rule(args[1]) };

const choice = sequence('CHOICE');

const dsl = {
  blank,
  seq: sequence('SEQ'),
  choice,
  optional: (content) => choice(content, blank()),
  repeat: wrap('REPEAT'),
  repeat1: wrap('REPEAT1'),
  token: Object.assign(wrap('TOKEN'), { immediate: wrap('IMMEDIATE_TOKEN') }),
  field: (name, content) => ({ type: 'FIELD', name, content: rule(content) }),
  alias: (content, value) =>
    typeof value === 'string'
      ? { type: 'ALIAS', content: rule(content), named: false, value }
      : { type: 'ALIAS', content: rule(content), named: true, value: value.name },
  prec: Object.assign(precedence('PREC'), {
    left: precedence('PREC_LEFT'),
    right: precedence('PREC_RIGHT'),
    dynamic: precedence('PREC_DYNAMIC'),
  }),
};

function symbol(known, name) {
  if (known !== null && !known.has(name)) throw new Error(`the grammar has no rule ${String(name)}`);
  return { type: 'SYMBOL', name };
}

function grammar(options) {
  const known = new Set(Object.keys(options.rules));
  const strict = new Proxy({}, { get: (_, name) => symbol(known, name) });
  // External tokens are named before they are known.
  const externals = (options.externals?.(new Proxy({}, { get: (_, name) => symbol(null, name) })) ?? []).map(
    rule,
  );
  for (const external of externals) if (external.type === 'SYMBOL') known.add(external.name);
  const list = (key) => options[key]?.(strict) ?? [];
  const names = (entries) => entries.map((entry) => entry.name);
  return {
    name: options.name,
    ...(options.word === undefined ? {} : { word: options.word(strict).name }),
    rules: Object.fromEntries(
      Object.entries(options.rules).map(([name, define]) => [name, rule(define(strict))]),
    ),
    extras: options.extras === undefined ? [{ type: 'PATTERN', value: '\\s' }] : list('extras').map(rule),
    conflicts: list('conflicts').map(names),
    precedences: list('precedences').map((order) => order.map(rule)),
    externals,
    inline: names(list('inline')),
    supertypes: names(list('supertypes')),
    reserved: {},
  };
}

/** The grammar.json of a grammar.js that neither extends another grammar nor imports anything. */
export function evaluateGrammar(path) {
  const module = { exports: {} };
  const run = vm.runInThisContext(
    `(function (module, exports, ${Object.keys(dsl).join(', ')}, grammar) {${readFileSync(path, 'utf8')}\n})`,
    {
      filename: path,
    },
  );
  run(module, module.exports, ...Object.values(dsl), grammar);
  return module.exports;
}
