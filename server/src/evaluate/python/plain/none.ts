// Python's None. It stands where CuTe has `_`, and is told apart from `:` alone where a tensor is indexed.

import { Underscore } from '../../../algebra/layout/layout.ts';

export const NONE = new Underscore();
