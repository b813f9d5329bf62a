// Every record of lego.jsonl as a person types it: the tables of the LEGO reference implementation, in its Python form.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Evaluator } from '../../../server/src/cli/commands/eval.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

interface Record {
  readonly expr: string;
  readonly dims: readonly number[];
  readonly apply: readonly number[];
  readonly inv: readonly number[];
}

const records = readFileSync(new URL('../../golden/lego.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record);

const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');

/** The index at a row-major number, last dimension fastest. */
function indexAt(dims: readonly number[], at: number): readonly number[] {
  let rest = at;
  return dims.map((_, k) => {
    const inner = dims.slice(k + 1).reduce((a, b) => a * b, 1);
    const i = Math.floor(rest / inner);
    rest %= inner;
    return i;
  });
}

test('the tables of the reference implementation, and both directions at some places', () => {
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const answer = (expression: string) => {
    const result = evaluator.evaluate(expression);
    if (!result.ok) assert.fail(`${expression}: ${result.message}`);
    return result;
  };
  for (const { expr, dims, apply, inv } of records) {
    const { value, raw } = answer(expr);
    assert.deepEqual(raw, apply, expr);
    assert.ok(String(value).includes(`[${apply.slice(0, 8).join(',')}`), `${value}`);
    for (const at of [0, 1, Math.floor(apply.length / 3), apply.length - 1]) {
      if (at >= apply.length) continue;
      const index = indexAt(dims, at);
      assert.equal(answer(`${expr}.apply(${index.join(', ')})`).value, apply[at], `${expr} at ${index}`);
      const back = indexAt(dims, inv[at]!);
      const text = back.length === 1 ? back[0] : `(${back.join(',')})`;
      assert.deepEqual(answer(`${expr}.inv(${at})`).value, text, `${expr} back from ${at}`);
    }
  }
  assert.equal(records.length, 300);
});
