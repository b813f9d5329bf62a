// The values that an expression of a template has in its instantiations, told apart by as few arguments as needed.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { Instantiation } from '../../evaluate/model/lookup-result.ts';
import { OneOf, Unknown, type Value } from '../../evaluate/model/value.ts';
import { argumentText } from '../../evaluate/values/argument-text.ts';
import { entityKey } from '../../evaluate/values/key.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Instance, ShownInstantiation } from './model.ts';
import { cutAt, truncateDistinct } from './truncate.ts';
import { hasUnknownInteger } from './unknown.ts';

/** A value in an instantiation, with the names of the parameters that it took. */
export interface InstanceValue {
  /** `uri`: the file that names it; null: the document itself. */
  readonly instantiation: Instantiation & Pick<ShownInstantiation, 'uri' | 'caller' | 'assumed'>;
  readonly value: Value | Failure;
  readonly used: ReadonlySet<string>;
}

const MAXIMUM_TEXT = 48;
export const shortened = (text: string): string => cutAt(text, MAXIMUM_TEXT);

type Arguments = Instantiation['arguments'];

/** A value that is told, with the arguments that it is told by. */
interface Entry {
  readonly each: InstanceValue;
  readonly args: Arguments;
  /** The functions and classes that name the instantiations with that value. */
  readonly callers: Set<string | null>;
}

/** An argument as it is written: `kBlockM = 128`; empty for what is not known, which tells nothing apart. */
type Writing = (arg: Arguments[number]) => string;

/** Different arguments of one parameter are written so that they can be told apart. */
function writingFor(entries: readonly Entry[]): Writing {
  const all = entries.flatMap(({ each }) => each.instantiation.arguments);
  const written = new Map<string, ReadonlyMap<string, string>>();
  return ({ name, value }) => {
    let texts = written.get(name);
    if (texts === undefined) {
      const full = [...new Set(all.filter((a) => a.name === name).map((a) => argumentText(a.value)))];
      const short = truncateDistinct(full, MAXIMUM_TEXT);
      texts = new Map(full.map((text, i) => [text, short[i]!]));
      written.set(name, texts);
    }
    const text = argumentText(value);
    return text === '?' ? '' : `${name} = ${texts.get(text)}`;
  };
}

const labelOf = (args: Arguments, write: Writing): string =>
  args
    .map(write)
    .filter((text) => text !== '')
    .join(', ');

/** The arguments that the value took; all of them where it is not known which. */
function usedOf({ instantiation, used }: InstanceValue): Arguments {
  const args = instantiation.arguments.filter(({ name }) => used.has(name));
  return args.length === 0 ? instantiation.arguments : args;
}

const argumentsKey = (args: Arguments): string =>
  args.map(({ name, value }) => `${name}=${entityKey(value)}`).join(';');

const isUnknown = ({ value }: InstanceValue): boolean => isFailure(value) || value instanceof Unknown;

/** 0: known, 1: in part, 2: not at all. */
const openness = (each: InstanceValue): number =>
  isUnknown(each) ? 2 : hasUnknownInteger(each.value as Value, true) ? 1 : 0;

function keyOf({ value }: InstanceValue): string {
  // The same alternatives look the same.
  if (value instanceof OneOf) return value.alternatives.map(entityKey).join(' or ');
  if (!isFailure(value)) return entityKey(value);
  return value instanceof Violation ? value.message : value.reason;
}

/**
 * One entry for each different value, in the order of the instantiations. Of those that are told alike the one that is
 * known best counts.
 */
export function instancesOf(all: readonly InstanceValue[]): readonly Instance[] {
  const found: Entry[] = [];
  const told = new Map<string, Entry>();
  for (const each of all.toSorted((a, b) => openness(a) - openness(b))) {
    const args = usedOf(each);
    const key = keyOf(each);
    // Where it is not known which arguments a value took, one instantiation with that value is enough.
    const which = args === each.instantiation.arguments ? key : `${argumentsKey(args)} ${key}`;
    const same = told.get(which);
    if (same !== undefined) {
      same.callers.add(each.instantiation.caller);
      continue;
    }
    const entry = { each, args, callers: new Set([each.instantiation.caller]) };
    told.set(which, entry);
    if (!told.has(key)) told.set(key, entry);
    found.push(entry);
  }
  const entries = found.toSorted((a, b) => all.indexOf(a.each) - all.indexOf(b.each));
  const write = writingFor(entries);
  const differing = entries.map((entry) => ({ ...entry, args: differingIn(entry.args, entries, write) }));
  const isOneCaller =
    new Set(all.map(({ instantiation }) => instantiation.caller)).size === 1 &&
    all[0]!.instantiation.assumed === null;
  const labels = differing.map(({ args }) => labelOf(args, write));
  return differing.map(({ each, args, callers }, i) => {
    const alike = entries.filter((_, other) => other !== i && labels[other] === labels[i]);
    const label = labelOf([...args, ...distinguishing(each, args, alike, write)], write);
    return instanceOf(each, isOneCaller ? label : calledFrom([...callers], label));
  });
}

/** `gemm_tn · kBlockM = 128`: who names an instantiation, and what it is told by. */
export function calledFrom(callers: readonly (string | null)[], label: string): string {
  const named = callers.filter((caller) => caller !== null);
  const [first, second] = named;
  const who =
    named.length > 2 ? `${first} and ${named.length - 1} more` : [first, second].filter(Boolean).join(', ');
  return [who, label].filter((part) => part !== '').join(' · ');
}

/** The arguments without those that all entries have; all of them where nothing is left. */
function differingIn(args: Arguments, entries: readonly Entry[], write: Writing): Arguments {
  if (entries.length === 1) return args;
  const isShared = (arg: Arguments[number]): boolean =>
    entries.every((other) => other.args.some((a) => a.name === arg.name && write(a) === write(arg)));
  const own = args.filter((arg) => !isShared(arg));
  return own.length === 0 ? args : own;
}

/** An argument not told yet that differs in each of those that look alike, else some that differ in any. */
function distinguishing(
  { instantiation }: InstanceValue,
  told: Arguments,
  alike: readonly Entry[],
  write: Writing,
): Arguments {
  const isOther = (arg: Arguments[number], { each }: Entry): boolean =>
    !each.instantiation.arguments.some((a) => a.name === arg.name && write(a) === write(arg));
  const differing = instantiation.arguments.filter(
    (a) => !told.includes(a) && alike.some((entry) => isOther(a, entry)),
  );
  const first = differing.find((a) => alike.every((entry) => isOther(a, entry)));
  return first === undefined ? differing.slice(0, MAXIMUM_TELLING) : [first];
}

const MAXIMUM_TELLING = 3;

const instanceOf = ({ instantiation, value }: InstanceValue, label: string): Instance => ({
  label,
  value,
  // Where it stands may change while it stays the same.
  get span() {
    return fileSpan(instantiation.memo.placed, instantiation.expr.span);
  },
  ...(instantiation.uri === null ? {} : { uri: instantiation.uri }),
});
