// What the functions of Triton say of arguments that they do not take, and what they make of those in other forms.

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

const NAMES = `
  A = LinearLayout.from_bases({"register": [[1, 0], [0, 2]], "lane": [[0, 1]]}, ["dim0", "dim1"])
  B = BlockedLayout([1,4], [8,4], [4,1], [1,0])
  T = BlockedLayout([4,1], [4,8], [1,4], [0,1])
  C = BlockedLayout([1,4,1], [8,4,1], [4,1,1], [1,0,2])
`;

/** Each line is `expression → text`; the expressions see the names above. */
function check(lines: string): void {
  const notebook = new Evaluator(grammars, { staticMarks: false });
  for (const line of NAMES.trim().split('\n')) assert.ok(notebook.evaluate(line.trim()).ok, line);
  const cases = lines
    .trim()
    .split('\n')
    .map((line) => line.split(' → ').map((part) => part.trim()));
  const found = cases.map(([expression]) => [expression, resultText(notebook.evaluate(expression!), false)]);
  assert.deepEqual(found, cases);
}

test('bases are a dictionary or a list of pairs', () =>
  check(`
    LinearLayout([["lane", [[1],[2]]], ["warp", [[4]]]], ["dim0"]).bases → [["lane", ((1),(2))], ["warp", ((4))]]
    LinearLayout(3, ["dim0"]) → error[wrong-kind]: bases is a dictionary
    LinearLayout([3, 4], ["dim0"]) → error[wrong-kind]: bases is a list of pairs
    LinearLayout([["lane"]], ["dim0"]) → error[wrong-kind]: bases is a list of pairs
    LinearLayout([["lane", [[1]], 4]], ["dim0"]) → error[wrong-kind]: bases is a list of pairs
    LinearLayout([[3, [[1]]]], ["dim0"]) → error[wrong-kind]: a name of bases is a name in quotes
    LinearLayout({"lane": 3}, ["dim0"]) → error[wrong-kind]: the bases of lane are a list
    LinearLayout({"lane": [["a"]]}, ["dim0"]) → error[wrong-kind]: an item of a basis of lane is an integer
  `));

test('outputs are names, or names with their sizes', () =>
  check(`
    LinearLayout({"lane": [[1]]}, ["dim0"]).out_dims → [["dim0", 2]]
    LinearLayout({"lane": [[1]]}, [["dim0", 4]]).out_dims → [["dim0", 4]]
    LinearLayout({"lane": [[1]]}, {"dim0": 4}).out_dims → [["dim0", 4]]
    LinearLayout({"lane": [[1]]}, ["dim0", 2]) → error[wrong-kind]: the outputs is a list of pairs
    LinearLayout({"lane": [[1]]}, {"dim0": "a"}) → error[wrong-kind]: the size of dim0 is an integer
  `));

test('constructors say which argument is of the wrong kind', () =>
  check(`
    BlockedLayout(3, [32], [4], [0]) → error[wrong-kind]: BlockedLayout: size_per_thread is a list of integers
    BlockedLayout([1], [32], [4], 4:1) → error[wrong-kind]: an argument is neither a number, a list nor a layout
    BlockedLayout("a", [32], [4], [0]) → error[unsupported]: an argument "a" is not known
    BlockedLayout(missing(1), [32], [4], [0]) → error[missing-name]: there is no operation missing
  `));

test('operations on linear layouts say which argument is of the wrong kind', () =>
  check(`
    A.transpose_ins(["lane", "register"]).bases → [["lane", ((0,1))], ["register", ((1,0),(0,2))]]
    A.transpose_ins("lane") → error[wrong-kind]: the order is a list of names
    A.transpose_ins([1, 2]) → error[wrong-kind]: an item of the order is a name in quotes
    A.transpose_outs(3) → error[wrong-kind]: the order is a list of names
    A.sublayout(["register"], ["dim0"]).bases → [["register", ((1),(0))]]
    A.sublayout(3, ["dim0"]) → error[wrong-kind]: the inputs is a list of names
    A.sublayout(["register"], 3) → error[wrong-kind]: the outputs is a list of names
    A.sublayout_is_zero(["lane"], ["dim0"]) → true
    A.sublayout_is_zero(3, ["dim0"]) → error[wrong-kind]: the inputs is a list of names
    A.sublayout_is_zero(["lane"], 3) → error[wrong-kind]: the outputs is a list of names
    A.reshape_ins(3) → error[wrong-kind]: the new inputs is a dictionary
    A.reshape_outs(3) → error[wrong-kind]: the new outputs is a dictionary
    A.resize_in_dim(3, 4) → error[wrong-kind]: the dimension is a name in quotes
    A.resize_in_dim("lane", "a") → error[wrong-kind]: the size is an integer
    A.resize_out_dim("dim0", "a") → error[wrong-kind]: the size is an integer
    A.remove_zero_bases_along_dim(3) → error[wrong-kind]: the dimension is a name in quotes
    A.compose(3) → error[wrong-kind]: the other layout is a linear layout
    A.compose(missing(1)) → error[missing-name]: there is no operation missing
  `));

