// Values that are one of a few: what a conditional comes to whose condition is not known. Operations are run on
// each of them, and what they come to is again one of a few, or one value where they agree.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { type Entity, isHostOnly } from '../model/entity.ts';
import type { Library } from '../model/library.ts';
import { Container, OneOf, TypeValue, Unknown, type Value } from '../model/value.ts';
import { isInteger } from './arithmetic.ts';
import { join } from './join.ts';
import { entityKey } from './key.ts';
import { toInt } from './structure.ts';

/** How many alternatives are followed; with more nothing is known. */
const MAXIMUM_ALTERNATIVES = 4;

/** One of the values, which one `reason` leaves open. What is not known of one of them is not known at all. */
export function joinAlternatives(values: readonly Value[], reason: Unknown): Value {
  const found = new Map<string, Value>();
  for (const value of values) {
    if (value instanceof Unknown) return value;
    for (const v of value instanceof OneOf ? value.alternatives : [value]) found.set(entityKey(v), v);
  }
  const alternatives = [...found.values()];
  if (alternatives.length === 1) return alternatives[0]!;
  return alternatives.length > MAXIMUM_ALTERNATIVES ? reason : new OneOf(alternatives, reason);
}

const isContainer = (v: unknown): boolean => v instanceof Container;

/**
 * What a value is for whoever shows it: of alternatives what they have in common, and else all of them; of
 * containers nothing.
 */
export function forDisplay(value: Value): Value {
  if (isContainer(value)) return new Unknown('not-a-layout', 'a container is no layout');
  if (value instanceof TypeValue && isContainer(value.instance)) return new TypeValue(value.name, null);
  if (!(value instanceof OneOf)) return value;
  const { alternatives } = value;
  if (alternatives.every((v) => typeof v === 'boolean' || isContainer(v))) return value.reason;
  const [first, ...others] = alternatives;
  let shared: Value | null = first!;
  for (const other of others) shared = shared === null ? null : join(shared, other, false);
  return shared ?? value;
}

/**
 * `c ? a : b` of two integers, which are ints whatever they were before. The condition where they are none, or where
 * it is known to the compiler and only not worked out here.
 */
export function joinIntegers(a: Value, b: Value, condition: Unknown): Value {
  const values = [a, b].flatMap((v) => (v instanceof OneOf ? v.alternatives : [v]));
  const isOpen = condition.category !== 'unsupported' && values.every(isInteger);
  return isOpen ? joinAlternatives(values.map(toInt), condition) : condition;
}

/** How often an operation is run for the choices of its arguments. */
const MAXIMUM_CHOICES = 16;

/** The place of the first of the values that is one of several; -1: none is. */
function firstAlternatives(values: readonly Entity[]): number {
  for (let i = 0; i < values.length; i++) if (values[i] instanceof OneOf) return i;
  return -1;
}

/** Whether a program does not get past what a function comes to for a value. */
type IsRefused = Library['isRefused'];
const NEVER: IsRefused = () => false;

/**
 * A function of values, for each choice of their alternatives. A choice that fails leaves nothing known: it may be
 * one that the program never makes, or one that is not computed. One that is refused is not made. What no choice is
 * without is wrong whichever is made.
 */
export function liftOverAlternatives<T extends Entity, R extends Entity | Failure | undefined>(
  values: readonly T[],
  f: (values: readonly T[]) => R,
  isRefused: IsRefused = NEVER,
): R | Value {
  const i = firstAlternatives(values);
  if (i < 0) return f(values);
  const open = values[i] as unknown as OneOf;
  if (choices(values) > MAXIMUM_CHOICES) return open.reason;
  const result = eachChoice(values, open, f, isRefused);
  // Most have one.
  return result instanceof Unknown ? (violationOfAll(values, f) ?? result) : result;
}

/** The first alternative of each, or the last. */
const alike = <T extends Entity>(values: readonly T[], at: 0 | -1): readonly T[] =>
  values.map((v) => (v instanceof OneOf ? (v.alternatives.at(at) as unknown as T) : v));

/** What is wrong with every choice, in the same words where the first or the last alternatives are taken together. */
function violationOfAll<T extends Entity, R extends Entity | Failure | undefined>(
  values: readonly T[],
  f: (values: readonly T[]) => R,
): (R & Violation) | null {
  const first = f(alike(values, 0));
  if (!(first instanceof Violation)) return null;
  const last = f(alike(values, -1));
  if (!(last instanceof Violation) || first.code !== last.code || first.message !== last.message) return null;
  const failsFor = (chosen: readonly T[]): boolean => {
    const at = firstAlternatives(chosen);
    if (at < 0) return f(chosen) instanceof Violation;
    const open = chosen[at] as unknown as OneOf;
    return open.alternatives.every((alternative) =>
      failsFor(chosen.map((v) => ((v as unknown) === open ? (alternative as unknown as T) : v))),
    );
  };
  return failsFor(values) ? first : null;
}

