// CuTe's functions on tuples that take functions: apply, transform, fold, … (cute/algorithm/tuple_algorithms.hpp).

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { asValue, type Entity } from '../../model/entity.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { asOperand, truth } from '../../values/outcome.ts';
import { openFlag } from '../../values/static-constants.ts';
import { libraryName } from '../types/names.ts';
import { asTuple, elementTaken, isTuple, rows } from '../types/tuple-rows.ts';

/** Calls what stands as a function with arguments. */
type Call = (f: Entity, args: readonly Entity[]) => Entity | Failure;

type Function = (call: Call, args: readonly Entity[]) => Entity;

const MAXIMUM_DEPTH = 32;

const unsupported = (name: string): Unknown =>
  new Unknown('unsupported', `this use of ${name} is not computed`);

const called = (call: Call, f: Entity, args: readonly Entity[]): Entity => {
  const result = call(f, args);
  return isFailure(result) ? asOperand(result) : result;
};

const transform: Function = (call, args) => {
  const f = args.at(-1)!;
  const tuples = args.slice(0, -1);
  if (tuples.length === 0) return unsupported('transform');
  if (!isTuple(tuples[0]!)) return called(call, f, tuples);
  const elements = rows(tuples);
  if (elements === null) return unsupported('transform');
  return elements.map((row) => asValue(called(call, f, row)));
};

function leaves(call: Call, f: Entity, tuples: readonly Entity[], depth: number): Entity {
  if (!isTuple(tuples[0]!)) return called(call, f, tuples);
  const elements = depth > MAXIMUM_DEPTH ? null : rows(tuples);
  if (elements === null) return unsupported('transform_leaf');
  return elements.map((row) => asValue(leaves(call, f, row, depth + 1)));
}

const transformApply: Function = (call, args) => {
  const [f, g] = args.slice(-2) as [Entity, Entity];
  const tuples = args.slice(0, -2);
  if (tuples.length === 0) return unsupported('transform_apply');
  if (!isTuple(tuples[0]!)) return called(call, g, [called(call, f, tuples)]);
  const elements = rows(tuples);
  return elements === null
    ? unsupported('transform_apply')
    : called(
        call,
        g,
        elements.map((row) => called(call, f, row)),
      );
};

const fold: Function = (call, [tuple, start, f]) => {
  if (tuple === undefined || start === undefined || f === undefined) return unsupported('fold');
  if (!isTuple(tuple)) return called(call, f, [start, tuple]);
  return tuple.reduce<Entity>((sum, item) => called(call, f, [sum, elementTaken(item)]), start);
};

const foldFirst: Function = (call, [tuple, f]) => {
  if (tuple === undefined || f === undefined) return unsupported('fold_first');
  if (!isTuple(tuple)) return tuple;
  const [first, ...others] = tuple;
  if (first === undefined) return unsupported('fold_first');
  return others.reduce<Entity>(
    (sum, item) => called(call, f, [sum, elementTaken(item)]),
    elementTaken(first),
  );
};

/** The tuples that the function gives, one behind the other. */
const filterTuple: Function = (call, args) => {
  const elements = rows(args.slice(0, -1));
  if (elements === null) return unsupported('filter_tuple');
  const items: Value[] = [];
  for (const row of elements) {
    const part = called(call, args.at(-1)!, row);
    if (!isTuple(part)) return part instanceof Unknown ? part : unsupported('filter_tuple');
    items.push(...part);
  }
  return items;
};

/** The answers of a predicate, element by element, as far as they are asked for. */
function* answers(call: Call, tuple: Entity, f: Entity): Iterable<boolean | Unknown> {
  for (const item of isTuple(tuple) ? tuple.map(elementTaken) : [tuple])
    yield truth(asValue(called(call, f, [item])));
}

/** The static index of the first element that the predicate holds for, their number where there is none. */
const findIf: Function = (call, [tuple, f]) => {
  if (tuple === undefined || f === undefined) return unsupported('find_if');
  let at = 0;
  for (const answer of answers(call, tuple, f)) {
    if (answer instanceof Unknown) return answer;
    if (answer) return at;
    at++;
  }
  return at;
};

/** Whether one element decides, else the contrary. `decides`: the answer that ends the search. */
const quantified =
  (name: string, decides: boolean, result: boolean): Function =>
  (call, [tuple, f]) => {
    if (tuple === undefined || f === undefined) return unsupported(name);
    let unknown: Unknown | null = null;
    for (const answer of answers(call, tuple, f)) {
      if (answer === decides) return openFlag(result);
      if (answer instanceof Unknown) unknown ??= answer;
    }
    return unknown ?? openFlag(!result);
  };

const FUNCTIONS: ReadonlyMap<string, Function> = new Map<string, Function>([
  [
    'apply',
    (call, [tuple, f]) =>
      tuple !== undefined && f !== undefined && isTuple(tuple)
        ? called(call, f, tuple.map(elementTaken))
        : unsupported('apply'),
  ],
  ['transform', transform],
  ['transform_leaf', (call, args) => leaves(call, args.at(-1)!, args.slice(0, -1), 0)],
  ['transform_apply', transformApply],
  ['fold', fold],
  ['fold_first', foldFirst],
  ['filter_tuple', filterTuple],
  ['find_if', findIf],
  ['any_of', quantified('any_of', true, true)],
  ['all_of', quantified('all_of', false, false)],
  ['none_of', quantified('none_of', true, false)],
]);

/** What a function of the library comes to that takes a function; undefined: it is none of them. */
export function higherOrder(
  path: readonly string[],
  args: readonly Entity[],
  call: Call,
): Entity | undefined {
  const name = path[0] === 'std' ? null : libraryName(path);
  const f = name === null ? undefined : FUNCTIONS.get(name);
  if (f === undefined || args.length < 2) return undefined;
  const unknown = args.find((a) => a instanceof Unknown);
  return unknown ?? f(call, args.map(asTuple));
}
