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

/** The arguments that the value took; all of them where it is not known which. */
function usedOf({ instantiation, used }: InstanceValue): Instantiation['arguments'] {
  const args = instantiation.arguments.filter(({ name }) => used.has(name));
  return args.length === 0 ? instantiation.arguments : args;
}

const argumentsKey = (args: Instantiation['arguments']): string =>
  args.map(({ name, value }) => `${name}=${thingKey(value)}`).join(';');

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
  const entries: { readonly each: InstanceValue; readonly args: Instantiation['arguments'] }[] = [];
  const told = new Set<string>();
  for (const each of all.toSorted((a, b) => openness(a) - openness(b))) {
    const args = usedOf(each);
    const key = keyOf(each);
    // Where it is not known which arguments a value took, one instantiation with that value is enough.
    const which = args === each.instantiation.arguments ? key : `${argumentsKey(args)} ${key}`;
    if (told.has(which)) continue;
    told.add(which).add(key);
    entries.push({ each, args });
  }
  const labels = entries.map(({ args }) => labelOf(args));
  return entries.map(({ each, args }, i) => {
    const alike = entries.filter((_, other) => other !== i && labels[other] === labels[i]);
    return instanceOf(each, labelOf([...args, ...telling(each, args, alike)]));
  });
}

/** Of the arguments that are not told yet one that is another in each of those that look alike, else some that are in any. */
function telling(
  { instantiation }: InstanceValue,
  told: Instantiation['arguments'],
  alike: readonly { readonly each: InstanceValue }[],
): Instantiation['arguments'] {
  const textIn = ({ each }: { readonly each: InstanceValue }, name: string): string =>
    labelOf(each.instantiation.arguments.filter((a) => a.name === name));
  const isOther = (a: Instantiation['arguments'][number]) => (entry: { readonly each: InstanceValue }) =>
    textIn(entry, a.name) !== labelOf([a]);
  const differing = instantiation.arguments.filter((a) => !told.includes(a) && alike.some(isOther(a)));
  const first = differing.find((a) => alike.every(isOther(a)));
  return first === undefined ? differing.slice(0, MAXIMUM_TELLING) : [first];
}

const MAXIMUM_TELLING = 3;

const instanceOf = ({ instantiation, value }: InstanceValue, label: string): Instance => ({
  label,
  value,
  span: spanInFile(instantiation.state.placed, instantiation.expr.span),
  ...(instantiation.uri === null ? {} : { uri: instantiation.uri }),
});
