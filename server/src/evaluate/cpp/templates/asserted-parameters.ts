// What the body of a template asserts of its parameters: behind `static_assert(sizeof(T) == 2)` T has 16 bits in
// every program that compiles, whoever instantiates the template.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import type { Entity } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { UnboundTypeParameter } from '../../model/value.ts';
import { INT, TypedInteger } from '../../values/integer-types.ts';

/** The parameter with what is asserted of it; null where nothing is. `scope`: that of the template's parameters. */
export function assertedParameter(ev: Evaluation, d: Declaration, scope: Scope): Entity | null {
  for (const { left, right } of equalitiesIn(scope)) {
    for (const [asked, given] of [
      [left, right],
      [right, left],
    ] as const) {
      if (given.kind !== 'integer') continue;
      const bits = d.kind === 'type-parameter' ? bitsAsserted(asked, given.value, d.name) : null;
      if (bits !== null) {
        note(ev, `sizeof_bits<${d.name}>`, bits);
        return new UnboundTypeParameter(d.name, bits);
      }
      if (d.kind === 'value-parameter' && asked.kind === 'name' && asked.name === d.name) {
        note(ev, d.name, given.value);
        return new TypedInteger(given.value, INT);
      }
    }
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
  const isOf = (args: readonly Expr[]): boolean =>
    args.length === 1 && args[0]!.kind === 'name' && args[0]!.name === name;
  if (asked.kind === 'call' && asked.callee.kind === 'name' && asked.callee.name === 'sizeof')
    // An element narrower than a byte takes one, too.
    return isOf(asked.args) && count > 1 ? count * 8 : null;
  const trait = asked.kind === 'qualified' && asked.name.name === 'value' ? asked.scope : asked;
  if (trait?.kind !== 'template' || !isOf(trait.args)) return null;
  const { target } = trait;
  const called = target.kind === 'qualified' ? target.name.name : target.kind === 'name' ? target.name : null;
  return called === (trait === asked ? 'sizeof_bits_v' : 'sizeof_bits') ? count : null;
}
