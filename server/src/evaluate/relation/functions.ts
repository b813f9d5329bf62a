// The functions of relations, as the text notation has them. They put terms together; nothing is worked out here.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { isIntTuple } from '../../algebra/layout/kinds.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { coordinateMapping, indexMapping } from '../../algebra/relation/layout.ts';
import { readLiteral } from '../../algebra/relation/literal.ts';
import {
  type BooleanOperation,
  isSetTerm,
  type MapTerm,
  map,
  type Term,
} from '../../algebra/relation/term.ts';
import {
  IntegerRelation,
  isRelationValue,
  RelationQuestion,
  termText,
} from '../../algebra/relation/value.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { guarded } from '../values/guarded.ts';
import {
  layoutIn,
  mapArgument,
  refuseArgument,
  setArgument,
  spaceArgument,
  termArgument,
} from './arguments.ts';
import { DERIVATIONS, type Run } from './derivations.ts';
import { sidesOf } from './sides.ts';

/** Longer texts are no relation that anybody reads, and libisl does not get far with them. */
const MAXIMUM_TEXT = 20_000;

/** A term as a value. */
export function relationOf(term: Term): Value {
  return termText(term).length > MAXIMUM_TEXT
    ? new Unknown('unsupported', `the relation takes more than ${MAXIMUM_TEXT} characters to write`)
    : new IntegerRelation(term);
}

/** A literal, which the reader of the notation has looked at before. */
export function relationOfText(text: string): Value | Violation {
  const read = readLiteral(text);
  return 'message' in read ? new Violation('wrong-kind', read.message) : relationOf(read);
}

const FIRST = 'the first argument';
const SECOND = 'the second argument';

const ofMap =
  (make: (term: MapTerm) => Term): Run =>
  ([value]) =>
    relationOf(make(mapArgument(value, FIRST)));

const relation: Run = ([value, space]) => relationOf(termArgument(value, FIRST, spaceArgument(space)));

/** `coordinate_mapping(L)`, `coordinate_mapping((4,8))`: one integer to the coordinates of the modes. */
const coordinates: Run = ([value, space]) => {
  const layout = layoutIn(value);
  const shape = space ?? (layout instanceof Layout ? layout.shape : layout === null ? value : undefined);
  if (shape === undefined || !isIntTuple(shape as AlgebraValue))
    return refuseArgument('coordinate_mapping takes a layout or a shape');
  const term = coordinateMapping(shape as Shape);
  if (isFailure(term)) throw term;
  return relationOf(term);
};

const index: Run = ([value]) => {
  const layout = layoutIn(value);
  if (layout === null) return refuseArgument('index_mapping takes a layout');
  const term = indexMapping(layout);
  if (isFailure(term)) throw term;
  return relationOf(term);
};

/** Two sets or two relations. */
const combined =
  (op: BooleanOperation): Run =>
  ([a, b], name) => {
    const [left, right] = [termArgument(a, FIRST), termArgument(b, SECOND)];
    if (isSetTerm(left)) return relationOf({ op, kind: 'set', left, right: setArgument(b, SECOND) });
    if (isSetTerm(right)) return refuseArgument(`${name} takes two sets or two relations`);
    return relationOf({ op, kind: 'map', left, right });
  };

const imaged =
  (op: 'image' | 'preimage'): Run =>
  ([by, of]) =>
    relationOf({ op, of: setArgument(of, SECOND), by: mapArgument(by, FIRST) });

const least =
  (op: 'lexmin' | 'lexmax'): Run =>
  ([of]) =>
    relationOf({ op, of: setArgument(of, FIRST) });

const domainOf = (of: MapTerm): Term => ({ op: 'domain', of });

/** What lies below the largest offset and is none. */
const gaps: Run = ([value]) => {
  const range = { op: 'range', of: mapArgument(value, FIRST) } as const;
  const below = { op: 'image', of: range, by: map('{ [i] -> [j] : 0 <= j <= i }') } as const;
  return relationOf({ op: 'subtract', kind: 'set', left: below, right: range });
};

