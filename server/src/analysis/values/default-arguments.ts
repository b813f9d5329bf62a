// What is told of values that need not be the ones that a program has.

import type { DocumentModel, SiteEvaluation } from './model.ts';

/**
 * Whether a value rests on the default of a parameter that no instantiation is known to have taken: callers may give
 * another argument, so that nothing is wrong with the code for it.
 */
export const restsOnDefault = (parameters: SiteEvaluation['parameters']): boolean =>
  parameters.some((p) => p.source === 'default' && p.isDefaultTaken !== true);

/** So many defaults are named. */
const MAXIMUM_DEFAULTS = 3;

function defaultsText(parameters: SiteEvaluation['parameters']): string {
  const taken = parameters.filter(({ source }) => source === 'default');
  const named = taken.slice(0, MAXIMUM_DEFAULTS).map(({ name, value }) => `${name} = ${value}`);
  return `, with ${named.join(', ')}${taken.length > named.length ? ', …' : ''} by default`;
}

/** What is wrong with the arguments that defaults give: whoever gives others may have none of it. */
export const withDefaults = <T extends { readonly message: string }>(
  found: T,
  parameters: SiteEvaluation['parameters'],
): T & { readonly severity: 'information' } => ({
  ...found,
  severity: 'information',
  message: `${found.message}${defaultsText(parameters)}`,
});

type Model = Pick<DocumentModel, 'evaluate'>;

/** A model for which defaults are what callers give, and those of them that somebody has asked about since. */
export function takingDefaults(model: Model): {
  readonly model: Model;
  readonly taken: () => SiteEvaluation['parameters'];
} {
  const taken = new Map<string, SiteEvaluation['parameters'][number]>();
  const evaluate: Model['evaluate'] = (...asked) => {
    const evaluation = model.evaluate(...asked);
    if (!restsOnDefault(evaluation.parameters)) return evaluation;
    for (const parameter of evaluation.parameters)
      if (restsOnDefault([parameter])) taken.set(parameter.name, parameter);
    return { ...evaluation, parameters: evaluation.parameters.filter((p) => !restsOnDefault([p])) };
  };
  return { model: { evaluate }, taken: () => [...taken.values()] };
}
