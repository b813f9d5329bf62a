// Python's own functions of sequences: what they hand out, in which order, as a list or item by item.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { maximum, minimum } from '../../../algebra/integer/operations.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { isIterator, isList, iteratorOver, listOf } from '../../values/list-values.ts';
import { Repeated } from '../../values/repeated.ts';
import { pythonBinary, pythonTruth } from './arithmetic.ts';
import { Dictionary, keysOf } from './dictionary.ts';
import { pythonEqual } from './equality.ts';
import { PythonSet } from './sets.ts';
import { isPlainText } from './strings.ts';

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

const isNumber = (v: Value | undefined): v is number => typeof v === 'number';

/** The items that a loop over the value goes through, in order; null: it is none, or they are not known. */
export function iterated(v: Value | undefined): readonly Value[] | null {
  if (Array.isArray(v)) return v as readonly Value[];
  if (isPlainText(v)) return [...v];
  if (v instanceof Dictionary) return keysOf(v);
  return null;
}

/** The same where their order makes no difference. */
const unordered = (v: Value | undefined): readonly Value[] | null =>
  v instanceof PythonSet ? (v.isExact ? v.items : null) : iterated(v);

/** Whether a call has at most so many arguments by their places, and no others by name. */
const isTaken = ({ args, keywords }: BuiltinCall, most: number, ...names: readonly string[]): boolean =>
  args.length <= most && [...keywords.keys()].every((name) => names.includes(name));

const MAXIMUM_ITEMS = 1024;

const bounded = (items: readonly Value[]): Value =>
  items.length > MAXIMUM_ITEMS ? unsupported('so long a sequence') : iteratorOver(items);

/** `key` and `reverse` of a sort, whose keys have been worked out. */
function sortedBy(items: readonly Value[], keys: readonly Value[], isReversed: boolean): Value {
  const order = items.map((_, i) => i);
  let isKnown = true;
  const isBefore = (i: number, j: number): boolean => {
    const answer = pythonBinary('<', keys[i]!, keys[j]!);
    if (typeof answer !== 'boolean') isKnown = false;
    return answer === true;
  };
  // A stable sort; what is reversed keeps equal items in their order as well.
  order.sort((i, j) => {
    const [a, b] = isReversed ? [j, i] : [i, j];
    return isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0;
  });
  return isKnown ? listOf(order.map((i) => items[i]!)) : unsupported('sorted of these');
}

const sorted: Builtin = ({ args, keywords }) => {
  const items = args.length === 1 ? unordered(args[0]) : null;
  const reverse = keywords.get('reverse') ?? false;
  const isPlain = [...keywords.keys()].every((name) => name === 'reverse');
  if (items === null || !isPlain || typeof reverse !== 'boolean') return unsupported('sorted of these');
  return sortedBy(items, items, reverse);
};

/** The first of the items that none of the others is before, by their keys. */
function extremeBy(name: string, items: readonly Value[], keys: readonly Value[]): Value {
  let best = 0;
  for (let i = 1; i < items.length; i++) {
    const answer = pythonBinary(name === 'min' ? '<' : '>', keys[i]!, keys[best]!);
    if (typeof answer !== 'boolean') return unsupported(`${name} of these`);
    if (answer) best = i;
  }
  return items[best] ?? unsupported(`${name} of nothing`);
}

/** `min(a, b)` and `min(xs)`. */
const extreme =
  (name: 'min' | 'max'): Builtin =>
  ({ args, keywords }) => {
    const items = args.length === 1 ? unordered(args[0]) : args;
    const otherwise = keywords.get('default');
    const isAsked = otherwise === undefined || args.length === 1;
    if (items === null || !isAsked || keywords.size > (otherwise === undefined ? 0 : 1))
      return unsupported(`${name} of these`);
    if (items.length === 0 && args.length === 1 && otherwise !== undefined) return otherwise;
    if (items.length > 0 && items.every(isInteger) && items.some((v) => !isNumber(v)))
      return items.reduce((a, b) => (name === 'min' ? minimum(a, b) : maximum(a, b)));
    return extremeBy(name, items, items);
  };

