// What is forgotten when the body of a function is edited: everything that was worked out for what stands in it.

import type { Span } from '../frontends/expression.ts';
import type { UnitState } from './frame.ts';
import { forgetExpansions } from './macros.ts';
import { forgetSwitches } from './switches.ts';
import { forgetVariants } from './variants.ts';

/** `span`: the function, from its parameters on: what they hold depends on what the body does with them. */
export function forgetFunction(unit: UnitState, span: Span): void {
  forgetSwitches(unit, span);
  forgetExpansions(unit, span);
  for (const frame of new Set([unit.frame, ...unit.asked])) {
    frame.forget(span);
    forgetVariants(frame, span);
  }
}
