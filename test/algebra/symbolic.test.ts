// Integers that are not known: run-time symbols, static symbols, and how far operations go with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConstant, lessThan } from '../../server/src/algebra/integer/comparison.ts';
import { isFailure, NeedsValue } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../server/src/algebra/integer/integer.ts';
import {
  absolute,
  add,
  ceilDivide,
  divide,
  dynamicSymbol,
  magnitude,
  minimum,
  multiply,
  remainder,
  staticSymbol,
  subtract,
} from '../../server/src/algebra/integer/operations.ts';
import { evaluate } from '../../server/src/algebra/layout/evaluate.ts';
import { Layout, UNDERSCORE } from '../../server/src/algebra/layout/layout.ts';
import { cosize, size } from '../../server/src/algebra/layout/measure.ts';
import { printMarked, printPlain } from '../../server/src/algebra/layout/print.ts';
import { slice } from '../../server/src/algebra/layout/slice.ts';
import { composition } from '../../server/src/algebra/operation/composition.ts';
import { logicalDivide, zippedDivide } from '../../server/src/algebra/operation/divide.ts';
import { makeLayoutLeft } from '../../server/src/algebra/operation/make.ts';
import { tileToShape } from '../../server/src/algebra/operation/product.ts';
import {
  addTerms,
  ceilDivideTerms,
  constantTerm,
  floorDivideTerms,
  minTerms,
  multiplyTerms,
  printTerm,
  remainderTerms,
  substituteTerm,
  symbolTerm,
} from '../../server/src/algebra/term/operations.ts';
import { suppositionsMade, watchSuppositions } from '../../server/src/algebra/term/suppositions.ts';
import type { Term } from '../../server/src/algebra/term/term.ts';

const M = dynamicSymbol('M');
const kBlockM = staticSymbol('kBlockM');
const shown = (n: unknown): string => (isFailure(n) ? JSON.stringify(n) : printMarked(n as Int));

test('static and run-time integers propagate as in C++', () => {
  assert.equal(multiply(0, M), 0);
  assert.equal(divide(0, M), 0);
  assert.equal(remainder(M, 1), 0);
  assert.equal(shown(multiply(4, M)), '4*M');
  assert.equal(shown(multiply(4, kBlockM)), '_(4*kBlockM)');
  assert.equal(shown(add(new Dynamic(3), 4)), '7');
  assert.equal(shown(subtract(M, M)), '0');
  assert.equal(shown(subtract(kBlockM, kBlockM)), '_0');
  assert.equal(multiply(-3, 0), 0);
  assert.ok(Object.is(multiply(-3, 0), 0), 'there is no negative zero');
});

test('terms are kept in a normal form', () => {
  const [x, y] = [symbolTerm('x'), symbolTerm('y')];
  const c = constantTerm;
  const sum = (...ts: Term[]): Term => ts.reduce(addTerms);
  assert.equal(printTerm(sum(x, y, x, c(3), c(-1))), '2*x+y+2');
  assert.equal(printTerm(multiplyTerms(sum(x, c(1)), sum(x, c(-1)))), 'x*x-1');
  assert.equal(printTerm(floorDivideTerms(multiplyTerms(c(64), x), c(8))), '8*x');
  assert.equal(printTerm(floorDivideTerms(sum(multiplyTerms(c(8), x), c(7)), c(8))), 'x');
  assert.equal(printTerm(ceilDivideTerms(sum(multiplyTerms(c(8), x), c(1)), c(8))), 'x+1');
  assert.equal(printTerm(floorDivideTerms(floorDivideTerms(x, c(4)), c(8))), 'x/32');
  assert.equal(printTerm(remainderTerms(sum(multiplyTerms(c(8), x), y, c(9)), c(8))), '(y+1)%8');
  assert.equal(printTerm(ceilDivideTerms(multiplyTerms(x, y), y)), 'x');
  assert.equal(printTerm(ceilDivideTerms(sum(x, c(-1)), c(1))), 'x-1');
  assert.equal(printTerm(minTerms(x, sum(x, c(1)))), 'x');
});

test('simplified terms have the value of what was written, for every small assignment', () => {
  const [x, y] = [symbolTerm('x'), symbolTerm('y')];
  const c = constantTerm;
  for (let a = 1; a <= 6; a++) {
    for (let b = 1; b <= 6; b++) {
      const numerator = addTerms(addTerms(multiplyTerms(c(a), x), multiplyTerms(c(b), y)), c(a + b));
      for (const q of [1, 2, 3, 4, 6]) {
        const [floor, ceil, rest] = [floorDivideTerms, ceilDivideTerms, remainderTerms].map((f) =>
          f(numerator, c(q)),
        );
        for (let vx = 0; vx < 5; vx++) {
          for (let vy = 0; vy < 5; vy++) {
            const n = a * vx + b * vy + a + b;
            const at = new Map([
              ['x', c(vx)],
              ['y', c(vy)],
            ]);
            const value = (t: Term): string => printTerm(substituteTerm(t, at));
            assert.equal(value(floor!), String(Math.floor(n / q)));
            assert.equal(value(ceil!), String(Math.ceil(n / q)));
            assert.equal(value(rest!), String(n % q));
          }
        }
      }
    }
  }
});