const fold =
  (name: string, operator: '+' | '*', initial: number): Builtin =>
  ({ args: [sequence, second, ...more], keywords }) => {
    const items = unordered(sequence);
    const start = keywords.get('start') ?? (name === 'sum' ? second : undefined);
    const isOnce = second === undefined || (name === 'sum' && !keywords.has('start'));
    // Python refuses to sum texts.
    if (
      items === null ||
      more.length > 0 ||
      !isOnce ||
      typeof start === 'string' ||
      keywords.size > (keywords.has('start') ? 1 : 0)
    )
      return unsupported(`${name} of these`);
    let result: Value | Failure = start ?? initial;
    for (const item of items) {
      if (isFailure(result) || result instanceof Unknown) return unsupported(`${name} of these`);
      result = pythonBinary(operator, result, item);
    }
    return result;
  };

/** `any` where `wanted`, else `all`. */
const quantified =
  (wanted: boolean): Builtin =>
  ({ args, keywords }) => {
    const items = args.length === 1 && keywords.size === 0 ? unordered(args[0]) : null;
    if (items === null) return unsupported('this condition');
    const truths = items.map(pythonTruth);
    if (truths.includes(wanted)) return wanted;
    return truths.includes(undefined)
      ? new Unknown('run-time', 'a condition is only known at run time')
      : !wanted;
  };

/** `tuple(xs)` and `list(xs)`: new sequences of the items. */
const collected =
  (name: string, make: (items: readonly Value[]) => Value): Builtin =>
  ({ args, keywords }) => {
    const [items] = args;
    if (args.length > 1 || keywords.size > 0) return unsupported(`${name} of these`);
    if (items === undefined) return make([]);
    if (items instanceof Repeated) return items;
    const found = iterated(items);
    return found === null ? unsupported(`${name} of this`) : make(found);
  };

const MAXIMUM_RANGE = 1024;

const range: Builtin = ({ args, keywords }) => {
  const isKnown = args.length >= 1 && args.length <= 3 && keywords.size === 0;
  if (!isKnown || !args.every(isNumber)) return unsupported('this range');
  const [from, to, by] = args.length === 1 ? [0, args[0]!, 1] : [args[0]!, args[1]!, args[2] ?? 1];
  const count = by === 0 ? Number.NaN : Math.max(0, Math.ceil((to - from) / by));
  if (!(count <= MAXIMUM_RANGE)) return unsupported('so long a range');
  return Array.from({ length: count }, (_, i) => from + i * by);
};

/** The columns of `zip` and `map`. */
export function columnsOf(args: readonly Value[]): readonly (readonly Value[])[] | null {
  const columns = args.map(iterated);
  if (columns.length === 0 || columns.includes(null)) return null;
  const all = columns as readonly (readonly Value[])[];
  const count = Math.min(...all.map((c) => c.length));
  return Array.from({ length: count }, (_, i) => all.map((c) => c[i]!));
}

const zipped: Builtin = ({ args, keywords }) => {
  const columns = keywords.size > 0 ? null : columnsOf(args);
  return columns === null ? unsupported('zip of these') : iteratorOver(columns);
};

const enumerated: Builtin = (call) => {
  const { args, keywords } = call;
  const isOnce = isTaken(call, keywords.has('start') ? 1 : 2, 'start');
  const items = isOnce ? iterated(args[0]) : null;
  const start = args[1] ?? keywords.get('start') ?? 0;
  return items === null || !isNumber(start)
    ? unsupported('enumerate of these')
    : iteratorOver(items.map((x, i) => [i + start, x]));
};

const reversed: Builtin = ({ args }) => {
  const items = args.length === 1 && !isIterator(args[0]) ? iterated(args[0]) : null;
  return items === null ? unsupported('reversed of this') : iteratorOver([...items].reverse());
};

export const SEQUENCE_FUNCTIONS: readonly (readonly [string, Builtin])[] = [
  ['min', extreme('min')],
  ['max', extreme('max')],
  ['sum', fold('sum', '+', 0)],
  ['tuple', collected('tuple', (items) => [...items])],
  ['list', collected('list', listOf)],
  ['set', collected('set', (items) => new PythonSet(items))],
  ['frozenset', collected('set', (items) => new PythonSet(items))],
  ['iter', collected('iter', iteratorOver)],
  ['sorted', sorted],
  ['range', range],
  ['zip', zipped],
  ['enumerate', enumerated],
  ['reversed', reversed],
  ['all', quantified(false)],
  ['any', quantified(true)],
];

export const product: Builtin = fold('prod', '*', 1);

const itemsOfAll = (args: readonly Value[]): readonly (readonly Value[])[] | null => {
  const all = args.map(iterated);
  return all.includes(null) ? null : (all as readonly (readonly Value[])[]);
};

