// Where pycute's composition, which refuses less than C++ CuTe does, is not the composition.

import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { evaluate } from '../../algebra/layout/evaluate.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { size } from '../../algebra/layout/measure.ts';
import { isPycute } from '../../evaluate/python/pycute/pycute.ts';
import type { SiteEvaluation } from './model.ts';
import { operationName } from './verdicts.ts';

/** The first coordinate at which the result is another function, or the numbers of elements. */
interface Difference {
  readonly a: Layout;
  readonly b: Layout;
  readonly coordinate: number;
  readonly got: string;
  readonly expected: string;
  /** Both of them, of the result. */
  readonly text: string;
}

/** So many coordinates are compared. */
const MAXIMUM = 4096;

const sizeOf = (layout: Layout): number | undefined => {
  const elements = size(layout);
  return isFailure(elements) ? undefined : knownNumber(elements);
};

function offsetAt(layout: Layout, coordinate: number): number | null {
  const offset = evaluate(layout, coordinate);
  return isFailure(offset) || typeof offset !== 'number' ? null : offset;
}

/** Null where it is the composition, or is not known, or begins beyond what A has. */
export function pycuteDifference({ origin, value }: SiteEvaluation): Difference | null {
  if (origin === null || operationName(origin) !== 'composition' || !(value instanceof Layout)) return null;
  const [a, b] = origin.args.map((arg) => arg.value);
  if (!(a instanceof Layout) || !(b instanceof Layout) || !isPycute(a)) return null;
  const [got, expected, domain] = [sizeOf(value), sizeOf(b), sizeOf(a)];
  if (got === undefined || expected === undefined || domain === undefined) return null;
  if (got !== expected)
    return {
      a,
      b,
      coordinate: Math.min(got, expected),
      got: `${got} elements`,
      expected: `${expected} elements`,
      text: `has ${got} elements where B has ${expected}`,
    };
  for (let i = 0; i < Math.min(expected, MAXIMUM); i++) {
    const inner = offsetAt(b, i);
    if (inner === null || inner >= domain) return null;
    const [is, should] = [offsetAt(value, i), offsetAt(a, inner)];
    if (is === null || should === null) return null;
    if (is !== should)
      return {
        a,
        b,
        coordinate: i,
        got: String(is),
        expected: String(should),
        text: `is ${is} at ${i}, and A(B(${i})) is ${should}`,
      };
  }
  return null;
}
