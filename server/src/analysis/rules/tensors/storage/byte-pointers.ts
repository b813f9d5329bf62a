// Pointers into arrays of bytes in which tensors of other types lie, `reinterpret_cast<half_t*>(smem + n)` of `char smem[]`.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { spacedAt } from '../../../document/written/source-text.ts';
import { pointerOf } from '../../../indexing/text/pointers.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';

/** What gives a pointer another type; `()` of `(T*)p`. */
export const CASTS = ['reinterpret_cast', 'make_smem_ptr', 'recast_ptr', '()'] as const;

/** How many names, casts and sums are followed. */
const MAXIMUM_DEPTH = 12;

/** Types of one byte. */
const BYTE = /^(?:const )?(?:(?:(?:un)?signed )?char|u?int8_t|byte|byte_t)(?: const)?$/;

/** A pointer into an array of bytes, moved on by the sum of some terms. */
interface Moved {
  readonly base: string;
  readonly terms: readonly Site[];
}

interface Cast {
  readonly of: Site;
  /** `T` of `reinterpret_cast<T*>`; null: it stays as it is. */
  readonly to: Site | null;
}

export const exprAt = (site: Site): Expr | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;

/** `reinterpret_cast<T*>(of)`, `(T*)of`, `make_smem_ptr<T>(of)`. */
export function castAt(site: Site): Cast | null {
  const expr = exprAt(site);
  const call = writtenCall(site);
  const [of] = call?.args ?? [];
  if (!(site instanceof PlacedSite) || expr?.kind !== 'call' || of === undefined) return null;
  const { callee } = expr;
  if (call!.args.length > 1 || !(CASTS as readonly string[]).includes(call!.name)) return null;
  const isPlain = call!.name === 'reinterpret_cast' || call!.name === '()';
  const [to] = callee.kind === 'template' ? callee.args : call!.name === '()' ? [callee] : [];
  if (to === undefined) return isPlain ? null : { of, to: null };
  if (!isPlain) return { of, to: siteOf(site, to) };
  return to.kind === 'unary' && to.operator === '*' ? { of, to: siteOf(site, to.operand) } : null;
}

const isByte = (site: Site, code: string): boolean =>
  BYTE.test(spacedAt(site, code).replace(/\b(?:std|cute|cutlass)::/g, ''));

/** Whether a name is declared once, as an array of bytes or a pointer to them that stays where it is. */
function isOfBytes(site: Site, code: string): boolean {
  const expr = exprAt(site);
  if (expr?.kind !== 'name' || !(site instanceof PlacedSite)) return false;
  const [declared, ...others] = declarationsOf(site, expr.name);
  const type = declared?.type;
  if (type == null || others.length > 0) return false;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  if (type.kind === 'unary' && path.some(({ assigned }) => assigned?.has(expr.name) === true)) return false;
  if (type.kind === 'index') return isByte(siteOf(site, type.object), code);
  return type.kind === 'unary' && type.operator === '*' && isByte(siteOf(site, type.operand), code);
}

/** The terms of a sum, also of those that names stand for. */
function termsOf(site: Site, depth = 0): readonly Site[] {
  const sides = depth < MAXIMUM_DEPTH ? operandsAt(site) : null;
  if (sides?.operator === '+') return [sides.left, sides.right].flatMap((side) => termsOf(side, depth + 1));
  const given = sides === null && depth < MAXIMUM_DEPTH ? initialiserOf(site) : null;
  return given !== null && operandsAt(given)?.operator === '+' ? termsOf(given, depth + 1) : [site];
}

/** Null for what is no array of bytes, or is moved otherwise. */
export function movedOf(site: Site, text: string, code: string, depth = 0): Moved | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const sides = operandsAt(site);
  if (sides !== null) {
    const from = sides.operator === '+' ? movedOf(sides.left, text, code, depth + 1) : null;
    return from === null ? null : { ...from, terms: [...from.terms, ...termsOf(sides.right)] };
  }
  const given = initialiserOf(site) ?? pointerOf(site, text);
  const from = given === null ? null : movedOf(given, text, code, depth + 1);
  if (from !== null) return from;
  return isOfBytes(site, code) ? { base: spacedAt(site, code), terms: [] } : null;
}

interface Located {
  readonly base: string;
  /** How the terms are written that it is moved on by; null: elements of another type are counted. */
  readonly terms: string | null;
  /** Null: to nothing, it counts bytes. */
  readonly to: Site | null;
}

/** The array of bytes that a pointer is into, and the last type that it is cast to; null where that is not seen. */
export function arrayOf(site: Site, text: string, code: string, depth = 0): Located | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const cast = castAt(site);
  if (cast !== null) {
    const of = arrayOf(cast.of, text, code, depth + 1);
    return of === null ? null : { ...of, to: cast.to ?? of.to };
  }
  const moved = movedOf(site, text, code);
  if (moved !== null)
    return { base: moved.base, terms: moved.terms.map((term) => spacedAt(term, code)).join(), to: null };
  const sides = operandsAt(site);
  const given = sides === null ? (initialiserOf(site) ?? pointerOf(site, text)) : null;
  const from = sides?.operator === '+' ? sides.left : given;
  const of = from === null ? null : arrayOf(from, text, code, depth + 1);
  return of === null || sides === null ? of : { ...of, terms: null };
}
