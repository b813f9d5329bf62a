// The values that an expression of a template has in its instantiations, told apart by as few arguments as needed.

import { type Failure, isFailure, Violation } from '../algebra/failure.ts';
import { argumentText } from '../evaluate/argument-text.ts';
import type { Instantiation } from '../evaluate/instantiations.ts';
import { thingKey } from '../evaluate/key.ts';
import { Undecided, Unknown, type Value } from '../evaluate/value.ts';
import { spanInFile } from '../frontends/spacing.ts';
import type { Instance } from './model.ts';
import { hasOpenInteger } from './unknown.ts';

/** A value in an instantiation, with the names of the parameters that it took. */
export interface InstanceValue {
  /** `uri`: the file that names it; null: the document itself. */
  readonly instantiation: Instantiation & { readonly uri: string | null };
  readonly value: Value | Failure;
  readonly used: ReadonlySet<string>;
}

const MAXIMUM_TEXT = 48;
export const shortened = (text: string): string =>
  text.length <= MAXIMUM_TEXT ? text : `${text.slice(0, MAXIMUM_TEXT - 1)}…`;

/** `kBlockM = 128, Element = half_t`; what is not known tells nothing apart. */
const labelOf = (args: Instantiation['arguments']): string =>
  args
    .map(({ name, value }) => ({ name, text: argumentText(value) }))
    .filter(({ text }) => text !== '?')
    .map(({ name, text }) => `${name} = ${shortened(text)}`)
    .join(', ');

const fullLabel = ({ instantiation }: InstanceValue): string => labelOf(instantiation.arguments);

/** With the arguments that the value took; null where it is not known which. */
function shortLabel(each: InstanceValue): string | null {
  const used = each.instantiation.arguments.filter(({ name }) => each.used.has(name));
  return used.length === 0 ? null : labelOf(used);
}

const isUnknown = ({ value }: InstanceValue): boolean => isFailure(value) || value instanceof Unknown;

/** 0: known, 1: in part, 2: not at all. */
const openness = (each: InstanceValue): number =>
  isUnknown(each) ? 2 : hasOpenInteger(each.value as Value, true) ? 1 : 0;

function keyOf({ value }: InstanceValue): string {
  // The same alternatives look the same.
  if (value instanceof Undecided) return value.alternatives.map(thingKey).join(' or ');
  if (!isFailure(value)) return thingKey(value);
  return value instanceof Violation ? value.message : value.reason;
}

/** One entry for each different value, first those that are known in full, then those in part. */
export function instancesOf(all: readonly InstanceValue[]): readonly Instance[] {
  const entries = new Map<string, InstanceValue[]>();
  const told = new Set<string>();
  for (const each of all.toSorted((a, b) => openness(a) - openness(b))) {
    const label = shortLabel(each);
    // Where it is not known which arguments a value took, one instantiation with that value is enough.
    if (label === null && told.has(keyOf(each))) continue;
    told.add(keyOf(each));
    const text = label ?? fullLabel(each);
    const same = entries.get(text);
    if (same === undefined) entries.set(text, [each]);
    else if (!same.some((other) => keyOf(other) === keyOf(each))) same.push(each);
  }
  return [...entries].flatMap(([label, values]) =>
    // Equal arguments with different values: something else decides, so that all are told.
    values.map((each) => instanceOf(each, values.length === 1 ? label : fullLabel(each))),
  );
}

const instanceOf = ({ instantiation, value }: InstanceValue, label: string): Instance => ({
  label,
  value,
  span: spanInFile(instantiation.state.placed, instantiation.expr.span),
  ...(instantiation.uri === null ? {} : { uri: instantiation.uri }),
});
