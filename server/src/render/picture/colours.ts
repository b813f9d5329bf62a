// The colours of cells: a scale for amounts, a palette for names.

import type { Cells, Scene } from './scene.ts';

export interface Colour {
  /** `#rrggbb`. */
  readonly fill: string;
  /** Black or white, whichever has the larger contrast. */
  readonly text: '#000' | '#fff';
}

type Rgb = readonly [number, number, number];

/** Dark blue over teal to yellow; lightness rises all the way, so the scale also works in grey. */
const STOPS: readonly Rgb[] = [
  [49, 54, 125],
  [45, 100, 150],
  [36, 140, 141],
  [60, 175, 115],
  [150, 205, 80],
  [250, 230, 90],
];
/** Steps of the scale: more are not told apart, and each is a path of its own. */
const STEPS = 24;

/** Hues that colour-blind readers tell apart, light enough for black text (Paul Tol's "light" scheme). */
const HUES: readonly Rgb[] = [
  [119, 170, 221],
  [238, 136, 102],
  [238, 221, 136],
  [255, 170, 187],
  [153, 221, 255],
  [68, 187, 153],
  [187, 204, 51],
  [170, 170, 0],
];
/** Each hue again, paler: names that lie further apart than the hues still differ. */
const PALER: readonly number[] = [0, 0.3, 0.5, 0.68];

const mixed = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((x, i) => Math.round(x + (b[i]! - x) * share)) as unknown as Rgb;

function colourOf([r, g, b]: Rgb): Colour {
  const linear = (x: number) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const hex = (x: number) => x.toString(16).padStart(2, '0');
  // Black and white have the same contrast at luminance 0.179.
  return { fill: `#${hex(r)}${hex(g)}${hex(b)}`, text: luminance > 0.179 ? '#000' : '#fff' };
}

const SCALE: readonly Colour[] = Array.from({ length: STEPS }, (_, step) => {
  const at = (step / (STEPS - 1)) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  return colourOf(mixed(STOPS[low]!, STOPS[low + 1]!, at - low));
});

const PALETTE: readonly Colour[] = PALER.flatMap((share) =>
  HUES.map((hue) => colourOf(mixed(hue, [255, 255, 255], share))),
);

/** The colour of something that is told apart from others by its number. */
export const nameColour = (key: number): Colour => PALETTE[key % PALETTE.length]!;

/** The colour of an amount from 0 on among amounts up to `largest`. */
export const amountColour = (key: number, largest: number): Colour =>
  SCALE[Math.floor((key / (largest + 1)) * STEPS)]!;

/** How the keys of cells are coloured; equal colours are one object. */
export function colouringOf({ keys }: Scene, cells: Cells): (key: number) => Colour {
  if (keys === 'names') return nameColour;
  const largest = cells.reduce((most, line) => Math.max(most, ...line.map((cell) => cell?.key ?? 0)), 0);
  return (key) => amountColour(key, largest);
}
