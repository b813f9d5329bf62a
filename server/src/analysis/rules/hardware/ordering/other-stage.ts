// Rings of two operands whose tiles are copied together, one into the stage that is next, and the other one into the stage
// that the same loop reads: what is read there is overwritten, and the stage that comes up is never filled.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { CallAt } from '../../../document/written/calls-by-name.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { type Host, ringOf } from './rings.ts';

/** `t(_, _, stage)`, `t[None, None, stage]` and `t[(None, stage)]`: the tensor, what is before the last coordinate, and that. */
const SLICE = String.raw`\b(\w+)\s*([([]\s*(?:\(\s*)?(?:(?:_|None)\s*,\s*)+)(\w+)\s*\)?\s*[)\]]`;

interface Slice {
  readonly of: string;
  readonly last: string;
  readonly at: number;
  /** Where the last coordinate begins. */
  readonly lastAt: number;
}

const sliceOf = (found: RegExpExecArray): Slice => {
  const [, of, before, last] = found as unknown as [string, string, string, string];
  const lastAt = found.index + found[0].indexOf(before, of.length) + before.length;
  return { of, last, at: found.index, lastAt };
};

const slicesIn = (code: string): readonly Slice[] => [...code.matchAll(new RegExp(SLICE, 'g'))].map(sliceOf);

/** A copy of one tile into one stage of a ring; offsets are those of the file. */
interface Copied {
  readonly site: PlacedSite;
  readonly tile: string;
  readonly to: Slice;
}

function wholeSlice(site: Site | undefined, code: string): Slice | null {
  if (site === undefined) return null;
  const found = new RegExp(`^(?:${SLICE})$`).exec(code.slice(site.span.start, site.span.end));
  if (found === null) return null;
  const { start } = site.span;
  const slice = sliceOf(found);
  return { ...slice, at: start + slice.at, lastAt: start + slice.lastAt };
}

function copiedAt({ site, call }: CallAt, code: string): Copied | null {
  if (!(site instanceof PlacedSite)) return null;
  const sides = sidesOf(call);
  const [from, to] = [wholeSlice(sides?.from, code), wholeSlice(sides?.to, code)];
  return from === null || to === null ? null : { site, tile: from.last, to };
}

/** The outermost loop around in the function, by its place in the file. */
function loopAround({ memo, node }: PlacedSite): { readonly start: number; readonly end: number } | null {
  const path = scopePath(memo.placed.unit.scope, node.start);
  const inside = path.slice(path.findLastIndex(({ kind }) => kind === 'function') + 1);
  const loop = inside.find(
    ({ loop, counts, isLoop }) => loop !== undefined || counts !== undefined || isLoop === true,
  );
  return loop === undefined ? null : fileSpan(memo.placed, loop.span);
}

/** What a name is given, in order; null where it is changed in another way than by `=`. */
const givenTo = (name: string, code: string): readonly string[] =>
  [...code.matchAll(new RegExp(String.raw`\b${name}\s*=(?!=)\s*([^;\n]*)`, 'g'))].map(([, value]) =>
    value!.trim(),
  );

/** Whether two names are numbers of different stages, as far as the code says: neither is another name for the other one. */
function areApart(a: string, b: string, code: string): boolean {
  const [ofA, ofB] = [givenTo(a, code), givenTo(b, code)];
  if (ofA.length === 0 || ofB.length === 0 || ofA[0] === ofB[0]) return false;
  return !ofA.every((value) => value === b) && !ofB.every((value) => value === a);
}

const isChangedIn = (code: string, names: readonly string[]): boolean =>
  new RegExp(
    String.raw`(?:\+\+|--)\s*(?:${names.join('|')})\b|\b(?:${names.join('|')})\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)`,
  ).test(code);

interface Around {
  /** The code of the file, and where the function and the loop are in it. */
  readonly code: string;
  readonly body: string;
  readonly loop: { readonly start: number; readonly end: number };
  readonly host: Host;
}

function checkPair(next: Copied, other: Copied, { code, body, loop, host }: Around): RuleFinding | null {
  const [a, b] = [next.to, other.to];
  if (next.tile !== other.tile || a.last === b.last || !areApart(a.last, b.last, body)) return null;
  const [first, second] = a.at < b.at ? [a, b] : [b, a];
  if (isChangedIn(code.slice(first.at, second.at), [a.last, b.last, next.tile])) return null;
  const [ringA, ringB] = [a, b].map(({ of }) => ringOf(of, body, host));
  if (ringA == null || ringB == null || ringA === ringB) return null;
  const slices = slicesIn(code.slice(loop.start, loop.end)).map((slice) => ({
    ...slice,
    at: loop.start + slice.at,
    ring: ringOf(slice.of, body, host),
  }));
  const others = slices.filter(({ at }) => at !== a.at && at !== b.at);
  // The stage that is next is for the one copy alone, and both operands are read at the other one.
  if (
    others.some(
      ({ last, ring }) => last === a.last || ((ring === ringA || ring === ringB) && last !== b.last),
    )
  )
    return null;
  if (![ringA, ringB].every((ring) => others.some((s) => s.ring === ring))) return null;
  const message = `tile ${next.tile} of ${ringA} goes to stage ${a.last}, and that of ${ringB} to stage ${b.last}, which this loop reads: it is overwritten there, and stage ${a.last} of ${ringB} is never filled`;
  const span = { start: b.lastAt, end: b.lastAt + b.last.length };
  return { span, message, fixes: [{ title: `Write ${a.last}`, span, newText: a.last }] };
}

/** Findings of `unordered-access` about the stages that tiles of two operands are copied into. */
export const checkOtherStages = callsByUnit<RuleContext, RuleFinding>(['copy'], (calls, context) => {
  const { model, text } = context;
  if (calls.length < 2) return [];
  const host = calls[0]!.site.dialect === 'python' ? 'python' : 'cpp';
  const code = codeOf(text, host);
  const copies = calls.flatMap((called) => copiedAt(called, code) ?? []);
  return copies.flatMap((other): readonly RuleFinding[] => {
    const loop = loopAround(other.site);
    const around = loop === null ? null : functionCodeAt(other.site, text);
    if (loop === null || around === null) return [];
    const beside = copies.filter(
      ({ site }) => site !== other.site && loop.start <= site.span.start && site.span.end <= loop.end,
    );
    const where = { code, body: around.code, loop, host } as const;
    // One other operand says where the tile belongs.
    const found = beside.flatMap((next) => checkPair(next, other, where) ?? []);
    return found.length === 1 && !model.neverRuns(other.site) ? found : [];
  });
});
