// How a value came about, as a hover tells it: the operation, what its arguments are and where they are from, its steps.

import type { Place, SiteEvaluation } from '../../analysis/values/model.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { outcomeText, type TextStyle } from '../../render/text/text.ts';
import type { Derivation } from './content.ts';

const squeeze = (text: string): string => text.replace(/\s+/g, '');

/** Code that goes over several lines, on one. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface DerivationOptions {
  /** Whether the steps are told. */
  readonly derivation: boolean;
  /** The text that is hovered. */
  readonly source: string;
  /** The link to a place in a source; null where there is none. */
  readonly linkTo?: (place: Place) => string | null;
}

export function derivationOf(
  { origin }: SiteEvaluation,
  style: TextStyle,
  { derivation, source, linkTo = () => null }: DerivationOptions,
): Derivation | null {
  if (origin === null) return null;
  const targetOf = (place: Place | null): string | null => (place === null ? null : linkTo(place));
  const args = origin.args
    .map(({ text, value, source: from }) => ({
      text: oneLine(text),
      shown: outcomeText(value as Value, style),
      from,
    }))
    .filter(({ text, shown }) => text !== '' && squeeze(shown) !== squeeze(text))
    .map(({ text, shown, from }) => ({ text: `${text} = ${shown}`, target: targetOf(from) }));
  const steps = derivation ? origin.explain() : [];
  if (steps.length === 0 && args.length === 0) return null;
  const written = origin.args.map((arg) => oneLine(arg.text));
  // Calls of a layout and operators have no name to put in front of their arguments.
  const isNamed = /^[\w.:]+$/.test(origin.operation) && !written.includes('');
  const head = isNamed ? `${origin.operation}(${written.join(', ')})` : oneLine(source);
  return { head, target: targetOf(origin.place), args, steps };
}
