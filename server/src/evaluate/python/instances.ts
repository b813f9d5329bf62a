// `isinstance` of Python, as far as values say of which type they are.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import { isList } from '../values/list-values.ts';
import { PythonFloat } from './plain/floats.ts';
import { isPycute } from './pycute/pycute.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** Whether a value is of one of Python's own types, or a tensor or layout of CuTe DSL. */
export const isInstance: Builtin = ({ args }) => {
  const [value, type] = args;
  const types = isSequence(type) ? type : [type];
  const answers = types.map((t) =>
    t instanceof TypeValue && value !== undefined ? isOf(value, t.name) : undefined,
  );
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? unsupported('isinstance of these') : false;
};

function isOf(v: Value, name: string): boolean | undefined {
  if (v instanceof PythonFloat) return OWN_TYPES.has(name) ? name === 'float' : undefined;
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
