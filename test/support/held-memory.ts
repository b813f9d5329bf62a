// What a test or the bench reads of the memory that is held once V8 has collected what nobody needs.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage, which programs can do only after asking V8 for it, and tells what is still held: the heap, and
 * what lies outside of it. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
