// `layout-lens eval --dialect`: CuTe DSL as the open CuTe IR computes, and pycute.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { applyOperation } from '../../server/src/algebra/catalog/catalog.ts';
import { DSL_DIALECT } from '../../server/src/algebra/catalog/dialect.ts';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { knownNumber } from '../../server/src/algebra/integer/known.ts';
import { evaluate } from '../../server/src/algebra/layout/evaluate.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { sizeOrThrow } from '../../server/src/algebra/layout/measure.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import type { NotationDialectName } from '../../server/src/evaluate/notation/dialects.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

const golden = (file: string): readonly unknown[] =>
  readFileSync(new URL(`../golden/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** The text of a value, or null where there is none. */
function textIn(expression: string, dialect: NotationDialectName): string | null {
  const result = new Evaluator(grammars, { staticMarks: false, dialect }).evaluate(expression);
  assert.ok(result.ok || result.code !== 'malformed-notation', expression);
  if (!result.ok) return null;
  return typeof result.value === 'string' ? result.value : JSON.stringify(result.value);
}

interface IrRecord {
  readonly expr: string;
  readonly result?: string;
  readonly refused?: boolean;
}

test('dsl: every result that the tests of the CuTe IR state', () => {
  const records = golden('cute-ir') as readonly IrRecord[];
  const wrong = records.flatMap(({ expr, result }) => {
    const got = textIn(expr, 'dsl');
    return got === (result ?? null) ? [] : [`${expr}\n    expected ${result ?? 'refused'}\n    got ${got}`];
  });
  assert.equal(records.length, 441);
  assert.deepEqual(wrong, []);
});

test('one expression in three dialects', () => {
  const rows: readonly (readonly [string, string | null, string | null, string | null])[] = [
    [
      'logical_divide(24:1, (4,6):(1,4))',
      '((4,6),1):((1,4),0)',
      '((4,6),1):((1,4),24)',
      '((4,6),1):((1,4),0)',
    ],
    ['coalesce(1:1)', '1:0', '1:1', '1:0'],
    ['complement((4,2):(1,10))', '2:4', '(2,1):(4,20)', '2:4'],
    ['right_inverse((4,5):(1@1,1@0))', null, '(5,4):(4,1)', null],
    ['composition((4,8):(8,1), 8:1)', '(4,2):(8,1)', '(4,2):(8,1)', '(4,2):(8,1)'],
    ['((4,8):(8,1))(5)', '9', '9', '9'],
    ['max_common_vector((4,8):(1,4), 32:1)', '32', '32', null],
  ];
  const got = rows.map(([expr]) => [expr, textIn(expr, 'cute'), textIn(expr, 'dsl'), textIn(expr, 'pycute')]);
  assert.deepEqual(got, rows);
});

/** All indices of a layout. */
function table(layout: Layout): readonly (number | undefined)[] {
  return Array.from({ length: Math.min(sizeOrThrow(layout) as number, 512) }, (_, i) => {
    const at = evaluate(layout, i);
    return isFailure(at) ? undefined : knownNumber(at as number);
  });
}

/** `(4,8):(8,1)` and tuples of such, as the algebra has them. */
function parsed(text: string): AlgebraValue | null {
  const { value } = new Evaluator(grammars, { staticMarks: false }).result(text);
  return value as AlgebraValue | null;
}

test('dsl: divides and products map coordinates as in C++', () => {
  let compared = 0;
  for (const file of ['divide', 'product']) {
    for (const record of golden(file) as readonly {
      op: string;
      args: readonly (string | number)[];
      result?: unknown;
    }[]) {
      if (record.result === undefined || record.args.length !== 2) continue;
      const args = record.args.map((a) => parsed(String(a)));
      if (args.includes(null)) continue;
      const [cpp, dsl] = [{}, { dialect: DSL_DIALECT }].map((options) =>
        applyOperation(record.op, args as AlgebraValue[], options),
      );
      if (!(cpp instanceof Layout) || !(dsl instanceof Layout)) continue;
      // What is left over of tiles that do not divide the layout is rounded up mode by mode in the DSL.
      if (sizeOrThrow(cpp) !== sizeOrThrow(dsl)) continue;
      compared++;
      assert.deepEqual(table(dsl), table(cpp), `${record.op}(${record.args.join(', ')})`);
    }
  }
  assert.ok(compared > 100, `${compared} records`);
});
