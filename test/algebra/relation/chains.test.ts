// Relations of LEGO's chains: those of the reference implementation's records, against its tables.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { LegoLayout } from '../../../server/src/algebra/lego/lego.ts';
import { unflatten } from '../../../server/src/algebra/lego/row-major.ts';
import { legoMapping } from '../../../server/src/algebra/relation/lego.ts';
import { map, set } from '../../../server/src/algebra/relation/term.ts';
import { Evaluator } from '../../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { asked } from '../../isl/library.ts';
import { shown } from './notation.ts';
import { functionOf } from './values.ts';

interface Record {
  readonly expr: string;
  readonly dims: readonly number[];
  readonly apply: readonly number[];
}

const records = readFileSync(new URL('../../golden/lego.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record);

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const evaluator = new Evaluator(grammars, { staticMarks: false });

test("the relations of chains are the reference implementation's tables", () => {
  let formulas = 0;
  let listed = 0;
  for (const { expr, dims, apply } of records) {
    const { value } = evaluator.result(expr);
    assert.ok(value instanceof LegoLayout, expr);
    const term = legoMapping(value, 'natural');
    assert.ok(!isFailure(term), expr);
    if (term.op === 'map' && term.text.includes(';')) listed++;
    else formulas++;
    const run = functionOf(term);
    apply.forEach((at, i) => {
      assert.deepEqual(run(unflatten(dims, i)), [at], `${expr} at ${i}`);
    });
    // libisl reads the same.
    const points = [0, apply.length >> 1, apply.length - 1].map((i) => [
      unflatten(dims, i).join(', '),
      apply[i]!,
    ]);
    const some = {
      op: 'restrict',
      of: term,
      to: set(`{ ${points.map(([i]) => `[${i}]`).join('; ')} }`),
    } as const;
    const wanted = map(`{ ${points.map(([i, at]) => `[${i}] -> [${at}]`).join('; ')} }`);
    assert.equal(asked({ ask: 'equal', left: some, right: wanted }), true, expr);
    const flat = legoMapping(value, 'flat');
    assert.ok(!isFailure(flat), expr);
    const ofOne = functionOf(flat);
    const outermostLast = dims.toReversed();
    for (let c = 0; c < apply.length; c++) {
      const index = unflatten(outermostLast, c).toReversed();
      assert.deepEqual(ofOne([c]), run(index), `${expr} at ${c} of one integer`);
    }
  }
  assert.ok(formulas > 50 && listed > 5, `${formulas} formulas, ${listed} lists`);
});

test('a chain is compared with layouts of every other notation, in coordinates that both have', async () => {
  const columns = 'GroupBy([4,4]).OrderBy(RegP([4,4],[2,1]))';
  for (const other of [
    '(4,4):(1,4)',
    '((2,2),4):((1,2),4)',
    'LinearLayout(crd=16, idx=16, vals=[1,2,4,8])',
    'relation((4,4):(1,4), natural)',
    '{ [c] -> [c] : 0 <= c < 16 }',
    'relation(i + 4*j, i=4, j=4)',
    'layout_of(i + 4*j, i=4, j=4)',
    'GroupBy([4,4]).OrderBy(Col(4,4))',
    'Sw<0,4,3> o 0 o 16:1',
  ])
    for (const [a, b] of [
      [columns, other],
      [other, columns],
    ])
      assert.equal(await shown(`equal(${a}, ${b})`), 'true', `${a} ${b}`);
  const swizzled = 'Sw<2,0,2> o 0 o (4,4):(1,4)';
  for (const [a, b, expected] of [
    [columns, swizzled, 'at 4 the one gives 4, the other 5'],
    [columns, 'relation(i*4 + j, i=4, j=4)', 'at [0, 1] the one gives [4], the other [1]'],
    [swizzled, 'relation((j*4 + i) ^ j, i=4, j=4)', null],
    [swizzled, 'relation((j*4 + i) ^ i, i=4, j=4)', 'at [0, 1] the one gives [5], the other [4]'],
    ['GroupBy([2,8])', 'GroupBy([4,4])', 'at 1 the one gives 8, the other 4'],
    ['GroupBy([2,8])', '(4,4):(4,1)', 'at 1 the one gives 8, the other 4'],
    ['GroupBy([4,4])', '(4,2):(4,1)', 'at 8 the one gives 2, the other nothing'],
    [
      'relation(GroupBy([2,8]), flat)',
      'relation(GroupBy([4,4]), flat)',
      'at [1] the one gives [8], the other [4]',
    ],
    ['GroupBy([3,3]).OrderBy(GenP([3,3], antidiag))', '(3,3):(3,1)', 'at 1 the one gives 2, the other 3'],
  ] as const)
    assert.equal(await shown(`equal(${a}, ${b})`), expected === null ? 'true' : `false: ${expected}`, a);
  assert.match(await shown(`equal(${columns}, relation(i, i=M))`), /^false/);
  assert.match(
    await shown(`equal(${columns}, relation(i + j + k, i=2, j=2, k=4))`),
    /^error\[wrong-kind\]: the first argument has no 3 coordinates, but 2 or one that counts all$/,
  );
});
