// What a picture is drawn on and with, in an editor's light, dark and high-contrast themes.

import type { Colour } from './colours.ts';

export interface Theme {
  /** Behind the cells: a picture paints its own ground, so that its text reads whatever it is put on. */
  readonly paper: string;
  /** Of the text outside of cells. */
  readonly ink: string;
  /** Of the lines between cells, and their opacity. */
  readonly line: string;
  readonly opacity: number;
  /** Of cells without a colour. */
  readonly plain: Colour;
  /** The least contrast of a label to its cell, by WCAG 2. */
  readonly contrast: number;
}

const THEMES = {
  light: {
    paper: '#ffffff',
    ink: '#3b3b3b',
    line: '#000000',
    opacity: 0.25,
    plain: { fill: '#f0f0f0', text: '#000' },
    contrast: 4.5,
  },
  dark: {
    paper: '#1f1f1f',
    ink: '#cccccc',
    line: '#000000',
    opacity: 0.35,
    plain: { fill: '#333333', text: '#fff' },
    contrast: 4.5,
  },
  'high-contrast': {
    paper: '#000000',
    ink: '#ffffff',
    line: '#000000',
    opacity: 1,
    plain: { fill: '#1a1a1a', text: '#fff' },
    contrast: 7,
  },
  'high-contrast-light': {
    paper: '#ffffff',
    ink: '#000000',
    line: '#000000',
    opacity: 1,
    plain: { fill: '#ffffff', text: '#000' },
    contrast: 7,
  },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof THEMES;
export const THEME_NAMES = Object.keys(THEMES) as readonly ThemeName[];

export const themeOf = (name: ThemeName): Theme => THEMES[name];

/** The theme that a client names; the light one for what is no theme. */
export const themeNamed = (name: unknown): ThemeName => THEME_NAMES.find((one) => one === name) ?? 'light';
