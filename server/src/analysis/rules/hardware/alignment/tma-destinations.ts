// Arrays in a struct of shared memory that a tensor copy by TMA is handed by their pointer, `SM90_TMA_LOAD_2D::copy(&map,
// barrier, hint, smem.tile[0], x, y)`, and that begin where none may.

import type { MemberPlace } from '../../../../evaluate/cpp/types/object-size.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { type CallAt, callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';

/** Classes of CuTe, with the place of the pointer to shared memory among the arguments. */
const TAKERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:cute::)?SM(?:90|100)_TMA_(?:2SM_)?LOAD(?:_IM2COL)?(?:_[1-5]D)?::copy$/, 3],
  [/^(?:cute::)?SM(?:90|100)_TMA_(?:2SM_)?LOAD(?:_IM2COL)?_MULTICAST(?:_[1-5]D)?::copy$/, 4],
  [/^(?:cute::)?SM90_TMA_(?:STORE|REDUCE_ADD)(?:_IM2COL)?(?:_[1-5]D)?::copy$/, 1],
];

/** `smem.tile` of `smem.tile`, `smem.tile[stage]` and `smem.tile.data()`; null where the pointer may be another one. */
function memberIn(pointer: Site, depth = 0): Site | null {
  const call: WrittenCall | null = writtenCall(pointer);
  if (call === null) return memberAt(pointer) === null ? null : pointer;
  if (depth > 2) return null;
  if (call.name === '[]') return memberIn(call.callee, depth + 1);
  return /^(?:data|begin)$/.test(call.name) && call.object !== null ? memberIn(call.object, depth + 1) : null;
}

interface Handed extends CallAt {
  readonly member: Site;
  readonly place: MemberPlace;
}

/** What TMA is handed that lies in an object whose members have known places. */
export function handedMembers({ model, text }: RuleContext): readonly Handed[] {
  if (!mentions(text, /_TMA_\w+::copy\b/)) return [];
  return callsOf(model, 'copy').flatMap(({ site, call }): readonly Handed[] => {
    const name = text.slice(call.callee.span.start, call.callee.span.end).replace(/\s+/g, '');
    const at = TAKERS.find(([form]) => form.test(name))?.[1];
    const pointer = at === undefined ? undefined : call.args[at];
    const member = pointer === undefined ? null : memberIn(pointer);
    const place = member === null ? null : model.memberPlace(member);
    return place === null ? [] : [{ site, call, member: member!, place }];
  });
}
