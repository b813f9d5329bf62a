// Whether a type is a reference, by what is written: the question is asked while values are worked out.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { BUILTIN_TYPE_WORDS } from '../../../frontends/cpp/expressions/parse-context.ts';
import { declarationsOf } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupPoint } from './declared-names.ts';
import type { EffectQuery } from './effect-query.ts';

export const isPlainType = (type: Expr): boolean =>
  type.kind === 'name' && BUILTIN_TYPE_WORDS.has(type.name.split(' ')[0]!);

/** Whether a type that is written without `&` may be a reference all the same. */
export function mayBeReference(q: EffectQuery, type: Expr, at: LookupPoint, isParameterOpen = true): boolean {
  if (type.kind === 'qualified-type')
    return type.qualifiers.includes('&') || mayBeReference(q, type.type, at);
  // A name of the type that an expression has.
  if (type.kind === 'decltype') return true;
  if (type.kind === 'template') return mayBeReferenceOf(q, type, at);
  if (type.kind === 'qualified')
    return (
      /reference/.test(typeName(type) ?? '') || memberTypes(q.ev, type, at).some((d) => refers(q, d, at))
    );
  if (type.kind !== 'name' || isPlainType(type)) return false;
  if (q.ev.rules.template([type.name], []) !== undefined) return false;
  const [d] = q.ev.find(type.name, at.position, at.env)?.declarations ?? [];
  if (d?.kind === 'type-parameter') return isParameterOpen;
  return d !== undefined && refers(q, d, at, isParameterOpen);
}

/** Whether an alias may stand for a reference. */
const refers = (
  q: EffectQuery,
  { kind, init }: Declaration,
  at: LookupPoint,
  isParameterOpen = false,
): boolean =>
  kind === 'type' && init !== null && (!q.mayFollow() || mayBeReference(q, init, at, isParameterOpen));

/** The same of `Alias<T>`, by what the alias is written as and by its arguments. */
function mayBeReferenceOf(
  q: EffectQuery,
  type: Expr & { readonly kind: 'template' },
  at: LookupPoint,
): boolean {
  const { target, args } = type;
  if (target.kind !== 'name') return mayBeReference(q, target, at, false);
  if (/reference/.test(target.name)) return true;
  if (q.ev.rules.template([target.name], []) !== undefined) return false;
  const aliases = (q.ev.find(target.name, at.position, at.env)?.declarations ?? []).filter(
    (d) => d.kind === 'type' && d.init !== null,
  );
  return (
    aliases.some((d) => refers(q, d, at)) ||
    (aliases.length > 0 && args.some((a) => mayBeReference(q, a, at, false)))
  );
}

/** What `X::Type` and `X<T>::Type` may name, of classes that are declared. */
function memberTypes(
  ev: Evaluation,
  { scope, name }: Expr & { readonly kind: 'qualified' },
  at: LookupPoint,
): readonly Declaration[] {
  const owner = scope?.kind === 'template' ? scope.target : scope;
  if (owner?.kind !== 'name') return [];
  return (ev.find(owner.name, at.position, at.env)?.declarations ?? []).flatMap((d) =>
    d.kind === 'class' && d.bodyScope !== null ? declarationsOf(d.bodyScope, name.name) : [],
  );
}

/** What a type is called, without its scope and its arguments; null where it has no name. */
export function typeName(type: Expr): string | null {
  if (type.kind === 'name') return type.name;
  if (type.kind === 'qualified') return type.name.name;
  return type.kind === 'template' ? typeName(type.target) : null;
}