const cartesian: Builtin = (call) => {
  const repeat = call.keywords.get('repeat') ?? 1;
  const all = isTaken(call, MAXIMUM_ITEMS, 'repeat') ? itemsOfAll(call.args) : null;
  if (all === null || !isNumber(repeat) || repeat < 0 || repeat > 16) return unsupported('product of these');
  let rows: readonly (readonly Value[])[] = [[]];
  for (const items of Array.from({ length: repeat }, () => all).flat()) {
    if (rows.length * items.length > MAXIMUM_ITEMS) return unsupported('so long a sequence');
    rows = rows.flatMap((row) => items.map((item) => [...row, item]));
  }
  return iteratorOver(rows);
};

const chained: Builtin = ({ args, keywords }) => {
  const all = keywords.size === 0 ? itemsOfAll(args) : null;
  return all === null ? unsupported('chain of these') : bounded(all.flat(1) as readonly Value[]);
};

const chainedItems: Builtin = (call) => {
  const [sequence] = call.args;
  const items = call.args.length === 1 ? iterated(sequence) : null;
  return items === null ? unsupported('chain of these') : chained({ ...call, args: items });
};

const repeated: Builtin = (call) => {
  const [item, times] = call.args;
  const named = call.keywords.get('times');
  const count = times ?? named;
  const isOnce = isTaken(call, named === undefined ? 2 : 1, 'times');
  return item === undefined || !isOnce || !isNumber(count) || count > MAXIMUM_ITEMS
    ? unsupported('repeat of these')
    : iteratorOver(Array.from({ length: Math.max(0, count) }, () => item));
};

const zippedLongest: Builtin = (call) => {
  const all = isTaken(call, MAXIMUM_ITEMS, 'fillvalue') ? itemsOfAll(call.args) : null;
  const fill = call.keywords.get('fillvalue');
  if (all === null || all.length === 0 || (fill === undefined && new Set(all.map((c) => c.length)).size > 1))
    return unsupported('zip_longest of these');
  const count = Math.max(...all.map((c) => c.length));
  return iteratorOver(Array.from({ length: count }, (_, i) => all.map((c) => c[i] ?? fill!)));
};

/** Sums of the items until each of them. */
function accumulated(
  items: readonly Value[],
  step: (a: Value, b: Value) => Value,
  initial: Value | undefined,
): Value {
  const [first, ...rest] = initial === undefined ? items : [initial, ...items];
  if (first === undefined) return iteratorOver([]);
  const sums = [first];
  for (const item of rest) {
    const next = step(sums.at(-1)!, item);
    if (next instanceof Unknown) return next;
    sums.push(next);
  }
  return iteratorOver(sums);
}

const sums = ({ args, keywords }: BuiltinCall): Value => {
  const items = args.length === 1 ? iterated(args[0]) : null;
  if (items === null || [...keywords.keys()].some((name) => name !== 'initial'))
    return unsupported('accumulate of these');
  const add = (a: Value, b: Value): Value => {
    const value = pythonBinary('+', a, b);
    return isFailure(value) ? unsupported('accumulate of these') : value;
  };
  return accumulated(items, add, keywords.get('initial'));
};

export const ITERTOOLS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['product', cartesian],
  ['chain', chained],
  ['chain.from_iterable', chainedItems],
  ['repeat', repeated],
  ['zip_longest', zippedLongest],
  ['accumulate', sums],
]);

/** `xs.index(x)` and `xs.count(x)` of lists and tuples, and `xs.copy()` of lists. */
export function sequenceMethod(items: readonly Value[], name: string): Builtin | undefined {
  if (isIterator(items)) return undefined;
  const places = (wanted: Value): readonly (boolean | undefined)[] =>
    items.map((item) => pythonEqual(item, wanted));
  switch (name) {
    case 'index':
      return ({ args: [wanted, ...more] }) => {
        const found = wanted === undefined || more.length > 0 ? [] : places(wanted);
        const at = found.indexOf(true);
        return at < 0 || found.slice(0, at).includes(undefined) ? unsupported('index of this') : at;
      };
    case 'count':
      return ({ args: [wanted] }) => {
        const found = wanted === undefined ? [undefined] : places(wanted);
        return found.includes(undefined) ? unsupported('count of this') : found.filter((is) => is).length;
      };
    case 'copy':
      return isList(items) ? () => listOf(items) : undefined;
    default:
      return undefined;
  }
}
