// `convert_layout`: what moves between two layouts of one tensor, and what that takes.

import { asFailure, type Outcome, orThrow, refuse } from '../../../algebra/integer/failure.ts';
import { columnsOf, inputOf, LinearLayout, outputNames, sizesOf } from '../../../algebra/linear/layout.ts';
import { isSurjective } from '../../../algebra/linear/rank.ts';
import { sublayoutOf, withoutZeroBases } from '../../../algebra/linear/sublayout.ts';
import { transposeIns, transposeOuts } from '../../../algebra/linear/transpose.ts';
import { type Movement, movementOf } from './movement.ts';
import { type Capability, type Passage, passage } from './passage.ts';
import type { Side } from './segments.ts';
import { type Way, wayOf } from './way.ts';

/** The lanes of NVIDIA's warps; Triton's way through the memory of AMD's GPUs is not told. */
const NVIDIA_LANE_BITS = 5;

export class LayoutConversion {
  readonly from: LinearLayout;
  readonly to: LinearLayout;
  readonly movement: Movement;
  /** Null where Triton does not say. */
  readonly way: Way | null;
  /** Through shared memory, by what the GPU has; null where there is no such way or it is not known. */
  readonly passages: Readonly<Record<Capability, Passage>> | null;
  constructor(
    from: LinearLayout,
    to: LinearLayout,
    movement: Movement,
    way: Way | null,
    passages: LayoutConversion['passages'],
  ) {
    this.from = from;
    this.to = to;
    this.movement = movement;
    this.way = way;
    this.passages = passages;
  }
}

const INPUTS = ['register', 'lane', 'warp', 'block'] as const;

/** With all four inputs in their order, the last ones empty where the layout does not have them. */
function threadLayout(layout: LinearLayout, which: string): LinearLayout {
  const other = layout.ins.find(({ name }) => !(INPUTS as readonly string[]).includes(name));
  if (other !== undefined) refuse('wrong-kind', `${which} is a layout of ${other.name}s, not of registers`);
  const names = layout.ins.map(({ name }) => name);
  const added = INPUTS.filter((name) => !names.includes(name)).map((name) => ({ name, bases: [] }));
  const whole = new LinearLayout([...layout.ins, ...added], layout.outs);
  if (!isSurjective(whole)) refuse('inadmissible', `${which} does not hold every element`);
  return orThrow(transposeIns(whole, [...INPUTS]));
}

function requireSameTensor(from: LinearLayout, to: LinearLayout): void {
  const [own, other] = [from, to].map((layout) =>
    [...sizesOf(layout)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, size]) => `${name}: ${size}`)
      .join(', '),
  );
  if (own !== other) refuse('inadmissible', `the layouts are of different tensors: ${own}, and ${other}`);
}

const COUNTED = { lane: 'lanes', warp: 'warps', block: 'blocks' } as const;

function requireSameThreads(from: LinearLayout, to: LinearLayout): void {
  for (const [name, words] of Object.entries(COUNTED)) {
    const [own, other] = [from, to].map((layout) => 2 ** inputOf(layout, name)!.bases.length);
    if (own !== other) refuse('inadmissible', `one layout has ${own} ${words}, and the other ${other}`);
  }
}

function sideOf(layout: LinearLayout): Side {
  const inputs = ['register', 'lane', 'warp'];
  const own = sublayoutOf(withoutZeroBases(layout, 'register'), inputs, outputNames(layout));
  const flat = new LinearLayout(own.ins, [{ name: 'element', bits: own.outBits }]);
  const [register, lane, warp] = inputs.map((name) => inputOf(own, name)!.bases);
  return { layout: flat, register: register!, lane: lane!, warp: warp! };
}

function passagesOf(
  from: LinearLayout,
  to: LinearLayout,
  elementBits: number,
): Readonly<Record<Capability, Passage>> | null {
  const isNvidia = inputOf(from, 'lane')!.bases.length === NVIDIA_LANE_BITS;
  const isOneBlock = inputOf(from, 'block')!.bases.length === 0;
  const isWhole =
    columnsOf(from).length > 0 && elementBits <= 128 && Number.isInteger(Math.log2(elementBits));
  if (!isNvidia || !isOneBlock || !isWhole) return null;
  const sides = { from: sideOf(from), to: sideOf(to), bits: from.outBits };
  return {
    sm_75: passage(sides, elementBits, 'sm_75'),
    sm_90: passage(sides, elementBits, 'sm_90'),
  };
}

/**
 * From one layout of a tensor's threads to another. `elementBits` is the width of an element; null where it is not known.
 * A violation where the layouts are of different tensors, or of different threads.
 */
export function convertLayout(
  source: LinearLayout,
  target: LinearLayout,
  elementBits: number | null,
): Outcome<LayoutConversion> {
  try {
    const from = threadLayout(source, 'the first layout');
    const given = threadLayout(target, 'the second layout');
    requireSameTensor(from, given);
    requireSameThreads(from, given);
    const to = orThrow(transposeOuts(given, outputNames(from)));
    const way = wayOf(from, to);
    const passages =
      way === 'shared memory' && elementBits !== null ? passagesOf(from, to, elementBits) : null;
    return new LayoutConversion(from, to, movementOf(from, to), way, passages);
  } catch (e) {
    return asFailure(e);
  }
}
