// What Python's `==` and `is` say of two values.

import { ComposedLayout, Layout, Underscore } from '../../../algebra/layout/layout.ts';
import { printMarked } from '../../../algebra/layout/print.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../model/value.ts';
import { equalValues } from '../../values/arithmetic.ts';
import { isIterator, isList } from '../../values/list-values.ts';
import { Dictionary } from './dictionary.ts';
import { Enumerator, sameEnumerators } from './enumerations.ts';
import { floatsOf, PythonFloat } from './floats.ts';
import { PythonSet, sameSets } from './sets.ts';

const isSequence = (v: Value): v is readonly Value[] => Array.isArray(v);

const unsupported = (operator: string): Unknown =>
  new Unknown('unsupported', `${operator} of these values is not computed`);

/** `is`: answered for None, booleans and types only. */
export function pythonIs(wanted: boolean, left: Value, right: Value): Value {
  const none = [left instanceof Underscore, right instanceof Underscore];
  if (none[0] || none[1]) return (none[0] && none[1]) === wanted;
  if (left instanceof Enumerator || right instanceof Enumerator) {
    const same = pythonEqual(left, right);
    return same === undefined ? unsupported('is') : same === wanted;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return (left === right) === wanted;
  if (typeof left === 'boolean' || typeof right === 'boolean')
    return isConcrete(left) && isConcrete(right) ? !wanted : unsupported('is');
  if (left instanceof UnboundTypeParameter || right instanceof UnboundTypeParameter)
    return pythonEqual(left, right) === true ? wanted : unsupported('is');
  if (left instanceof TypeValue && right instanceof TypeValue) {
    const same = sameTypes(left, right);
    return same === undefined ? unsupported('is') : same === wanted;
  }
  // Enumerators.
  const isEnumerator = (v: Value): boolean => typeof v === 'string' && v.includes('.');
  if (isEnumerator(left) && isEnumerator(right)) return (left === right) === wanted;
  return unsupported('is');
}

const isConcrete = (v: Value): boolean =>
  typeof v === 'boolean' || typeof v === 'number' || typeof v === 'string' || isSequence(v);

/** undefined: only known at run time, or not at all. */
export function pythonEqual(a: Value, b: Value): boolean | undefined {
  if (a instanceof Underscore || b instanceof Underscore)
    return a instanceof Underscore && b instanceof Underscore;
  if (a instanceof Enumerator && b instanceof Enumerator) return sameEnumerators(a, b, pythonEqual);
  if (a instanceof Enumerator || b instanceof Enumerator)
    return [a, b].some((v) => isConcrete(v) || v instanceof Enumerator) ? false : undefined;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  const floats = floatsOf(a, b);
  if (floats !== null) return floats[0] === floats[1];
  if (a instanceof PythonFloat || b instanceof PythonFloat)
    return isSequence(a) || isSequence(b) ? false : undefined;
  if (a instanceof PythonSet && b instanceof PythonSet) return sameSets(a, b);
  if (isSequence(a) && isSequence(b)) return sameSequences(a, b);
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    const [x, y] = [a, b].map((v) => (typeof v === 'boolean' ? Number(v) : v));
    if (typeof x === 'number' && typeof y === 'number') return x === y;
  }
  // An open element type may be any other one.
  if (a instanceof UnboundTypeParameter || b instanceof UnboundTypeParameter)
    return a instanceof UnboundTypeParameter && b instanceof UnboundTypeParameter && a.name === b.name
      ? true
      : undefined;
  if (a instanceof Dictionary && b instanceof Dictionary) return sameDictionaries(a, b);
  if (a instanceof Dictionary || b instanceof Dictionary)
    return [a, b].some((v) => isConcrete(v) || v instanceof Enumerator) ? false : undefined;
  if (a instanceof TypeValue && b instanceof TypeValue) return sameTypes(a, b);
  const isLayout = (v: Value): v is Layout | ComposedLayout =>
    v instanceof Layout || v instanceof ComposedLayout;
  if (isLayout(a) && isLayout(b)) {
    const [x, y] = [printMarked(a), printMarked(b)];
    // Run-time integers print without a mark.
    return /(^|[(,:])[^_(,:)]/.test(x + y) ? undefined : x === y;
  }
  return equalValues(a, b);
}

/** A list equals no tuple; of sequences of the library it is not kept which they are. */
function sameSequences(a: readonly Value[], b: readonly Value[]): boolean | undefined {
  if (isIterator(a) || isIterator(b)) return a === b ? true : undefined;
  if (a.length !== b.length) return false;
  const items = a.map((item, i) => pythonEqual(item, b[i]!));
  if (items.includes(false)) return false;
  return items.includes(undefined) || isList(a) !== isList(b) ? undefined : true;
}

/** Types of one name are the same; of objects only their makers know. */
function sameTypes(a: TypeValue, b: TypeValue): boolean | undefined {
  if (a.identity !== '' || b.identity !== '') return undefined;
  return a.name === b.name;
}

function sameDictionaries(a: Dictionary, b: Dictionary): boolean | undefined {
  if (a.entries.size !== b.entries.size) return false;
  const values = [...a.entries].map(([key, value]) => {
    const other = b.entries.get(key);
    return other !== undefined && pythonEqual(value, other);
  });
  return values.includes(false) ? false : values.includes(undefined) ? undefined : true;
}
