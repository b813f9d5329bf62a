// Which swizzles and paddings of a layout in shared memory take the bank conflicts from the accesses to it.

import { isFailure, NeedsValue, Violation } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { cosize } from '../../algebra/layout/measure.ts';
import { canBeMade, type TileCost, tileCost } from './accesses.ts';
import type { Instruction } from './instruction.ts';
import { elementsOf, type Share } from './share.ts';

/** An access to the layout that advice is asked for. */
interface AdvisedAccess {
  readonly share: Share;
  readonly instruction: Instruction;
  readonly elementBits: number;
}

export interface Advice {
  readonly change: { readonly swizzle: Swizzle } | { readonly padding: number };
  readonly layout: AnyLayout;
  /** Of each access, in the order in which they were given; null where the rule of its instruction is not known. */
  readonly costs: readonly (TileCost | null)[];
  /** Bytes between the first and the last element, and how many more that is than before. */
  readonly bytes: number;
  readonly more: number;
}

const BANK_LINE_BITS = 128 * 8;
const WIDEST_SWIZZLE = 5;

/** The layout without its swizzle. */
const plainOf = (layout: AnyLayout): Layout | null =>
  layout instanceof Layout ? layout : layout.inner instanceof Layout ? layout.inner : null;

/**
 * Changes of the layout after which every access can still be made, the least wavefronts first, then the least memory,
 * then the simplest swizzle. None where nothing is gained. A swizzle on addresses, which descriptors name, stays one of
 * those: there only 32, 64 and 128 bytes of it are tried.
 */
export function adviceFor(data: AnyLayout, accesses: readonly AdvisedAccess[]): readonly Advice[] {
  const plain = plainOf(data);
  const [first] = accesses;
  if (plain === null || first === undefined) return [];
  const isOnAddress = data instanceof ComposedLayout && data.offset instanceof SmemPtrFlag;
  const { elementBits } = first;
  const extent = cosize(plain);
  const elements = isFailure(extent) ? undefined : knownValue(extent);
  if (elements === undefined) return [];
  const before = costsOf(accesses, data);
  if (before === null || before.every((cost) => cost === null || cost.worst === null)) return [];
  const swizzles = (isOnAddress ? canonicalSwizzles() : swizzlesFor(accesses, elements)).map((swizzle) =>
    swizzled(plain, swizzle, isOnAddress ? data.offset : 0),
  );
  const candidates = isOnAddress ? swizzles : [...swizzles, ...paddingsFor(plain, accesses)];
  const bytes = (elements * elementBits) / 8;
  return candidates
    .flatMap(({ layout, change }) => {
      const costs = costsOf(accesses, layout);
      if (costs === null || totalOf(costs) >= totalOf(before)) return [];
      const taken = (extentOf(layout, elements) * elementBits) / 8;
      return [{ change, layout, costs, bytes: taken, more: taken - bytes }];
    })
    .sort(byWorth);
}

const totalOf = (costs: Advice['costs']): number => costs.reduce((sum, cost) => sum + (cost?.total ?? 0), 0);

const strengthOf = ({ change }: Advice): number =>
  'swizzle' in change ? change.swizzle.bits * 64 + change.swizzle.shift : 1024 + change.padding;

const byWorth = (a: Advice, b: Advice): number =>
  totalOf(a.costs) - totalOf(b.costs) || a.more - b.more || strengthOf(a) - strengthOf(b);

/** Null where one of the accesses cannot be made. */
function costsOf(accesses: readonly AdvisedAccess[], data: AnyLayout): Advice['costs'] | null {
  const costs: (TileCost | null)[] = [];
  for (const { share, instruction, elementBits } of accesses) {
    const elements = elementsOf({ ...share, data });
    if (isFailure(elements) || !canBeMade(elements, instruction, elementBits)) return null;
    const cost = tileCost(elements, instruction, elementBits);
    if (cost instanceof Violation) return null;
    costs.push(cost instanceof NeedsValue ? null : cost);
  }
  return costs;
}

interface Candidate {
  readonly layout: AnyLayout;
  readonly change: Advice['change'];
}

const swizzled = (plain: Layout, swizzle: Swizzle, offset: ComposedLayout['offset']): Candidate => ({
  layout: new ComposedLayout(swizzle, offset, plain),
  change: { swizzle },
});

const canonicalSwizzles = (): readonly Swizzle[] => [1, 2, 3].map((bits) => new Swizzle(bits, 4, 3));

/** Swizzles that leave the widest access in one piece and move it within a line of all banks. */
function swizzlesFor(accesses: readonly AdvisedAccess[], elements: number): readonly Swizzle[] {
  const bits = accesses[0]!.elementBits;
  const together = Math.max(...accesses.map(({ instruction }) => instruction.values));
  const base = Math.round(Math.log2(together));
  const line = Math.round(Math.log2(BANK_LINE_BITS / bits));
  const found: Swizzle[] = [];
  for (let b = 1; b <= Math.min(WIDEST_SWIZZLE, line - base); b++)
    for (let shift = b; 2 ** (base + shift) < elements; shift++) found.push(new Swizzle(b, base, shift));
  return found;
}

/** Rows, or columns, each followed by some elements that nobody uses. */
function paddingsFor({ shape, stride }: Layout, accesses: readonly AdvisedAccess[]): readonly Candidate[] {
  if (!Array.isArray(shape) || !Array.isArray(stride) || shape.length !== 2) return [];
  const [rows, columns, down, along] = [...shape, ...stride] as readonly unknown[];
  const inner = down === 1 ? 0 : along === 1 ? 1 : null;
  const [extent, pitch] = inner === 0 ? [rows, along] : [columns, down];
  if (inner === null || typeof extent !== 'number' || typeof pitch !== 'number' || pitch < extent) return [];
  const step = Math.max(...accesses.map(({ instruction }) => instruction.values));
  return [1, 2, 4].flatMap((times) => {
    const padding = step * times;
    const padded = extent + padding;
    if (padded === pitch) return [];
    const layout = new Layout(shape, inner === 0 ? [1, padded] : [padded, 1]);
    return [{ layout, change: { padding } }];
  });
}

/** Elements between the first and the last: a swizzle moves them within blocks of as many as it reads below its shift. */
function extentOf(layout: AnyLayout, plain: number): number {
  if (layout instanceof Layout) {
    const extent = cosize(layout);
    return isFailure(extent) ? plain : (knownValue(extent) ?? plain);
  }
  if (!(layout.outer instanceof Swizzle) || layout.offset instanceof SmemPtrFlag) return plain;
  const block = 2 ** (layout.outer.base + layout.outer.bits);
  return Math.ceil(plain / block) * block;
}

/** `Swizzle<3,3,3>`, `8 elements of padding`. */
export function changeText({ change }: Advice): string {
  if (!('swizzle' in change))
    return `${change.padding} ${change.padding === 1 ? 'element' : 'elements'} of padding`;
  const { bits, base, shift } = change.swizzle;
  return `Swizzle<${bits},${base},${shift}>`;
}
