// Accumulators that are cleared for the first tile of a persistent kernel alone: `clear(acc)` stands before the loop over tiles,
// in which another loop multiplies and the sums are written out, so that those of each tile are added to those before it.

import {
  callAround,
  escaped,
  loopsIn,
  pythonLoopsIn,
  type Stretch,
  statementEnd,
} from '../../indexing/text/code.ts';
import type { RuleContext } from '../rule.ts';

type Language = RuleContext['model']['dialect'];

/** Behind the `=` of the only statement that gives a name something; null where there are several, or none. */
export function givenOnce(code: string, name: string): number | null {
  const given = [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}\\s*=(?!=)\\s*`, 'g'))];
  const [only, ...others] = given;
  return only === undefined || others.length > 0 ? null : only.index + only[0].length;
}

/** Functions that read a fragment, or ask what it is like; others may change it. */
const READS = /^(?:copy\w*|autovec_copy|axpby|convert_type|load|to)$/;
const ASKS =
  /^(?:size|shape|rank|layout|cosize|decltype|sizeof|print\w*|make_fragment_like|make_tensor_like|make_rmem_tensor_like)$/;

/**
 * Behind the name of a fragment whose element is added to there, `acc[i] += x`, `acc(i) = acc(i) + x`; also behind the
 * element that is read for it. Null for other uses.
 */
export function addedAt(code: string, at: number, name: string): number | null {
  const [element] =
    /^\s*(?:\[[^[\]]*\]|\([^()]*\))/.exec(code.slice(at + name.length, at + name.length + NEAR)) ?? [];
  if (element === undefined) return null;
  const end = at + name.length + element.length;
  const written = compact(name + element);
  const behind = compact(code.slice(end, end + NEAR));
  if (behind.startsWith('+=') || behind.startsWith(`=${written}+`)) return end;
  const before = compact(code.slice(Math.max(0, at - NEAR), at));
  return before.endsWith(`${written}=`) && behind.startsWith('+') ? end : null;
}

const compact = (code: string): string => code.replace(/\s+/g, '');

/** So much of the code around an element says what is done with it. */
const NEAR = 160;

/** What is done with a fragment where its name stands. */
function useAt(code: string, at: number, name: string): 'adds' | 'reads' | 'asks' | 'other' {
  const behind = code.slice(at + name.length, at + name.length + NEAR);
  if (addedAt(code, at, name) !== null) return 'adds';
  const element = /^\s*(?:\([^()]*\)|\[[^[\]]*\])\s*([-+*/]?=(?!=))?/.exec(behind);
  if (element !== null) return element[1] === undefined ? 'reads' : 'other';
  if (/^\s*\.\s*load\s*\(/.test(behind)) return 'reads';
  if (/^\s*\.\s*(?:layout|shape|stride|size|element_type)\b/.test(behind)) return 'asks';
  const call = callAround(code, at);
  if (call === 'gemm') return 'adds';
  if (ASKS.test(call)) return 'asks';
  // What is copied is the source, and no destination.
  return READS.test(call) && /^\s*,/.test(behind) ? 'reads' : 'other';
}

/** `acc(e) = acc(e) * scale`, `acc(e) *= scale`: what it is given is made of what it is. */
function isOwnUpdate(code: string, at: number, name: string): boolean {
  if (/^\w+\s*(?:\([^()]*\)|\[[^[\]]*\])\s*[-*/]=/.test(code.slice(at, at + NEAR))) return true;
  const [, given] =
    /^\w+\s*(?:\([^()]*\)|\[[^[\]]*\])\s*=(?!=)([^;\n]*)/.exec(code.slice(at, at + NEAR)) ?? [];
  return given !== undefined && new RegExp(`\\b${escaped(name)}\\b`).test(given);
}

/** Whether a function of the file is handed the fragment that gives nothing a value that is not made of it. */
function isHandedOn(code: string, at: number, file: string): boolean {
  const call = callAround(code, at);
  const bodies = [
    ...file.matchAll(
      new RegExp(`\\b${escaped(call)}\\s*\\((?:[^(){};]|\\([^()]*\\))*\\)\\s*(?:const\\s*)?\\{`, 'g'),
    ),
  ];
  const [only, ...others] = bodies;
  if (call === '' || only === undefined || others.length > 0) return false;
  const body = file.slice(only.index, statementEnd(file, only.index + only[0].length - 1));
  return !/\b(?:clear|fill|zero\w*|memset)\b|[)\]]\s*=\s*(?:\w+\s*\(?\s*)?0(?:\.0*)?f?\s*\)?\s*;/i.test(body);
}

/** Whether what stands there is copied to a tile that the counter of a loop chooses, `copy(acc, tCgC(_, _, _, n))`. */
function isWrittenToTile(code: string, at: number, loop: Stretch): boolean {
  const head = code.slice(loop.start, loop.start + NEAR);
  const [, ofFor, ofRange] = /^for\s*(?:\(\s*(?:\w+\s+)+(\w+)\s*=|(\w+)\s+in\b)/.exec(head) ?? [];
  const [counter, rest] = [ofFor ?? ofRange, /^[^;\n]*/.exec(code.slice(at))![0]];
  return counter !== undefined && new RegExp(`^\\w+\\s*,.*[(\\[][^;]*\\b${counter}\\b`).test(rest);
}

/** What a file names that has such loops, whatever comments stand between the words. */
export const NAMES_TILES = /\bis_valid|\bwork_tile\b|\bgridDim\b|\bgrid_dim\b/;

/** What the head of a loop asks that goes through the tiles of a block. */
const TILES = /\bis_valid(?:_tile)?\b|\bwork_tile\b|\+=\s*gridDim\b|\bgrid_dim\b/;

/** So much of the code of a loop is its head. */
const HEAD = 240;

/** Whether a loop goes through the tiles that a block of a persistent kernel takes. */
export const isTileLoop = (code: string, { start }: Stretch): boolean =>
  TILES.test(code.slice(start, start + HEAD).split('\n')[0]!);

const clearsBefore = (code: string, { name, made }: Accumulator, tiles: Stretch): boolean =>
  new RegExp(`\\b(?:clear|fill)\\s*\\(\\s*${escaped(name)}\\b|\\b${escaped(name)}\\.fill\\s*\\(`).test(
    code.slice(made, tiles.start),
  );

/** Where the name of an accumulator stands in a loop, with what is done there. */
const usesIn = (code: string, name: string, tiles: Stretch) =>
  [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}(?!\\w)`, 'g'))]
    .filter(({ index }) => tiles.start < index && index < tiles.end)
    .map(({ index }) => ({ at: index, use: useAt(code, index, name) }));

/**
 * Whether an accumulator is cleared before such a loop alone, and written out behind its product in each round.
 * @param file the code of the file
 */
export function isLeftOver(code: string, of: Accumulator, tiles: Stretch, file: string): boolean {
  const { name, product } = of;
  const uses = usesIn(code, name, tiles).filter(({ at }) => at !== product);
  return (
    clearsBefore(code, of, tiles) &&
    uses.some(({ at, use }) => use === 'reads' && at > product) &&
    uses.every(({ at, use }) =>
      use === 'other'
        ? isOwnUpdate(code, at, name) || isHandedOn(code, at, file)
        : use !== 'reads' || at > product,
    )
  );
}

interface Accumulator {
  readonly name: string;
  /** Where it is declared in the code of the function. */
  readonly made: number;
  /** Where the product stands. */
  readonly product: number;
}

/**
 * Whether the accumulator of a product is cleared before a loop over tiles alone, each of which is written out: behind a loop of its
 * products, or as the tile of the one product.
 * @param code the function's
 * @param file the code of the file; null: one loop says nothing
 */
export function isKeptForTiles(
  code: string,
  of: Accumulator,
  dialect: Language,
  file: string | null,
): boolean {
  const { name, made, product } = of;
  const around = (dialect === 'python' ? pythonLoopsIn(code) : loopsIn(code)).filter(
    ({ start, end }) => made < start && start < product && product < end,
  );
  const [tiles, steps] = [around[0], around.at(-1)];
  if (tiles === undefined || steps === undefined) return false;
  if (!clearsBefore(code, of, tiles)) return false;
  const isOneLoop = tiles === steps;
  if (isOneLoop && file === null) return false;
  const behind = isOneLoop ? product : steps.end;
  const uses = usesIn(code, name, tiles);
  const isRead = uses.some(
    ({ at, use }) => use === 'reads' && at > behind && (!isOneLoop || isWrittenToTile(code, at, tiles)),
  );
  const isLeft = ({ at, use }: (typeof uses)[number]): boolean =>
    use === 'other'
      ? isOneLoop && at > behind && (isOwnUpdate(code, at, name) || isHandedOn(code, at, file ?? ''))
      : use !== 'reads' || at > behind;
  return isRead && uses.every(isLeft);
}
