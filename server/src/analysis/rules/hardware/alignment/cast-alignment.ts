// Vectors that are reached by a cast of a pointer to elements, `*reinterpret_cast<float4*>(&tile[row * 33 + column])`, or by
// an instruction that is written in a function, `cp.async` of 16 bytes and `ldmatrix`.

import { Pointer } from '../../../../evaluate/model/value.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { type Address, addressOf, unevenLane } from '../../../indexing/addresses.ts';
import { callersOf, callsBy } from '../../../indexing/callers.ts';
import type { LaneContext } from '../../../indexing/lanes.ts';
import { isDecided } from '../../../indexing/rounds.ts';
import { assemblyTaking, functionCodeAt } from '../../../indexing/text/function-code.ts';
import { blockAround } from '../../../indexing/thread-block.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** Bits of vectors that are moved at once. */
const WIDTHS: ReadonlySet<number> = new Set([32, 64, 128]);

/** What makes the address of an instruction of a pointer. */
export const ADDRESSES = ['__cvta_generic_to_shared', 'cast_smem_ptr_to_uint'];

/** Instructions whose addresses in shared memory are multiples of 16 bytes, in the text of a function. */
const OF_16_BYTES = /\bcp\.async\.c[ag]\.shared[^;]*\b16\b|\b(?:ld|st)matrix\.sync/;
const INSTRUCTION_BYTES = 16;

/** The name in the text that stands for the call, or the function's own. */
interface Reached {
  readonly site: Site;
  readonly lanes: LaneContext;
}

export const laneContext = (context: RuleContext, site: Site): LaneContext => ({
  model: context.model,
  text: context.text,
  block: blockAround(context, site),
});

/** The calls of the function around a place, with what is known of the lanes there. */
export const callsAround = (context: RuleContext, site: Site): readonly Reached[] =>
  callersOf(context.model, site).map(({ site: call, given }) => {
    const caller = laneContext(context, call);
    return { site: call, lanes: { ...caller, call: { given, context: caller } } };
  });

/** What a kernel is launched with is taken to begin where memory is allocated. */
const ALLOCATED_BYTES = 256;

/** What an address is behind the start of, and to how many bytes that is aligned. */
const baseOf = ({
  array,
  parameter,
}: Address): { readonly name: string; readonly alignment: number } | null =>
  array ?? (parameter === null ? null : { name: parameter, alignment: ALLOCATED_BYTES });

/** Why a vector of so many bytes is not aligned; null: it is, or that is not known. */
export function faultOf(address: Address, bytes: number, isOpen: boolean): string | null {
  const { bytes: at } = address;
  const lane = unevenLane(address, bytes);
  if (lane !== null && isOpen) return null;
  if (lane !== null)
    return `lane ${lane} is ${at.of(lane) - at.of(0)} bytes behind lane 0, which is no multiple of ${bytes}`;
  const base = baseOf(address);
  if (base === null || at.isMoved || base.alignment % bytes !== 0) return null;
  const start = at.of(0);
  return start % bytes === 0
    ? null
    : `lane 0 is ${start} bytes behind the start of ${base.name}, which is no multiple of ${bytes}`;
}

/** The bytes that a cast is for; null: they are not known, or no vector. */
function castBytes({ site, call }: CalledSite, { model, text }: RuleContext): number | null {
  if (ADDRESSES.includes(call.name)) {
    const takers = assemblyTaking(site, text);
    const seen = takers.length > 0 ? takers : [functionCodeAt(site, text)?.written ?? ''];
    return seen.every((statement) => OF_16_BYTES.test(statement)) ? INSTRUCTION_BYTES : null;
  }
  const to = settledValueOf(model, site);
  const bits = to instanceof Pointer ? to.engine.bits : null;
  return bits !== null && WIDTHS.has(bits) ? bits / 8 : null;
}

function checkCastAt(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { site, call } = called;
  const [given] = call.args;
  if (given === undefined || site.dialect !== 'cpp') return [];
  const { model, text } = context;
  const bytes = castBytes(called, context);
  if (bytes === null || model.neverRuns(site)) return [];
  const own: Reached = { site, lanes: laneContext(context, site) };
  const from = addressOf(own.lanes, given);
  const reached = from === null ? callsAround(context, site) : [own];
  return reached.flatMap((at) => {
    const address = from ?? addressOf(at.lanes, given);
    if (address === null || address.bits === null || address.bits >= bytes * 8) return [];
    // Who is not there need not be aligned.
    const isOpen = isDecided(site) || isDecided(at.site);
    const fault = faultOf(address, bytes, isOpen);
    const { start, end } = at.site.span;
    return fault === null
      ? []
      : [
          {
            span: at.site.span,
            message: `${text.slice(start, end)} moves ${bytes} bytes at once, aligned to as many: ${fault}`,
          },
        ];
  });
}

/** Findings of `vector-alignment` about casts. */
export function checkCasts(context: RuleContext): readonly RuleFinding[] {
  const isNamed = (name: string): boolean => mentions(context.text, name);
  const casts = isNamed('reinterpret_cast') ? callsOf(context.model, 'reinterpret_cast') : [];
  const named = ADDRESSES.filter(isNamed).flatMap((name) => callsBy(context.model, name));
  const addresses = named.flatMap((site) => {
    const call = writtenCall(site);
    return call === null ? [] : [{ site, call }];
  });
  return [...casts, ...addresses].flatMap((called) => checkCastAt(called, context));
}
