// Functions of CuTe DSL on tuples and integers. The values are the examples of their documentation, or follow from
// their bodies, which are plain Python for such arguments.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const check = (lines: string): void =>
  checkExpressions(grammars, `${DSL_IMPORTS}n = cutlass.Int32(10)\n`, lines);

const checkRefused = (expressions: Readonly<Record<string, RegExp>>): void => {
  const lines = Object.keys(expressions).map((expression, i) => `v${i} = ${expression}`);
  const expected = Object.values(expressions).map((reason, i) => [`v${i}`, reason] as const);
  checkValues(
    grammars,
    `${DSL_IMPORTS}n = cutlass.Int32(10)\n${lines.join('\n')}\n`,
    Object.fromEntries(expected),
  );
};

test('depth, rank and modes of tuples', () => {
  check(`
    cute.depth(1) → 0
    cute.depth(()) → 1
    cute.depth((1, 2)) → 1
    cute.depth(((1, 2), (3, 4))) → 2
    cute.depth((1, (2, (3, 4)))) → 3
    cute.rank(5) → 1
    cute.rank((2, 3, 4)) → 3
    cute.rank(((2, 3, 5), 4), mode=[0]) → 3
    cute.rank(((2, 3), 4), mode=[1]) → 1
    cute.get(((2, 3), 4), mode=[0, 1]) → 3
    cute.select((2, 3, 4), mode=[2, 0]) → (4,2)
    cute.select((2, "n", cutlass.Float16), mode=[2, 0]) → (Float16,2)
    cute.group_modes((2, 3, 4, 5), 1, 3) → (2,(3,4),5)
    cute.group_modes((2, 3, 4, 5), -3, -1) → (2,(3,4),5)
    cute.group_modes((2, 3, 4, 5), 2) → (2,3,(4,5))
    cute.group_modes((2, 3, 4), 0, 3) → ((2,3,4))
  `);
  checkRefused({
    'cute.rank((1, 2), mode=[2])': /^refused: there is no mode 2/,
    'cute.get((4, 8), mode=["m"])': /^unknown: get of such a mode/,
    'cute.select((4, 8, 2), mode=[0, 3])': /^refused: there is no mode 3/,
    'cute.group_modes((2, 3, 4), 2, 2)': /^refused: group_modes needs begin < end/,
    'cute.group_modes((2, 3, 4), n, 2)': /^unknown: group_modes of such a range/,
  });
});

test('slice_ keeps of a tuple what stands at None, dice what does not', () => {
  check(`
    cute.slice_((2, 3, 4), (None, 0, None)) → (2,4)
    cute.slice_(((2, 3), 4), ((None, 0), None)) → (2,4)
    cute.slice_(((2, 3), 4), (None, 0)) → ((2,3))
    cute.slice_((2, 3), None) → (2,3)
    cute.slice_((2, 3), 0) → ()
    cute.slice_(7, None) → 7
    cute.slice_(7, 0) → ()
    cute.dice((2, 3, 4), (1, None, 1)) → (2,4)
    cute.dice(((2, 3), 4), ((None, 0), None)) → (3)
    cute.dice((2, 3), None) → ()
    cute.dice((2, 3), 0) → (2,3)
    cute.dice(7, None) → ()
    cute.dice(7, 0) → 7
    cute.dice(cute.make_layout((32, 16, 8)), (1, None, 1)) → (32,8):(1,512)
  `);
  checkRefused({
    'cute.slice_((2, 3), (None, 0, 0))': /^refused: the coordinate of slice has another profile/,
    'cute.slice_("n", (None, 0))': /^unknown: slice of this/,
    'cute.dice("n", (None, 0))': /^unknown: dice of this/,
    'cute.dice("n", 0)': /^unknown: dice of this/,
    'cute.slice_("n", None)': /^unknown: slice of this/,
    'cute.slice_(7, (None,))': /^refused: the coordinate of slice has another profile/,
    'cute.dice((2, (3, 4)), (None, (0, 1, 2)))': /^refused: the coordinate of dice has another profile/,
  });
});

test('tuples that are made longer', () => {
  check(`
    cute.append((4, 4), 2) → (4,4,2)
    cute.append((1, 1), 0, up_to_rank=4) → (1,1,0,0)
    cute.append((1, 1), 0, up_to_rank=2) → (1,1)
    cute.append(3, 2) → (3,2)
    cute.append((4, 4), (1, 2)) → (4,4,(1,2))
    cute.prepend((4, 4), 2) → (2,4,4)
    cute.prepend((1, 1), 0, up_to_rank=4) → (0,0,1,1)
    cute.prepend(3, 2, up_to_rank=3) → (2,2,3)
    cute.prepend(cute.make_layout((8, 8)), cute.make_layout(2)) → (2,8,8):(1,1,8)
    cute.append(cute.make_layout((8, 8)), cute.make_layout(2)) → (8,8,2):(1,8,1)
    cute.repeat(1, 1) → 1
    cute.repeat(1, 3) → (1,1,1)
    cute.repeat_as_tuple(1, 1) → (1)
    cute.repeat_as_tuple((2, 3), 2) → ((2,3),(2,3))
    cute.repeat_as_tuple(7, 64)[63] → 7
    cute.repeat_like(1, ((1, 2), 3)) → ((1,1),1)
    cute.repeat_like(0, 5) → 0
    cute.tuple_cat((1, (2, 3)), 4, ()) → (1,(2,3),4)
    cute.flatten_to_tuple(((1, 2), (3, (4,)))) → (1,2,3,4)
    cute.wrap(3) → (3)
  `);
  checkRefused({
    'cute.append((1, 1, 1), 0, up_to_rank=2)': /^refused: append to a rank of 2 of 3 modes/,
    'cute.append_ones(cute.make_layout((4, 8)), up_to_rank=1)': /^refused: .* cannot be padded to rank 1/,
    'cute.append_ones((4, 8))': /^unknown: append_ones of this/,
    'cute.prepend((1, 1), 0, up_to_rank=n)': /^unknown: prepend up to such a rank/,
    'cute.repeat(1, 0)': /^unknown: repeat so often/,
    'cute.repeat_as_tuple(1, n)': /^unknown: repeat_as_tuple so often/,
  });
});

