// Document 002: its examples, its claims on random layouts, its operations by function beside CuTe's.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isFailure, type Outcome } from '../../../server/src/algebra/integer/failure.ts';
import { evaluate } from '../../../server/src/algebra/layout/evaluate.ts';
import { Layout } from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { complement } from '../../../server/src/algebra/operation/complement.ts';
import { concatenate } from '../../../server/src/algebra/operation/make.ts';
import {
  complementByFunction,
  compositionByFunction,
  logicalDivideByFunction,
} from '../../../server/src/algebra/recover/by-function.ts';
import { isRecovered, recoverLayout } from '../../../server/src/algebra/recover/recover.ts';
import { enumerateOffsets } from '../../../server/src/algebra/view/enumerate.ts';
import { seeded } from '../../support/random.ts';
import { factorizations, offsetOfModes } from './brute-force.ts';

const COUNT = Number(process.env['LAYOUT_LENS_COUNT'] ?? 1500);
const { between, pick, below } = seeded(20261122, 2);

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) assert.fail(JSON.stringify(outcome));
  return outcome as T;
}

const layout = (sizes: readonly number[], strides: readonly number[]): Layout =>
  new Layout([...sizes], [...strides]);
const values = (l: Layout): readonly number[] => [...must(enumerateOffsets(l))];
const sizeOf = (l: Layout): number => values(l).length;

/** Of at most 60 coordinates, with offsets that are not negative. */
function random(): Layout {
  const sizes: number[] = [];
  for (let left = 60; sizes.length < 3; ) {
    const size = between(1, Math.min(6, left));
    sizes.push(size);
    left = Math.floor(left / size);
  }
  return layout(
    sizes,
    sizes.map(() => pick([0, 1, 2, 3, 4, 6, 8, 9, 12, 24])),
  );
}

/** Strides of a compact layout in some order: one that has complements. */
function compact(): Layout {
  const sizes = [between(1, 4), between(1, 4), between(1, 4)];
  let stride = pick([1, 1, 2, 3]);
  const strides = [0, 0, 0];
  for (const k of [2, 0, 1]) {
    strides[k] = stride;
    stride *= sizes[k]! * pick([1, 1, 2]);
  }
  return layout(sizes, strides);
}

const recoveredText = (table: readonly number[]): string => {
  const result = must(recoverLayout(table));
  return isRecovered(result) ? printPlain(result.layout as Layout) : 'none';
};

test("the document's own tests of find_layout", () => {
  for (const [n, s] of [
    [
      [3, 5, 7],
      [4, 9, 8],
    ],
    [
      [3, 2],
      [10, 13],
    ],
  ] as const)
    assert.equal(recoveredText(values(layout(n, s))), printPlain(layout(n, s)));
  assert.equal(recoveredText(values(layout([9], [4]))), '9:4');
});

test("the document's own tests of a layout's functions", () => {
  const l = layout([3, 4], [1, 3]);
  assert.equal(evaluate(l, [2, 1]), 5);
  assert.equal(evaluate(l, [2, 3]), 11);
  assert.deepEqual(
    values(l),
    Array.from({ length: 12 }, (_, x) => x),
  );
});

test('(m, n):(n, 1) gives (i, j) the offset n*i + j, and every layout gives 0 the offset 0', () => {
  for (let i = 0; i < 50; i++) {
    const [m, n] = [between(1, 9), between(1, 9)];
    const [row, col] = [below(m), below(n)];
    assert.equal(evaluate(layout([m, n], [n, 1]), [row, col]), n * row + col);
    assert.equal(evaluate(random(), 0), 0);
  }
});

/** The document's test of a first mode's size: f(x) = f(n·⌊x/n⌋) + s·(x mod n). */
const isConsistent = (f: readonly number[], n: number): boolean =>
  f.every((value, x) => value === f[n * Math.floor(x / n)]! + f[1]! * (x % n));

test('claim 1: sizes that are consistent divide the largest one; claim 2: a layout begins with it', () => {
  for (let i = 0; i < COUNT / 10; i++) {
    const f = values(random());
    if (f.length < 2) continue;
    // One mode for all of f is looked for first, and then there is no claim.
    if (isConsistent(f, f.length)) continue;
    const consistent = f.map((_, n) => n).filter((n) => n > 0 && isConsistent(f, n));
    const largest = Math.max(...consistent);
    for (const n of consistent) assert.equal(largest % n, 0, `${n} and ${largest} of ${f}`);
    const begins = factorizations(f.length).some((sizes) => {
      let inner = 1;
      const strides = sizes.map((n) => {
        const stride = f[inner]!;
        inner *= n;
        return stride;
      });
      return sizes[0] === largest && f.every((value, x) => offsetOfModes(sizes, strides, x) === value);
    });
    assert.ok(begins, `${f}`);
  }
});

test('concatenation: L(x) = L1(x mod size(L1)) + L2(x / size(L1)), and sizes multiply', () => {
  for (let i = 0; i < COUNT / 10; i++) {
    const [a, b] = [random(), random()];
    const [f, g] = [values(a), values(b)];
    const all = values(concatenate(a, b));
    assert.equal(all.length, f.length * g.length);
    all.forEach((value, x) => {
      assert.equal(value, f[x % f.length]! + g[Math.floor(x / f.length)]!);
    });
    // The document has cosize(L1) + cosize(L2): it is one less.
    assert.equal(Math.max(...all) + 1, Math.max(...f) + 1 + Math.max(...g) + 1 - 1);
  }
});

