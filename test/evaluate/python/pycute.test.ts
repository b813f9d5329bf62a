// pycute's own answers, record by record, from the golden data.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type IntTuple, PycuteError } from '../../../server/src/evaluate/python/pycute/int-tuple.ts';
import {
  coalesce,
  complement,
  composition,
  cosize,
  isLayout,
  layout,
  leftInverse,
  type PyLayout,
  type PyTiler,
  rightInverse,
  size,
} from '../../../server/src/evaluate/python/pycute/layout.ts';
import {
  logicalDivide,
  logicalProduct,
  tiledDivide,
  tiledProduct,
  zippedDivide,
  zippedProduct,
} from '../../../server/src/evaluate/python/pycute/tiling.ts';

interface GoldenRecord {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly pycute?: string | number | { accepts: boolean; result?: string | number; error?: string };
}

const records = (file: string): GoldenRecord[] =>
  readFileSync(new URL(`../../golden/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as GoldenRecord);

/** Reads `((4,8),2):((16,1),8)`, `(3,4)`, `_` and tilers such as `(8:2,_)`. */
function parse(text: string | number): PyTiler {
  if (typeof text === 'number') return text;
  let at = 0;
  const item = (): PyTiler => {
    const shape = plain();
    if (text[at] !== ':') return shape;
    at++;
    return layout(shape as IntTuple, plain() as IntTuple);
  };
  const plain = (): PyTiler => {
    if (text[at] === '_') {
      at++;
      return null;
    }
    if (text[at] !== '(') {
      const digits = /^-?\d+/.exec(text.slice(at))![0];
      at += digits.length;
      return Number(digits);
    }
    const items: PyTiler[] = [];
    while (text[at] !== ')') {
      at++;
      if (text[at] !== ')') items.push(item());
    }
    at++;
    return items;
  };
  const result = item();
  assert.equal(at, text.length, text);
  return result;
}

const printTuple = (value: IntTuple): string =>
  typeof value === 'number' ? String(value) : `(${value.map(printTuple).join(',')})`;

const print = (value: PyLayout | IntTuple | null): string | number => {
  if (value === null) return 'None';
  if (isLayout(value)) return `${printTuple(value.shape)}:${printTuple(value.stride)}`;
  return typeof value === 'number' ? value : printTuple(value);
};

type Arg = never;
const OPERATIONS: Readonly<Record<string, (...args: Arg[]) => PyLayout | IntTuple | null>> = {
  coalesce,
  // The data gives pycute the cotarget that C++ takes by default, the cosize.
  complement: (a: PyLayout) => complement(a, cosize(a)),
  complement_int: complement,
  composition,
  composition_tiler: composition,
  composition_int: composition,
  left_inverse: leftInverse,
  right_inverse: rightInverse,
  logical_divide: logicalDivide,
  logical_product: logicalProduct,
  zipped_divide: zippedDivide,
  tiled_divide: tiledDivide,
  zipped_product: zippedProduct,
  tiled_product: tiledProduct,
  make_layout: layout,
  make_layout_left: layout,
  size,
  cosize,
};

function answer({ op, args }: GoldenRecord): string | number {
  const operation = OPERATIONS[op];
  assert.ok(operation !== undefined, op);
  try {
    return print(operation(...(args.map(parse) as Arg[])));
  } catch (error) {
    if (error instanceof PycuteError) return 'rejected';
    throw error;
  }
}

test('the answers in which pycute and C++ differ', () => {
  const all = records('pycute_disagreements.jsonl');
  assert.ok(all.length > 500);
  for (const record of all) {
    const expected = String(record.pycute);
    assert.equal(
      String(answer(record)),
      expected.startsWith('rejected') ? 'rejected' : expected,
      JSON.stringify(record),
    );
  }
});

test('the boundary of admissibility', () => {
  let checked = 0;
  for (const record of records('admissibility.jsonl')) {
    if (typeof record.pycute !== 'object') continue;
    // The data took the size of a tuple as `shape.size()`, which a Python tuple does not have.
    if (record.pycute.error?.includes("'tuple' object has no attribute")) continue;
    const expected = record.pycute.accepts ? String(record.pycute.result) : 'rejected';
    assert.equal(String(answer(record)), expected, JSON.stringify(record));
    checked++;
  }
  assert.ok(checked > 800);
});
