// Functions that `using Base::f;` adds to those of a class.

import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, OverloadSet } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { Unknown } from '../../model/value.ts';
import { mayRedeclare as hides } from './overloads.ts';

/** The functions of a class together with those that a `using Base::f;` in it adds, which they may hide. */
export function withUsed(
  ev: Evaluation,
  own: OverloadSet,
  found: LookupResult,
  used: readonly Declaration[],
): Entity {
  const { name } = own;
  const overloads = [...own.overloads];
  for (const d of used) {
    const base = ev.evaluate(d.init!, found.env);
    if (!(base instanceof OverloadSet))
      return new Unknown('unsupported', `what using ${name} adds is not worked out`, [], name);
    overloads.push(
      ...base.overloads.filter((o) => !own.overloads.some((p) => hides(p.declaration, o.declaration))),
    );
  }
  return new OverloadSet(name, overloads);
}
