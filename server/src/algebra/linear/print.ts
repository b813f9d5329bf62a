// The text that Triton prints for a linear layout.

import { basesOf, type LinearLayout, sizesOf } from './layout.ts';

/**
 *    - register=1 -> (0, 1)
 *      register=2 -> (8, 0)
 *    - warp is a size 1 dimension
 *   where out dims are: [dim0 (size 16), dim1 (size 2)]
 *
 * The text begins with a line break.
 */
export function printLinearLayout(layout: LinearLayout): string {
  const outs = `[${sizesOf(layout)
    .map(([name, size]) => `${name} (size ${size})`)
    .join(', ')}]`;
  if (layout.ins.length === 0) {
    return layout.outs.length === 0 ? '\n(empty layout)' : `\n(empty layout with out-dims ${outs})`;
  }
  const lines = basesOf(layout).map(([name, images]) => {
    if (images.length === 0) return ` - ${name} is a size 1 dimension\n`;
    const each = images.map((image, i) => `${name}=${2 ** i} -> (${image.join(', ')})`);
    return ` - ${each.join('\n   ')}\n`;
  });
  return `\n${lines.join('')}where out dims are: ${outs}`;
}
