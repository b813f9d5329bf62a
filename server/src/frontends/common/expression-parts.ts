// Walking expressions.

import type { Expr, NameExpr } from './expression.ts';

const NO_PARTS: readonly Expr[] = [];

/** The expressions directly inside of an expression. */
export function partsOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case 'qualified':
      return e.scope === null ? NO_PARTS : [e.scope];
    case 'member':
      return [e.object];
    case 'template':
      return [e.target, ...e.args];
    case 'call':
      if (e.launch !== undefined) return [e.callee, ...e.launch, ...e.args];
      return e.keywords.length === 0
        ? [e.callee, ...e.args]
        : [e.callee, ...e.args, ...e.keywords.map((k) => k.value)];
    case 'construct':
      return [e.type, ...e.args];
    case 'index':
      return [e.object, ...e.args];
    case 'unary':
    case 'decltype':
      return [e.operand];
    case 'binary':
      return [e.left, e.right];
    case 'conditional':
      return [e.condition, e.then, e.otherwise];
    case 'tuple':
      return e.items;
    case 'expansion':
      return [e.pattern];
    case 'fold':
      return [e.left, e.right].filter((side) => side !== null);
    case 'pack-size':
      return [e.pack];
    case 'qualified-type':
      return [e.type];
    case 'comprehension':
      // Its element is a scope of its own too.
      return [e.source];
    case 'dict':
      return e.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'where':
      return [e.body, ...e.definitions.map((k) => k.value)];
    case 'layout':
      return [e.shape, e.stride];
    case 'compose':
      return e.operands;
    case 'basis':
      return [e.numerator];
    default:
      // A lambda's body is a scope of its own.
      return NO_PARTS;
  }
}

/** The names in an expression, in the order of the text. */
export const namesOf = (e: Expr): readonly NameExpr[] =>
  e.kind === 'name' ? [e] : partsOf(e).flatMap(namesOf);

/** The names of a dotted path. */
export function dottedParts(e: Expr): readonly string[] {
  if (e.kind === 'name') return [e.name];
  return e.kind === 'member' ? [...dottedParts(e.object), e.name.name] : [];
}

/** `{a, b}` of C++ without a type. */
export const isBraced = (e: Expr): boolean => e.kind === 'tuple' && e.bracket === '{';

/** The name of the keyword `**` of Python: arguments by whatever names. */
export const UNPACKED = '**';

/** `a::b` of a qualified name. */
export function pathText(e: { readonly kind: string }): string {
  const x = e as { kind: string; name?: unknown; scope?: { kind: string } | null };
  if (x.kind === 'name') return x.name as string;
  if (x.kind !== 'qualified') return '';
  const inner = (x.name as { name: string }).name;
  return x.scope === null || x.scope === undefined ? inner : `${pathText(x.scope)}::${inner}`;
}
