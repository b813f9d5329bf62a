// The innermost function around a place, as it is written and without its comments and strings.

import { fileSpan } from '../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { functionAround } from '../../document/written/around.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

export interface FunctionCode {
  /** Where it begins in the text. */
  readonly start: number;
  readonly written: string;
  /** As long as what is written. */
  readonly code: string;
}

/** Null outside of functions. The code is a part of that of the text, which is known from the last time. */
export function functionCodeAt(site: Site, text: string): FunctionCode | null {
  const scope = functionAround(site);
  if (scope === null || !(site instanceof PlacedSite)) return null;
  const { start, end } = fileSpan(site.memo.placed, scope.span);
  const host = site.dialect === 'python' ? 'python' : 'cpp';
  return { start, written: text.slice(start, end), code: codeOf(text, host).slice(start, end) };
}

const ASSEMBLY = /\b(?:asm|__asm|__asm__)\b[^;]*/g;

/** So much of the code before an address may say what is given it. */
const NEAR = 200;

/**
 * The statements of assembly that an address is for: the one that it stands in, `asm("ldmatrix…" : … : "r"(address(p)))`, or
 * those that take the variable that is given it. None where that is not seen.
 */
export function assemblyTaking(site: Site, text: string): readonly string[] {
  const around = functionCodeAt(site, text);
  if (around === null) return [];
  const { code, written } = around;
  const at = site.span.start - around.start;
  const statements = [...code.matchAll(ASSEMBLY)].map((found) => ({
    code: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
  const own = statements.filter(({ start, end }) => start <= at && at < end);
  const [, name] = /(\w+)\s*=(?!=)[^;{}=]*$/.exec(code.slice(Math.max(0, at - NEAR), at)) ?? [];
  const takes = new RegExp(`\\b${name}\\b`);
  const takers = own.length > 0 || name === undefined ? own : statements.filter((s) => takes.test(s.code));
  return takers.map(({ start, end }) => written.slice(start, end));
}
