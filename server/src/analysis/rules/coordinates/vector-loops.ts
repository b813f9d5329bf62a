// Loops over vectors of a buffer that run to the number of its elements: `for (i < size(gX)) … vX(i)` of
// `vX = recast<uint128_t>(gX)`, or `for (i < n) … reinterpret_cast<float4*>(x + row * n)[i]`.

import { callsByUnit } from '../../document/written/calls-by-unit.ts';
import { targetBefore } from '../../document/written/source-text.ts';
import { closing, escaped, statementEnd } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

const plain = (code: string): string => code.replace(/\s+/g, '').replace(/\bcute::/g, '');

/** Types of 16 bytes, and what tensors and matrices are of takes fewer. */
const VECTOR = /^(?:const)?(?:cutlass::)?(?:uint128_t|u?int4|float4|double2)(?:const)?$/;
/** Whose elements are no vectors themselves. */
const ELEMENT =
  /^(?:(?:cutlass|cute)::)?(?:(?:T|t|scalar|Element|element|input|output|cache)\w*|half(?:_t)?|__half|__nv_bfloat16|nv_bfloat16|bfloat16_t|b?float16|float|double|u?int\d*_t|int|unsigned|(?:un)?signedchar|char|float_e\dm\d_t)$/;
const NO_ELEMENT = /[2348]$|128|[vV]ec|Access|Frag|Array/;

interface Vectors {
  readonly called: CalledSite;
  /** Where the brackets open behind which the number of a vector stands: `vX(`, `reinterpret_cast<float4*>(x)[`. */
  readonly opened: readonly number[];
  readonly name: string;
  /** What is viewed as vectors. */
  readonly of: string;
  /** How the number of its elements is written. */
  readonly isCount: (bound: string) => boolean;
}

/** `{}` of constants, and what makes an integer of a number, say nothing. */
const bare = (bound: string): string =>
  plain(bound)
    .replace(/^(?:int|uint32_t|unsigned|size_t)\((.*)\)$/, '$1')
    .replace(/(?:\{\}|::value)$/, '');

/** Where such a bracket opens behind a name. */
const openedBehind = (code: string, name: string, bracket: '(' | '['): readonly number[] =>
  [...code.matchAll(new RegExp(`(?<![\\w.])${escaped(name)}\\s*\\${bracket}`, 'g'))].map(
    ({ 0: found, index }) => index + found.length - 1,
  );

/** `recast<uint128_t>(gX)` */
function recastAt(called: CalledSite, code: string, start: number): Vectors | null {
  const { site, call } = called;
  const at = site.span.start - start;
  const type = /<(.*)>$/s.exec(code.slice(call.callee.span.start - start, call.callee.span.end - start))?.[1];
  const [tensor, ...more] = call.args;
  const name = targetBefore(code, at);
  const of =
    tensor === undefined ? '' : code.slice(tensor.span.start - start, tensor.span.end - start).trim();
  if (type === undefined || !VECTOR.test(plain(type)) || more.length > 0 || name === '') return null;
  if (!/^\w+$/.test(of)) return null;
  const isSize = (bound: string): boolean =>
    bound === `size(${of})` || bound === `size<0>(${of})` || bound === `${of}.size()`;
  const named = [...code.matchAll(/\b(\w+)\s*=\s*([^;=]*size[^;=]*);/g)].filter((found) =>
    isSize(bare(found[2]!)),
  );
  const extent = new RegExp(
    `\\b${of}\\s*=\\s*make_tensor\\([^;]*,\\s*make_(?:layout|shape)\\(([^(),]+)\\)\\s*\\)\\s*;`,
  ).exec(code)?.[1];
  const counts = new Set([
    ...named.map((found) => found[1]!),
    ...(extent === undefined ? [] : [bare(extent)]),
  ]);
  return {
    called,
    opened: openedBehind(code, name, '('),
    name,
    of,
    isCount: (bound) => isSize(bound) || counts.has(bound),
  };
}

/** The type of what a pointer is to, as the function declares it. */
function pointedType(code: string, pointer: string): string | null {
  const declared = new RegExp(
    `([A-Za-z_][\\w:]*)\\s*(?:const\\s*)?\\*\\s*(?:__restrict__\\s*|__restrict\\s*|const\\s*)*${escaped(pointer)}\\b`,
  ).exec(code)?.[1];
  return declared === undefined || NO_ELEMENT.test(declared) || !ELEMENT.test(declared) ? null : declared;
}

/** Whether a number may be one of vectors: the function divides or chooses it. */
const isDivided = (code: string, bound: string): boolean =>
  /^\w+$/.test(bound) && new RegExp(`\\b${bound}\\s*(?:/=|>>=|=(?!=)[^;]*(?:[/?]|>>))`).test(code);

interface Counted {
  readonly of: string;
  /** How the number of the elements behind a pointer is written. */
  readonly counts: ReadonlySet<string>;
}

