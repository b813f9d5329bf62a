// Masks of C++ to which a loop adds a CTA each round, `mask |= uint16_t(1) << cta_layout(m, n, 0)`.

import { writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';

export interface MaskLoop {
  /** How many CTAs the mask names; undefined where that is not known. */
  readonly count: number | undefined;
  /** The layout of the CTAs. */
  readonly layout: Site;
  /** What the loop counts, as a coordinate of the layout; null where that is not seen. */
  readonly counter: Counter | null;
}

interface Counter {
  readonly at: Site;
  /** The mode that it is the coordinate of. */
  readonly mode: number;
  /** The mode of the same layout that the loop goes over, `m < size<0>(cta_layout)`; null for another end. */
  readonly over: number | null;
}

const NOTHING = /^(?:u?int16_t\s*[({]\s*)?0?\s*[)}]?$/;
const ONE_BIT = /^(?:\(\s*)?(?:u?int16_t\s*[({]\s*1\s*[)}]|1u?)\s*<<\s*/;

/** The head of the loop whose only statement is at the end. */
const HEADER =
  /\bfor\s*\([^;{}]*\b(?<counter>\w+)\s*=\s*0\s*;\s*\k<counter>\s*<\s*(?<end>[^;{}]*);[^;{}]*\)\s*\{?\s*\w+\s*\|=[^;{}]*$/;
/** `size<1>(cta_layout)`, `size<1>(Cluster{})` */
const SIZE = /^(?:cute\s*::\s*)?size\s*<\s*(\d+)\s*>\s*\(\s*(\w+)\s*(?:\{\s*\}|\(\s*\))?\s*\)\s*$/;
const wordsOf = (code: string): readonly string[] => code.match(/\w+/g) ?? [];

/** How a loop makes the mask; null where something else does, or may have a hand in it. */
export function maskLoopOf(context: RuleContext, mask: Site): MaskLoop | null {
  const { model, text } = context;
  const name = text.slice(mask.span.start, mask.span.end);
  const around = /^\w+$/.test(name) ? functionCodeAt(mask, text) : null;
  if (around === null) return null;
  const { code, start } = around;
  const changes = new RegExp(`(?<![\\w.])${escaped(name)}\\s*([|&^+-]?=|\\{)(?!=)([^;,]*)`, 'g');
  const [first, second, ...more] = [...code.matchAll(changes)];
  if (first === undefined || second?.[1] !== '|=' || more.length > 0) return null;
  if (first[1] === '|=' || !NOTHING.test(first[2]!.trim())) return null;
  const added = second[2]!.trimStart();
  const bit = ONE_BIT.exec(added);
  const callee = bit === null ? undefined : /^\w+/.exec(added.slice(bit[0].length))?.[0];
  if (bit === null || callee === undefined) return null;
  const at = start + second.index + second[0].length - added.length + bit[0].length;
  const site = callsBy(model, callee).find(({ span }) => span.start === at);
  const call = site === undefined ? null : writtenCall(site);
  return call === null ? null : loopAround(context, call, code.slice(0, at - start));
}

/** `before`: the function's code as far as the call. */
function loopAround(
  { model, text }: RuleContext,
  { callee, args }: { readonly callee: Site; readonly args: readonly Site[] },
  before: string,
): MaskLoop {
  const [rounds, ...others] = args.flatMap((arg) => roundsAt(model, arg) ?? []);
  const count =
    rounds === undefined || others.length > 0 ? undefined : (rounds.last - rounds.first) / rounds.step + 1;
  const header = HEADER.exec(before);
  const counted = header?.groups?.['counter'];
  const mode = args.findIndex(({ span }) => text.slice(span.start, span.end) === counted);
  if (header === null || mode < 0) return { count, layout: callee, counter: null };
  const end = SIZE.exec(header.groups!['end']!);
  const given = initialiserOf(callee);
  const named = [callee, ...(given === null ? [] : [given])].map(({ span }) =>
    text.slice(span.start, span.end),
  );
  const isOfLayout = end !== null && named.some((of) => wordsOf(of).includes(end[2]!));
  return {
    count,
    layout: callee,
    counter: { at: args[mode]!, mode, over: isOfLayout ? Number(end[1]) : null },
  };
}
