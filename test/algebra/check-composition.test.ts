// Admissibility as data: what C++ accepts although it is not the composition.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compositionVerdict, witnessText } from '../../server/src/algebra/admissibility/composition.ts';
import { isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import { crd2idxOrThrow } from '../../server/src/algebra/layout/evaluate.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { goldenRecords, recordName } from './golden-records.ts';
import { readLayout } from './notation.ts';

/** The first index at which R(i) and A(B(i)) differ, by plain enumeration with the definitions. */
function firstDifference(a: string, b: string, r: string): number | null {
  const [A, B, R] = [readLayout(a), readLayout(b), readLayout(r)];
  const size = sizeOf(B.shape);
  for (let i = 0; i < size; i++) {
    const got = crd2idxOrThrow(i, R.shape, R.stride);
    const inner = crd2idxOrThrow(i, B.shape, B.stride);
    if (got !== crd2idxOrThrow(inner as number, A.shape, A.stride)) return i;
  }
  return null;
}
const sizeOf = (s: unknown): number =>
  Array.isArray(s) ? s.reduce((n, e) => n * sizeOf(e), 1) : (s as number);

for (const file of ['composition', 'negative', 'admissibility']) {
  test(`wrong-composition agrees with fn_ok in ${file}.jsonl, with the smallest witness`, (t) => {
    let [right, wrong] = [0, 0];
    for (const record of goldenRecords(file)) {
      if (record.op !== 'composition' || record.fn_ok === undefined) continue;
      const [a, b] = [String(record.args[0]), String(record.args[1])];
      const { truth } = compositionVerdict(readLayout(a), readLayout(b));
      assert.equal(truth.status, record.fn_ok ? 'true' : 'wrong-composition', recordName(record));
      if (truth.status !== 'wrong-composition') {
        right++;
        continue;
      }
      wrong++;
      assert.equal(truth.witness.index, firstDifference(a, b, String(record.result)), recordName(record));
      assert.notEqual(truth.witness.got, truth.witness.expected);
    }
    t.diagnostic(`${right} are the composition, ${wrong} are not`);
    assert.ok(right > 0 && wrong > 0);
  });
}

test('the verdict on an accepted wrong composition names condition, witness and values', () => {
  const v = compositionVerdict(readLayout('(4,6,8):(2,3,5)'), readLayout('6:3'));
  assert.equal(v.accepts, true);
  assert.equal(!isFailure(v.value) && printPlain(v.value), '(2,3):(6,3)');
  assert.equal(v.failed?.condition, '(20)');
  assert.deepEqual([v.failed?.dividend, v.failed?.divisor], [3, 4]);
  assert.equal(v.truth.status, 'wrong-composition');
  assert.equal(
    v.truth.status === 'wrong-composition' && witnessText(v.truth.witness),
    'at 2, CuTe gives 3, A(B(2)) = 7',
  );
});

test('apparent violations of Cecka 3.3.3 are accepted, real ones refused', () => {
  const a = readLayout('(4,2,8):(3,12,97)');
  const fine = compositionVerdict(a, readLayout('3:3'));
  assert.deepEqual([fine.accepts, fine.failed, fine.truth.status], [true, null, 'true']);
  const left = compositionVerdict(a, readLayout('4:3'));
  assert.deepEqual([left.accepts, left.failed?.condition], [false, '(20)']);
  const right = compositionVerdict(readLayout('(4,2,8):(3,15,97)'), readLayout('3:3'));
  assert.deepEqual([right.accepts, right.failed?.condition], [false, '(20)']);
});

test('leaves of B that carry only together break (20) for what they reach together', () => {
  const v = compositionVerdict(readLayout('(10,2):(1,11)'), readLayout('(4,2):(1,9)'));
  assert.deepEqual([v.failed?.condition, v.failed?.dividend, v.failed?.divisor], ['(20)', 9, 10]);
  assert.equal(
    v.truth.status === 'wrong-composition' && witnessText(v.truth.witness),
    'at (1,1), CuTe gives 10, A(B((1,1))) = 11',
  );
});

test('huge layouts are decided by algebra, without enumeration', () => {
  const a = readLayout('(1048576,1048576):(1048576,1)');
  const right = compositionVerdict(a, readLayout('(1024,1048576):(1024,1048576)'));
  assert.equal(right.truth.status, 'true');
  const open = compositionVerdict(
    readLayout('(3,1048576):(1048576,1)'),
    readLayout('(3,1048576):(2,3)'),
    1000,
  );
  assert.notEqual(open.truth.status, 'true');
});

test('B beyond the domain of A is told, with the first coordinate', () => {
  const v = compositionVerdict(readLayout('7:11'), readLayout('3:4'));
  assert.equal(v.truth.status, 'true');
  assert.deepEqual(v.outOfDomain, { coordinate: 2, index: 2, value: 8, size: 7 });
  assert.equal(compositionVerdict(readLayout('7:11'), readLayout('2:4')).outOfDomain, null);
  const two = compositionVerdict(readLayout('(4,2):(1,4)'), readLayout('(2,(2,3)):(1,(2,4))'));
  assert.deepEqual(two.outOfDomain, { coordinate: [0, [0, 2]], index: 8, value: 8, size: 8 });
});

test('basis strides go through the mode of A that they name', () => {
  const right = compositionVerdict(readLayout('(8,8):(8,1)'), readLayout('(4,8):(2@0,1@1)'));
  assert.equal(right.truth.status, 'true');
  const wrong = compositionVerdict(readLayout('((4,6,8),8):((2,3,5),1)'), readLayout('(6,8):(3@0,1@1)'));
  assert.equal(wrong.truth.status === 'wrong-composition' && wrong.truth.witness.index, 2);
  assert.deepEqual(compositionVerdict(readLayout('(8,8):(8,1)'), readLayout('(2,8):(8@0,1@1)')).outOfDomain, {
    coordinate: [1, 0],
    index: 1,
    value: 8,
    size: 8,
  });
});

test('a static product past 32 bits is reported', () => {
  const v = compositionVerdict(readLayout('4:65536'), readLayout('4:65536'));
  assert.equal(v.overflow?.code, 'overflow');
});

test('refusals name the condition, the mode of A and the numbers', () => {
  const message = (a: string, b: string): string => {
    const { value } = compositionVerdict(readLayout(a), readLayout(b));
    return value instanceof Violation ? `${value.code}: ${value.message}` : 'accepted';
  };
  assert.equal(
    message('(4,6,8):(2,3,5)', '6:1'),
    'shape-divisibility: B takes 6 elements where mode 0 of A leaves 4: 4 does not divide 6 (condition (21))',
  );
  assert.equal(
    message('(4,6,8):(2,3,5)', '4:6'),
    'stride-divisibility: B steps by 6 in mode 0 of A, which has 4 elements: 6 is neither a multiple of 4 nor below it (condition (20))',
  );
});

test('sizes that are not counted exactly leave the truth undecided, with the reason', () => {
  const v = compositionVerdict(readLayout('(1099511627776,1099511627776):(1,0)'), readLayout('4:1'));
  assert.equal(!isFailure(v.value) && printPlain(v.value), '4:1');
  assert.deepEqual(v.truth, {
    status: 'undecided',
    reason: `${2 ** 80} is too large to compute with exactly (more than 2^53)`,
  });
});
