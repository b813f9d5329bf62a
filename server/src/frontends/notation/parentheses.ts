// Whether `(x)` is a tuple of one mode, or x.

import type { NotationNode } from './tree.ts';

/**
 * Where one expression in parentheses stands decides, with what it is, whether the parentheses make
 * a tuple of one mode or only group.
 * - 'mode': in a shape or a stride, `(8):(1)`: always a tuple.
 * - 'number': beside an arithmetic operator, `(M+1)*2`: never a tuple.
 * - 'operand': called, or in a composition: `(A o B)(3)` and `(A) o B` group, `A o (4)` is a tiler.
 * - 'argument': of a call, or in a tuple, where a tiler may stand: `(A o B)` groups, `(8)`, `(M)` and
 *   `(4:1)` are tuples.
 * - 'value': alone: as an argument, but `(4:1)` is the layout.
 */
export type ParenthesisContext = 'mode' | 'number' | 'operand' | 'argument' | 'value';

/** Whether `(node)` at a place is node. */
export function isGrouping(node: NotationNode, place: ParenthesisContext): boolean {
  switch (place) {
    case 'mode':
      return false;
    case 'number':
      return true;
    case 'operand':
      return node.type === 'layout' || isGroupInAnyPlace(node) || NAMES.has(node.type);
    case 'argument':
      return isGroupInAnyPlace(node);
    case 'value':
      return node.type === 'layout' || isGroupInAnyPlace(node);
  }
}

const NAMES: ReadonlySet<string> = new Set(['identifier', 'qualified', 'member', 'subscript']);

/** What parentheses only group wherever they stand: what yields a layout. */
function isGroupInAnyPlace(node: NotationNode): boolean {
  switch (node.type) {
    case 'composition':
    case 'call':
    case 'construct':
    case 'template':
    case 'dictionary':
    case 'tiler':
      return true;
    default:
      return false;
  }
}