test('quotients of what may be negative have the value that C++ gives', () => {
  const c = constantTerm;
  const trunc = (n: number, q: number): number => Math.trunc(n / q) + 0;
  const VALUES = { any: [-9, -4, -1, 0, 2, 7], size: [0, 1, 3, 10] } as const;
  const EXPECTED = [
    trunc,
    (n: number, q: number) => trunc(n + q - 1, q),
    (n: number, q: number) => (n % q) + 0,
  ];
  for (const [xs, ys] of [
    ['any', 'any'],
    ['size', 'any'],
    ['size', 'size'],
  ] as const) {
    const [x, y] = [symbolTerm('x', xs), symbolTerm('y', ys)];
    for (const a of [-8, -3, 0, 1, 4, 12]) {
      for (const b of [-6, 0, 1, 8]) {
        for (const d of [-9, -1, 0, 3, 13]) {
          const linear = addTerms(addTerms(multiplyTerms(c(a), x), multiplyTerms(c(b), y)), c(d));
          for (const [p, q] of [
            [2, 3],
            [4, 2],
            [8, 4],
          ] as const) {
            const made = [floorDivideTerms, ceilDivideTerms, remainderTerms].map((f) =>
              f(addTerms(multiplyTerms(f(linear, c(p)), c(2)), c(d)), c(q)),
            );
            for (const vx of VALUES[xs]) {
              for (const vy of VALUES[ys]) {
                const at = new Map([
                  ['x', c(vx)],
                  ['y', c(vy)],
                ]);
                const n = a * vx + b * vy + d;
                for (const [i, t] of made.entries()) {
                  const f = EXPECTED[i]!;
                  const value = f(2 * f(n, p) + d, q);
                  assert.equal(
                    printTerm(substituteTerm(t, at)),
                    String(value),
                    `${printTerm(t)} at ${vx}, ${vy}`,
                  );
                }
              }
            }
          }
        }
      }
    }
  }
});

test('that a constant of the compiler is not negative is told where it decides', () => {
  const [n, i] = [symbolTerm('kN', 'constant'), symbolTerm('i', 'any')];
  const c = constantTerm;
  const divided = (t: Term): readonly unknown[] => {
    watchSuppositions();
    const text = printTerm(floorDivideTerms(addTerms(multiplyTerms(c(8), t), c(3)), c(8)));
    return [text, ...suppositionsMade()];
  };
  assert.deepEqual(divided(n), ['kN', 'kN ≥ 0']);
  assert.deepEqual(divided(i), ['(8*i+3)/8']);
  watchSuppositions();
  assert.equal(printTerm(floorDivideTerms(multiplyTerms(c(8), n), c(4))), '2*kN');
  assert.deepEqual(suppositionsMade(), []);
});

test('the magnitude of strides and of any integer', () => {
  const [lda, i] = [dynamicSymbol('lda'), dynamicSymbol('i', 1, 'any')];
  assert.equal(shown(absolute(multiply(-2, lda))), '2*lda');
  assert.equal(shown(absolute(i)), 'i');
  assert.equal(shown(magnitude(i)), 'max(-i,i)');
  assert.equal(shown(magnitude(lda)), 'lda');
  assert.equal(shown(absolute(subtract(lda, i))), 'max(-i+lda,i-lda)');
  assert.equal(
    shown(cosize(new Layout([new Dynamic(5), new Dynamic(9)], [multiply(-1, lda), 1]))),
    '4*lda+9',
  );
});

test('a static symbol decides where its term does', () => {
  assert.equal(isConstant(multiply(64, kBlockM), 1), false);
  assert.equal(lessThan(kBlockM, add(kBlockM, 1)), true);
  assert.equal(lessThan(kBlockM, 4), undefined);
  assert.throws(
    () => isConstant(kBlockM, 4),
    (e: unknown) => e instanceof NeedsValue && e.needs[0] === 'kBlockM',
  );
});

