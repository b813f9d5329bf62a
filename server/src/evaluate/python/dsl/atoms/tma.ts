// TMA in CuTe DSL: atoms with their coordinate tensors, and the partition by them.

import { isFailure, type Outcome, Violation } from '../../../../algebra/integer/failure.ts';
import { isIntTuple } from '../../../../algebra/layout/kinds.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  type Tiler,
  Underscore,
} from '../../../../algebra/layout/layout.ts';
import type { ElementType } from '../../../../hardware/atom/element-type.ts';
import { CopyAtom } from '../../../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import {
  makeTmaAtom,
  makeTmaAtomSm100,
  TmaInstruction,
  type TmaRequest,
} from '../../../../hardware/tma/tma.ts';
import { getTmaTensor, TMA_FUNCTIONS } from '../../../cute/atoms/tma.ts';
import { asTiler, settleOutcome } from '../../../cute/atoms/types.ts';
import { isLayout } from '../../../cute/operations.ts';
import { Tensor, TypeValue, type Value } from '../../../model/value.ts';
import { refuse, step, steps, stop, valueOrStop } from '../steps.ts';
import { type DslFunction, NO_KEYWORDS } from '../support.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

/** What a TMA atom is made of. `modes`: how many of the shared layout are one stage. */
function requestOf(
  instruction: Value | undefined,
  tensor: Value | undefined,
  shared: Value | undefined,
  internal: Value | undefined,
  modes: number,
  supposedBits?: number,
): TmaRequest {
  if (!(instruction instanceof TmaInstruction)) return stop('a TMA atom of this operation');
  if (!(tensor instanceof Tensor) || !(tensor.layout instanceof Layout))
    return stop('a TMA atom of this tensor');
  if (shared === undefined || !isLayout(shared)) return stop('a TMA atom of this layout');
  const { bits = null, element } = { ...tensor.engine, bits: tensor.engine.bits ?? supposedBits };
  if (bits === null) return stop('a TMA atom of an unknown element type');
  const rank = step('rank', [shared]);
  const isStaged = rank === modes + 1;
  if (!isStaged && rank !== modes)
    return refuse(
      `the layout of shared memory has ${rank} modes, where a tile of ${modes} takes ${modes}, or one more for stages`,
    );
  const slayout = isStaged ? firstModes(shared, modes) : shared;
  const counted = internal instanceof TypeValue ? internal.bits : undefined;
  if (counted === null || !isLayout(slayout)) return stop('a TMA atom of this type');
  const known: ElementType = { name: element ?? '', bits };
  return {
    instruction,
    layout: tensor.layout,
    element: known,
    slayout,
    ...(counted === undefined ? {} : { internalBits: counted }),
  };
}

/** Of a composed layout, those of the layout that is applied first. */
function firstModes(layout: AnyLayout, count: number): Value {
  if (layout instanceof ComposedLayout) {
    const inner = firstModes(layout.inner, count);
    return new ComposedLayout(layout.outer, layout.offset, inner as AnyLayout);
  }
  return step('select', [layout], [...Array(count).keys()]);
}

/** The layouts of shared memory, as they were given, that atoms are made for. */
const sharedLayouts = new WeakMap<CopyAtom, Value>();

/** The atom, and the tensor of coordinates that it counts in. */
function withTensor(atom: Value, { layout }: TmaRequest, shared: Value): Value {
  if (atom instanceof CopyAtom) sharedLayouts.set(atom, shared);
  const tensor = atom instanceof CopyAtom ? getTmaTensor(atom) : undefined;
  if (tensor === undefined) return stop('the coordinates of this TMA atom');
  const args = [layout.shape as Value];
  return [atom, valueOrStop(tensor({ name: 'get_tma_tensor', args, keywords: NO_KEYWORDS, template: [] }))];
}

const made = (outcome: Parameters<typeof settleOutcome>[0]): Value =>
  valueOrStop(settleOutcome(outcome, (v) => v as Value));

const isMulticast = ({ instruction }: TmaRequest): boolean => instruction.multicast;

/** `make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast=1)` */
const tiledAtom: DslFunction = steps(([op, tensor, shared, tile, multicast = 1, internal]) => {
  const tiler = tile === undefined ? null : asTiler(tile);
  if (tiler === null || typeof multicast !== 'number') return stop('a TMA atom for this tile');
  const modes = step('rank', [tile!]) as number;
  const isWidthOpen = tensor instanceof Tensor && tensor.engine.bits === null;
  if (isWidthOpen)
    refuseWhateverWidth((bits) =>
      makeTmaAtom({ ...requestOf(op, tensor, shared, internal, modes, bits), multicast }, tiler),
    );
  const request = requestOf(op, tensor, shared, internal, modes);
  return withTensor(
    made(() => makeTmaAtom({ ...request, multicast }, tiler)),
    request,
    shared!,
  );
});

/** Widths that elements may have. */
const WIDTHS = [8, 16, 32];

