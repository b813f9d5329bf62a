// Which specialisations of a template cannot be meant, told by their first pattern alone. A library has hundreds of
// them for one template, and each argument fits a few: the others need no matching.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, TemplateEntity } from '../../model/entity.ts';
import { Environment, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { isTypeTemplate, templateName } from '../types/template-names.ts';
import { sameArgument, typeView } from '../types/type-identity.ts';
import { Deduction } from './deduction.ts';

/** What the first pattern asks for: a type made with a template, or one argument; null: that takes matching. */
type Head =
  | { readonly kind: 'template'; readonly id: string }
  | { readonly kind: 'argument'; readonly value: Entity }
  | null;

/** Kept with the unit of the specialisation, which is replaced when a name in it means something else. */
const headsOf = new WeakMap<UnitMemo, Map<Declaration, Head>>();

/**
 * Whether the specialisation cannot be meant with that first argument. `definingEnv`: the environment that it is
 * declared in.
 */
export function quickReject(
  ev: Evaluation,
  d: Declaration,
  first: Entity,
  definingEnv: Environment,
): boolean {
  let heads = headsOf.get(definingEnv.unit);
  if (heads === undefined) {
    heads = new Map();
    headsOf.set(definingEnv.unit, heads);
  }
  // Inside of another template a pattern may depend on that one's arguments.
  if (definingEnv !== definingEnv.unit.env) return false;
  let head = heads.get(d);
  if (head === undefined) {
    head = headOf(ev, d, definingEnv);
    heads.set(d, head);
  }
  if (head === null) return false;
  if (head.kind === 'argument') return sameArgument(head.value, first) === 'no';
  const view = typeView(first);
  return view !== null && (view === 'plain' || view.template !== head.id);
}

function headOf(ev: Evaluation, d: Declaration, definingEnv: Environment): Head {
  const pattern = d.specialization?.[0];
  const root = d.template ?? d.bodyScope;
  if (pattern === undefined || root === null || pattern.kind === 'expansion') return null;
  const around = { env: definingEnv, position: root.span.start };
  const env = new Environment(definingEnv.unit, root, around, new Map());
  if (!new Deduction(ev, d.template?.declarations ?? [], env).isDependent(pattern)) {
    const value = ev.evaluate(pattern, env);
    return isFailure(value) || value instanceof Unknown ? null : { kind: 'argument', value };
  }
  if (pattern.kind !== 'template') return null;
  const { target } = pattern;
  if (target.kind === 'name' && d.template?.declarations.some((p) => p.name === target.name)) return null;
  const template = ev.templateNamed(target, env);
  if (!isTypeTemplate(template)) return null;
  if (template instanceof TemplateEntity && template.declarations[0]!.kind !== 'class') return null;
  const id = templateName(template);
  return id === null ? null : { kind: 'template', id };
}