test('whether a static symbol is 0 or 1 is supposed, and told', () => {
  watchSuppositions();
  assert.equal(isConstant(multiply(64, kBlockM), 1), false);
  assert.deepEqual(suppositionsMade(), []);
  assert.equal(isConstant(kBlockM, 1), false);
  assert.equal(isConstant(divide(kBlockM, 8), 1), false);
  assert.equal(isConstant(multiply(64, kBlockM), 0), false);
  assert.deepEqual(suppositionsMade(), ['kBlockM ≠ 1', 'kBlockM/8 ≠ 1', '64*kBlockM ≠ 0']);
  watchSuppositions();
  assert.equal(shown(makeLayoutLeft([kBlockM, 64])), '(_kBlockM,_64):(_1,_kBlockM)');
  assert.deepEqual(suppositionsMade(), ['kBlockM ≠ 1']);
  watchSuppositions();
  makeLayoutLeft([128, 64]);
  assert.deepEqual(suppositionsMade(), []);
});

test('a layout with a static symbol can be made, sized and sliced', () => {
  const l = new Layout([kBlockM, 64], [64, 1]);
  assert.equal(printMarked(l), '(_kBlockM,_64):(_64,_1)');
  assert.equal(shown(size(l)), '_(64*kBlockM)');
  assert.equal(shown(cosize(l)), '_(64*kBlockM)');
  assert.equal(shown(slice([UNDERSCORE, 3], l)), '(_kBlockM):(_64)');
  assert.equal(shown(evaluate(l, [2, 3])), '_131');
});

test('what depends on a static symbol names it', () => {
  const composed = composition(new Layout([4, 8], [8, 1]), new Layout(kBlockM, 1));
  assert.ok(composed instanceof NeedsValue, shown(composed));
  assert.deepEqual(composed.needs, ['kBlockM']);
});

test('run-time symbols go through every operation', () => {
  const l = makeLayoutLeft([M, 64]) as Layout;
  assert.equal(printMarked(l), '(M,_64):(_1,M)');
  assert.equal(shown(logicalDivide(l, [128, 64])), '((_128,ceil_div(M,128)),(_64,_1)):((_1,_128),(M,_0))');
  assert.equal(shown(zippedDivide(l, [128, 32])), '((_128,_32),(ceil_div(M,128),_2)):((_1,M),(_128,32*M))');
  assert.equal(shown(composition(l, 32)), '(min(32,M),32/min(32,M)):(_1,M)');
  assert.equal(
    shown(tileToShape(new Layout([8, 64], [64, 1]), [M, 128])),
    '((_8,ceil_div(M,8)),(_64,_2)):((_64,_512),(_1,512*ceil_div(M,8)))',
  );
});

test('substituting values gives what the operation gives on them', () => {
  const symbolic = zippedDivide(makeLayoutLeft([M, 64]) as Layout, [128, 32]) as Layout;
  for (const m of [128, 256, 300, 1024]) {
    const known = zippedDivide(makeLayoutLeft([new Dynamic(m), 64]) as Layout, [128, 32]) as Layout;
    const put = (t: unknown): unknown => {
      if (Array.isArray(t)) return t.map(put);
      if (!(t instanceof Dynamic) || t.value === null || typeof t.value === 'number') return t;
      return new Dynamic(Number(printTerm(substituteTerm(t.value, new Map([['M', constantTerm(m)]])))));
    };
    const substituted = new Layout(put(symbolic.shape) as never, put(symbolic.stride) as never);
    assert.equal(printMarked(substituted), printMarked(known));
  }
});

test('unknown integers stay unknown, with what is known of their divisors', () => {
  const unknown = new Dynamic(null, 8);
  assert.equal(shown(unknown), '?{div=8}');
  assert.equal(shown(multiply(unknown, 4)), '?{div=32}');
  assert.equal(shown(add(unknown, 4)), '?{div=4}');
  assert.equal(shown(divide(unknown, 4)), '?{div=2}');
  assert.equal(shown(remainder(unknown, 4)), '0');
  assert.equal(shown(ceilDivide(new Dynamic(null), 4)), '?');
  assert.equal(shown(minimum(unknown, 16)), '?{div=8}');
  assert.equal(printPlain(new Layout([128, 64, unknown], [64, 1, 8192])), '(128,64,?{div=8}):(64,1,8192)');
  assert.ok(kBlockM instanceof StaticSymbol);
});

test('a size that divides whatever the symbol is divides without a supposition', () => {
  watchSuppositions();
  const composed = composition(new Layout([4, 8], [1, 100]), new Layout(multiply(4, kBlockM), 1));
  assert.equal(shown(composed), '(_4,_kBlockM):(_1,_100)');
  assert.deepEqual(suppositionsMade(), ['kBlockM ≠ 0', 'kBlockM ≠ 1']);
});