function eachChoice<T extends Entity, R extends Entity | Failure | undefined>(
  values: readonly T[],
  open: OneOf,
  f: (values: readonly T[]) => R,
  isRefused: IsRefused,
): R | Value {
  const results: Value[] = [];
  for (const alternative of open.alternatives) {
    // The same value is the same everywhere.
    const chosen = values.map((v) => ((v as unknown) === open ? (alternative as unknown as T) : v));
    const at = firstAlternatives(chosen);
    const result: R | Value =
      at < 0 ? f(chosen) : eachChoice(chosen, chosen[at] as unknown as OneOf, f, isRefused);
    if (isRefused(alternative, result)) continue;
    if (result === undefined || isFailure(result) || isHostOnly(result)) return open.reason;
    results.push(result as Value);
  }
  return results.length === 0 ? open.reason : joinAlternatives(results, open.reason);
}

const choices = (values: readonly Entity[]): number =>
  values.reduce((n: number, v) => (v instanceof OneOf ? n * v.alternatives.length : n), 1);

/** A builtin that takes arguments that are one of several. */
const lifted =
  (builtin: Builtin, isRefused: IsRefused): Builtin =>
  (call) => {
    const { args, template, keywords } = call;
    if (firstAlternatives(args) < 0 && firstAlternatives(template) < 0 && keywords.size === 0)
      return builtin(call);
    const names = [...keywords.keys()];
    const all = [...args, ...template, ...keywords.values()];
    return liftOverAlternatives(
      all,
      (chosen) =>
        builtin({
          ...call,
          args: chosen.slice(0, args.length),
          template: chosen.slice(args.length, args.length + template.length),
          keywords: new Map(names.map((name, i) => [name, chosen[args.length + template.length + i]!])),
        }),
      // What is not given may be left out.
      (_, result) => isFailure(result) && isRefused(0, result),
    );
  };

/** A library for values that may be one of several. */
export function liftLibrary(rules: Library): Library {
  const known = wrapped.get(rules);
  if (known !== undefined) return known;
  const { isRefused } = rules;
  /** By path: what a name of the library stands for does not change. */
  const builtins = new Map<string, Builtin | undefined>();
  const values = new Map<string, Value | undefined>();
  const made: Library = {
    ...rules,
    builtin: (path) => {
      const key = keyOf(path);
      const found = builtins.get(key);
      if (found !== undefined || builtins.has(key)) return found;
      const builtin = rules.builtin(path);
      const spreading = builtin === undefined ? undefined : lifted(builtin, isRefused);
      builtins.set(key, spreading);
      return spreading;
    },
    value: (path) => {
      const key = keyOf(path);
      let value = values.get(key);
      if (value === undefined && !values.has(key)) {
        value = rules.value(path);
        values.set(key, value);
      }
      return value;
    },
    template: (path, args) => liftOverAlternatives(args, (chosen) => rules.template(path, chosen)),
    construct: (type, args) =>
      liftOverAlternatives([type, ...args], ([t, ...chosen]) => rules.construct(t!, chosen)),
    member: (object, name) => liftOverAlternatives([object], ([o]) => rules.member(o!, name), isRefused),
    method: (object, name) => {
      if (!(object instanceof OneOf)) {
        const builtin = rules.method(object, name);
        return builtin === undefined ? undefined : lifted(builtin, isRefused);
      }
      const lacks = (o: Value): boolean => rules.method(o, name) === undefined;
      if (object.alternatives.every(lacks)) return undefined;
      if (object.alternatives.some((o) => lacks(o) && !isRefused(o, undefined))) return undefined;
      return (call) =>
        liftOverAlternatives(
          [object as Value],
          ([o]) => {
            const method = rules.method(o!, name);
            return method === undefined ? NO_METHOD : lifted(method, isRefused)(call);
          },
          isRefused,
        );
    },
    call: (object, call) =>
      lifted((c) => rules.call(c.args[0]!, { ...c, args: c.args.slice(1) }), isRefused)(before(object, call)),
    index: (object, args) =>
      liftOverAlternatives(
        [object],
        ([o]) =>
          liftOverAlternatives(
            args,
            (chosen) => asOutcome(rules.index(o!, chosen)),
            (_, result) => isFailure(result) && isRefused(0, result),
          ),
        isRefused,
      ),
    unary: (operator, operand) => liftOverAlternatives([operand], ([x]) => rules.unary(operator, x!)),
    binary: (operator, left, right) =>
      liftOverAlternatives([left, right], ([a, b]) => rules.binary(operator, a!, b!)),
    convert: (value, type) => liftOverAlternatives([value, type], ([v, t]) => rules.convert(v!, t!)),
    instance: (type, symbol) =>
      type instanceof OneOf
        ? (liftOverAlternatives([type as Value], ([t]) => rules.instance(t!, null)) as Value)
        : rules.instance(type, symbol),
    typeOf: (value) => liftOverAlternatives([value], ([v]) => rules.typeOf(v!)) as Value,
    withoutRunTimeParts: (value) =>
      liftOverAlternatives([value], ([v]) => rules.withoutRunTimeParts(v!)) as Value,
  };
  wrapped.set(rules, made);
  wrapped.set(made, made);
  return made;
}

const NO_METHOD = new Unknown('missing-name', 'there is no such method');

const keyOf = (path: readonly string[]): string => (path.length === 1 ? path[0]! : path.join('::'));

const wrapped = new WeakMap<Library, Library>();

const before = (object: Value, call: BuiltinCall): BuiltinCall => ({ ...call, args: [object, ...call.args] });
const asOutcome = (v: Value | Failure): Value | Failure => v;
