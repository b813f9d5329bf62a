// The layouts of index expressions: each is held against the expression itself, run over its domain by JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { dynamicSymbol } from '../../../server/src/algebra/integer/operations.ts';
import type { AnyLayout } from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { isRecovered } from '../../../server/src/algebra/recover/recover.ts';
import { enumerateOffsets } from '../../../server/src/algebra/view/enumerate.ts';
import { type IndexRange, layoutOfIndex, valuesText } from '../../../server/src/evaluate/indexing/layout.ts';
import { readIndexExpression } from '../../../server/src/frontends/indexing/expression.ts';
import { seeded } from '../../support/random.ts';

const ranges = (sizes: Readonly<Record<string, number | string>>): IndexRange[] =>
  Object.entries(sizes).map(([name, size]) => ({
    name,
    first: 0,
    step: 1,
    extent: typeof size === 'string' ? dynamicSymbol(size) : size,
  }));

function layoutOf(
  source: string,
  over: readonly IndexRange[],
  constants: Record<string, number> = {},
): string {
  const e = readIndexExpression(source, 'cpp');
  const recovery = layoutOfIndex(e, over, (name) => constants[name] ?? null, 2 ** 20);
  if (isFailure(recovery)) return recovery instanceof Violation ? recovery.message : recovery.reason;
  if (!isRecovered(recovery)) return `none at ${valuesText(over, recovery.failings[0].at)}`;
  return recovery.family === 'linear' ? 'linear' : printPlain(recovery.layout as AnyLayout);
}

test('expressions of kernels', () => {
  const cases: readonly [string, Record<string, number | string>, string][] = [
    ['row * 64 + (col ^ ((row & 7) << 3))', { row: 8, col: 64 }, 'Sw<3,3,3> o 0 o (8,64):(64,1)'],
    ['(i / 4) * 32 + i % 4', { i: 32 }, '(4,8):(1,32)'],
    ['i * 33 + j', { i: 32, j: 32 }, '(32,32):(33,1)'],
    ['(t % 4) * 2 + (t / 4) * 16 + v', { t: 32, v: 2 }, '((4,8),2):((2,16),1)'],
    ['(t & 3) << 1 | (t >> 2) << 4', { t: 32 }, '(4,8):(2,16)'],
    ['i + (i >> 5)', { i: 1024 }, '(32,32):(1,33)'],
    ['i ^ (i >> 1)', { i: 64 }, 'linear'],
    ['i * i', { i: 8 }, 'none at i = 3'],
    ['(x & ~7) + (x & 7)', { x: 64 }, '64:1'],
    ['i < 4 ? i : i + 12', { i: 8 }, '(4,2):(1,16)'],
    ['min(i, 100)', { i: 8 }, '8:1'],
  ];
  for (const [source, sizes, expected] of cases)
    assert.equal(layoutOf(source, ranges(sizes)), expected, source);
});

test('strides and sizes without a number', () => {
  assert.equal(layoutOf('i * N + j', ranges({ i: 'M', j: 64 })), '(M,64):(N,1)');
  assert.equal(layoutOf('(b * H + h) * S + s', ranges({ b: 'B', h: 'H', s: 'S' })), '(B,H,S):(H*S,S,1)');
  assert.equal(layoutOf('base + i * 4', ranges({ i: 8 })), 'Sw<0,4,3> o base o 8:4');
  assert.equal(layoutOf('(i ^ 1) * N', ranges({ i: 8 })), 'the range of N is not known');
  assert.equal(layoutOf('+i * N + j', ranges({ i: 'M', j: 64 })), '(M,64):(N,1)');
  assert.equal(layoutOf('(i << 2) * N', ranges({ i: 'M' })), 'M:4*N');
  assert.equal(layoutOf('N << i', ranges({ i: 8 })), 'the range of N is not known');
  assert.equal(layoutOf('(i ^ 1) * N', ranges({ i: 8 }), { N: 4 }), 'Sw<0,4,3> o 4 o (2,4):(-4,8)');
});

test('variables that begin elsewhere, and take steps', () => {
  const over = [
    { name: 'i', first: 0, step: 8, extent: 4 },
    { name: 'j', first: 1, step: 1, extent: 2 },
  ];
  assert.equal(layoutOf('i * 2 + j', over), 'Sw<0,4,3> o 1 o (4,2):(16,1)');
});

test('what languages and types do not agree on is refused, with its place', () => {
  assert.equal(layoutOf('(i - 4) / 2', ranges({ i: 8 })), 'a quotient of -4, which is below zero at i = 0');
  assert.equal(layoutOf('(i - 4) % 2', ranges({ i: 8 })), 'a remainder of -4, which is below zero at i = 0');
  assert.equal(layoutOf('4 / i', ranges({ i: 8 })), 'a division by zero at i = 0');
  assert.equal(layoutOf('i * 1073741824', ranges({ i: 8, j: 2 })), '2147483648 is no int at i = 2, j = 0');
  assert.equal(layoutOf('i << 31', ranges({ i: 8 })), '2147483648 is no int at i = 1');
  assert.equal(layoutOf('i >> 64', ranges({ i: 8 })), 'a shift by 64 bits at i = 0');
  assert.equal(layoutOf('f(i)', ranges({ i: 8 })), 'f is no arithmetic');
  assert.equal(
    layoutOf('i', ranges({ i: 2 ** 21 })),
    'too large to enumerate: 2097152 points, the limit is 1048576',
  );
});

test('random expressions: the layout computes what the expression does', () => {
  const { pick, between } = seeded(20261122, 31);
  const sizes = { i: 16, j: 8 };
  /** As C writes it, and as JavaScript does. */
  const term = (depth: number): readonly [string, string] => {
    if (depth === 0) {
      const leaf = pick(['i', 'j', 'i', 'j', '1', '3', '4', '8']);
      return [leaf, leaf];
    }
    const [c, js] = term(depth - 1);
    const both = (write: (part: string) => string): readonly [string, string] => [write(c), write(js)];
    const [c2, js2] = term(depth - 1);
    const n = pick([2, 3, 4, 8]);
    switch (between(0, 6)) {
      case 0:
        return [`(${c} + ${c2})`, `(${js} + ${js2})`];
      case 1:
        return both((part) => `(${part}) * ${n}`);
      case 2:
        return [`((${c}) / ${n})`, `Math.floor((${js}) / ${n})`];
      case 3:
        return both((part) => `((${part}) % ${n})`);
      case 4:
        return [`(${c} ^ ${c2})`, `(${js} ^ ${js2})`];
      case 5:
        return both((part) => `(${part} & ${n - 1})`);
      default:
        return both((part) => `((${part}) << ${n - 2})`);
    }
  };
  let found = 0;
  for (let n = 0; n < 400; n++) {
    const [source, js] = term(between(1, 4));
    const recovery = layoutOfIndex(readIndexExpression(source, 'cpp'), ranges(sizes), () => null, 2 ** 20);
    assert.ok(!isFailure(recovery), source);
    if (!isRecovered(recovery) || recovery.family === 'linear') continue;
    const run = new Function('i', 'j', `return ${js}`) as (i: number, j: number) => number;
    found++;
    const values = enumerateOffsets(recovery.layout as AnyLayout);
    assert.ok(!isFailure(values));
    values.forEach((value, x) => {
      assert.equal(value, run(x % sizes.i, Math.floor(x / sizes.i)), `${source} at ${x}`);
    });
  }
  assert.ok(found > 50, `${found}`);
});
