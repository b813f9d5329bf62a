import { Dynamic } from '../../../../algebra/integer/integer.ts';

/**
 * An extent that the host marks as one of the run time, in a tensor that it hands over: `mark_layout_dynamic`. Of other
 * extents of which nothing is known the compiler may know the value.
 */
export class MarkedExtent extends Dynamic {
  constructor(divisor = 1) {
    super(null, divisor);
  }
}
