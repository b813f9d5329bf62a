// The compact column-major layout of a shape, which many operations start from.

import { compactColMajor } from './compact.ts';
import { Layout, type Shape, type Strides } from './layout.ts';

/** `make_layout(shape)`; throws NeedsValue where a static symbol might be 1. */
export const columnMajor = (shape: Shape): Layout => new Layout(shape, compactColMajor(shape) as Strides);
