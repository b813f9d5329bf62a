// Pointers to bytes that are moved on by a number of elements: `smem + cosize_v<SA>` of `char smem[]`, where the tensor by
// SA is one of halves and takes twice as many bytes. Nothing need be known of the layout for it.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Int } from '../../../../algebra/integer/integer.ts';
import { intText } from '../../../../algebra/integer/known.ts';
import { size } from '../../../../algebra/layout/measure.ts';
import { Pointer, Tensor } from '../../../../evaluate/model/value.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { spacedAt } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { arrayOf, CASTS, castAt, exprAt, movedOf } from './byte-pointers.ts';

/** How many names and casts are followed. */
const MAXIMUM_DEPTH = 12;
const BYTE_BITS = 8;

/** What may be the type of elements of a byte where a template leaves the type open. */
const NARROW = /(?:\be[2345]m[0-9]|fp8|float8|int8|[us]8\b|f8\b|bits<8>|sizeof_bits_v|sizeof\(\w+\) *==)/i;
/** Arrays of bytes that elements of other types lie in. */
const ARRAYS = /__shared__[^;{}]*;|\bu?int8_t(?: const)? *\*/g;
/** What says that bytes are counted. */
const COUNTS_BYTES = /byte|sizeof|bits/i;

/** A tensor over a part of such an array. */
interface Laid {
  readonly base: string;
  /** How the terms are written that its pointer is moved on by; null: that is not seen. */
  readonly behind: string | null;
  readonly around: Scope;
  readonly site: Site;
  /** How its layout is written, also where a name stands for it. */
  readonly layouts: readonly string[];
  /** How the type of its elements is written. */
  readonly type: string;
  /** Null: a template leaves it open. */
  readonly bits: number | null;
}

/** `SA` of `SA{}`. */
const plain = (written: string): string => written.replace(/\{\s*\}$/, '').replace(/^typename /, '');

/** A type as it is written, with its `typename`. */
const typeAt = (site: Site, code: string): string => {
  const [before] = /\btypename\s+$/.exec(code.slice(Math.max(0, site.span.start - 40), site.span.start)) ?? [
    '',
  ];
  return `${before === '' ? '' : 'typename '}${spacedAt(site, code)}`;
};

function laidIn(calls: readonly CalledSite[], { model, text }: RuleContext, code: string): readonly Laid[] {
  return calls.flatMap(({ site, call: { name, args } }) => {
    if (name !== 'make_tensor') return [];
    const [pointer, layout] = args;
    const around = functionAround(site);
    if (site.dialect !== 'cpp' || around === null || pointer === undefined || layout === undefined) return [];
    const array = arrayOf(pointer, text, code);
    if (array === null) return [];
    const value = knownValueOf(model, pointer);
    const known = value instanceof Pointer ? value.engine.bits : null;
    const named = initialiserOf(layout);
    const layouts = args.length > 2 ? [] : [layout, ...(named === null ? [] : [named])];
    return [
      {
        base: array.base,
        behind: array.terms,
        around,
        site,
        layouts: layouts.map((each) => plain(spacedAt(each, code))),
        type: array.to === null ? 'uint8_t' : typeAt(array.to, code),
        bits: array.to === null ? BYTE_BITS : known,
      },
    ];
  });
}

/** What a term is the number of elements of: how the layout is written, and where the tensor is made. */
interface Counted {
  readonly layouts: readonly string[];
  readonly made: Site | null;
}

/** `X` of `cosize_v<X>`, `cosize(X{})`, `size(x)`, `x.size()`, also by a name for it. */
function countedBy(site: Site, code: string, depth = 0): Counted | null {
  if (depth > MAXIMUM_DEPTH || !(site instanceof PlacedSite)) return null;
  const expr = exprAt(site);
  if (expr?.kind === 'template') {
    const [of] = expr.args;
    const isCount = expr.target.kind === 'name' && /^(?:co)?size_v$/.test(expr.target.name);
    return isCount && of !== undefined && expr.args.length === 1 ? countedOf(siteOf(site, of), code) : null;
  }
  if (expr?.kind === 'qualified' && expr.scope !== null)
    return expr.scope.kind === 'name' && /^(?:cute|std)$/.test(expr.scope.name)
      ? countedBy(siteOf(site, expr.name), code, depth + 1)
      : null;
  const call = writtenCall(site);
  if (call === null) {
    const given = initialiserOf(site);
    return given === null ? null : countedBy(given, code, depth + 1);
  }
  if (/^(?:int|size_t|static_cast)$/.test(call.name) && call.args.length === 1)
    return countedBy(call.args[0]!, code, depth + 1);
  if (!/^(?:co)?size$/.test(call.name) || call.keywords.size > 0 || isTemplate(site)) return null;
  const of =
    call.args.length === 0
      ? call.object
      : call.args.length === 1 && call.object === null
        ? call.args[0]!
        : null;
  return of === null ? null : countedOf(of, code);
}

const isTemplate = (site: Site): boolean => {
  const expr = exprAt(site);
  return expr?.kind === 'call' && expr.callee.kind === 'template';
};

