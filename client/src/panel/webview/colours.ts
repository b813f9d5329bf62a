// The colours of cells on the canvas, and those of the editor's theme.

import { amountColour, nameColour } from '../../../../server/src/render/picture/colours.ts';
import type { Attribute } from './attributes.ts';

interface CellColour {
  readonly pixel: number;
  readonly text: string;
}

const known = new Map<object, CellColour>();

/** Colours come as `#rrggbb`; equal ones are one object. */
export function colourOf({ keys }: Attribute, key: number, largest: number): CellColour {
  const colour = keys === 'names' ? nameColour(key) : amountColour(Math.min(key, largest), largest);
  let found = known.get(colour);
  if (found === undefined) {
    found = { pixel: pixelOf(colour.fill), text: colour.text };
    known.set(colour, found);
  }
  return found;
}

/** Of `#rrggbb`. */
export function pixelOf(fill: string): number {
  const n = Number.parseInt(fill.slice(1), 16);
  return ((0xff << 24) | ((n & 0xff) << 16) | (n & 0xff00) | (n >> 16)) >>> 0;
}

/** How much of a colour is left where others are selected. */
const LEFT = 0.22;

/** A colour near the background; nothing stays nothing. */
export function paleOf(pixel: number, { ground }: Theme): number {
  if (pixel === 0) return 0;
  const mixed = ground.map((byte, i) => Math.round(byte + (((pixel >> (8 * i)) & 0xff) - byte) * LEFT));
  return ((0xff << 24) | (mixed[2]! << 16) | (mixed[1]! << 8) | mixed[0]!) >>> 0;
}

export interface Theme {
  readonly text: string;
  readonly background: string;
  /** The background as three bytes. */
  readonly ground: readonly [red: number, green: number, blue: number];
  readonly line: string;
  readonly focus: string;
  readonly difference: string;
  readonly font: string;
}

/** The theme as the page has it now. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const of = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  const background = of('editor-background', '#ffffff');
  /** As `#rrggbb`: pixels are not mixed from other notations. */
  const opaque = (colour: string, otherwise: string): string =>
    /^#[\da-f]{6}/i.exec(colour)?.[0] ?? otherwise;
  const ground = Number.parseInt(opaque(background, '#ffffff').slice(1), 16);
  return {
    text: of('editor-foreground', '#333333'),
    background,
    ground: [ground >> 16, (ground >> 8) & 0xff, ground & 0xff],
    line: of('editorLineNumber-foreground', '#808080'),
    focus: of('focusBorder', '#0060c0'),
    difference: opaque(of('editorError-foreground', ''), '#d00000'),
    font: of('editor-font-family', 'monospace'),
  };
}
