// The relations of index expressions: each is held against the expression itself, run over its domain by JavaScript.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isFailure, NeedsValue } from '../../../server/src/algebra/integer/failure.ts';
import { dynamicSymbol } from '../../../server/src/algebra/integer/operations.ts';
import { map } from '../../../server/src/algebra/relation/term.ts';
import type { IndexRange } from '../../../server/src/evaluate/indexing/layout.ts';
import { relationOfIndex } from '../../../server/src/evaluate/indexing/relation.ts';
import { readIndexExpression } from '../../../server/src/frontends/indexing/expression.ts';
import { functionOf } from '../../algebra/relation/values.ts';
import { asked } from '../../isl/library.ts';
import { seeded } from '../../support/random.ts';

const range = (name: string, extent: number | string, first = 0, step = 1): IndexRange => ({
  name,
  first,
  step,
  extent: typeof extent === 'string' ? dynamicSymbol(extent) : extent,
});

function relationOf(source: string, over: readonly IndexRange[], constants: Record<string, number> = {}) {
  return relationOfIndex(readIndexExpression(source, 'cpp'), over, (name) => constants[name] ?? null);
}

/** The text of a relation, or why there is none. */
function textOf(source: string, ...over: readonly IndexRange[]): string {
  const term = relationOf(source, over, { K: 16 });
  if (isFailure(term)) return term instanceof NeedsValue ? term.reason : term.message;
  return term.op === 'map' ? term.text : term.op;
}

test('random expressions: the relation has the values of the expression, and no others', () => {
  const { pick, between } = seeded(20261123, 31);
  const over = [range('i', 16), range('j', 4, 1, 2)];
  /** As C writes it, and as JavaScript does. */
  const term = (depth: number): readonly [string, string] => {
    if (depth === 0) {
      const leaf = pick(['i', 'j', 'i', 'j', '0', '3', '5', '8']);
      return [leaf, leaf];
    }
    const [[c, js], [c2, js2]] = [term(depth - 1), term(depth - 1)];
    const n = pick([2, 3, 4, 8]);
    const bits = pick([1, 5, 6, 7, 12, 21]);
    const operator = pick(['+', '^', '&', '|']);
    switch (between(0, 7)) {
      case 0:
        return [`((${c}) * ${n})`, `((${js}) * ${n})`];
      case 1:
        return [`((${c}) / ${n})`, `Math.floor((${js}) / ${n})`];
      case 2:
        return [`((${c}) % ${n})`, `((${js}) % ${n})`];
      case 3:
        return [`(${c} & ${bits})`, `(${js} & ${bits})`];
      case 4:
        return [`(${c} & ~${bits})`, `(${js} & ~${bits})`];
      case 5:
        return [`((${c}) >> ${n - 2})`, `((${js}) >> ${n - 2})`];
      default:
        return [`(${c} ${operator} ${c2})`, `(${js} ${operator} ${js2})`];
    }
  };
  let formulas = 0;
  for (let n = 0; n < 600; n++) {
    const [source, js] = term(between(1, 4));
    const made = relationOf(source, over);
    assert.ok(!isFailure(made), source);
    const [relation, run] = [functionOf(made), new Function('i', 'j', `return ${js}`)];
    if (made.op === 'map' && !made.text.includes(';')) formulas++;
    for (let i = 0; i <= 16; i++)
      for (let j = 0; j <= 9; j++) {
        const isInside = i < 16 && j % 2 === 1 && j < 9;
        assert.deepEqual(relation([i, j]), isInside ? [run(i, j)] : null, `${source} at ${i}, ${j}`);
      }
  }
  assert.ok(formulas > 500, `${formulas} formulas`);
});

test('names of sizes are parameters, and a bound is what the code says', () => {
  assert.equal(
    textOf('i * K + j', range('i', 'M'), range('j', 4)),
    '[M] -> { [i, j] -> [(16*i + j)] : 0 <= i < M and 0 <= j < 4 }',
  );
  assert.equal(textOf('i * 2 + base', range('i', 8)), '[base] -> { [i] -> [(2*i + base)] : 0 <= i < 8 }');
  assert.equal(
    textOf('threadIdx.x % 4', range('threadIdx.x', 32)),
    '{ [threadIdx_x] -> [((threadIdx_x) mod 4)] : 0 <= threadIdx_x < 32 }',
  );
  assert.equal(textOf('mod + 1', range('mod', 2)), '{ [mod_] -> [(mod_ + 1)] : 0 <= mod_ < 2 }');
  const halves = relationOf('(i / 4) * 4 + i % 4', [range('i', 'M')]);
  assert.ok(!isFailure(halves));
  const identity = map('[M] -> { [i] -> [i] : 0 <= i < M }');
  assert.equal(asked({ ask: 'equal', left: halves, right: identity }), true);
});

test('what is not quasi-affine is listed where it is small, and refused with a reason where it is not', () => {
  assert.equal(textOf('i * i', range('i', 3)), '{ [0] -> [0]; [1] -> [1]; [2] -> [4] }');
  assert.equal(textOf('i < 2 ? i : 9', range('i', 3)), '{ [0] -> [0]; [1] -> [1]; [2] -> [9] }');
  const arithmetic = 'a relation has sums, quotients and remainders by numbers, and no other arithmetic';
  assert.equal(textOf('i * i', range('i', 2000)), arithmetic);
  assert.equal(textOf('i * N', range('i', 'M')), arithmetic);
  assert.equal(textOf('(i - 4) / 2', range('i', 8)), 'a quotient of -4, which is below zero at i = 0');
  assert.equal(textOf('(base + i) / 2', range('i', 8)), 'the range of base is not known');
  assert.equal(textOf('i * 1073741824', range('i', 8)), '2147483648 is no int at i = 2');
  assert.equal(textOf('i * 1073741824', range('i', 2000)), 'the values leave the range of an int');
  assert.equal(
    textOf('i ^ j', range('i', 'M'), range('j', 'N')),
    'a relation takes the exclusive or of numbers that have a bound',
  );
});
