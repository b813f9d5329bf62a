// Index expressions over more points than are run: proved by libisl, or not given out.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
  add,
  constant,
  type IndexExpression,
  quotient,
  remainder,
  times,
  variable,
} from '../../server/src/algebra/indexing/expression.ts';
import { exclusive } from '../../server/src/algebra/indexing/nonlinear.ts';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { expressionMapping } from '../../server/src/algebra/relation/expression.ts';
import { OUT_OF_OPERATIONS } from '../../server/src/algebra/relation/question.ts';
import { type MapTerm, map } from '../../server/src/algebra/relation/term.ts';
import { emitExpression } from '../../server/src/cli/commands/emit.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { asked } from '../isl/library.ts';

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');

const emitted = (expression: string, inverse = false) =>
  emitExpression(
    new Evaluator(grammars, { staticMarks: false }),
    expression,
    { to: 'c', inverse, names: [] },
    (question) => Promise.resolve(asked(question)),
  );

test('large layouts, swizzles, chains and their inverses, and expanded arrays', async () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    '(4096,4096):(4096,1)': ['i * 4096 + j'],
    '((64,64),(32,128)):((64,1),(4096,131072))': ['j * 4096 + (i & 63) * 64 + (i >> 6)'],
    'Sw<3,3,3> o 0 o (4096,1024):(1024,1)': ['i * 1024 + j ^ (j >> 6 & 7) * 8'],
    'GroupBy([4096,4096]).OrderBy(RegP([64,64,64,64],[1,3,2,4]))': [
      '(i >> 6) * 262144 + (j >> 6) * 4096 + (i & 63) * 64 + (j & 63)',
    ],
    'GroupBy([2048,2048]).OrderBy(GenP([2048,2048],reverse))': ['4194303 - j - i * 2048'],
    'ExpandBy([5000,3000],[5120,3072],TileBy([40,24],[128,128]).OrderBy(Row(5120,3072)))': [
      '// inside where i * 128 + k < 5000 && j * 128 + l < 3000',
      '(i * 128 + k < 5000 && j * 128 + l < 3000 ? i * 384000 + k * 3000 + j * 128 + l : -1)',
    ],
  };
  for (const [expression, lines] of Object.entries(expected)) {
    const made = await emitted(expression);
    assert.ok(made.ok, expression);
    assert.deepEqual(made.lines, lines);
    assert.match(made.checked!, /^proved by libisl for all \d+ points$/);
  }
  const back = await emitted('TileBy([64,64],[64,64]).OrderBy(Row(64,64), Row(64,64))', true);
  assert.deepEqual(back.ok && back.lines, ['p >> 18', 'p >> 12 & 63', 'p >> 6 & 63', 'p & 63']);
});

test('what is not proved is not given out', async () => {
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const request = { to: 'c', inverse: false, names: [] } as const;
  const large = '(4096,4096):(4096,1)';
  const never = () => Promise.resolve(OUT_OF_OPERATIONS as never);
  assert.deepEqual(await emitExpression(evaluator, large, request, never), {
    ok: false,
    code: 'undecided',
    message: 'not decided within the limit',
  });
  const differs = () => Promise.resolve(false as never);
  const refused = await emitExpression(evaluator, large, request, differs);
  assert.equal(refused.ok, false);
  const table = await emitted('GroupBy([2048,2048]).OrderBy(GenP([2048,2048], antidiag))');
  assert.equal(table.ok, false);
});

const equal = (e: IndexExpression, text: string): unknown => {
  const mapping = expressionMapping(
    [e],
    [
      { name: 'i', extent: 64 },
      { name: 'j', extent: 64 },
    ],
  );
  if (isFailure(mapping)) assert.fail(JSON.stringify(mapping));
  return asked({ ask: 'equal', left: mapping as MapTerm, right: map(text) });
};

test('an expression as a relation is what it gives at every point, and not one more', () => {
  const [i, j] = [variable('i', 64), variable('j', 64)];
  const bounds = '0 <= i < 64 and 0 <= j < 64';
  const sum = add(times(quotient(i, 8), 512), times(j, 8), remainder(i, 8), constant(5));
  assert.equal(equal(sum, `{ [i, j] -> [512*floor(i/8) + 8*j + (i mod 8) + 5] : ${bounds} }`), true);
  assert.equal(equal(sum, `{ [i, j] -> [512*floor(i/8) + 8*j + (i mod 8) + 4] : ${bounds} }`), false);
  // 4·(j mod 2) flips one bit of i.
  const flipped = exclusive(i, times(remainder(j, 2), 4));
  const bit = '(floor(i/4) mod 2)';
  const text = (sign: string): string =>
    `{ [i, j] -> [i + 4*((${bit} + j) mod 2) ${sign} 4*${bit}] : ${bounds} }`;
  assert.equal(equal(flipped, text('-')), true);
  assert.equal(equal(flipped, text('+')), false);
});
