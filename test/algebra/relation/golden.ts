// Layouts of the golden records, drawn at random, with values that another program gives.

import { readdirSync, readFileSync } from 'node:fs';
import { type AnyLayout, ComposedLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { naive, sizeOf } from '../properties-random.ts';
import { parse } from '../swizzle-notation.ts';

const GOLDEN = new URL('../../golden/', import.meta.url);

/** Numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** All that have elements and integers for strides. */
function goldenLayouts(): readonly AnyLayout[] {
  const texts = new Set<string>();
  for (const file of readdirSync(GOLDEN).filter((name) => name.endsWith('.jsonl')))
    for (const [, text] of readFileSync(new URL(file, GOLDEN), 'utf8').matchAll(
      /"([^"\\@e]*[\d)]:[^"\\@e]*)"/g,
    ))
      texts.add(text!);
  return [...texts].sort().flatMap((text) => {
    try {
      const value = parse(text);
      const isLayout = value instanceof Layout || value instanceof ComposedLayout;
      return isLayout && sizeOf(value) > 0 ? [value] : [];
    } catch {
      return [];
    }
  });
}

interface Draw {
  readonly layout: AnyLayout;
  /** Integral coordinates, and the offsets there. */
  readonly points: readonly number[];
  readonly offsets: readonly number[];
}

/** Swizzles take libisl a hundred times as long. */
const POINTS = { plain: 8, composed: 2 };

/** So many layouts, with some of their values each. */
export function drawLayouts(count: number, seed: number): readonly Draw[] {
  const next = random(seed);
  const all = goldenLayouts();
  if (all.length < 3000) throw new Error(`only ${all.length} golden layouts`);
  return Array.from({ length: count }, () => {
    const layout = all[Math.floor(next() * all.length)]!;
    const size = sizeOf(layout);
    const length = layout instanceof Layout ? POINTS.plain : POINTS.composed;
    const points = [...new Set(Array.from({ length }, () => Math.floor(next() * size)))];
    return { layout, points, offsets: points.map((c) => naive(layout, c) as number) };
  });
}

/** A draw's values as a relation. */
export const tableText = ({ points, offsets }: Draw): string =>
  `{ ${points.map((c, k) => `[${c}] -> [${offsets[k]}]`).join('; ')} }`;
