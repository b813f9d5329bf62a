// The worked examples of the documents (golden/seeds.jsonl) on CuTe's algebra, with the corrections that
// were checked by brute force: what C++ CuTe prints where it compiles them, the document's value elsewhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import type { Layout } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { equalFunctions } from '../../server/src/algebra/property/properties.ts';
import { parse } from './swizzle-notation.ts';

interface Seed {
  readonly seed: string;
  readonly where: string;
  readonly expr: string;
  readonly value?: string;
  readonly cpp?: string;
  readonly note?: string;
}

const seeds = readFileSync(new URL('../golden/seeds.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Seed)
  .filter((s) => s.value !== undefined && !/GroupBy|LinearLayout|swizzle\(/.test(s.expr));

// --- reading expressions ------------------------------------------------------------------------

/** Where the outermost parentheses of `text` close, counted from an opening one at `from`. */
const closing = (text: string, from: number): number => {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ('(<'.includes(text[i]!)) depth++;
    if (')>'.includes(text[i]!) && --depth === 0) return i;
  }
  throw new Error(`unclosed: ${text}`);
};

const splitTop = (text: string, separator: string): string[] => {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if ('(<'.includes(text[i]!)) depth++;
    else if (')>'.includes(text[i]!)) depth--;
    else if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(start, i));
      start = i + separator.length;
    }
  }
  return [...parts, text.slice(start)];
};

const value = (text: string): AlgebraValue => parse(text) as AlgebraValue;

/** C++ CuTe refuses inverses and complements of coordinates, which the paper defines. */
const operationOf = (name: string, text: string): string => {
  if (name === 'inverse') return 'right_inverse';
  if (!/\de\d|[(,]e\d/.test(text)) return name;
  return (
    {
      right_inverse: 'paper_right_inverse',
      left_inverse: 'paper_left_inverse',
      complement: 'unbounded_complement',
    }[name] ?? name
  );
};

const evaluate = (text: string): Outcome<AlgebraValue> => {
  const operands = splitTop(text, ' o ');
  if (operands.length > 1) {
    const [a, b] = operands.map(evaluate);
    if (isFailure(a)) return a;
    return isFailure(b) ? b : applyOperation('composition', [a!, b!]);
  }
  const call = /^([a-z_]+)\(/.exec(text);
  if (call) {
    const args = splitTop(text.slice(call[0].length, -1), ', ').map(evaluate);
    const failed = args.find(isFailure);
    if (failed !== undefined) return failed;
    return applyOperation(operationOf(call[1]!, text), args as AlgebraValue[]);
  }
  if (text.startsWith('(') && closing(text, 0) === text.length - 1 && text.includes(' o ')) {
    return evaluate(text.slice(1, -1));
  }
  // A layout followed by a coordinate in parentheses is a call.
  const colon = splitTop(text, ':');
  if (colon.length === 2 && colon[1]!.startsWith('(')) {
    const end = text.length - colon[1]!.length + closing(colon[1]!, 0);
    if (end < text.length - 1) {
      const layout = value(text.slice(0, end + 1));
      const coordinate = value(text.slice(end + 1));
      const single = Array.isArray(coordinate) && coordinate.length === 1 ? coordinate[0]! : coordinate;
      const sliced = applyOperation('slice_and_offset', [single, layout]);
      if (text.includes('_') || isFailure(sliced)) return sliced;
      return applyOperation('call', [layout, single]);
    }
  }
  return value(text);
};

/** One spelling: `2e1` and `2@1` are the same stride. */
const canonical = (text: string): string => printPlain(value(text));

const shown = (result: Outcome<AlgebraValue>): string =>
  isFailure(result) ? `${result.constructor.name} ${JSON.stringify(result)}` : printPlain(result);

const CODES: Readonly<Record<string, readonly string[]>> = {
  'error: stride divisibility (20)': ['stride-divisibility'],
  'error: shape divisibility (21)': ['shape-divisibility'],
  'error: divisibility': ['stride-divisibility', 'shape-divisibility'],
};

let [byCute, byDocument] = [0, 0];

for (const seed of seeds) {
  test(`${seed.seed.slice(0, 3)} ${seed.where}: ${seed.expr}`, () => {
    const result = evaluate(seed.expr);
    if (seed.cpp !== undefined) {
      byCute++;
      if (seed.cpp === 'refused') assert.ok(result instanceof Violation, shown(result));
      else assert.equal(shown(result), seed.cpp);
      return;
    }
    byDocument++;
    const expected = seed.value!;
    if (expected.startsWith('error')) {
      assert.ok(result instanceof Violation, shown(result));
      assert.ok(CODES[expected]!.includes(result.code), result.code);
    } else if (expected.startsWith('{')) {
      // C++ keeps the tuple around the modes that stay, so the sublayouts are compared as functions.
      const [, offset, sublayout] = /^\{(\d+)\} o (.*)$/.exec(expected)!;
      assert.ok(!isFailure(result), shown(result));
      const [layout, at] = result as readonly [Layout, number];
      assert.equal(at, Number(offset));
      const equal = equalFunctions(layout, value(sublayout!) as Layout);
      assert.ok(!isFailure(equal) && equal.holds, shown(layout));
    } else if (expected === 'true' || expected === 'false') {
      assert.equal(result, expected === 'true');
    } else assert.equal(shown(result), canonical(expected));
  });
}

test('Table 7 and 3.5.1: the unbounded complements that the paper prints', () => {
  const rows = seeds.filter((s) => /Table 7|3\.5\.1/.test(s.where) && s.expr.startsWith('complement('));
  assert.ok(rows.length >= 9);
  for (const { expr, value: expected } of rows) {
    const result = applyOperation('unbounded_complement', [value(expr.slice('complement('.length, -1))]);
    assert.equal(shown(result), canonical(expected!), expr);
  }
});

after(() => {
  console.log(`${byCute} seeds as C++ CuTe prints them, ${byDocument} as the documents do`);
});
