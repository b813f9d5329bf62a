// Modes of coordinates that predicates of C++ compare: with the extent of another mode, `get<0>(tc(i)) < N` of coordinates
// in (M, N), or one mode alone, where the extent of the other is one of run time as well.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { compactIn, type Written } from '../../../document/written/source-text.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { itemsOf, tensorOfShape, writtenExtents } from '../tiles-of.ts';

/** What hands on the coordinates that it is given, with the tensor for its first argument. */
const PARTS =
  /^(?:local_tile|local_partition|(?:zipped|logical|tiled|flat)_divide|group_modes|partition_[SDABC])$/;
/** How many parts of parts are followed. */
const MAXIMUM_DEPTH = 12;

/** Coordinates as they are made, and whether tiles of them are taken. */
interface Identity {
  readonly shape: Site;
  /** The tiler of each `local_tile` on the way. */
  readonly tilers: readonly Site[];
}

/** What the coordinates that an element is one of were made with; null where something moves them. */
function identityOf(element: Site): Identity | null {
  let whole = element;
  const tilers: Site[] = [];
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(initialiserOf(whole) ?? whole);
    if (call === null) return null;
    const [first] = call.args;
    if (call.name === 'make_identity_tensor') return first === undefined ? null : { shape: first, tilers };
    if (call.name === 'local_tile' && call.args[1] !== undefined) tilers.push(call.args[1]);
    const isPart = PARTS.test(call.name) && first !== undefined;
    // An element, or a slice.
    if (!isPart && call.object !== null && call.name !== '[]') return null;
    whole = isPart ? first : call.callee;
  }
  return null;
}

/** The extents that a shape was made with, `make_shape(M, N)`, or that of `shape(mC)`; null where they are not written. */
function extentsOf(shape: Site, written: Written): readonly string[] | null {
  const tensor = tensorOfShape(shape, written);
  if (tensor === null) return itemsOf(shape, written);
  // `shape(mC)`, where mC is declared in the same function.
  const call = writtenCall(initialiserOf(shape) ?? shape);
  const named = call?.args[0] ?? (call?.object === null ? undefined : call?.object);
  return named === undefined ? null : writtenExtents(named, written);
}

interface Comparison {
  /** The call of `get`. */
  readonly site: Site;
  readonly mode: number;
  readonly limit: string;
  readonly identity: Identity;
  readonly extents: readonly string[];
}

const MODE = /get<(\d+)>$/;
const LIMIT = /^\s*<\s*((?:\w+(?:\.\w+)*)(?:\([^()]*\))?)\s*(?=[)&|;?,{])/;
const NAME = /^[A-Za-z_]\w*(?:\.\w+)*$/;
/** An extent that the compiler knows is written so: `_64{}`, `Int<64>{}`. */
const CONSTANT = /^(?:\d+|(?:cute::)?(?:_\d+|Int<.*>)\{\}|[A-Z][A-Z0-9_]+|k[A-Z]\w*)$/;

function comparisonsIn({ model }: RuleContext, code: string, written: Written): readonly Comparison[] {
  return callsBy(model, 'get').flatMap((site): readonly Comparison[] => {
    const call = writtenCall(site);
    const mode = call === null ? undefined : MODE.exec(written(call.callee))?.[1];
    const [element, ...more] = call?.args ?? [];
    const limit = LIMIT.exec(code.slice(site.span.end, site.span.end + 120))?.[1];
    if (mode === undefined || element === undefined || more.length > 0 || limit === undefined) return [];
    const identity = identityOf(element);
    const extents = identity === null ? null : extentsOf(identity.shape, written);
    if (identity === null || extents === null || Number(mode) >= extents.length) return [];
    return [{ site, mode: Number(mode), limit: limit.replace(/\s+/g, ''), identity, extents }];
  });
}

/** The limit of another mode, by its name. */
function otherLimit({ site, mode, limit, extents }: Comparison): RuleFinding | null {
  const own = extents[mode]!;
  if (!NAME.test(limit) || !NAME.test(own) || own === limit) return null;
  const others = extents.flatMap((extent, i) => (extent === limit ? [i] : []));
  if (others.length !== 1 || extents.filter((extent) => extent === own).length > 1) return null;
  const message = `coordinate ${mode} counts up to ${own}, and is compared with ${limit}, the extent of mode ${others[0]}`;
  return { span: site.span, message };
}

const isSameShape = (a: Comparison, b: Comparison): boolean =>
  a.identity.shape.span.start === b.identity.shape.span.start;

/** What is said of an extent somewhere in the file: it is divided, compared, or asked for its rest. */
const isAskedFor = (code: string, name: string): boolean =>
  new RegExp(
    `(?<![\\w.])${escaped(name)}\\s*(?:[%&<>=!]=?|-(?!>))|(?:<|>|==|%|-|min\\(|max\\()\\s*${escaped(name)}(?!\\w)`,
  ).test(code);

/** A number of a thread in its warp or of a warp is no rest of an extent. */
const PLACES =
  /(?<![\w.])(?:threadIdx\.[xyz]|tid(?:x)?|lane(?:_?id(?:x)?)?|warp(?:_?id(?:x)?)?|thread(?:_?id(?:x)?)?)\s*%/gi;

/** Elements are compared in one mode alone, and nothing says that the other one is a number of whole tiles. */
function leftOut(all: readonly Comparison[], context: RuleContext, code: string): RuleFinding | null {
  const [first] = all;
  if (first === undefined || first.identity.tilers.length === 0) return null;
  const { extents, mode, site, identity } = first;
  if (extents.length !== 2 || all.some((each) => each.mode !== mode || each.limit !== extents[mode]))
    return null;
  const other = extents[1 - mode]!;
  if (
    !NAME.test(other) ||
    !NAME.test(extents[mode]!) ||
    [other, extents[mode]!].some((e) => CONSTANT.test(e))
  )
    return null;
  const around = functionCodeAt(site, context.text);
  const isParameter = functionAround(site)?.declarations.some(
    ({ kind, name }) => kind === 'parameter' && name === other,
  );
  if (around === null || isParameter !== true) return null;
  // Somebody else may ask before the launch, by any name.
  const asked = code.replace(PLACES, '');
  if (/%|\belem_less\b|\bpred\w*\s*=|\bassert\b/.test(asked) || isAskedFor(around.code, other)) return null;
  const tilers = identity.tilers.map(({ span }) => code.slice(span.start, span.end).replace(/\s+/g, ' '));
  const message = `elements are compared with ${extents[mode]} in mode ${mode} alone: where ${other} is no multiple of the tile ${tilers.at(-1)}, those of mode ${1 - mode} beyond it are taken as well`;
  return { span: site.span, message, severity: 'information' };
}

/** Findings of `predicate-shape` about the modes that are compared. */
export function checkComparedModes(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python' || !mentions(text, 'make_identity_tensor') || !mentions(text, /\bget\s*</))
    return [];
  const code = codeOf(text, 'cpp');
  const written = compactIn(code);
  const compared = comparisonsIn(context, code, written).filter(({ site }) => !model.neverRuns(site));
  const groups = compared.filter((each, i) => compared.findIndex((other) => isSameShape(each, other)) === i);
  return groups.flatMap((first): readonly RuleFinding[] => {
    const own = compared.filter((each) => isSameShape(first, each));
    const others = own.flatMap((each) => otherLimit(each) ?? []);
    const alone = others.length > 0 ? null : leftOut(own, context, code);
    return alone === null ? others : [alone];
  });
}
