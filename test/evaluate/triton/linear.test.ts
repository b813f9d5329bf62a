// Linear layouts made and combined in the notation. The values follow from the definition: a basis for each bit of an input,
// and the exclusive or of those whose bits are set.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Evaluator, resultText } from '../../../server/src/cli/commands/eval.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

/** Each line is `expression → text`; the expressions see the names of the lines before. */
function check(lines: string): void {
  const notebook = new Evaluator(grammars, { staticMarks: false });
  const wrong: string[] = [];
  for (const line of lines.trim().split('\n')) {
    const [expression, expected] = line.split(' → ').map((part) => part.trim());
    const shown = resultText(notebook.evaluate(expression!), false);
    if (expected !== undefined && shown !== expected)
      wrong.push(`${expression} is ${shown}, not ${expected}`);
  }
  assert.deepEqual(wrong, []);
}

test('layouts of one input and one output', () =>
  check(`
    I = LinearLayout.identity_1d(8, "lane", "dim0")
    I.bases → [["lane", ((1),(2),(4))]]
    I.out_dims → [["dim0", 8]]
    I.num_in_dims → 1
    I.num_out_dims → 1
    S = LinearLayout.strided_1d(4, 8, "lane", "dim0")
    S.bases → [["lane", ((8),(16))]]
    S.out_dims → [["dim0", 32]]
    Z = LinearLayout.zeros_1d(4, "lane", "dim0")
    Z.bases → [["lane", ((0),(0))]]
    Z.out_dims → [["dim0", 1]]
    W = LinearLayout.zeros_1d(4, "lane", "dim0", 8)
    W.out_dims → [["dim0", 8]]
  `));

test('a layout of bases by name, and the sizes of its outputs', () =>
  check(`
    A = LinearLayout.from_bases({"register": [[1, 0], [0, 2]], "lane": [[0, 1]]}, ["dim0", "dim1"])
    A.bases → [["register", ((1,0),(0,2))], ["lane", ((0,1))]]
    A.out_dims → [["dim0", 2], ["dim1", 4]]
    A.get_in_dim_names() → ["register", "lane"]
    A.get_out_dim_names() → ["dim0", "dim1"]
    A.apply(register=3, lane=1) → {'dim0': 1, 'dim1': 3}
    A.apply({"register": 2, "lane": 0}) → {'dim0': 0, 'dim1': 2}
    A.get_matrix_view() → ((1,0,0),(0,0,1),(0,1,0))
    A.is_surjective() → true
    B = LinearLayout.from_bases({"lane": [[2]]}, ["dim0"], [4], False)
    B.out_dims → [["dim0", 4]]
    B.is_surjective() → false
    LinearLayout.from_bases({"lane": [[2]]}, ["dim0"], [4]) → error[inadmissible]: the layout is not surjective
    LinearLayout.from_bases({"lane": [[2]]}, ["dim0"], [4], True) → error[inadmissible]: the layout is not surjective
    LinearLayout.from_bases({"lane": [[1]]}, ["dim0", "dim1"], [2]) → error[rank-mismatch]: out_dim_names and out_dim_sizes have different lengths
    C = LinearLayout({"lane": [[1, 0], [0, 1]]}, ["dim0", "dim1"])
    C.out_dims → [["dim0", 2], ["dim1", 2]]
    C.transpose_outs(["dim1", "dim0"]).bases → [["lane", ((0,1),(1,0))]]
    C.get_free_variable_masks() → {'lane': 0}
  `));

test('products, compositions and inverses', () =>
  check(`
    R = LinearLayout.identity_1d(2, "register", "dim0")
    L = LinearLayout.identity_1d(4, "lane", "dim0")
    P = R * L
    P.bases → [["register", ((1))], ["lane", ((2),(4))]]
    P.out_dims → [["dim0", 8]]
    Q = R * LinearLayout.identity_1d(4, "lane", "dim1")
    Q.bases → [["register", ((1,0))], ["lane", ((0,1),(0,2))]]
    D = R * LinearLayout.identity_1d(2, "register", "dim0")
    D.bases → [["register", ((1),(2))]]
    X = LinearLayout({"in": [[1], [3]]}, {"out": 4})
    X.apply({"in": 2}) → {'out': 3}
    X.apply({"in": 3}) → {'out': 2}
    Y = X.invert()
    Y.bases → [["out", ((1),(3))]]
    Y.apply(out=3) → {'in': 2}
    X.compose(Y).bases → [["in", ((1),(2))]]
    F = LinearLayout({"in": [[1], [0], [2]]}, {"out": 4})
    F.get_free_variable_masks() → {'in': 2}
    F.remove_zero_bases_along_dim("in").bases → [["in", ((1),(2))]]
    F.resize_in_dim("in", 4).bases → [["in", ((1),(0))]]
    F.resize_out_dim("out", 2).bases → [["in", ((1),(0),(0))]]
  `));