function countedOf(site: Site, code: string): Counted {
  const call = writtenCall(site);
  const inner = call?.name === 'layout' ? (call.args[0] ?? call.object) : null;
  const of = inner ?? site;
  const given = initialiserOf(of);
  const made = given !== null && writtenCall(given)?.name === 'make_tensor' ? given : null;
  const layouts = made === null ? [of, ...(given === null ? [] : [given])] : [];
  return { layouts: layouts.map((each) => plain(spacedAt(each, code))), made };
}

/** The number of elements as it is written in names, where those are not known. */
function openNumber(context: RuleContext, site: Site, code: string): string | null {
  const value = knownValueOf(context.model, site);
  const given = initialiserOf(site);
  const written = `${spacedAt(site, code)} ${given === null ? '' : spacedAt(given, code)}`;
  if (value === null || !isInteger(value) || COUNTS_BYTES.test(written)) return null;
  return openText(value);
}

function openText(value: Int): string | null {
  const text = intText(value);
  return /[A-Za-z]/.test(text) ? text : null;
}

function openSize({ model }: RuleContext, { site }: Laid): string | null {
  const value = knownValueOf(model, site);
  const count = value instanceof Tensor ? size(innermostLayout(value.layout)) : null;
  return count === null || isFailure(count) ? null : openText(count);
}

/** The tensors whose elements a term counts. */
function countedTensors(context: RuleContext, code: string, term: Site, own: Tensors): readonly Laid[] {
  const { tensors, before } = own;
  const counted = countedBy(term, code);
  if (counted !== null) {
    const { layouts, made } = counted;
    return tensors.filter(({ site, layouts: written }) =>
      made === null ? written.some((each) => layouts.includes(each)) : site.span.start === made.span.start,
    );
  }
  // Bytes of one may be as many as elements of another one: those alone count that lie right before.
  const number = openNumber(context, term, code);
  const there = tensors.filter(({ behind }) => behind === before);
  return number !== null && there.every((tensor) => openSize(context, tensor) === number) ? there : [];
}

interface Tensors {
  /** Those over the array in the function. */
  readonly tensors: readonly Laid[];
  /** How the terms are written that stand before the one that is looked at. */
  readonly before: string;
}

interface CountedAsBytes extends RuleFinding {
  /** Whether a template leaves the type of the elements open. */
  readonly isOpen: boolean;
}

function checkCast(
  context: RuleContext,
  code: string,
  site: Site,
  laid: readonly Laid[],
): readonly CountedAsBytes[] {
  const cast = castAt(site);
  const moved = cast === null ? null : movedOf(cast.of, context.text, code);
  if (moved === null || moved.terms.length === 0) return [];
  const around = functionAround(site);
  const tensors = laid.filter(({ base, around: its }) => base === moved.base && its === around);
  if (tensors.length === 0) return [];
  // So much twice may be the bytes of elements of two.
  const written = moved.terms.map((term) => spacedAt(term, code));
  return moved.terms.flatMap((term, i) => {
    const [first, ...others] = countedTensors(context, code, term, {
      tensors,
      before: written.slice(0, i).join(),
    });
    if (first === undefined || written.filter((each) => each === written[i]).length > 1) return [];
    const all = [first, ...others];
    if (all.some(({ bits }) => bits !== null && bits <= BYTE_BITS) || context.model.neverRuns(site))
      return [];
    const right = `${written[i]} * sizeof(${first.type})`;
    const isPlain = operandsAt(term) === null || operandsAt(term)!.operator === '*';
    return [
      {
        span: term.span,
        isOpen: all.some(({ bits }) => bits === null),
        message: `${moved.base} counts bytes, and ${written[i]} the elements of a tensor of ${first.type}: what begins there overlaps it, and ${right} is meant`,
        ...(isPlain ? { fixes: [{ title: `Write ${right}`, span: term.span, newText: right }] } : {}),
      },
    ];
  });
}

const countedIn = callsByUnit<RuleContext, CountedAsBytes>(['make_tensor', ...CASTS], (calls, context) => {
  const code = codeOf(context.text, 'cpp');
  const laid = laidIn(calls, context, code);
  if (laid.length === 0) return [];
  const isCast = ({ site, call }: CalledSite): boolean =>
    site.dialect === 'cpp' && call.name !== 'make_tensor';
  const found = calls.filter(isCast).flatMap(({ site }) => checkCast(context, code, site, laid));
  // A cast in what is handed on is met again there.
  return found.filter(({ span }, i) => found.findIndex((other) => other.span.start === span.start) === i);
});

/** Findings of `overlapping-buffers` about what begins so many bytes behind a tensor as that has elements. */
export function checkByteOffsets(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  if (!mentions(text, /\b(?:char|u?int8_t|byte|byte_t)\b/)) return [];
  const found = countedIn(context);
  if (!found.some(({ isOpen }) => isOpen)) return found;
  const isNarrow = NARROW.test(codeOf(text, 'cpp').replace(ARRAYS, ''));
  return found.filter(({ isOpen }) => !isOpen || !isNarrow);
}