test('what moves between two layouts needs their kind and a shape', () =>
  check(`
    convert_layout(B, T, [32,32]).in_thread → 32
    convert_layout(B, T, shape=[32,32], bits=16).bytes → 2048
    convert_layout(B, T) → error[wrong-kind]: shape is missing: BlockedLayout says nothing of the tensor’s extents
    convert_layout(B, T, 32) → error[wrong-kind]: shape is a list of integers
    convert_layout(B, T, [32,"a"]) → error[wrong-kind]: an item of shape is an integer
    convert_layout(B, T, [32,32], 4:1) → error[wrong-kind]: bits is the width of an element
    convert_layout(3, T, [32,32]) → error[wrong-kind]: the first argument of convert_layout is a layout of Triton
    convert_layout(B, 3, [32,32]) → error[wrong-kind]: the second argument of convert_layout is a layout of Triton
    convert_layout(C, T, [32,32]) → error[rank-mismatch]: BlockedLayout has 3 dimensions, and the tensor [32, 32] has 2
    convert_layout(B, C, [32,32]) → error[rank-mismatch]: BlockedLayout has 3 dimensions, and the tensor [32, 32] has 2
    to_linear_layout(missing(1), [4]) → error[missing-name]: there is no operation missing
    bank_conflicts(3, B, [32,32], 16) → error[wrong-kind]: the first layout is a layout of Triton
    bank_conflicts(B, 3, [32,32], 16) → error[wrong-kind]: the second layout is a layout of Triton
  `));

test('bridges from CuTe take layouts of CuTe', () =>
  check(`
    to_linear((4,8):(8,1)).bases → [["dim0", ((8),(16))], ["dim1", ((1),(2),(4))]]
    to_linear(3) → error[wrong-kind]: the argument of to_linear is a layout of CuTe
    tv_to_linear(3, [4]) → error[wrong-kind]: the first argument of tv_to_linear is a layout of CuTe
    tv_to_linear(((4,8),2):((8,1),32), 64) → error[wrong-kind]: shape is a list of integers
  `));

test('a linear layout by its coordinates', () =>
  check(`
    LinearLayout(crd=4, idx=8, vals=[1,6]).bases → [["c", ((1),(6))]]
    LinearLayout(crd=[2,4], idx=[4,2], vals=[[1,0],[2,0],[0,1]]).bases → [["c0", ((1,0))], ["c1", ((2,0),(0,1))]]
    LinearLayout(crd="a", idx=4, vals=[1,2]) → error[wrong-kind]: crd is an integer
    LinearLayout(crd=4, idx="a", vals=[1,2]) → error[wrong-kind]: idx is an integer
    LinearLayout(crd=4, idx=4, vals=3) → error[wrong-kind]: vals is a list
    LinearLayout(crd=4, idx=4, vals=["a",2]) → error[wrong-kind]: an item of vals is an integer
    LinearLayout(crd=3, idx=4, vals=[1,2]) → error[not-a-power-of-two]: the size of c is 3, not a power of two
  `));

// In the order of the dimensions: as many bases of a dimension as its parts, then zeros for the copies.
test('blocks of a tensor that is split, and copied, over them', () =>
  check(`
    make_cga_layout([2,1], [2,1], [0,1]) → ((1,0))
    make_cga_layout([2,2], [1,2], [0,1]) → ((0,0),(0,1))
    make_cga_layout([2,2], [1,2], [1,0]) → ((0,1),(0,0))
    make_cga_layout([4,2], [2,1], [0,1]) → ((1,0),(0,0),(0,0))
    make_cga_layout([1,2], [2,2], [0,1]) → error[indivisible]: cta_split_num 2 does not divide ctas_per_cga 1 in dimension 0
  `));
