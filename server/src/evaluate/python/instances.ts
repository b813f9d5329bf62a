// `isinstance` of Python, as far as values say of which type they are.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { Builtin } from '../model/builtin.ts';
import { BoxedObject, ClassObject, ClassType } from '../model/entity.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import { isList } from '../values/list-values.ts';
import { isOfMadeObject } from './classes/made-objects.ts';
import { Dictionary } from './plain/dictionary.ts';
import { Enumerator } from './plain/enumerations.ts';
import { PythonFloat } from './plain/floats.ts';
import { isPycute } from './pycute/pycute.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** Whether a value is of one of Python's own types, or a tensor or layout of CuTe DSL. */
export const isInstance: Builtin = ({ args, keywords }) => {
  if (args.length !== 2 || keywords.size > 0) return unsupported('isinstance of these');
  const [value, type] = args;
  const unknown = args.find((arg) => arg instanceof Unknown && !(arg instanceof BoxedObject));
  if (unknown instanceof Unknown) return unknown;
  const types = isSequence(type) ? type : [type];
  const answers = types.map((t) =>
    t instanceof ClassType
      ? isOfClass(value, t)
      : t instanceof TypeValue && value !== undefined
        ? isOf(value, t.name)
        : undefined,
  );
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? unsupported('isinstance of these') : false;
};

/** Of an object of a class with bases, only the class itself is told. */
function isOfClass(v: Value | undefined, { scope }: ClassType): boolean | undefined {
  if (v !== undefined && isOwnOfPython(v)) return hasBases(scope);
  if (!(v instanceof BoxedObject && v.object instanceof ClassObject)) return undefined;
  const { type, env } = v.object;
  if (type.scope === scope) return true;
  // What is only said to be of a class may be of one made from it.
  return isOfMadeObject(env) ? hasBases(type.scope) : undefined;
}

/** A text with a dot may stand for a member of a library. */
const isOwnOfPython = (v: Value): boolean =>
  typeof v === 'number' ||
  typeof v === 'boolean' ||
  (typeof v === 'string' && !v.includes('.')) ||
  v instanceof Underscore ||
  v instanceof Enumerator ||
  v instanceof Dictionary ||
  isSequence(v);

/** undefined: a class may stand among the bases. */
const hasBases = ({ bases }: Scope): false | undefined => (bases.length === 0 ? false : undefined);

function isOf(v: Value, name: string): boolean | undefined {
  if (v instanceof PythonFloat) return OWN_TYPES.has(name) ? name === 'float' : undefined;
  if (v instanceof Dictionary) return OWN_TYPES.has(name) ? false : undefined;
  if (v instanceof Enumerator && v.of.bases.length === 1) return OWN_TYPES.has(name) ? false : undefined;
  // An element type is an object of its own, and so is a tensor of PyTorch.
  if (v instanceof TypeValue) return v.bits !== null && OWN_TYPES.has(name) ? false : undefined;
  const isTensor = v instanceof Tensor;
  const isLayoutValue = v instanceof Layout && !isPycute(v);
  const isPlain =
    typeof v === 'number' || typeof v === 'boolean' || typeof v === 'string' || v instanceof Underscore;
  switch (name) {
    case 'int':
      return typeof v === 'number' || typeof v === 'boolean'
        ? true
        : isTensor || isLayoutValue || isPlain || isSequence(v)
          ? false
          : undefined;
    case 'bool':
      return typeof v === 'boolean'
        ? true
        : isPlain || isTensor || isLayoutValue || isSequence(v)
          ? false
          : undefined;
    case 'str':
      return isPlain || isTensor || isLayoutValue || isSequence(v)
        ? typeof v === 'string'
          ? v.includes('.')
            ? undefined
            : true
          : false
        : undefined;
    case 'Tensor':
      return isTensor ? true : isPlain || isLayoutValue || isSequence(v) ? false : undefined;
    case 'Layout':
      return isLayoutValue
        ? true
        : v instanceof ComposedLayout || isPlain || isTensor || isSequence(v)
          ? false
          : undefined;
    case 'ComposedLayout':
      return v instanceof ComposedLayout && !isPycute(v)
        ? true
        : isLayoutValue || isPlain || isTensor || isSequence(v)
          ? false
          : undefined;
    case 'float':
      return isPlain || isTensor || isLayoutValue || isSequence(v) ? false : undefined;
    case 'tuple':
    case 'list':
      if (isList(v)) return name === 'list';
      // Whether any other sequence is a tuple is not kept.
      return isPlain || isTensor || isLayoutValue || v instanceof Dynamic ? false : undefined;
    default:
      return undefined;
  }
}

/** Types of Python itself, and of CuTe DSL, of which no element type is an object. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  'int',
  'bool',
  'float',
  'str',
  'tuple',
  'list',
  'Tensor',
  'Layout',
  'ComposedLayout',
]);
