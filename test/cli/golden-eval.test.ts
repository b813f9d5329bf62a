// The golden records through the whole of `layout-lens eval`: grammar, front end, evaluator, algebra, printing.
//
// The same records are compared with the algebra directly in test/golden; here each becomes the text that a
// person would type.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

interface GoldenRecord {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly raw_args?: readonly (string | number)[];
  readonly result?: unknown;
  readonly raw?: unknown;
  readonly accepts?: boolean;
  readonly fn_ok?: boolean;
}

const FILES = [
  'composition',
  'complement',
  'coalesce',
  'inverse',
  'divide',
  'product',
  'info',
  'make',
  'manip',
  'slice',
  'common',
  'cast',
  'predicates',
  'inttuple',
  'negative',
  'dynamic',
  'basis',
  'swizzle',
] as const;

/** Operations of the golden data that stand for an overload of another name. */
const PLAIN_NAME: Readonly<Record<string, string>> = {
  composition_int: 'composition',
  composition_tiler: 'composition',
  composition_swizzles: 'composition',
  composition_layout_swizzle: 'composition',
  complement_int: 'complement',
  complement_shape: 'complement',
  coalesce_profile: 'coalesce',
  coalesce_shape: 'coalesce',
  filter_profile: 'filter',
  filter_zeros_profile: 'filter_zeros',
  tile_to_shape_order: 'tile_to_shape',
  make_layout_concat: 'make_layout',
  zip2: 'zip',
};

/** Records that are no single expression: tables of values, and functions of an index that only C++ templates have. */
const SET_APART = new Set(['eval', 'swizzle_apply', 'swizzle_eval']);

/** A layout's text with every integer marked as static. */
const marked = (text: string): string => text.replace(/(?<=^|[(,:])-?\d+/g, (n) => `_${n}`);

/** The text of a record, or null when it is not one expression. */
function expressionOf(record: GoldenRecord): string | null {
  const { op } = record;
  if (SET_APART.has(op)) return null;
  const args = (record.raw_args ?? record.args).map(String);
  if (op === 'print') return args[0]!;
  // Its coordinates are run-time integers while the layout is static, so both are marked.
  if (op === 'call_slice') return `${marked(args[0]!)}${args[1]!.startsWith('(') ? args[1] : `(${args[1]})`}`;
  if (op === 'crd2idx_layout') return `${args[0]}(${args[1]})`;
  if (op === 'crd2idx_shape') return `crd2idx(${args[1]}, ${args[0]})`;
  if (op === 'idx2crd') return `idx2crd(${args[1]}, ${args[0]})`;
  if (op.endsWith('<>')) return `${op.slice(0, -2)}<${args[1]}>(${args[0]})`;
  if (op.endsWith('<N>')) return `${op.slice(0, -3)}<${args[1]}>(${[args[0], ...args.slice(2)].join(', ')})`;
  return `${PLAIN_NAME[op] ?? op}(${args.join(', ')})`;
}

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

for (const file of FILES) {
  test(`${file}.jsonl`, () => {
    const lines = readFileSync(new URL(`../golden/${file}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const wrong: string[] = [];
    let compared = 0;
    for (const line of lines) {
      const record = JSON.parse(line) as GoldenRecord;
      if (record.accepts === false || record.result === undefined) continue;
      const expression = expressionOf(record);
      if (expression === null) continue;
      compared++;
      const staticMarks = record.raw_args !== undefined || record.op === 'call_slice';
      const result = new Evaluator(grammars, { staticMarks }).evaluate(expression);
      const expected = { value: record.result, ...(record.raw === undefined ? {} : { raw: record.raw }) };
      const got = result.ok
        ? { value: result.value, ...(record.raw === undefined ? {} : { raw: result.raw }) }
        : result;
      if (JSON.stringify(got) !== JSON.stringify(expected))
        wrong.push(
          `${expression}\n    expected ${JSON.stringify(expected)}\n    got      ${JSON.stringify(got)}`,
        );
    }
    assert.ok(compared > 0, 'no record was compared');
    assert.equal(
      wrong.length,
      0,
      `${wrong.length} of ${compared} differ\n  ${wrong.slice(0, 8).join('\n  ')}`,
    );
  });
}

interface Judged {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly raw_args?: readonly (string | number)[];
  readonly accepts?: boolean;
  readonly fn_ok?: boolean;
  readonly error?: string;
}

test('wrong-composition is said of exactly the records that C++ accepts wrongly, with a witness', () => {
  let judged = 0;
  const wrong: string[] = [];
  for (const file of ['composition', 'admissibility', 'negative', 'dynamic']) {
    const lines = readFileSync(new URL(`../golden/${file}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    for (const line of lines) {
      const record = JSON.parse(line) as Judged;
      if (record.fn_ok === undefined || record.accepts === false) continue;
      judged++;
      const name = PLAIN_NAME[record.op] ?? record.op;
      const expression = `${name}(${(record.raw_args ?? record.args).join(', ')})`;
      const result = new Evaluator(grammars, { staticMarks: record.raw_args !== undefined }).evaluate(
        expression,
      );
      const warning = result.ok ? result.warnings.find((w) => w.code === 'wrong-composition') : undefined;
      if ((warning !== undefined) !== !record.fn_ok)
        wrong.push(`${expression}: fn_ok ${record.fn_ok}, ${JSON.stringify(result)}`);
      else if (warning !== undefined && typeof warning.witness !== 'number')
        wrong.push(`${expression}: no witness`);
    }
  }
  assert.ok(judged > 500, `${judged} records`);
  assert.equal(wrong.length, 0, `${wrong.length} of ${judged} differ\n  ${wrong.slice(0, 8).join('\n  ')}`);
});

test('what C++ refuses is refused', () => {
  let judged = 0;
  const wrong: string[] = [];
  const lines = readFileSync(new URL('../golden/admissibility.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    const record = JSON.parse(line) as Judged;
    if (record.accepts !== false) continue;
    judged++;
    const expression = `${PLAIN_NAME[record.op] ?? record.op}(${record.args.join(', ')})`;
    const result = new Evaluator(grammars, { staticMarks: false }).evaluate(expression);
    if (result.ok) wrong.push(`${expression}: ${JSON.stringify(result)}`);
  }
  assert.ok(judged > 50, `${judged} records`);
  assert.equal(wrong.length, 0, `${wrong.length} of ${judged} differ\n  ${wrong.slice(0, 8).join('\n  ')}`);
});