/** Of `x + row * n`, where a row of n elements begins; of an array; and of what another loop takes the elements of, up to n. */
function countedBy(code: string, pointer: string): Counted | null {
  const row = /^(?:(\w+)\+(.+)|&(\w+)\[(.+)\])$/.exec(pointer);
  const of = row?.[1] ?? row?.[3] ?? (/^\w+$/.test(pointer) ? pointer : undefined);
  if (of === undefined) return null;
  if (row === null) {
    const [, type, count] =
      new RegExp(`([A-Za-z_][\\w:]*)\\s+${of}\\s*\\[\\s*([^[\\]]+?)\\s*\\]\\s*;`).exec(code) ?? [];
    if (type !== undefined && count !== undefined)
      return NO_ELEMENT.test(type) || !ELEMENT.test(type) ? null : { of, counts: new Set([bare(count)]) };
  }
  if (pointedType(code, of) === null) return null;
  if (row !== null) {
    const [, count] = /^[\w.()<>:]+\*([A-Za-z_]\w*)$/.exec(row[2] ?? row[4] ?? '') ?? [];
    return count === undefined ? null : { of, counts: new Set([count]) };
  }
  const counts = loopsIn(code).flatMap(({ counter, bound, body, end }) =>
    new RegExp(`(?<![\\w.])${of}\\s*\\[\\s*${counter}\\s*\\]`).test(code.slice(body, end))
      ? [bare(bound)]
      : [],
  );
  return counts.length === 0 ? null : { of, counts: new Set(counts) };
}

/** `reinterpret_cast<float4*>(x + row * n)`, by its name or at once. */
function castAt(called: CalledSite, code: string, start: number): Vectors | null {
  const { site, call } = called;
  const [at, end] = [site.span.start - start, site.span.end - start];
  const type = /<(.*)\*\s*(?:const\s*)?>$/s.exec(
    code.slice(call.callee.span.start - start, call.callee.span.end - start),
  )?.[1];
  const [pointer] = call.args;
  if (type === undefined || pointer === undefined || !VECTOR.test(plain(type))) return null;
  const given = plain(code.slice(pointer.span.start - start, pointer.span.end - start));
  const elements = countedBy(code, given);
  if (elements === null) return null;
  const { of, counts } = elements;
  const name = targetBefore(code, at);
  const isDirect = /^\s*\[/.test(code.slice(end));
  if (name === '' && !isDirect) return null;
  return {
    called,
    opened: isDirect ? [code.indexOf('[', end)] : openedBehind(code, name, '['),
    name: isDirect ? 'this' : name,
    of,
    isCount: (bound) => counts.has(bound) && !isDivided(code, bound),
  };
}

interface Loop {
  readonly counter: string;
  readonly bound: string;
  /** Where the bound stands, and the loop ends. */
  readonly at: number;
  readonly body: number;
  readonly end: number;
}

const HEAD =
  /\bfor\s*\(\s*(?:const\s+)?[A-Za-z_][\w:]*\s+(\w+)\s*=[^;]*;\s*\1\s*<\s*(?=([^;<>=!&|]*(?:size<0>)?[^;<>=!&|]*);)/g;

function loopsIn(code: string): readonly Loop[] {
  return [...code.matchAll(HEAD)].flatMap((found): readonly Loop[] => {
    const open = code.indexOf('(', found.index);
    const close = closing(code, open);
    const at = found.index + found[0].length;
    if (close < 0) return [];
    return [
      { counter: found[1]!, bound: found[2]!, at, body: close + 1, end: statementEnd(code, found.index) },
    ];
  });
}

function checkVectors(
  vectors: Vectors,
  code: string,
  start: number,
  { model }: RuleContext,
): RuleFinding | null {
  for (const loop of loopsIn(code)) {
    const { counter, bound, at, body, end } = loop;
    if (!vectors.isCount(bare(bound))) continue;
    for (const open of vectors.opened) {
      const close = open < body || open >= end ? -1 : closing(code, open);
      if (close < 0 || code.slice(open + 1, close).trim() !== counter) continue;
      // What may leave rounds out, or change the counter.
      const before = code.slice(body, open);
      if (
        new RegExp(
          `\\b(?:if|break|continue|return|while)\\b|\\?|\\b${counter}\\b\\s*(?:[<>]|[-+*/]?=[^=])`,
        ).test(before)
      )
        continue;
      if (model.neverRuns(vectors.called.site)) return null;
      const { name, of } = vectors;
      const what = name === 'this' ? 'the vectors' : `the vectors of ${name}`;
      const message = `${counter} counts to ${bound.trim()}, the elements of ${of}, and is the number of one of ${what}, of which there are fewer`;
      return { span: { start: start + at, end: start + at + bound.trimEnd().length }, message };
    }
  }
  return null;
}

/** Findings of `coordinate-range` about loops over vectors. */
export const checkVectorLoops = callsByUnit<RuleContext, RuleFinding>(
  ['recast', 'reinterpret_cast'],
  (calls, context) => {
    const seen = new Set<number>();
    return calls.flatMap((called): readonly RuleFinding[] => {
      const around = called.site.dialect === 'cpp' ? functionCodeAt(called.site, context.text) : null;
      if (around === null) return [];
      const { code, start } = around;
      const vectors =
        called.call.name === 'recast' ? recastAt(called, code, start) : castAt(called, code, start);
      const found = vectors === null ? null : checkVectors(vectors, code, start, context);
      // A loop may have several such.
      if (found === null || seen.has(found.span.start)) return [];
      seen.add(found.span.start);
      return [found];
    });
  },
);
