// Specialisations of function templates, in the place of the template that is called.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { functionParameters } from '../../core/parameters.ts';
import type { Entity, OverloadSet } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { ChosenFunction } from '../../model/language.ts';
import { Unknown } from '../../model/value.ts';
import { Deduction } from '../templates/deduction.ts';
import { all, sameArgument } from '../types/type-identity.ts';
import type { Overload } from './overloads.ts';

/** `template <> int f<float>()` in the place of the template that is called, where it is for its arguments. */
export function specialisationOf(
  ev: Evaluation,
  target: OverloadSet,
  called: ChosenFunction,
): ChosenFunction | Unknown {
  const parameters = called.overload.declaration.template?.declarations ?? [];
  for (const overload of target.overloads) {
    const { declaration: d } = overload;
    if (d.specialization === undefined || parameters.length === 0) continue;
    const wanted = specialised(ev, called.overload, overload);
    const verdict = all(
      parameters.map((p) => {
        const [value, arg] = [wanted.get(p), called.deduced.get(p)];
        return value === undefined || arg === undefined ? 'maybe' : sameArgument(value, arg);
      }),
    );
    if (verdict === 'yes' && d.bodyScope !== null) return { ...called, overload, deduced: new Map() };
    if (verdict !== 'no')
      return new Unknown(
        'unsupported',
        `which specialisation of ${target.name} is called is not worked out`,
        [],
        target.name,
      );
  }
  return called;
}

/** The arguments that a specialisation is for: those that it is written with, and what its parameters say. */
function specialised(ev: Evaluation, primary: Overload, special: Overload): ReadonlyMap<Declaration, Entity> {
  const { declaration: of } = primary;
  const { declaration: d, env } = special;
  const templates = of.template!.declarations;
  const root = { env: primary.env, position: primary.position };
  const deduction = new Deduction(
    ev,
    templates,
    new Environment(primary.env.unit, of.template!, root, new Map()),
  );
  for (const [i, p] of templates.entries()) {
    const written = d.specialization![i];
    if (written === undefined) break;
    if (p.isPack !== true) deduction.give(p, ev.value(written, env));
  }
  const head = d.bodyScope ?? d.head;
  for (const [i, p] of functionParameters(of.bodyScope ?? of.head!).entries()) {
    const own = head === undefined ? undefined : functionParameters(head)[i]?.type;
    if (p.type === null || own == null || p.isPack === true || deduction.isGiven(p.type)) continue;
    const type = ev.evaluate(own, env);
    if (!isFailure(type)) deduction.deduce(p.type, type);
  }
  return deduction.deduced;
}
