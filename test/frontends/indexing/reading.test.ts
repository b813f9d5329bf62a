// Index expressions and tables as people select or paste them, and what is wrong with those that are none.

import assert from 'node:assert/strict';
import test from 'node:test';
import type { Expr } from '../../../server/src/frontends/common/expression.ts';
import { readIndexExpression } from '../../../server/src/frontends/indexing/expression.ts';
import { isTable, readTable } from '../../../server/src/frontends/indexing/table.ts';
import { type IndexHost, Misread } from '../../../server/src/frontends/indexing/tokens.ts';
import { leastTime } from '../../support/processor-time.ts';

/** The expression with all its parentheses. */
function text(e: Expr): string {
  switch (e.kind) {
    case 'integer':
      return String(e.value);
    case 'name':
      return e.name;
    case 'unary':
      return `${e.operator}${text(e.operand)}`;
    case 'binary':
      return `(${text(e.left)} ${e.operator} ${text(e.right)})`;
    case 'conditional':
      return `(${text(e.condition)} ? ${text(e.then)} : ${text(e.otherwise)})`;
    case 'call':
      return `${text(e.callee)}(${e.args.map(text).join(', ')})`;
    default:
      assert.fail(e.kind);
  }
}

const read = (source: string, host: IndexHost = 'cpp'): string => text(readIndexExpression(source, host));

function misread(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    assert.ok(thrown instanceof Misread, String(thrown));
    return `${thrown.at}: ${thrown.message}`;
  }
  assert.fail('it was read');
}

test('precedence is that of the language', () => {
  assert.equal(read('row * 64 + (col ^ ((row & 7) << 3))'), '((row * 64) + (col ^ ((row & 7) << 3)))');
  assert.equal(read('a ^ b & c << 1 + d'), '(a ^ (b & (c << (1 + d))))');
  assert.equal(read('a & 7 == 3'), '(a & (7 == 3))');
  assert.equal(read('a & 7 == 3', 'python'), '((a & 7) == 3)');
  assert.equal(read('a - b - c % 4'), '((a - b) - (c % 4))');
  assert.equal(read('i < 4 ? i : i + 1'), '((i < 4) ? i : (i + 1))');
  assert.equal(read('i if i < 4 else i + 1', 'python'), '((i < 4) ? i : (i + 1))');
});

test('names, numbers and casts as kernels have them', () => {
  assert.equal(read('threadIdx.x / 32u * 0x20 + Traits::kPad'), '(((threadIdx.x / 32) * 32) + Traits::kPad)');
  assert.equal(read("(int)threadIdx.x + static_cast<int>(1'024)"), '(threadIdx.x + 1024)');
  assert.equal(read('(unsigned int)(i * 2) + (long long)j'), '((i * 2) + j)');
  assert.equal(read('cutlass.Int32(i) * Int64(n)', 'python'), '(i * n)');
  assert.equal(
    misread(() => read('(float)i * 2')),
    '7: an operator is missing before i',
  );
  assert.equal(read('(i) + 1'), '(i + 1)');
  assert.equal(
    read('offs_m[:, None] * stride_m + offs_k[None, :]', 'python'),
    '((offs_m * stride_m) + offs_k)',
  );
  assert.equal(read('min(i, 7) + ~3 - -j'), '((min(i, 7) + ~3) - -j)');
});

test('what is no index expression is told with its place', () => {
  assert.equal(
    misread(() => read('i +')),
    '3: an operand is missing at the end',
  );
  assert.equal(
    misread(() => read('i j')),
    '2: an operator is missing before j',
  );
  assert.equal(
    misread(() => read('(i * 4')),
    '6: ) is missing at the end',
  );
  assert.equal(
    misread(() => read('i * 4.5')),
    '5: "." is no part of an index expression',
  );
  assert.equal(
    misread(() => read('i // 4')),
    '2: // is no operator of C++',
  );
  assert.equal(
    misread(() => read('i / 4', 'python')),
    '2: / divides to a fraction in Python: // is meant',
  );
  assert.equal(
    misread(() => read('smem[i]')),
    '4: an operator is missing before [',
  );
  assert.equal(
    misread(() => read('x[i]', 'python')),
    '2: an element of an array is no arithmetic',
  );
  assert.equal(
    misread(() => read('i + $')),
    '4: "$" is no part of an index expression',
  );
  assert.equal(
    misread(() => read('12ab')),
    '0: 12ab is no integer',
  );
  assert.match(
    misread(() => read('('.repeat(5000))),
    /nested too deeply/,
  );
  assert.match(
    misread(() => read('-'.repeat(5000))),
    /nested too deeply/,
  );
});

const table = (source: string): unknown => {
  const { offsets, shape } = readTable(source);
  return [[...offsets], shape];
};

test('tables: lists, arrays, rows of rows', () => {
  assert.deepEqual(table('0 4 1 5'), [[0, 4, 1, 5], null]);
  assert.deepEqual(table('0, 4,\n1, 0x5,'), [[0, 4, 1, 5], null]);
  assert.deepEqual(table('{0, -4, 1, 5}'), [[0, -4, 1, 5], null]);
  assert.deepEqual(table('[[0, 1, 2], [3, 4, 5]]'), [
    [0, 3, 1, 4, 2, 5],
    [2, 3],
  ]);
  assert.deepEqual(table('{{{0,1},{2,3}},{{4,5},{6,7}}}'), [
    [0, 4, 2, 6, 1, 5, 3, 7],
    [2, 2, 2],
  ]);
});

test('what is no table is told with its place', () => {
  assert.equal(
    misread(() => readTable('0, 1, 2.5')),
    '6: "2.5" is no offset',
  );
  assert.equal(
    misread(() => readTable('[0, x]')),
    '4: "x" is no offset',
  );
  assert.equal(
    misread(() => readTable('[0, 1')),
    '5: a bracket is not closed',
  );
  assert.equal(
    misread(() => readTable('0 1]')),
    '3: a bracket closes that none has opened',
  );
  assert.equal(
    misread(() => readTable('[[0, 1], [2]]')),
    '11: a row has 1 elements, and the one before it 2',
  );
  assert.equal(
    misread(() => readTable('[[0, 1], 2]')),
    '9: a number stands beside rows',
  );
  assert.equal(
    misread(() => readTable('[]')),
    '0: there are no offsets',
  );
});

test('a table has no names and no operators', () => {
  for (const source of ['0 4 1 5', '[0, -1]', '0 -1 -2', '{{0},{0x1f}}', '1, 2.5'])
    assert.ok(isTable(source), source);
  for (const source of ['i', '2 - 1', '2-1', 'i*4', '2*3', 'abc', '', '0 1 x'])
    assert.ok(!isTable(source), source);
});

test('a long table is read in time that grows as its length', () => {
  const timeOf = (length: number): number => {
    const source = Array.from({ length }, (_, x) => x).join(', ');
    return leastTime(() => assert.equal(readTable(`[${source}]`).offsets.length, length));
  };
  const short = timeOf(2 ** 13);
  assert.ok(timeOf(2 ** 16) < 8 * 8 * Math.max(short, 1));
});