/** Ends the function where an atom for elements of a width that is not known is refused for the same reason at each. */
function refuseWhateverWidth(make: (bits: number) => Outcome<CopyAtom>): void {
  const [first, ...others] = WIDTHS.map((bits) =>
    settleOutcome(
      () => make(bits),
      (atom) => atom as Value,
    ),
  );
  if (!(first instanceof Violation)) return;
  if (others.every((other) => other instanceof Violation && other.message === first.message))
    valueOrStop(first);
}

/** `make_tiled_tma_atom_A(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk)` */
const operandAtom = (operand: 'A' | 'B'): DslFunction =>
  steps(([op, tensor, shared, tile, mma, cluster, internal]) => {
    const tiler = isSequence(tile) ? asTiler(tile) : null;
    if (!Array.isArray(tiler) || !(mma instanceof TiledMma)) return stop('a TMA atom for this tile');
    const request = requestOf(op, tensor, shared, internal, 3);
    if (!isMulticast(request))
      return withTensor(
        operandOf(operand, { ...request, multicast: 1 }, tiler as readonly Tiler[], mma),
        request,
        shared!,
      );
    if (cluster === undefined || cluster instanceof Underscore) return stop('a multicast without a cluster');
    const count = step('size', [cluster], [operand === 'A' ? 2 : 1]);
    if (typeof count !== 'number') return stop('a multicast to a cluster that is not known');
    return withTensor(
      operandOf(operand, { ...request, multicast: count }, tiler as readonly Tiler[], mma),
      request,
      shared!,
    );
  });

const operandOf = (operand: 'A' | 'B', request: TmaRequest, tiler: readonly Tiler[], mma: TiledMma): Value =>
  made(() => makeTmaAtomSm100(operand, request, tiler, mma));

/** `tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)`: the shared tensor first. */
const partition: DslFunction = steps(([atom, coord, layout, shared, global]) => {
  const globals = isSequence(global) ? global : [global!];
  if (!(atom instanceof CopyAtom || atom instanceof TiledCopy)) return stop('a partition by this atom');
  const place = isIntTuple(coord as never) ? (coord as Value & Shape) : coord!;
  const args = [atom, place, layout!, shared!, ...globals];
  const run = new Map(TMA_FUNCTIONS).get('tma_partition')!;
  const parts = valueOrStop(run({ name: 'tma_partition', args, keywords: NO_KEYWORDS, template: [] }));
  if (!isSequence(parts) || isFailure(parts)) return stop('this partition');
  return [parts.at(-1)!, ...parts.slice(0, -1)];
});

/** What a copy of tensor memory is made for is there, wherever its pointer comes from. */
const inTensorMemory = (v: Value): Value =>
  v instanceof Tensor && v.engine.space === 'unknown'
    ? new Tensor({ ...v.engine, space: 'tmem' }, v.layout)
    : v;

/** Whether elements have two widths: what the compiler makes of that is not known, where C++ refuses it. */
function areOfTwoWidths(atom: Value | undefined, tensor: Value | undefined): boolean {
  if (!(atom instanceof CopyAtom && tensor instanceof Tensor)) return false;
  const [own, other] = [atom.element.bits, tensor.engine.bits];
  return typeof own === 'number' && other !== null && own !== other;
}

/** `tcgen05.make_tmem_copy(atom, tmem_tensor)` */
const tmemCopy: DslFunction = steps(([atom, tensor]) => {
  if (areOfTwoWidths(atom, tensor)) return stop('a copy of another width than the elements');
  return valueOrStop(
    new Map(TMA_FUNCTIONS).get('make_tmem_copy')!({
      name: 'make_tmem_copy',
      args: [atom!, inTensorMemory(tensor!)],
      keywords: NO_KEYWORDS,
      template: [],
    }),
  );
});

/** `info.atom`, `info.tma_tensor` and `info.smem_layout` of what the makers of TMA atoms return, which unpacks into the first two. */
export function memberOfTma(of: readonly Value[], name: string): Value | undefined {
  const [atom, tensor] = of;
  const isInfo =
    of.length === 2 && (atom instanceof CopyAtom || atom instanceof TiledCopy) && tensor instanceof Tensor;
  if (!isInfo) return undefined;
  if (name === 'smem_layout') return atom instanceof CopyAtom ? sharedLayouts.get(atom) : undefined;
  return name === 'atom' ? atom : name === 'tma_tensor' ? tensor : undefined;
}

export const TMA_OPERATIONS: Readonly<Record<string, readonly (readonly [string, DslFunction])[]>> = {
  '': [
    [
      'make_tiled_tma_atom_A(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk?, internal_type?)',
      operandAtom('A'),
    ],
    [
      'make_tiled_tma_atom_B(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk?, internal_type?)',
      operandAtom('B'),
    ],
  ],
  cpasync: [
    [
      'make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast?, internal_type?)',
      tiledAtom,
    ],
    ['tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)', partition],
  ],
  tcgen05: [['make_tmem_copy(atom, tmem_tensor)', tmemCopy]],
};
