// What Python asks of integers beyond arithmetic, and what Triton's `constexpr` around one adds.

import type { Failure } from '../../../algebra/integer/failure.ts';
import type { Builtin } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';

const isPlain = (v: Value): v is number | boolean => typeof v === 'number' || typeof v === 'boolean';

/** `gl.constexpr(4).value`: a constexpr is what it holds. */
export const integerAttribute = (of: Value, name: string): Value | undefined =>
  isPlain(of) && name === 'value' ? of : undefined;

export const integerMethod = (of: Value, name: string): Builtin | undefined =>
  typeof of === 'number' && name === 'bit_length'
    ? () => (of === 0 ? 0 : Math.floor(Math.log2(Math.abs(of))) + 1)
    : undefined;

/**
 * `getattr(x, name)` and `getattr(x, name, otherwise)`. Whether an integer is in a constexpr is not kept: `value` is
 * known where both say the same.
 */
export const getAttribute =
  (member: (of: Value, name: string) => Value | Failure | undefined): Builtin =>
  ({ args }) => {
    const [of, name, otherwise] = args;
    if (of === undefined || typeof name !== 'string')
      return new Unknown('unsupported', 'getattr of this is not computed');
    const found = isPlain(of) && otherwise !== undefined && otherwise !== of ? undefined : member(of, name);
    return found ?? new Unknown('unsupported', `the attribute ${name} is not computed`, [], name);
  };
