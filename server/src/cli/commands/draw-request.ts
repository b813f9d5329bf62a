// The options of `layout-lens draw`.

import { COLOURINGS, type Colouring } from '../../render/picture/colour-by.ts';
import type { Slice } from '../../render/picture/grid.ts';
import { THEME_NAMES, type ThemeName } from '../../render/picture/themes.ts';
import { type CommandLine, UsageError } from '../common/arguments.ts';
import { DRAW_FORMATS, DRAW_VIEWS, type DrawRequest } from './draw.ts';

/** Rows and columns that are drawn when somebody wants them: a million cells are an image of 60 MB. */
const MAXIMUM_DRAWN = 1024;
/** What a page has room for. */
const USUAL = 64;

type Values = CommandLine['values'];

/** `--rows 16`. */
function countOf(values: Values, name: string, most: number): number | null {
  const given = values.get(name);
  if (given === undefined) return null;
  const count = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (count < 1 || count > most) throw new UsageError(`--${name} is a number from 1 to ${most}`);
  return count;
}

/** `--by bank`: one of a few words. */
function wordOf<T extends string>(values: Values, name: string, words: readonly T[]): T | null {
  const given = values.get(name);
  if (given === undefined) return null;
  const word = words.find((one) => one === given);
  if (word === undefined) throw new UsageError(`draw --${name} takes one of ${words.join(', ')}`);
  return word;
}

/** `--slice _,_,3`. */
function sliceOf(values: Values): Slice | null {
  const given = values.get('slice');
  if (given === undefined) return null;
  const parts = given.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^(_|\d{1,9})$/.test(part)))
    throw new UsageError('--slice has _ for a mode that is drawn and a number for one that is not: _,_,3');
  return parts.map((part) => (part === '_' ? null : Number(part)));
}

/** `width`: how wide the terminal is, where it is written to one. */
export function drawRequest({ values }: CommandLine, width: number | undefined): DrawRequest {
  const [rows, columns] = [countOf(values, 'rows', MAXIMUM_DRAWN), countOf(values, 'columns', MAXIMUM_DRAWN)];
  const by: Colouring | null = wordOf(values, 'by', COLOURINGS);
  const bits = countOf(values, 'bits', 256);
  if (by === 'bank' && bits === null)
    throw new UsageError('draw --by bank needs --bits, the width of an element');
  return {
    to: wordOf(values, 'to', DRAW_FORMATS) ?? 'text',
    limits: {
      rows: rows ?? USUAL,
      columns: columns ?? USUAL,
      width: Number.POSITIVE_INFINITY,
      characters: width ?? 200,
      // Who says how much is drawn wants that much of it.
      hasOverview: rows === null && columns === null,
    },
    theme: wordOf<ThemeName>(values, 'theme', THEME_NAMES) ?? 'light',
    show: wordOf(values, 'show', DRAW_VIEWS),
    by,
    bits,
    slice: sliceOf(values),
  };
}
