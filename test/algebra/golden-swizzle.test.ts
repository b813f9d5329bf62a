// Every record of golden/swizzle.jsonl and the swizzle records of golden/rejected.jsonl, to the letter.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { evaluateAny, makeComposed } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, type Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { printMarked, printPlain } from '../../server/src/algebra/layout/print.ts';
import { applySwizzle } from '../../server/src/algebra/layout/swizzle.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { enumerateOffsets } from '../../server/src/algebra/view/enumerate.ts';
import { parse } from './swizzle-notation.ts';

interface GoldenRecord {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly raw_args?: readonly (string | number)[];
  readonly result?: unknown;
  readonly raw?: string | readonly string[];
  readonly accepts?: false;
  readonly error?: string;
  readonly group?: string;
}

const golden = (file: string): GoldenRecord[] =>
  readFileSync(new URL(`../golden/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenRecord);

/** An argument as C++ builds it: `Sw<0,…> o 0 o L` is the plain layout. */
const argument = (text: string | number, marked: boolean): AlgebraValue => {
  if (typeof text === 'number') return text;
  const value = parse(text, marked ? 'dynamic' : 'static') as AlgebraValue;
  return value instanceof ComposedLayout ? makeComposed(value.outer, value.offset, value.inner) : value;
};
const argumentsOf = (record: GoldenRecord): AlgebraValue[] =>
  (record.raw_args ?? record.args).map((a) => argument(a, record.raw_args !== undefined));

/** The result as the record writes it. */
const unmarked = (value: AlgebraValue): unknown => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Dynamic && typeof value.value === 'number') return value.value;
  return printPlain(value);
};

/** How the catalog calls an operation of the golden data, and how many constants are template arguments. */
const CATALOG: Readonly<Record<string, readonly [name: string, constants: number]>> = {
  'append<N>': ['append', 1],
  call_slice: ['call', 0],
  coalesce_profile: ['coalesce', 0],
  complement_int: ['complement', 0],
  complement_shape: ['complement', 0],
  composition_int: ['composition', 0],
  composition_layout_swizzle: ['composition', 0],
  composition_swizzles: ['composition', 0],
  composition_tiler: ['composition', 0],
  downcast: ['downcast', 1],
  filter_profile: ['filter', 0],
  get: ['get', 1],
  group: ['group', 2],
  recast_layout: ['recast_layout', 2],
  take: ['take', 2],
  tile_to_shape_order: ['tile_to_shape', 0],
  upcast: ['upcast', 1],
};

const apply = (op: string, args: readonly AlgebraValue[]): Outcome<AlgebraValue> => {
  if (op === 'print') return args[0]!;
  if (op === 'make_swizzle') return applyOperation(op, [], { template: args as number[] });
  const [name, constants] = CATALOG[op] ?? [op, 0];
  const template = args.slice(1, 1 + constants) as number[];
  return applyOperation(name, [args[0]!, ...args.slice(1 + constants)], { template });
};

const check = (record: GoldenRecord): void => {
  const name = `${record.op} ${JSON.stringify(record.raw_args ?? record.args)}`;
  const args = argumentsOf(record);
  if (record.op === 'swizzle_apply') {
    const [sw, step] = args as [Swizzle, number];
    const expected = record.result as number[];
    assert.deepEqual(
      expected.map((_, i) => applySwizzle(sw, i * step)),
      expected,
      name,
    );
    return;
  }
  if (record.op === 'swizzle_eval') {
    const layout = args[0] as AnyLayout;
    const expected = record.result as number[];
    // Past its size a layout's last mode goes on, where only evaluation can follow.
    const values = expected.map((_, i) => evaluateAny(layout, i));
    assert.deepEqual(values, expected, name);
    const table = enumerateOffsets(layout);
    assert.ok(!isFailure(table), name);
    const within = Math.min(expected.length, table.length);
    assert.deepEqual(Array.from(table.slice(0, within)), expected.slice(0, within), `${name} enumerated`);
    return;
  }
  const result = apply(record.op, args);
  if (record.accepts === false) {
    assert.ok(result instanceof Violation, `${name} is refused by C++, here: ${text(result!)}`);
    assert.equal(result.detail.cute, record.error, name);
    return;
  }
  assert.ok(!isFailure(result), `${name}: ${isFailure(result) ? text(result) : ''}`);
  if (Array.isArray(record.raw)) {
    const values = result as readonly AlgebraValue[];
    assert.deepEqual(values.map(printMarked), record.raw, name);
    assert.deepEqual(values.map(unmarked), record.result, name);
  } else {
    assert.equal(printMarked(result as AlgebraValue), record.raw, name);
    assert.deepEqual(unmarked(result as AlgebraValue), record.result, name);
  }
};

const text = (value: unknown): string => {
  if (value instanceof Violation) return `${value.code}: ${value.message} [${value.detail.cute}]`;
  if (value instanceof NeedsValue) return value.reason;
  return printMarked(value as AlgebraValue);
};

const records = [
  ...golden('swizzle.jsonl'),
  ...golden('rejected.jsonl').filter((record) => record.group === 'swizzle'),
];
const byOperation = new Map<string, GoldenRecord[]>();
for (const record of records) {
  const name = `${record.op}${record.accepts === false ? ' (refused)' : ''}`;
  byOperation.set(name, [...(byOperation.get(name) ?? []), record]);
}
const counts: string[] = [];

for (const [op, list] of byOperation) {
  test(`golden swizzle: ${op}, ${list.length} records`, () => {
    for (const record of list) check(record);
    counts.push(`${op.padEnd(36)}${String(list.length).padStart(5)}`);
  });
}

after(() => {
  console.log(`${counts.join('\n')}\n${'all'.padEnd(36)}${String(records.length).padStart(5)}`);
});
