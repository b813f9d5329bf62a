// The rules of the text notation: CuTe's names, integers static unless the reader says otherwise, and
// names that nobody has bound are symbols.

import { catalog } from '../algebra/catalog.ts';
import { Dynamic } from '../algebra/integer.ts';
import { dynamicSymbol } from '../algebra/integer-ops.ts';
import { isIntTuple } from '../algebra/kinds.ts';
import { ArithTuple } from '../algebra/stride.ts';
import { cppRules } from './cpp.ts';
import type { Builtin, DialectRules } from './dialect.ts';
import { operate } from './operations.ts';
import { TypeValue, Unknown } from './value.ts';

const isTemplate = (name: string): boolean => {
  const known = cppRules.template([name], []);
  return known !== undefined;
};

/** `ArithTuple(0,0)`, as CuTe prints where a counting tensor starts. */
const arithTuple: Builtin = ({ args }) =>
  isIntTuple(args as never)
    ? new ArithTuple(args as never)
    : new Unknown('unsupported', 'an ArithTuple has integers');

/** `unmarked`: what an integer without `_` is. */
export function notationRules(unmarked: 'static' | 'dynamic'): DialectRules {
  return {
    ...cppRules,
    name: 'notation',
    fileInOrder: true,
    visibleFrom: 'end',
    integer: (value, marked) => (marked || unmarked === 'static' ? value : new Dynamic(value)),
    value: (path) => {
      const value = cppRules.value(path);
      // There are no types to tell from values: `LayoutLeft`, `X`, `true_type` stand for what they hold.
      if (value instanceof TypeValue && value.instance !== null && !(value.instance instanceof Dynamic))
        return value.instance;
      if (value !== undefined || path.length !== 1) return value;
      const name = path[0]!;
      if (catalog.has(name) || cppRules.builtin(path) !== undefined || isTemplate(name)) return undefined;
      return dynamicSymbol(name);
    },
    builtin: (path) => {
      const name = path[0]!;
      if (path.length === 1 && name === 'ArithTuple') return arithTuple;
      return (
        cppRules.builtin(path) ??
        (path.length === 1 && catalog.has(name) ? (c) => operate(name, c) : undefined)
      );
    },
  };
}