/** Pairs of coordinates with one offset, the smaller first. */
const overlaps: Run = ([value]) => {
  const of = mapArgument(value, FIRST);
  const same = { op: 'compose', first: of, next: { op: 'inverse', of } } as const;
  return relationOf({ op: 'intersect', kind: 'map', left: same, right: map('{ [c] -> [d] : c < d }') });
};

/** The coordinates at which the composition of two functions stays within the first one's domain. */
const inBounds: Run = ([outer, inner]) =>
  relationOf({
    op: 'preimage',
    of: { op: 'domain', of: mapArgument(outer, FIRST) },
    by: mapArgument(inner, SECOND),
  });

const equal: Run = ([a, b]) => {
  const [left, right] = sidesOf(a, b);
  if (isSetTerm(left.term) !== isSetTerm(right.term))
    return refuseArgument('a set and a relation are not compared');
  return new RelationQuestion({ ask: 'equal', left, right });
};

const subset: Run = ([a, b]) =>
  new RelationQuestion({ ask: 'subset', left: termArgument(a, FIRST), right: termArgument(b, SECOND) });

const property =
  (name: 'single-valued' | 'injective' | 'bijective'): Run =>
  ([value]) =>
    new RelationQuestion({ ask: 'property', property: name, of: mapArgument(value, FIRST) });

/** With the number of arguments that each takes. */
const FUNCTIONS: Readonly<Record<string, readonly [least: number, most: number, run: Run]>> = {
  ...DERIVATIONS,
  relation: [1, 2, relation],
  coordinate_mapping: [1, 2, coordinates],
  index_mapping: [1, 1, index],
  inverse: [1, 1, ofMap((of) => ({ op: 'inverse', of }))],
  domain: [1, 1, ofMap(domainOf)],
  range: [1, 1, ofMap((of) => ({ op: 'range', of }))],
  image: [2, 2, imaged('image')],
  preimage: [2, 2, imaged('preimage')],
  restrict: [
    2,
    2,
    ([of, to]) => relationOf({ op: 'restrict', of: mapArgument(of, FIRST), to: setArgument(to, SECOND) }),
  ],
  union: [2, 2, combined('union')],
  intersect: [2, 2, combined('intersect')],
  subtract: [2, 2, combined('subtract')],
  lexmin: [1, 1, least('lexmin')],
  lexmax: [1, 1, least('lexmax')],
  gaps: [1, 1, gaps],
  overlaps: [1, 1, overlaps],
  in_bounds: [2, 2, inBounds],
  equal: [2, 2, equal],
  is_subset: [2, 2, subset],
  is_empty: [1, 1, ([of]) => new RelationQuestion({ ask: 'empty', of: termArgument(of, FIRST) })],
  is_single_valued: [1, 1, property('single-valued')],
  is_bijective: [1, 1, property('bijective')],
};

const composed = (first: MapTerm, next: MapTerm): Value => relationOf({ op: 'compose', first, next });

/** Functions that other values have under the same name. */
const SHARED: typeof FUNCTIONS = {
  compose: [2, 2, ([first, next]) => composed(mapArgument(first, FIRST), mapArgument(next, SECOND))],
  composition: [2, 2, ([outer, inner]) => composed(mapArgument(inner, SECOND), mapArgument(outer, FIRST))],
  is_injective: [1, 1, property('injective')],
};

const builtin =
  ([least, most, run]: (typeof FUNCTIONS)[string]): Builtin =>
  ({ name, args }) => {
    if (args.length >= least && args.length <= most) return guarded(() => run(args, name));
    const wanted = least === most ? `${least}` : `${least} or ${most}`;
    return new Violation(
      'wrong-kind',
      `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${args.length}`,
    );
  };

/** A function of relations; undefined for names that are none. */
export const relationFunction = (name: string): Builtin | undefined =>
  Object.hasOwn(FUNCTIONS, name) ? builtin(FUNCTIONS[name]!) : undefined;

/** A function that other values have too: with a relation among its arguments it is meant for relations. */
export function orRelation(name: string, other: Builtin | undefined): Builtin | undefined {
  if (!Object.hasOwn(SHARED, name)) return other;
  const own = builtin(SHARED[name]!);
  return (call) => (call.args.some(isRelationValue) || other === undefined ? own(call) : other(call));
}
