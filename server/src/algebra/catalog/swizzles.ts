// The catalog's operations about swizzles. What all layouts have in common with composed ones goes
// through algebra/composed/operations.ts.

import { nonSwizzlePortion, swizzlePortion } from '../composed/composed.ts';
import { positionIndependent } from '../composed/swizzle.ts';
import { refuse } from '../integer/failure.ts';
import { isAnyLayout, kindOf, requireCount, templateInt } from '../layout/kinds.ts';
import type { AnyLayout } from '../layout/layout.ts';
import { swizzleFromMasks } from '../layout/swizzle.ts';
import type { AlgebraValue } from '../layout/value.ts';
import type { Operation } from './operation.ts';

function anyLayout(name: string, args: readonly AlgebraValue[]): AnyLayout {
  requireCount(name, args, 1);
  const v = args[0]!;
  return isAnyLayout(v) ? v : refuse('wrong-kind', `${name}: argument 1 must be a layout, not ${kindOf(v)}`);
}

export const swizzleOperations: readonly Operation[] = [
  {
    name: 'make_swizzle',
    signature: '<Y mask, Z mask>()',
    doc: 'The swizzle that XORs the bits Y onto the bits Z',
    run: (_, template) =>
      swizzleFromMasks(templateInt('make_swizzle', template, 0), templateInt('make_swizzle', template, 1)),
  },
  {
    name: 'get_swizzle_portion',
    signature: '(layout)',
    doc: 'The swizzle of a layout, Sw<0,4,3> when it has none',
    run: (args) => swizzlePortion(anyLayout('get_swizzle_portion', args)),
  },
  {
    name: 'get_nonswizzle_portion',
    signature: '(layout)',
    doc: 'The layout without its swizzle',
    run: (args) => nonSwizzlePortion(anyLayout('get_nonswizzle_portion', args)),
  },
  {
    name: 'as_position_independent_swizzle_layout',
    signature: '(layout)',
    doc: 'The layout with the swizzle of addresses turned into one of element offsets',
    run: (args) => positionIndependent(anyLayout('as_position_independent_swizzle_layout', args)),
  },
];