test('integers and shapes that are divided, rounded and multiplied', () => {
  check(`
    cute.ceil_div(10, 4) → 3
    cute.ceil_div(12, 4) → 3
    cute.ceil_div(1, 4) → 1
    cute.ceil_div((10, 6), (3, 4)) → (4,2)
    cute.ceil_div(n, 4) → 3
    cute.ceil_div(cute.sym_int(), 4) → ?
    cute.ceil_div(16, cute.sym_int()) → ?
    cute.round_up(10, 4) → 12
    cute.round_up(12, 4) → 12
    cute.round_up((10, 6, 5), (3, 4)) → (12,8,5)
    cute.round_up((10, (6, 7)), (3, (4, 2))) → (12,(8,8))
    cute.round_up(n, 4) → 12
    cute.product(6) → 6
    cute.product((2, (3, 4))) → 24
    cute.product(()) → 1
  `);
  checkRefused({
    'cute.ceil_div(3, 0)': /^unknown: division by zero/,
    'cute.round_up((1, 2), 3)': /^refused: round_up of a tuple needs a tuple/,
    'cute.round_up(3, (1, 2))': /^refused: round_up of an integer by a tuple/,
    'cute.round_up((3,), (1, 2))': /^refused: round_up by a tuple of higher rank/,
    'cute.round_up((4, 5), (3, (1, 2)))': /^refused: round_up of an integer by a tuple/,
    'cute.round_up((4, "n"), (3, 2))': /^unknown: ceil_div is not computed/,
    'cute.round_up(("n", 5), (3, (1, 2)))': /^refused: round_up of an integer by a tuple/,
    'cute.round_up(5, 0)': /^unknown: division by zero/,
    'cute.product("n")': /^unknown: the product of this/,
    'cute.product((2, "n"))': /^unknown: the product of this/,
  });
});

test('basis elements and what is assumed of integers', () => {
  check(`
    cute.E(1) → 1@1
    cute.E([0, 1]) → 1@1@0
    cute.E([]) → 1
    cute.ScaledBasis(2, 0) → 2@0
    cute.ScaledBasis(4, [0, 1]) → 4@1@0
    cute.ScaledBasis(2, 0).value → 2
    cute.make_layout((4, 8), stride=(cute.ScaledBasis(2, 0), cute.ScaledBasis(1, 1)))((2, 3)) → (4,3)
    cute.assume(12, 4) → 12
    cute.assume(12) → 12
    cute.assume(12, divby=6) → 12
    cute.assume(cute.sym_int(divisibility=8), 4) → ?{div=8}
    cute.assume(cute.sym_int(divisibility=2), 4) → ?{div=4}
  `);
  checkRefused({
    'cute.assume(10, 4)': /^refused: 10 is assumed to be a multiple of 4/,
    'cute.ScaledBasis(2, [])': /^unknown: this basis element/,
    'cute.ScaledBasis("two", 0)': /^unknown: this basis element/,
    'cute.ScaledBasis(2, "m")': /^unknown: this basis element/,
    'cute.E("m")': /^unknown: E of such a mode/,
  });
});

test('what is static of tuples, layouts and basis elements', () => {
  check(`
    cute.is_static((1, (2, 3))) → true
    cute.is_static((1, (2, n))) → false
    cute.is_static(None) → true
    cute.is_static(cute.ScaledBasis(2, 0)) → true
    cute.is_static(cute.make_layout((4, n))) → false
    cute.is_static(cute.make_layout((4, 5), stride=(n, 1))) → false
    cute.is_static(cute.make_layout((4, 5))) → true
    cute.is_static(cute.make_layout((4, 5), stride=(cute.E(0), cute.E(1)))) → true
    cute.is_static(cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64)))) → true
    cute.is_static(cute.make_composed_layout(cute.make_swizzle(3, 4, 3), n, cute.make_layout((8, 64)))) → false
    cute.is_static(cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, n)))) → false
    cute.is_static(cute.make_composed_layout(cute.make_layout((8, n)), 0, cute.make_layout((8, 64)))) → false
  `);
});
