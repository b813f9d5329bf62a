// Functions that read their arguments by throwing: what is not known, or of the wrong kind, becomes their value.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Unknown } from '../model/value.ts';

/** Thrown for an argument that is not known. */
export class NotKnown {
  readonly reason: Unknown;
  constructor(reason: Unknown) {
    this.reason = reason;
  }
}

/** The value of a function whose arguments may turn out to be of the wrong kind, or not known. */
export function guarded<T>(run: () => T): T | Failure | Unknown {
  try {
    return run();
  } catch (e) {
    if (e instanceof NotKnown) return e.reason;
    if (isFailure(e)) return e;
    throw e;
  }
}
