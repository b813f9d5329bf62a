// Types that depend on the parameters of a template.

import type { Expr } from '../frontends/expression.ts';
import { partsOf } from '../frontends/expression-parts.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';

const MAXIMUM_DEPTH = 16;

/** Whether the expression names a template parameter, itself or through aliases. */
export function isDependent(ev: Evaluator, e: Expr, frame: Frame, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind !== 'name') return partsOf(e).some((part) => isDependent(ev, part, frame, depth + 1));
  const found = ev.find(e.name, e.span.start, frame);
  return (
    found?.declarations.some((d) => {
      if (d.kind === 'type-parameter' || d.kind === 'value-parameter') return true;
      // The parameters of an alias template are its own.
      if (d.kind !== 'type' || d.init === null || d.template != null) return false;
      return isDependent(ev, d.init, found.frame, depth + 1);
    }) === true
  );
}
