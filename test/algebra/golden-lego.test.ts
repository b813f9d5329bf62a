// Every record of lego.jsonl: the tables of the LEGO reference implementation, read from its Python
// form: permutations count from 0, and GroupBy or TileBy stands at the end.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import {
  groupBy,
  type LegoLayout,
  legoApply,
  legoInv,
  type OrderBy,
  tileBy,
} from '../../server/src/algebra/lego/lego.ts';
import { namedPermutations } from '../../server/src/algebra/lego/named.ts';
import {
  columnMajorPermutation,
  type Permutation,
  regularPermutation,
  rowMajor,
} from '../../server/src/algebra/lego/permutation.ts';
import { unflatten } from '../../server/src/algebra/lego/row-major.ts';

interface Record {
  readonly expr: string;
  readonly dims: readonly number[];
  readonly apply: readonly number[];
  readonly inv: readonly number[];
}

const records = readFileSync(new URL('../golden/lego.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record);

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail(JSON.stringify(outcome));
  return outcome as T;
}

/** The arguments of a call, split at its own commas. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    else if (')]}'.includes(text[i]!)) depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** `A(…).B(…)` as its calls. */
function calls(text: string): { name: string; args: string[] }[] {
  const found: { name: string; args: string[] }[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('(', at);
    let depth = 0;
    let end = open;
    do {
      if (text[end] === '(') depth++;
      if (text[end] === ')') depth--;
      end++;
    } while (depth > 0);
    found.push({ name: text.slice(at, open), args: split(text.slice(open + 1, end - 1)) });
    at = end + 1;
  }
  return found;
}

function permutation(text: string): Permutation {
  const [{ name, args }] = calls(text) as [{ name: string; args: string[] }];
  switch (name) {
    case 'RegP':
      return must(regularPermutation(JSON.parse(args[0]!), JSON.parse(args[1]!)));
    case 'GenP':
      return must(namedPermutations.get(args[1]!)!(JSON.parse(args[0]!)));
    case 'Row':
      return must(rowMajor(args.map(Number)));
    case 'Col':
      return must(columnMajorPermutation(args.map(Number)));
    default:
      return assert.fail(`unknown permutation ${name}`);
  }
}

function read(text: string): LegoLayout {
  const orders: OrderBy[] = [];
  for (const { name, args } of calls(text)) {
    if (name === 'OrderBy') orders.push({ permutations: args.map(permutation) });
    else if (name === 'GroupBy') return must(groupBy(JSON.parse(args[0]!), orders));
    else if (name === 'TileBy')
      return must(
        tileBy(
          args.map((a) => JSON.parse(a) as number[]),
          orders,
        ),
      );
  }
  return assert.fail(`no view in ${text}`);
}

for (const view of ['GroupBy', 'TileBy']) {
  const own = records.filter((r) => r.expr.includes(view));
  test(`golden lego: ${view}, ${own.length} records`, () => {
    assert.ok(own.length > 50);
    for (const { expr, dims, apply, inv } of own) {
      const layout = read(expr);
      assert.deepEqual(layout.dims, dims, expr);
      assert.deepEqual(
        apply.map((_, i) => must(legoApply(layout, unflatten(dims, i)))),
        apply,
        expr,
      );
      for (let p = 0; p < inv.length; p++) {
        assert.deepEqual(must(legoInv(layout, p)), unflatten(dims, inv[p]!), `inverse of ${expr} at ${p}`);
      }
    }
  });
}

test('a view of another size than its reordering is refused with both sizes', () => {
  const failure = groupBy([[6]], [{ permutations: [must(rowMajor([2, 4]))] }]);
  assert.ok(isFailure(failure));
  assert.equal(
    (failure as { message?: string }).message,
    'the view has 6 elements, and an OrderBy reorders 8',
  );
});

// The worked examples of the LEGO paper, whose permutations count from 1.
const rowOf = (dims: readonly number[], order: readonly number[]): Permutation =>
  must(
    regularPermutation(
      dims,
      order.map((k) => k - 1),
    ),
  );

test('Figure 2: a grid turned over, and its tiles reversed', () => {
  const reverse = must(namedPermutations.get('reverse')!([3, 2]));
  const layout = must(groupBy([[6, 4]], [{ permutations: [rowOf([2, 2], [2, 1]), reverse] }]));
  assert.equal(must(legoApply(layout, [4, 1])), 6);
  assert.deepEqual(must(legoInv(layout, 6)), [4, 1]);
});

test('Figure 6: tiles, then a transposed grid of antidiagonal tiles', () => {
  const tiles: OrderBy = { permutations: [rowOf([2, 3, 2, 3], [1, 3, 2, 4])] };
  const antidiag = must(namedPermutations.get('antidiag')!([3, 3]));
  const turned: OrderBy = { permutations: [rowOf([2, 2], [2, 1]), antidiag] };
  assert.equal(must(legoApply(must(groupBy([[6, 6]], [tiles])), [4, 2])), 23);
  const both = must(groupBy([[6, 6]], [turned, tiles]));
  assert.equal(must(legoApply(both, [4, 2])), 15);
  assert.deepEqual(must(legoInv(both, 15)), [4, 2]);
});
