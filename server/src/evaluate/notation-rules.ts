// The rules of the text notation: CuTe's names, integers static unless the reader says otherwise, and
// names that nobody has bound are symbols.

import { catalog } from '../algebra/catalog.ts';
import { Dynamic } from '../algebra/integer.ts';
import { dynamicSymbol } from '../algebra/integer-ops.ts';
import { cppRules } from './cpp.ts';
import type { DialectRules } from './dialect.ts';
import { operate } from './operations.ts';

const isTemplate = (name: string): boolean => {
  const known = cppRules.template([name], []);
  return known !== undefined;
};

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
      if (value !== undefined || path.length !== 1) return value;
      const name = path[0]!;
      if (catalog.has(name) || cppRules.builtin(path) !== undefined || isTemplate(name)) return undefined;
      return dynamicSymbol(name);
    },
    builtin: (path) =>
      cppRules.builtin(path) ??
      (path.length === 1 && catalog.has(path[0]!) ? (c) => operate(path[0]!, c) : undefined),
  };
}
