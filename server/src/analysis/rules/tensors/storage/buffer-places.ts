// The places in memory that pointers are to, as they are written: what the array is called, and how many elements on.

import { knownNumber } from '../../../../algebra/integer/known.ts';
import { scopePath } from '../../../../evaluate/model/environment.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { memberAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';

export interface Place {
  readonly array: string;
  readonly offset: number;
}

/** How many names, calls and sums are followed. */
const MAXIMUM_DEPTH = 12;

/** What makes a tensor over a place in memory. */
export const MAKERS = ['make_tensor', 'allocate_tensor', 'get_tensor'] as const;

/** Pointers of a kind to the same place. */
const SAME_PLACE = /^(?:make_smem_ptr|make_gmem_ptr|raw_pointer_cast|get|data_ptr|data)$/;

/** What a call is to the same place as; null for a place of its own. */
function pointedAt(call: WrittenCall): Site | null {
  if (call.name === 'make_tensor') return argumentAt(call, 0, 'iterator') ?? null;
  if (!SAME_PLACE.test(call.name)) return null;
  if (call.args.length === 0) return call.object;
  return call.args.length === 1 ? call.args[0]! : null;
}

/** Whether a name stands for several things in turn. */
function isMoved(site: Site): boolean {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return false;
  const { name } = site.node.expr;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return declarationsOf(site, name).length > 1 || path.some(({ assigned }) => assigned?.has(name) === true);
}

/** `smem`, `smem + n`, `storage.sA`, `tensor.data()`, and names for them; null where a name is moved on. */
export function placeOf(context: RuleContext, pointer: Site, depth = 0): Place | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const { model, text } = context;
  const also = (site: Site): Place | null => placeOf(context, site, depth + 1);
  const init = initialiserOf(pointer);
  if (init !== null) return also(init);
  const iterator = pointer.dialect === 'python' ? memberAt(pointer) : null;
  if (iterator?.name === 'iterator') return also(iterator.object);
  const call = writtenCall(pointer);
  // What CuTe DSL allocates is where it stands; a member of a struct is a place by its name.
  if (call?.name === 'allocate_tensor') return { array: `${pointer.span.start}`, offset: 0 };
  if (call?.name === 'get_tensor' && call.object !== null) return also(call.object);
  const same = call === null ? null : pointedAt(call);
  if (same !== null) return also(same);
  const sum = operandsAt(pointer);
  if (sum === null)
    return isMoved(pointer) ? null : { array: text.slice(pointer.span.start, pointer.span.end), offset: 0 };
  const by = knownValueOf(model, sum.right);
  const number = by !== null && isInteger(by) ? knownNumber(by) : undefined;
  const left = sum.operator === '+' ? also(sum.left) : null;
  return left === null || number === undefined ? null : { ...left, offset: left.offset + number };
}
