// What `layout-lens stats` says of Triton's layout constructors, each place of one by itself: whether it is evaluated, and
// if not, whether that is the program's doing or ours.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { DocumentModel, Missing, Site } from '../../analysis/values/model.ts';
import { OneOf, Unknown, type Value } from '../../evaluate/model/value.ts';
import { TritonLayout } from '../../hardware/triton/encoding.ts';
import { SIGNATURES } from '../../hardware/triton/signatures.ts';

/**
 * 'run-time': it takes a parameter that nobody in sight gives a value, or what is known where a kernel is launched, or on
 * the GPU, alone.
 */
export type ConstructorState = 'evaluated' | 'error' | 'run-time' | 'other';

const NAMES = Object.keys(SIGNATURES).filter(
  (name) => SIGNATURES[name as keyof typeof SIGNATURES].length > 0,
);
const CONSTRUCTOR = new RegExp(String.raw`^(?:\w+\s*\.\s*)*(?:${NAMES.join('|')})(?:\s*\.\s*\w+)?\s*\(`);

/** One for each call of a constructor in code that names Gluon. */
export function* tritonConstructors(model: DocumentModel, text: string): Iterable<ConstructorState> {
  if (model.dialect !== 'python' || !/\bgluon\b/.test(text)) return;
  const seen = new Set<number>();
  for (const site of model.sites) {
    const { start, end } = site.valueSpan ?? site.span;
    if (site.isEmbedded || seen.has(start) || !CONSTRUCTOR.test(text.slice(start, end))) continue;
    seen.add(start);
    yield stateOf(model, site);
  }
}

function stateOf(model: DocumentModel, site: Site): ConstructorState {
  const { value, instanceValues } = model.evaluate(site);
  const values = [value, ...(instanceValues?.() ?? [])];
  if (values.some((v) => v instanceof TritonLayout)) return 'evaluated';
  if (values.some((v) => v instanceof Violation)) return 'error';
  const isSaid = !isFailure(value) && isOfRun(value);
  return isSaid || model.missing(site).some(isOpenParameter) ? 'run-time' : 'other';
}

const isOfRun = (value: Value): boolean =>
  value instanceof OneOf
    ? isOfRun(value.reason)
    : value instanceof Unknown && (value.category === 'function-parameter' || value.category === 'run-time');

/** Nobody gives it a value, as opposed to one that is not worked out. */
const isOpenParameter = ({ kind, reason }: Missing): boolean =>
  kind === 'function-parameter' && reason === null;
