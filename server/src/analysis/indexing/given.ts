// Numbers of a function of C++ that a call of it gives: by parameters, casts, operators, members of a constant object.

import { codeOf } from '../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../document/extents.ts';
import { writtenCall } from '../document/written/call.ts';
import { memberAt, operandsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import { OPERATORS } from '../document/written/number-operators.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { escaped } from './text/code.ts';

export interface Given {
  readonly model: DocumentModel;
  readonly text: string;
  /** By the names of the parameters. */
  readonly arguments: ReadonlyMap<string, Site>;
}

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

const CASTS = /^(?:static_cast|(?:cu)?u?int(?:32|64)_t|u?int|unsigned|size_t)$/;

const written = ({ text }: Given, { span }: Site): string => text.slice(span.start, span.end);

/** What a member of a constant object is given, `Config const kConfig{128, 64}`, by the order of its class's members. */
function memberGiven(given: Given, site: Site): Site | null {
  const member = memberAt(site);
  if (member === null) return null;
  const object = given.arguments.get(written(given, member.object)) ?? member.object;
  const declared = declaredAt(given, object);
  const items = declared === null ? null : listAt(declared.made);
  const at = declared === null ? -1 : membersOf(given, declared.type).indexOf(member.name);
  return items?.[at] ?? null;
}

/** The items of `{a, b}`, with a type before it or without; null for others. */
function listAt(site: Site): readonly Site[] | null {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  const items = expr?.kind === 'construct' ? expr.args : expr?.kind === 'tuple' ? expr.items : null;
  return items?.map((item) => siteOf(site as PlacedSite, item)) ?? null;
}

/** The type and the initialiser of an object that is declared once in the file, and constant. */
function declaredAt(given: Given, object: Site): { readonly type: string; readonly made: PlacedSite } | null {
  const name = written(given, object);
  const found = /^\w+$/.test(name)
    ? given.model.sites.filter((site) => site.role === 'declaration' && site.name === name)
    : [];
  const [only] = found;
  if (found.length !== 1 || !(only instanceof PlacedSite) || only.node.kind !== 'declaration') return null;
  const { declaration } = only.node;
  if (declaration.isConstant !== true || declaration.init === null || declaration.type?.kind !== 'name')
    return null;
  return { type: declaration.type.name, made: siteOf(only, declaration.init) };
}

/** The names of the members of a plain struct of the file, in their order; none where it has anything else. */
function membersOf({ text }: Given, type: string): readonly string[] {
  const body = new RegExp(`\\bstruct\\s+${escaped(type)}\\s*\\{([^{}()]*)\\}\\s*;`).exec(
    codeOf(text, 'cpp'),
  )?.[1];
  if (body === undefined || /\bstatic\b|,/.test(body)) return [];
  return body.split(';').flatMap((line) => /(\w+)\s*(?:=[^=]*)?$/.exec(line.trim())?.[1] ?? []);
}

/** Where a parameter, or a member of what one is given, stands for something else. */
const substituteOf = (given: Given, site: Site): Site | null =>
  given.arguments.get(written(given, site)) ?? memberGiven(given, site);

export function numberGiven(given: Given, site: Site, depth = 0): number | undefined {
  const number = settledNumberAt(given.model, site);
  if (number !== undefined || depth > MAXIMUM_DEPTH) return number;
  const other = substituteOf(given, site) ?? initialiserOf(site);
  if (other !== null) return numberGiven(given, other, depth + 1);
  const call = writtenCall(site);
  if (call !== null)
    return call.args.length === 1 && CASTS.test(call.name)
      ? numberGiven(given, call.args[0]!, depth + 1)
      : undefined;
  const sides = operandsAt(site);
  const apply = sides === null ? undefined : OPERATORS[sides.operator];
  if (sides === null || apply === undefined) return undefined;
  const [a, b] = [sides.left, sides.right].map((side) => numberGiven(given, side, depth + 1));
  return a === undefined || b === undefined ? undefined : apply(a, b);
}

/** How what stands there is written where it is given. */
export function textGiven(given: Given, site: Site, depth = 0): string {
  const other = depth > MAXIMUM_DEPTH ? null : (substituteOf(given, site) ?? initialiserOf(site));
  return other === null ? written(given, site) : textGiven(given, other, depth + 1);
}

/** The items of an array that is declared once, none of which is assigned; null for others. */
export function itemsGiven(given: Given, site: Site): readonly Site[] | null {
  const array = initialiserOf(site);
  const items = array === null ? null : listAt(array);
  if (array === null || items === null) return null;
  const isAssigned = new RegExp(`\\b${escaped(written(given, site))}\\s*\\[[^\\]]*\\]\\s*[-+*/%]?=[^=]`);
  return isAssigned.test(given.text.slice(array.span.end, site.span.start)) ? null : items;
}