test('the extension of a layout goes on with its last mode', () => {
  for (let i = 0; i < COUNT / 10; i++) {
    const l = random();
    const [sizes, strides] = [l.shape as number[], l.stride as number[]];
    const f = values(l);
    const x = below(5 * f.length);
    const turns = Math.floor(x / f.length);
    // The document has cosize(L) for how far a turn is: the last mode says so.
    assert.equal(evaluate(l, x), f[x % f.length]! + turns * sizes.at(-1)! * strides.at(-1)!);
  }
});

test('complement: strictly increasing, and (A, B) a bijection onto [0, extent)', () => {
  let count = 0;
  for (let i = 0; i < COUNT / 3; i++) {
    const a = compact();
    const extent = between(1, 3) * Math.max(sizeOf(a), Math.max(...values(a)) + 1);
    const b = complementByFunction(a, extent);
    if (isFailure(b)) continue;
    count++;
    const f = values(b);
    for (let k = 1; k < f.length; k++) assert.ok(f[k]! > f[k - 1]!);
    const all = values(concatenate(a, b)).slice(0, extent);
    assert.deepEqual(
      [...all].sort((x, y) => x - y),
      Array.from({ length: extent }, (_, x) => x),
      `${printPlain(a)} and ${printPlain(b)}`,
    );
    const cute = must(complement(a, extent));
    assert.deepEqual(values(cute), f, `${printPlain(a)} up to ${extent}`);
  }
  assert.ok(count > COUNT / 20, `${count}`);
});

const messageOf = (outcome: Outcome<Layout>): string =>
  isFailure(outcome) && 'message' in outcome ? outcome.message : printPlain(must(outcome));

test('complements that there are not', () => {
  assert.equal(messageOf(complementByFunction(layout([4], [1]), 24)), '6:4');
  assert.equal(messageOf(complementByFunction(layout([4], [1]), 6)), '2:4');
  assert.equal(
    messageOf(complementByFunction(layout([2], [0]), 4)),
    'the complement of (2):(0) up to 4: the offset 0 is covered twice',
  );
  assert.equal(
    messageOf(complementByFunction(layout([2, 2], [1, 5]), 20)),
    'the complement of (2,2):(1,5) up to 20: the offset 5 is covered twice',
  );
  assert.equal(messageOf(complementByFunction(layout([2], [3]), 5)), '3:1');
  assert.equal(
    messageOf(complementByFunction(layout([2], [3]), 4)),
    'the complement of (2):(3) up to 4: the offset 4 is not in [0, 4)',
  );
});

test('composition is A(B(x)), and is distributed over concatenation', () => {
  let distributed = 0;
  for (let i = 0; i < COUNT / 3; i++) {
    const [a, b, c] = [compact(), compact(), compact()];
    const ab = compositionByFunction(a, b);
    if (!isFailure(ab))
      assert.deepEqual(
        values(ab),
        values(b).map((x) => evaluate(a, x)),
      );
    const all = compositionByFunction(a, concatenate(b, c));
    const ac = compositionByFunction(a, c);
    if (isFailure(ab) || isFailure(ac) || isFailure(all)) continue;
    distributed++;
    assert.deepEqual(values(all), values(concatenate(ab, ac)), [a, b, c].map(printPlain).join(' '));
  }
  assert.ok(distributed > 0);
});

test('a composition that no layout is says where', () => {
  // C++ CuTe compiles it, to a layout that is not A(B(x)).
  assert.equal(
    messageOf(compositionByFunction(layout([4, 6, 8], [2, 3, 5]), layout([6], [3]))),
    '(4,6,8):(2,3,5) o (6):(3): no layout has 8 at 3 and all offsets before it: (2,3):(6,7) gives 13 there',
  );
});

test('logical division is A o (B, complement(B, size(A)))', () => {
  assert.equal(messageOf(logicalDivideByFunction(layout([12], [2]), layout([4], [1]))), '12:2');
  assert.equal(messageOf(logicalDivideByFunction(layout([12], [2]), layout([3], [4]))), '(3,4):(8,2)');
  assert.equal(
    messageOf(logicalDivideByFunction(layout([4, 6], [6, 1]), layout([4], [2]))),
    '(2,2,2,3):(12,1,6,2)',
  );
});

test('what has no complement by function says why, and costs nothing', () => {
  const refusal = (l: Layout, extent: number): string => {
    const made = complementByFunction(l, extent);
    assert.ok(isFailure(made));
    return 'message' in made ? made.message : made.reason;
  };
  assert.equal(refusal(layout([0], [1]), 8), '(0):(1) has no coordinates');
  assert.match(refusal(layout([4], [2]), 10 ** 12), /^too large to enumerate: 1000000000000 elements/);
  assert.match(refusal(layout([2, 2], [1, 3]), 6), /the offset 3 is covered twice$/);
  assert.match(refusal(layout([2], [8]), 8), /the offset 8 is not in \[0, 8\)$/);
});
