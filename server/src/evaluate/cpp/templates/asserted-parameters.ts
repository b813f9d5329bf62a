// What the body of a template asserts of its parameters: behind `static_assert(sizeof(T) == 2)` T has 16 bits, and
// behind `static_assert(rank(T{}) == 2)` two modes, in every program that compiles, whoever instantiates the template.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import type { Entity } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { UnboundTypeParameter } from '../../model/value.ts';
import { INT, TypedInteger } from '../../values/integer-types.ts';

/** The parameter with what is asserted of it; null where nothing is. `scope`: that of the template's parameters. */
export function assertedParameter(ev: Evaluation, d: Declaration, scope: Scope): Entity | null {
  const { name, kind } = d;
  if (kind === 'type-parameter') return assertedType(ev, name, scope);
  if (kind !== 'value-parameter') return null;
  const value = asserted(scope, (asked, given) => (isName(asked, name) ? given : null));
  if (value === null) return null;
  note(ev, name, value);
  return new TypedInteger(value, INT);
}

function assertedType(ev: Evaluation, name: string, scope: Scope): UnboundTypeParameter | null {
  if (equalitiesIn(scope).length === 0) return null;
  const bits = asserted(scope, (asked, count) => bitsAsserted(asked, count, name));
  const names = [name, ...aliasesIn(scope, name)];
  const rank = asserted(scope, (asked, count) => rankAsserted(asked, count, names));
  if (bits !== null) note(ev, `sizeof_bits<${name}>`, bits);
  return bits === null && rank === null ? null : new UnboundTypeParameter(name, bits ?? undefined, rank);
}

/** What the first of the equalities says that says something. */
function asserted(scope: Scope, said: (asked: Expr, given: number) => number | null): number | null {
  for (const { left, right } of equalitiesIn(scope)) {
    const told =
      (right.kind === 'integer' ? said(left, right.value) : null) ??
      (left.kind === 'integer' ? said(right, left.value) : null);
    if (told !== null) return told;
  }
  return null;
}

const note = (ev: Evaluation, name: string, value: number): void =>
  ev.noteAssumption({ name, value: String(value), source: 'static_assert' });

interface Equality {
  readonly left: Expr;
  readonly right: Expr;
}

const known = new WeakMap<Scope, readonly Equality[]>();

/** The `a == b` that the body itself asserts. What stands in a branch or a member is checked where that is compiled alone. */
function equalitiesIn(template: Scope): readonly Equality[] {
  const [body] = template.children;
  if (body === undefined || (body.kind !== 'function' && body.kind !== 'class')) return [];
  let found = known.get(body);
  if (found === undefined) {
    found = (body.assertions ?? []).flatMap(equalities);
    known.set(body, found);
  }
  return found;
}

function equalities(e: Expr): readonly Equality[] {
  if (e.kind !== 'binary') return [];
  if (e.operator === '&&') return [...equalities(e.left), ...equalities(e.right)];
  return e.operator === '==' ? [e] : [];
}

/** The width of the type of a name that an expression asks for, where it is so many bytes or bits. */
function bitsAsserted(asked: Expr, count: number, name: string): number | null {
  const isOf = (args: readonly Expr[]): boolean => args.length === 1 && isName(args[0]!, name);
  if (asked.kind === 'call' && asked.callee.kind === 'name' && asked.callee.name === 'sizeof')
    // An element narrower than a byte takes one, too.
    return isOf(asked.args) && count > 1 ? count * 8 : null;
  const trait = asked.kind === 'qualified' && asked.name.name === 'value' ? asked.scope : asked;
  if (trait?.kind !== 'template' || !isOf(trait.args)) return null;
  return lastName(trait.target) === (trait === asked ? 'sizeof_bits_v' : 'sizeof_bits') ? count : null;
}

/** How many modes an object of a type of one of the names has: `rank(T{}) == 2`, `rank_v<T> == 2`. */
function rankAsserted(asked: Expr, count: number, names: readonly string[]): number | null {
  const isOf = (type: Expr | undefined): boolean =>
    names.some((name) => type !== undefined && isName(type, name));
  if (asked.kind === 'call') {
    const [object] = asked.args;
    const isObject = object?.kind === 'construct' && object.args.length === 0 && isOf(object.type);
    return isObject && asked.args.length === 1 && isOfCute(asked.callee, 'rank') ? count : null;
  }
  const isTrait = asked.kind === 'template' && asked.args.length === 1 && isOfCute(asked.target, 'rank_v');
  return isTrait && isOf(asked.args[0]) ? count : null;
}

/** `using T = T_;` of a class. In a function an edit may change it, and nobody asks for the parameters again. */
function aliasesIn(template: Scope, name: string): readonly string[] {
  const [body] = template.children;
  if (body?.kind !== 'class') return [];
  const isAlias = ({ kind, init }: Declaration): boolean =>
    kind === 'type' && init !== null && isName(init, name);
  return body.declarations.filter(isAlias).map((d) => d.name);
}

const isName = (e: Expr, name: string): boolean => e.kind === 'name' && e.name === name;

/** `sizeof_bits` of `cutlass::sizeof_bits`. */
const lastName = (e: Expr): string | null =>
  e.kind === 'qualified' ? e.name.name : e.kind === 'name' ? e.name : null;

/** `rank`, `cute::rank`; `std::rank_v` counts the dimensions of an array. */
const isOfCute = (e: Expr, name: string): boolean =>
  lastName(e) === name && (e.kind !== 'qualified' || (e.scope !== null && isName(e.scope, 'cute')));
