// CuTe's functions on tuples whatever they hold: shapes with `_` in them, tuples of layouts or of types
// (cute/algorithm/tuple_algorithms.hpp). Tuples of integers, and layouts, are the catalog's.

import type { Failure } from '../../algebra/integer/failure.ts';
import { isIntTuple, plainTuples } from '../../algebra/layout/kinds.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { staticArgument } from './operations.ts';

type Items = readonly Value[];

const unsupported = (name: string): Unknown =>
  new Unknown('unsupported', `this use of ${name} is not computed`);

const isTuple = (v: Value | undefined): v is Items => Array.isArray(v);

/** A function of a tuple, its template's integers and the other arguments; null where C++ refuses it. */
type OnTuple = (items: Items, numbers: readonly number[], others: Items) => Value | null;

const extended =
  (side: 'append' | 'prepend'): OnTuple =>
  (items, [size], [x]) => {
    const count = size === undefined ? 1 : size - items.length;
    if (x === undefined || count < 0) return null;
    const added = new Array<Value>(count).fill(x);
    return side === 'append' ? [...items, ...added] : [...added, ...items];
  };

/** The elements from B up to E, where -1 is the end. */
const range = (items: Items, [from, to]: readonly number[]): readonly [number, number] | null => {
  const end = to === -1 ? items.length : to;
  if (from === undefined || end === undefined) return null;
  return from < 0 || from > end || end > items.length ? null : [from, end];
};

const take: OnTuple = (items, numbers) => {
  const part = range(items, numbers);
  return part === null ? null : items.slice(...part);
};

const group: OnTuple = (items, numbers) => {
  const part = range(items, numbers);
  if (part === null) return null;
  const [from, end] = part;
  const grouped: Items = from === end ? [] : [items.slice(from, end)];
  return [...items.slice(0, from), ...grouped, ...items.slice(end)];
};

const select: OnTuple = (items, numbers) => {
  const chosen = numbers.map((i) => items[i]);
  return chosen.includes(undefined) ? null : (chosen as Items);
};

/** Puts others in the place of `count` elements at an index. */
const spliced =
  (count: 0 | 1): OnTuple =>
  (items, [at], others) => {
    if (at === undefined || at < 0 || at + count > items.length) return null;
    return [...items.slice(0, at), ...others, ...items.slice(at + count)];
  };

const leaves = (items: Items): Items => items.flatMap((v) => (isTuple(v) ? leaves(v) : [v]));

/** ((a,b),(c,d)) → ((a,c),(b,d)). */
function zip(tuples: Items): Value | null {
  const [first] = tuples;
  if (!isTuple(first)) return [tuples];
  if (!tuples.every((t) => isTuple(t) && t.length === first.length)) return null;
  return first.map((_, i) => tuples.map((t) => (t as Items)[i]!));
}

/** Functions that also the catalog has: here only of what is no tuple of integers. */
const MIXED: ReadonlyMap<string, OnTuple> = new Map<string, OnTuple>([
  ['append', extended('append')],
  ['prepend', extended('prepend')],
  ['take', take],
  ['group', group],
  ['select', select],
  ['flatten', (items) => leaves(items)],
  ['replace', (items, numbers, others) => (others.length === 1 ? spliced(1)(items, numbers, others) : null)],
]);

const ALWAYS: ReadonlyMap<string, OnTuple> = new Map<string, OnTuple>([
  ['insert', (items, numbers, others) => (others.length === 1 ? spliced(0)(items, numbers, others) : null)],
  ['remove', (items, numbers) => spliced(1)(items, numbers, [])],
  ['replace_front', (items, _, [x]) => (x === undefined ? null : [x, ...items.slice(1)])],
  ['replace_back', (items, _, [x]) => (x === undefined ? null : [...items.slice(0, -1), x])],
]);

const isIntegers = (v: Value): boolean => isIntTuple(v as AlgebraValue);

function run(f: OnTuple, call: BuiltinCall): Value {
  const [first, ...others] = call.args;
  const numbers = call.template.map(staticArgument);
  if (!isTuple(first) || numbers.some((n) => typeof n !== 'number')) return unsupported(call.name);
  return f(first, numbers as number[], others) ?? unsupported(call.name);
}

const EXTENDING: ReadonlySet<string> = new Set(['append', 'prepend']);

/** A layout is no tuple: extended to rank 1 it stays as it is, to more it is an element. */
const lone = (f: OnTuple, call: BuiltinCall, first: Layout): Value =>
  call.template.length === 1 && staticArgument(call.template[0]!) === 1
    ? first
    : run(f, { ...call, args: [[first], ...call.args.slice(1)] });

/** The function of the name; `other` is what the catalog has under it. */
function ofTuples(name: string, other: Builtin | undefined): Builtin | undefined {
  const always = ALWAYS.get(name);
  if (always !== undefined) return (call) => run(always, call);
  const mixed = MIXED.get(name);
  if (mixed === undefined || other === undefined) return other;
  return (call): Value | Failure => {
    const [first, ...others] = call.args;
    // `prepend<3>(layout, _)`: something alone stands for a tuple of it.
    const [x] = others;
    if (first instanceof Layout && x !== undefined && !(x instanceof Layout) && EXTENDING.has(name))
      return lone(mixed, call, first);
    // `append(_, x)`: an element alone, which is no layout.
    const isMixed = isTuple(first) && !(isIntegers(first) && others.every(isIntegers));
    return isMixed ? run(mixed, call) : other(call);
  };
}

const tupleCat: Builtin = ({ name, args }) =>
  args.every(isTuple) ? (args as readonly Items[]).flat() : unsupported(name);

const zipped: Builtin = (call) => {
  const [first] = call.args;
  if (call.args.length > 1) return zip(call.args) ?? unsupported(call.name);
  if (first === undefined) return unsupported(call.name);
  return isTuple(first) ? (zip(first) ?? unsupported(call.name)) : first;
};

/** Coordinates that an identity layout gives are tuples to all of them. */
const ofPlain =
  (f: Builtin): Builtin =>
  (call) =>
    f({ ...call, args: call.args.map((a) => plainTuples(a as AlgebraValue) as Value) });

/** Adds the functions to those of the catalog that a lookup by name gives. */
export function tupleFunction(name: string, other: Builtin | undefined): Builtin | undefined {
  if (name === 'tuple_cat') return ofPlain(tupleCat);
  if (name === 'zip' && other === undefined) return ofPlain(zipped);
  const found = ofTuples(name, other);
  return found === undefined || found === other ? other : ofPlain(found);
}
