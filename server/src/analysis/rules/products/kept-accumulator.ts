// Accumulators that are cleared for the first tile of a persistent kernel alone: `clear(acc)` stands before the loop over tiles,
// in which another loop multiplies and the sums are written out, so that those of each tile are added to those before it.

import { callAround, escaped, loopsIn, pythonLoopsIn } from '../../indexing/text/code.ts';
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

/**
 * Whether the accumulator of a product is cleared before a loop over tiles alone, each of which is written out.
 * @param code the function's
 * @param made where the accumulator is declared in it
 * @param product where the product stands
 */
export function isKeptForTiles(
  code: string,
  { name, made, product }: { readonly name: string; readonly made: number; readonly product: number },
  dialect: Language,
): boolean {
  const around = (dialect === 'python' ? pythonLoopsIn(code) : loopsIn(code)).filter(
    ({ start, end }) => made < start && start < product && product < end,
  );
  const [tiles, steps] = [around[0], around.at(-1)];
  if (tiles === undefined || steps === undefined || tiles === steps) return false;
  const clears = new RegExp(
    `\\b(?:clear|fill)\\s*\\(\\s*${escaped(name)}\\b|\\b${escaped(name)}\\.fill\\s*\\(`,
  );
  if (!clears.test(code.slice(made, tiles.start))) return false;
  const uses = [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}(?!\\w)`, 'g'))]
    .filter(({ index }) => tiles.start < index && index < tiles.end)
    .map(({ index }) => ({ at: index, use: useAt(code, index, name) }));
  const isRead = uses.some(({ at, use }) => use === 'reads' && at > steps.end);
  return isRead && uses.every(({ at, use }) => use !== 'other' && (use !== 'reads' || at > steps.end));
}
