// What is told of values that need not be the ones that a program has.

import type { SiteEvaluation } from './model.ts';

/**
 * Whether a value rests on the default of a parameter that no instantiation is known to have taken: callers may give
 * another argument, so that nothing is wrong with the code for it.
 */
export const restsOnDefault = (parameters: SiteEvaluation['parameters']): boolean =>
  parameters.some((p) => p.source === 'default' && p.isDefaultTaken !== true);
