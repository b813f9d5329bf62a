// Evaluates a grammar.js the way tree-sitter's generator does, and gives the grammar.json it would
// write: https://tree-sitter.github.io/tree-sitter/creating-parsers/2-the-grammar-dsl.html

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

/** Runs a CommonJS module with the words of the grammar DSL in scope; what it imports of its own has them, too. */
function load(path) {
  const resolve = createRequire(path).resolve;
  const names = ['module', 'exports', 'require', ...Object.keys(dsl), 'grammar'];
  const run = vm.runInThisContext(`(function (${names.join(', ')}) {${readFileSync(path, 'utf8')}\n})`, {
    filename: path,
  });
  const module = { exports: {} };
  run(module, module.exports, (name) => load(resolve(name)), ...Object.values(dsl), grammar);
  return module.exports;
}

/** The grammar.json of a grammar.js that extends no other grammar. */
export const evaluateGrammar = load;
