// The way that Triton 3.6 takes for a conversion: the least of its inputs that it has to move values along.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { invertAndCompose } from '../../../algebra/linear/invert-and-compose.ts';
import {
  coordinateOf,
  type InDimension,
  inputOf,
  LinearLayout,
  outputNames,
} from '../../../algebra/linear/layout.ts';
import { sublayoutOf, withoutZeroBases } from '../../../algebra/linear/sublayout.ts';

/** By which means the values get to their places. */
export type Way = 'nothing' | 'registers' | 'shuffles' | 'shared memory' | 'other blocks';

const INNERMOST_LAST = ['block', 'warp', 'lane', 'register'] as const;

/** Whether an input goes to the output of the same name as it is, and nothing else goes there. */
function isTrivial(way: LinearLayout, name: string): boolean {
  const at = way.outs.findIndex((d) => d.name === name);
  return way.ins.every(({ name: input, bases }) =>
    bases.every((word, bit) => {
      const image = coordinateOf(way.outs, word);
      if (input !== name) return image[at] === 0;
      return image.every((value, i) => value === (i === at ? 2 ** bit : 0));
    }),
  );
}

/** The outermost input that values have to move along; null for none. */
function outermost(way: LinearLayout): (typeof INNERMOST_LAST)[number] | null {
  for (const name of INNERMOST_LAST) {
    const [own, other] = [
      inputOf(way, name)?.bases.length ?? 0,
      way.outs.find((d) => d.name === name)?.bits ?? 0,
    ];
    if (own !== other || !isTrivial(way, name)) return name;
  }
  return null;
}

const padded = (layout: LinearLayout, name: string, length: number): InDimension => {
  const bases = inputOf(layout, name)?.bases ?? [];
  return { name, bases: [...bases, ...new Array<number>(length - bases.length).fill(0)] };
};

/** The registers and lanes of both layouts, each as long as in the longer of the two. */
function threads(from: LinearLayout, to: LinearLayout): readonly [LinearLayout, LinearLayout] {
  const own = [from, to].map((layout) =>
    sublayoutOf(withoutZeroBases(layout, 'register'), ['register', 'lane'], outputNames(layout)),
  ) as [LinearLayout, LinearLayout];
  const lengths = ['register', 'lane'].map((name) =>
    Math.max(...own.map((layout) => inputOf(layout, name)?.bases.length ?? 0)),
  ) as [number, number];
  return own.map(
    (layout) =>
      new LinearLayout(
        [padded(layout, 'register', lengths[0]), padded(layout, 'lane', lengths[1])],
        layout.outs,
      ),
  ) as [LinearLayout, LinearLayout];
}

const isUnitOrZero = (word: number): boolean => (word & (word - 1)) === 0;

/**
 * How many registers change places with lanes when the conversion is a permutation of registers and lanes; null where
 * it is none, of which Triton says nothing.
 */
function exchanges(from: LinearLayout, to: LinearLayout): number | null {
  const [source, target] = threads(from, to);
  const way = invertAndCompose(source, target);
  if (isFailure(way)) return null;
  const images = way.ins.flatMap(({ bases }) => bases);
  if (!images.every(isUnitOrZero)) return null;
  const columns = (layout: LinearLayout): readonly number[] => layout.ins.flatMap(({ bases }) => bases);
  const [own, theirs] = [columns(source), columns(target)];
  const isFree = (list: readonly number[], others: readonly number[]) =>
    list.flatMap((word, i) => (word === 0 && others[i] !== 0 ? [i] : []));
  const targets = isFree(theirs, own);
  const completed = new Map(isFree(own, theirs).map((i, n) => [i, targets[n]] as const));
  const registers = source.ins[0]!.bases.length;
  return Array.from({ length: registers }).filter((_, i) => {
    if (own[i] === 0 && theirs[i] === 0) return false;
    const image = completed.has(i) ? completed.get(i) : Math.log2(images[i]!);
    return image !== undefined && image >= registers;
  }).length;
}

/** From more than one exchange on Triton takes shared memory in place of shuffles. */
const MOST_EXCHANGES = 1;

/** Null where what Triton does is not known: what it keeps in place leaves no way for the rest. */
export function wayOf(from: LinearLayout, to: LinearLayout): Way | null {
  const way = invertAndCompose(to, from);
  if (isFailure(way)) return null;
  switch (outermost(way)) {
    case null:
      return 'nothing';
    case 'register':
      return 'registers';
    case 'lane': {
      const count = exchanges(from, to);
      return count === null ? null : count <= MOST_EXCHANGES ? 'shuffles' : 'shared memory';
    }
    case 'warp':
      return 'shared memory';
    default:
      return 'other blocks';
  }
}
