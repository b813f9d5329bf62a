// What a template is with its arguments.

import type { Failure } from '../../algebra/integer/failure.ts';
import {
  asValue,
  type Entity,
  isHostOnly,
  QualifiedName,
  reasonOf,
  TemplateEntity,
} from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { alternativesOf } from '../values/alternatives.ts';
import { liftOverAlternatives } from '../values/one-of.ts';

/** Template arguments for a template. */
export function specialise(ev: Evaluation, target: Entity, args: readonly Entity[]): Entity | Failure {
  if (target instanceof Unknown) return target;
  const { templates } = ev.language;
  if (target instanceof TemplateEntity)
    return liftOverAlternatives(args, (chosen) =>
      templates.instantiate(ev, target.declarations, chosen, target.env),
    );
  if (target instanceof QualifiedName) {
    const own = templates.ofProgram(ev, target.path, args);
    if (own !== undefined) return own;
    const taken = templates.asLibraryTakes(ev, target.path, args);
    if (taken instanceof Unknown) return taken;
    const values = taken.map(asValue);
    const unknown = values.find((v) => v instanceof Unknown);
    const isTaken = unknown === undefined || ev.rules.acceptsUnknown(target.path.at(-1) ?? '');
    const value = isTaken ? ev.collectSuppositions(() => ofLibrary(ev, target.path, values)) : undefined;
    if (value !== undefined) return value;
    if (unknown instanceof Unknown) return reasonOf(unknown);
    return asValue(target);
  }
  if (isHostOnly(target)) return asValue(target);
  return target instanceof TypeValue
    ? target
    : new Unknown('unsupported', 'template arguments are not read here');
}

/** A template of the library; of a few possible numbers each is tried where it needs one. */
function ofLibrary(
  ev: Evaluation,
  path: readonly string[],
  args: readonly Value[],
): Value | Failure | undefined {
  const named = ev.rules.template(path, args);
  const numbers = named instanceof Unknown ? alternativesOf(args) : null;
  return numbers === null ? named : (ev.rules.template(path, numbers) ?? named);
}
