// An operation of the catalog: what it is called, what it takes, and how it is computed.

import type { Failure } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import type { Trace } from '../integer/trace.ts';
import type { AlgebraValue } from '../layout/value.ts';

export interface Operation {
  /** The C++ name: `logical_divide`. */
  readonly name: string;
  /** `(layout, tiler)`, with the template arguments in front where there are any: `<i,…>(layout)`. */
  readonly signature: string;
  /** One line of what it does. */
  readonly doc: string;
  /** Where it is defined: `Cecka 3.5.2`. */
  readonly source?: string;
  /** Computes it; may throw its Failure. Call through `applyOperation`. */
  readonly run: (
    args: readonly AlgebraValue[],
    template: readonly Int[],
    trace?: Trace,
  ) => AlgebraValue | Failure;
}
