// What Python works out without a function being named: texts with values in them, starred assignments, patterns.

import { Underscore } from '../../algebra/layout/layout.ts';
import { IS_SEQUENCE, JOINED_TEXT, STARRED_ITEMS } from '../../frontends/common/unnamed-functions.ts';
import type { Builtin } from '../model/builtin.ts';
import { BoxedObject, ClassObject } from '../model/entity.ts';
import { Unknown, type Value } from '../model/value.ts';
import { isIterator, listOf } from '../values/list-values.ts';
import { isOfMadeObject } from './classes/made-objects.ts';
import { Dictionary } from './plain/dictionary.ts';
import { Enumerator } from './plain/enumerations.ts';
import { iterated } from './plain/sequences.ts';
import { PythonSet } from './plain/sets.ts';

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** How Python writes a value. A text with a dot may stand for a member of a library. */
function written(v: Value): string | null {
  if (typeof v === 'boolean') return v ? 'True' : 'False';
  if (typeof v === 'number' && Number.isSafeInteger(v)) return `${v}`;
  return typeof v === 'string' && !v.includes('.') ? v : null;
}

const text: Builtin = ({ args }) => {
  const unknown = args.find((v) => v instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const parts = args.map(written);
  return parts.includes(null) ? unsupported('a text with this in it') : parts.join('');
};

const starredItems: Builtin = ({ args: [of, from, behind] }) => {
  const items = iterated(of);
  if (of instanceof Unknown) return of;
  if (items === null || typeof from !== 'number' || typeof behind !== 'number')
    return unsupported('a starred assignment of this');
  return items.length < from + behind
    ? new Unknown('unsupported', `there are ${items.length} items, ${from + behind} are taken`)
    : listOf(items.slice(from, items.length - behind));
};

/** An object whose class is known, and made from no other. */
const isOfNoBases = ({ type, env }: ClassObject): boolean =>
  type.scope.bases.length === 0 && isOfMadeObject(env);

const isSequenceOf: Builtin = ({ args: [of, count, isLeast] }) => {
  if (Array.isArray(of) && !isIterator(of) && typeof count === 'number')
    return isLeast === true ? of.length >= count : of.length === count;
  const isOther =
    typeof of === 'number' ||
    typeof of === 'string' ||
    typeof of === 'boolean' ||
    of instanceof Underscore ||
    of instanceof Dictionary ||
    of instanceof PythonSet ||
    (of instanceof Enumerator && of.of.bases.length === 1) ||
    (of instanceof BoxedObject && of.object instanceof ClassObject && isOfNoBases(of.object));
  return isOther ? false : of instanceof Unknown ? of : unsupported('whether this is a sequence');
};

export const UNNAMED_FUNCTIONS: readonly (readonly [string, Builtin])[] = [
  [JOINED_TEXT, text],
  [STARRED_ITEMS, starredItems],
  [IS_SEQUENCE, isSequenceOf],
];
