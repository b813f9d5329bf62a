// Functions of pycute as Python calls them. The values are those that pycute gives; what it refuses, or takes and goes
// wrong with, has none.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const HEAD = `import pycute
import cutlass.cute as cute
layout = pycute.Layout((4, 8))
swizzle = pycute.Swizzle(3, 4, 3)
composed = pycute.ComposedLayout(swizzle, 0, layout)
`;

test('None stands for what leaves a layout or a mode of it as it is', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      pycute.composition(layout, None) → (4,8):(1,4)
      pycute.composition(layout, (2, None)) → (2,8):(1,4)
      pycute.composition(layout, (None, pycute.Layout(2))) → (4,2):(1,4)
      pycute.logical_divide(layout, None) → (4,8):(1,4)
      pycute.logical_divide(layout, (2, None)) → ((2,2),8):((1,2),4)
      pycute.logical_product(layout, None) → (4,8):(1,4)
      pycute.logical_product(layout, (None, 2)) → (4,(2,4)):(1,(4,8))
      pycute.zipped_divide(layout, None) → (1,(4,8)):(0,(1,4))
      pycute.zipped_divide(layout, (2, None)) → ((2,1),(2,8)):((1,0),(2,4))
      pycute.zipped_product(layout, None) → (1,(4,8)):(0,(1,4))
      pycute.tiled_product(layout, (None, 2)) → ((1,2),4,4):((0,4),1,8)
      pycute.right_inverse(None) → _
      pycute.left_inverse(None) → _
      pycute.right_inverse(8) → 8:1
      pycute.left_inverse(8) → 8:1
      pycute.right_inverse(layout) → 32:1
      pycute.filter(layout, None) → 32:1
      pycute.complement(layout, 64) → 2:32
      pycute.complement(layout) → 1:0
      pycute.prefix_product((2, 3)) → (1,2)
      pycute.prefix_product((2, 3), 4) → (4,8)
    `,
  );
});

test('a layout is called with coordinates and indexed by a mode', () => {
  checkExpressions(
    grammars,
    HEAD,
    `
      layout(9) → 9
      layout(1, 2) → 9
      layout((1, 2)) → 9
      layout[0] → 4:1
      layout[1] → 8:4
      composed[0] → Sw<3,4,3> o 0 o 4:1
      composed(17) → 17
      composed.size() → 32
      composed.offset → 0
      layout.size() → 32
      layout.cosize() → 32
      pycute.make_layout(layout, layout) → ((4,8),(4,8)):((1,4),(1,4))
      pycute.slice_and_offset((1, None), layout) → ((8):(4),1)
      pycute.tuple_max((1, (2, 5), 3)) → 5
      pycute.Swizzle(3, 4, -3) → Sw<3,4,-3>
      pycute.Swizzle(0, 0, 0) → Sw<0,0,0>
    `,
  );
});

test('other arguments have no value', () => {
  checkValues(
    grammars,
    `${HEAD}
called = layout("m")
indexed = layout["m"]
indexed_twice = layout[0, 1]
beyond = layout[2]
composed_called = composed("m")
composed_indexed = composed["m"]
attribute = layout.rank()
composed_attribute = composed.rank()
text = pycute.make_layout("m")
text_too = pycute.make_layout(layout, "m")
bits = pycute.Swizzle(-1, 4, 3)
base = pycute.Swizzle(3, -4, 3)
both = pycute.Swizzle(-1, -4, 3)
shift = pycute.Swizzle(3, 4, 2)
no_shift = pycute.Swizzle(3, 4)
named_bits = pycute.Swizzle("m", 4, 3)
of_number = pycute.ComposedLayout(swizzle, 0, 4)
by_number = pycute.ComposedLayout(4, 0, layout)
by_name = pycute.ComposedLayout(swizzle, "m", layout)
of_two = pycute.ComposedLayout(swizzle, 0)
large = pycute.cosize(pycute.Layout((2 ** 31, 2 ** 31), (2 ** 31, 2 ** 31)))
empty = pycute.tuple_max(())
uneven = pycute.inner_product((1, 2), (3,))
by_integer = pycute.inner_product((1, 2), 3)
quotient = pycute.shape_div((2, 3), (4, 5, 6))
of_cute = cute.composition(cute.make_layout((4, 8)), layout)
on_cute = pycute.composition(layout, cute.make_layout((4, 8)))
size_of = cute.size(layout)
up_to_none = pycute.complement(layout, None)
up_to_none_too = pycute.complement(layout, max_idx=None)
from_none = pycute.prefix_product((2, 3), None)
`,
    {
      called: 'unknown: the coordinate is not known',
      indexed: 'unknown: the mode is not known',
      indexed_twice: 'unknown: the mode is not known',
      beyond: /^refused: .* no mode 2$/,
      composed_called: /^unknown: this slice of pycute/,
      composed_indexed: 'unknown: the mode is not known',
      attribute: 'unknown: the attribute rank is not computed',
      composed_attribute: 'unknown: the attribute rank is not computed',
      text: 'unknown: make_layout of pycute takes its own layouts',
      text_too: 'unknown: make_layout of pycute takes its own layouts',
      bits: /^refused: Swizzle\(-1,4,3\) needs bits ≥ 0/,
      base: /^refused: Swizzle\(3,-4,3\) needs bits ≥ 0/,
      both: /^refused: Swizzle\(-1,-4,3\) needs bits ≥ 0/,
      shift: /^refused: Swizzle\(3,4,2\) needs bits ≥ 0/,
      no_shift: 'refused: Swizzle needs the argument shift',
      named_bits: 'unknown: the numbers of the swizzle are not known',
      of_number: 'unknown: this composed layout of pycute is not computed',
      by_number: 'unknown: this composed layout of pycute is not computed',
      by_name: 'unknown: this composed layout of pycute is not computed',
      of_two: 'refused: ComposedLayout needs the argument layoutA',
      large: 'unknown: an integer is too large',
      empty: /^refused: .* the maximum of an empty tuple$/,
      uneven: /^refused: .* tuples of 2 and 1 items$/,
      by_integer: /^refused: .* tuples of 2 and no items$/,
      quotient: /^refused: .* tuples of 2 and 3 items$/,
      of_cute: 'unknown: a layout of pycute is none of CuTe DSL',
      on_cute: 'unknown: composition of pycute is computed for known integers and its own layouts',
      up_to_none: /^unknown: complement of pycute is computed for known integers/,
      up_to_none_too: /^unknown: complement of pycute is computed for known integers/,
      from_none: /^unknown: prefix_product of pycute is computed for known integers/,
      size_of: 'unknown: a layout of pycute is none of CuTe DSL',
    },
  );
});
