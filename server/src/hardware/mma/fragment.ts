// Fragments: what a thread holds of a partitioned operand (C++ CuTe's make_fragment_A, _B, _C).

import { makeFragmentLikeAny, shapeOf } from '../../algebra/composed/composed.ts';
import { needsValue, type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
} from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import { isStaticTuple } from '../../algebra/layout/stride-operations.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { makeLayoutLeft } from '../../algebra/operation/make.ts';
import { replace } from '../../algebra/operation/modes.ts';
import { recastLayout } from '../../algebra/operation/recast.ts';
import { orThrow, outcomeOf } from '../atom/partition.ts';
import type { MmaAtom, Operand, ValueType } from './mma-atom.ts';
import { DESCRIPTOR_BITS, requireCanonicalDescriptor } from './smem-descriptor.ts';
import { tensorMemoryLayout } from './tensor-memory.ts';
import { partitionShape, type TiledMma } from './tiled-mma.ts';

/** A fragment: registers of the thread, descriptors of shared memory (one a mode-0 tile), or tensor memory. */
export interface Fragment {
  readonly space: 'registers' | 'descriptor' | 'tensor-memory';
  readonly layout: Layout;
  readonly element: ValueType;
}

function requirePartitioned(atom: MmaAtom, operand: Operand, shape: Shape): void {
  const modes = Array.isArray(shape) ? shape.length : 1;
  if (modes < 3) {
    refuse(
      'rank-mismatch',
      `a partitioned operand ${operand} has three modes or more, this one has ${modes}`,
      {
        cute: 'Static Assert',
      },
    );
  }
  const values = sizeOrThrow(modeOf(atom.layouts[operand], 1));
  const got = knownNumber(sizeOrThrow(modeOf(new Layout(shape, shape), 0)));
  if (got !== undefined && got !== values) {
    refuse(
      'inadmissible',
      `the first mode has ${got} values, the atom's operand ${operand} has ${String(values)}`,
      {
        cute: 'Static Assert',
      },
    );
  }
}

function registers(shape: Shape): Layout {
  if (!isStaticTuple(shape)) {
    refuse('unsupported', 'the shape of a tensor in registers must be static', {
      cute: 'Dynamic owning tensors not supported',
    });
  }
  return orThrow(makeLayoutLeft(shape));
}

/** The swizzle belongs to the pointer, so a descriptor's layout is made of the layout behind it. */
function behindPointer(layout: AnyLayout): Layout {
  if (layout instanceof Layout) return layout;
  if (
    layout instanceof ComposedLayout &&
    layout.offset instanceof SmemPtrFlag &&
    layout.inner instanceof Layout
  ) {
    return layout.inner;
  }
  return needsValue('a descriptor needs the swizzle on the pointer, not in the layout');
}

/**
 * `make_fragment_A|B|C(tensor)` of a partitioned operand. The accumulator is compact whatever the tensor's
 * strides; A and B in registers follow them.
 * @param held bits of the tensor's own elements, which descriptors count: an instruction may read packed ones from bytes
 */
export const makeFragment = (
  atom: MmaAtom,
  operand: Operand,
  partition: AnyLayout,
  held: number | null = null,
): Outcome<Fragment> =>
  outcomeOf(() => {
    const shape = shapeOf(partition);
    requirePartitioned(atom, operand, shape);
    const element = atom.types[operand];
    const home = atom.homes[operand];
    if (home.kind === 'registers') {
      const layout = operand === 'C' ? registers(shape) : orThrow(makeFragmentLikeAny(partition));
      registers(layout.shape);
      return { space: 'registers', layout, element };
    }
    if (element.bits === null) return needsValue(`the width of ${element.name} is not known`, [element.name]);
    if (home.kind === 'tensor-memory') {
      return {
        space: 'tensor-memory',
        layout: orThrow(tensorMemoryLayout(home, shape, element.bits)),
        element,
      };
    }
    const plain = behindPointer(partition);
    const bits = held ?? element.bits;
    requireCanonicalDescriptor(home, partition, plain, bits);
    return descriptors(home.instruction, plain, bits);
  });

/** One descriptor for each of the first mode's tiles, counted in units of 16 bytes. */
function descriptors(instruction: 'GMMA' | 'UMMA', plain: Layout, bits: number): Fragment {
  const units = orThrow(recastLayout(plain, bits, DESCRIPTOR_BITS));
  const element = { name: `${instruction}::DescriptorIterator`, bits: 64 };
  return { space: 'descriptor', layout: orThrow(replace(units, 0, new Layout(1, 0))), element };
}

/**
 * The same of a tensor of shared memory whose pointer carries the swizzle: CuTe DSL makes its descriptors as C++ does,
 * `((128,16),1,4,6):((64,1),0,16,8192)` of 16-bit elements as `(1,1,4,6):(0,0,2,1024)`.
 * @param pointer the layout with the pointer's swizzle before it; null: the swizzle is not known
 */
export const makeDescriptors = (
  atom: MmaAtom,
  operand: Operand,
  partition: Layout,
  bits: number,
  pointer: AnyLayout | null,
): Outcome<Fragment> =>
  outcomeOf(() => {
    const home = atom.homes[operand];
    if (home.kind !== 'descriptor') return needsValue(`operand ${operand} is in no shared memory`);
    requirePartitioned(atom, operand, partition.shape);
    if (pointer !== null) requireCanonicalDescriptor(home, pointer, partition, bits);
    return descriptors(home.instruction, partition, bits);
  });

/** `partition_fragment_C(mma, shape)`: the accumulator of a tile of that shape. */
export const partitionFragmentC = (mma: TiledMma, shape: Shape): Outcome<Fragment> =>
  outcomeOf(() => {
    const part = orThrow(partitionShape(mma, 'C', shape));
    return orThrow(makeFragment(mma.atom, 'C', orThrow(makeLayoutLeft(part))));
  });
