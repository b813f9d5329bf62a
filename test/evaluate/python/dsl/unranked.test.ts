// Tensors that a compiled function of CuTe DSL is handed from the host, which have one integer a mode, nobody knows how
// many: what indices, selections and tuples of them say.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkValues, DSL_IMPORTS, pythonGrammars } from '../support.ts';
import { checkModes } from './support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const KERNEL = `${DSL_IMPORTS}
class Kernel:
    @cute.jit
    def __call__(self, t: cute.Tensor, b: cutlass.Int32):
        shape, layout = t.shape, t.layout
        pair = (1, 2)
`;

const check = (lines: string): void => checkModes(grammars, KERNEL, lines, '        ');

test('an index has one coordinate for each mode, and one integer counts elements', () => {
  check(`
    t[None, 3] → tensor (?):(?)
    t[(None, 3)] → tensor (?):(?)
    t[(None, b, None)] → tensor (?,?):(?,?)
    t[None, None][1, None] → tensor (?):(?)
    t[None, pair] → unknown: this index of a tensor is not computed
    t["m", None] → unknown: this index of a tensor is not computed
    t[None] → unknown: this index of a tensor is not computed
    t[1, 2] → unknown: an element of a tensor is only known at run time
    t[b] → unknown: an element of a tensor is only known at run time
    layout[None, 0] → unknown: this index of a tensor is not computed
    layout[0] → unknown: this index of a tensor is not computed
  `);
});

test('the shape and the strides are integers', () => {
  check(`
    (shape[0], 4) → (?,4)
    (shape[-1], 4) → (?,4)
    shape[:-1] → integers
    t.stride[1:] → integers
    shape["m"] → unknown: these of the integers is not computed
    shape[0, 1] → unknown: these of the integers is not computed
    shape["m", 1] → unknown: these of the integers is not computed
    shape.stride → unknown: the member stride is not known
    layout.shape → integers
    layout.stride → integers
    layout.iterator → unknown: the member iterator is not known
    layout.element_type → unknown: the member element_type is not known
    layout.layout → unknown: the member layout is not known
  `);
});

test('tuples that have them in it are integers too, with other integers alone', () => {
  check(`
    (*shape, 1) → integers
    (*shape, b) → integers
    (*shape, *t.stride) → integers
    (*pair, 3) → (1,2,3)
    (*shape, "m") → unknown: this cannot be unpacked
    (*shape, pair) → unknown: this cannot be unpacked
    ("m", *shape) → unknown: this cannot be unpacked
    (*pair, *shape) → unknown: this cannot be unpacked
    cute.make_layout((*shape, 1)) → layout
    cute.make_layout((*shape, 1), stride=(*t.stride, 1)) → layout
  `);
});

test('a selection has one mode for each number', () => {
  check(`
    cute.select(t, mode=[1, 0]) → tensor (?,?):(?,?)
    cute.select(layout, mode=[1, 0, 2]) → (?,?,?):(?,?,?)
  `);
  checkValues(
    grammars,
    `${KERNEL}
        named = cute.select(t, mode=[0, "m"])
        empty = cute.select(t, mode=[])
        one = cute.select(t, mode=1)
`,
    {
      named: 'unknown: select of such modes is not computed',
      empty: 'unknown: select of such modes is not computed',
      one: 'unknown: select of such modes is not computed',
    },
  );
});

test('what divides or copies one is of a tensor too', () => {
  check(`
    cute.zipped_divide(t, (8, 4)) → tensor ((8,4),(?,?)):((?,?),(?{div=8},?{div=4}))
    cute.local_tile(t, (8, 4), (0, 1)) → tensor (8,4):(?,?)
    cute.local_tile(t, (8, 4), (None, None, 0)) → tensor (8,4,?,?):(?,?,?{div=8},?{div=4})
    cute.local_tile(t, (8, 2, 4), (0, 1, None), proj=(1, None, 1)) → tensor (8,4,…)
    cute.zipped_divide(layout, (8, 4)) → layout ((8,4),?)
    cute.composition(t, (16, 8)) → tensor (16,8)
  `);
});

test('a function that says how many modes there are is taken at its word', () => {
  checkModes(
    grammars,
    `${DSL_IMPORTS}
class Kernel:
    @cute.jit
    def __call__(self, t: cute.Tensor):
        m, n, batches = t.shape
`,
    `
    cute.local_tile(t, (8, 4), (0, 1)) → tensor (8,4,?):(?,?,?)
    cute.zipped_divide(t, (8, 4)) → tensor ((8,4),(?,?,?)):((?,?),(?{div=8},?{div=4},?))
  `,
    '        ',
  );
});
