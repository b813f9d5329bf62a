// Triton's constructors and operations on the command line: values as Triton prints them, `raw` as the golden data has
// them, and printed layouts read back.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Evaluator, resultText } from '../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { type JsonLayout, type TritonRecord, tritonRecords } from '../algebra/linear/records.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

const evaluate = (expression: string) => new Evaluator(grammars, { staticMarks: false }).evaluate(expression);

/** The text of a value, or of the refusal. */
const shown = (expression: string): string => resultText(evaluate(expression), false);

const raw = (expression: string): unknown => {
  const result = evaluate(expression);
  assert.ok(result.ok, `${expression}: ${JSON.stringify(result)}`);
  return result.raw;
};

/** A JSON layout as the constructor's call. */
function written(json: unknown): string {
  const { bases, out_dims } = json as JsonLayout;
  const entries = (list: readonly (readonly [string, unknown])[]) =>
    list.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ');
  return `LinearLayout({${entries(bases)}}, {${entries(out_dims)}})`;
}

/** An encoding as its constructor's call with keywords. */
function constructed(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(constructed).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return json === null ? 'None' : String(json);
  const { layout, ...fields } = json as Record<string, unknown>;
  const given = Object.entries(fields).map(([name, value]) => `${name}=${constructed(value)}`);
  return `${layout}(${given.join(', ')})`;
}

const sample = (records: readonly TritonRecord[], step: number) => records.filter((_, i) => i % step === 0);

test('to_linear_layout of encodings, written with keywords', () => {
  for (const { layout, shape, result } of sample(tritonRecords('triton', 'to_linear_layout'), 9)) {
    const {
      reg_bases,
      lane_bases,
      warp_bases,
      block_bases,
      shape: sizes,
    } = result as Record<string, number[]>;
    assert.deepEqual(raw(`to_linear_layout(${constructed(layout)}, [${shape}])`), {
      bases: [
        ['register', reg_bases],
        ['lane', lane_bases],
        ['warp', warp_bases],
        ['block', block_bases],
      ],
      out_dims: sizes!.map((size, i) => [`dim${i}`, size]),
    });
  }
});

for (const [op, expression] of Object.entries({
  invert: (r: TritonRecord) => `invert(${written(r.layout)})`,
  pseudoinvert: (r: TritonRecord) => `${written(r.layout)}.pseudoinvert()`,
  compose: (r: TritonRecord) => `${written(r.inner)}.compose(${written(r.outer)})`,
  invert_and_compose: (r: TritonRecord) => `invert_and_compose(${written(r.layout)}, ${written(r.other)})`,
  product: (r: TritonRecord) => `${written(r.a)} * ${written(r.b)}`,
  apply: (r: TritonRecord) =>
    `${written(r.layout)}.apply(${Object.entries(r.input as object)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ')})`,
})) {
  test(`${op} as an expression`, () => {
    for (const record of sample(tritonRecords('triton', op), 12)) {
      assert.deepEqual(raw(expression(record)), record.result);
    }
  });
}

test('bank conflicts as an expression', () => {
  for (const r of sample(tritonRecords('triton', 'bank_conflicts'), 20)) {
    const call = `bank_conflicts(${constructed(r.reg)}, ${constructed(r.shared)}, [${r.shape}], ${r.bits})`;
    assert.equal(shown(call), String(r.result));
  }
});

test('a layout is shown as Triton prints it, and the printed lines are that layout', () => {
  for (const { layout, text } of sample(tritonRecords('triton', 'invert'), 12)) {
    const result = evaluate(written(layout));
    assert.ok(result.ok);
    assert.equal(result.value, text);
    const back = evaluate((text as string).trimStart().replace(/^-/, ' -'));
    assert.ok(back.ok, JSON.stringify(back));
    assert.deepEqual(back.raw, result.raw);
  }
});

test('names of a notebook hold layouts', () => {
  const notebook = new Evaluator(grammars, { staticMarks: false });
  notebook.evaluate('B = gl.BlockedLayout([1, 4], [8, 4], warps_per_cta=[4, 1], order=[1, 0])');
  notebook.evaluate('L = to_linear_layout(gl.SliceLayout(1, B), [64])');
  const text = (expression: string) => resultText(notebook.evaluate(expression), false);
  assert.equal(text('L.is_surjective()'), 'true');
  assert.equal(text('L.get_free_variable_masks()'), "{'register': 0, 'lane': 3, 'warp': 0, 'block': 0}");
  assert.equal(text('B.order'), '(1,0)');
  assert.equal(text('L.num_in_dims'), '4');
});

test('what is refused, and why', () => {
  const refusals: Readonly<Record<string, string>> = {
    'BlockedLayout([1,4],[8,4],[4,1],[1,1])':
      'error[order-permutation]: order [1, 1] is no permutation of 0 to 1',
    'to_linear_layout(BlockedLayout([1],[32],[4],[0]), [64, 64])':
      'error[rank-mismatch]: BlockedLayout has 1 dimensions, and the tensor [64, 64] has 2',
    'to_linear_layout(BlockedLayout([1],[32],[4],[0]), [96])':
      'error[not-a-power-of-two]: the tensor’s extent in dimension 0 is 96, not a power of two',
    'LinearLayout({"lane": [[1]]}, {"dim0": 2, "dim1": 2})':
      'error[basis-length]: the basis [1] of lane has 1 number, and there are 2 output dimensions',
    'invert(LinearLayout({"lane": [[1], [0]]}, {"dim0": 2}))':
      'error[not-invertible]: the layout is not invertible: it has 4 inputs and 2 outputs',
    'to_linear_layout(AutoLayout(), [64])': 'error[unsupported]: AutoLayout is the compiler’s to choose',
    'invert((4,8):(8,1))': 'error[wrong-kind]: the first argument of invert is a linear layout',
    'BlockedLayout([1, N], [8, 4], [4, 1], [1, 0])': 'error[run-time]: N is not known',
  };
  for (const [expression, message] of Object.entries(refusals)) assert.equal(shown(expression), message);
});
