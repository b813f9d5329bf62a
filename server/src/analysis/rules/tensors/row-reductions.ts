// Reductions of rows of an accumulator over more lanes than hold a row: `quad_sum<8>(x)` of what an instruction of a warp leaves
// in four lanes takes two rows for one.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import { elementsOf } from '../../../hardware/memory/share.ts';
import { type TiledMma, tileSizeMnk } from '../../../hardware/mma/tiled-mma.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { targetBefore } from '../../document/written/source-text.ts';
import { closing, escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { tiledOf } from './handed/operand-tiling.ts';

/** How many lanes hold the elements of a row, which are the first ones of the warp; null where rows are handed out otherwise. */
const lanesByMma = new WeakMap<TiledMma, { readonly lanes: number | null }>();

function lanesOfRow(mma: TiledMma): number | null {
  const known = lanesByMma.get(mma);
  if (known !== undefined) return known.lanes;
  const lanes = countLanes(mma);
  lanesByMma.set(mma, { lanes });
  return lanes;
}

function countLanes(mma: TiledMma): number | null {
  const [rows, columns] = ([0, 1] as const).map((i) => knownNumber(tileSizeMnk(mma, i)));
  if (mma.atom.homes.C.kind !== 'registers' || rows === undefined || columns === undefined) return null;
  const tile = new Layout([rows, columns], [1, rows]);
  const elements = elementsOf({ data: tile, by: mma, part: 'C', thread: 0 });
  if (isFailure(elements) || elements.threads.length < WARP) return null;
  const all = elements.threads
    .slice(0, WARP)
    .map((first) =>
      [...new Set(elements.values.map((on) => (first + on) % rows))].sort((a, b) => a - b).join(),
    );
  const own = all.flatMap((held, lane) => (held === all[0] ? [lane] : []));
  return own.every((lane, i) => lane === i) && WARP % own.length === 0 ? own.length : null;
}

/** Functions and structs that reduce over as many lanes as their first argument says, by how they halve it. */
function reducersIn(code: string): ReadonlySet<string> {
  const found = new Set<string>();
  const heads = /\btemplate\s*<\s*int\s+(\w+)[^<>;{}]*>\s*(?:struct\s+(\w+)|[^;{}()=]*?\b(\w+)\s*\()/g;
  for (const { 1: count, 2: struct, 3: name, index, 0: head } of code.matchAll(heads)) {
    const body = code.slice(index + head.length, index + head.length + 600);
    const own = body.slice(
      0,
      /\btemplate\b[^;{}]*[>]\s*(?:struct|[^;{}]*\()/.exec(body.slice(1))?.index ?? body.length,
    );
    if (/__shfl_xor_sync/.test(own) && new RegExp(`=\\s*${count}\\s*(?:/\\s*2|>>\\s*1)\\s*;`).test(own))
      found.add(struct ?? name!);
  }
  return found;
}

/** Such structs of libraries, which another file declares. */
const LIBRARY = ['Allreduce'];

interface Reduction {
  readonly lanes: number;
  /** The variable that is reduced, without its index. */
  readonly of: string;
  /** Where that many lanes are said. */
  readonly start: number;
  readonly end: number;
}

/** `reduce<8>(x)`, `Reduce<8>::run(x, op)` */
function byName(code: string, names: ReadonlySet<string>): readonly Reduction[] {
  if (names.size === 0) return [];
  const calls = new RegExp(
    `\\b(?:${[...names].map(escaped).join('|')})\\s*<\\s*(\\d+)\\s*>\\s*(?:::\\s*\\w+\\s*)?\\(\\s*(\\w+)\\b(?!\\s*[.:])`,
    'gd',
  );
  return [...code.matchAll(calls)].map((found) => {
    const [start, end] = found.indices![1]!;
    return { lanes: Number(found[1]), of: found[2]!, start, end };
  });
}

/** `for (int o = 4; o > 0; o >>= 1) x += __shfl_xor_sync(mask, x, o);` */
const LOOP =
  /\bfor\s*\(\s*(?:int|unsigned|uint32_t|auto)\s+(\w+)\s*=\s*(\d+)\s*;\s*\1\s*(?:>\s*0|>=\s*1)\s*;\s*\1\s*(?:\/=\s*2|>>=\s*1)\s*\)\s*\{?[^{};]*?__shfl_xor_sync\s*\([^,]*,\s*(\w+)[^,;]*,\s*\1\s*[,)]/dg;

const byLoop = (code: string): readonly Reduction[] =>
  [...code.matchAll(LOOP)].map((found) => {
    const [start, end] = found.indices![2]!;
    return { lanes: 2 * Number(found[2]), of: found[3]!, start, end };
  });

const SHUFFLE = /__shfl_xor_sync\s*\([^,;]*,\s*(\w+)[^,;]*,\s*(\d+)\s*\)/dg;

/** `x += __shfl_xor_sync(mask, x, 1);`, and so on for 2 and 4. */
function byHand(code: string): readonly Reduction[] {
  const byVariable = new Map<string, RegExpExecArray[]>();
  for (const found of code.matchAll(SHUFFLE))
    byVariable.set(found[1]!, [...(byVariable.get(found[1]!) ?? []), found]);
  return [...byVariable].flatMap(([of, all]): readonly Reduction[] => {
    const offsets = [...new Set(all.map((found) => Number(found[2])))].sort((a, b) => a - b);
    const isWhole = offsets.every((offset, i) => offset === 2 ** i);
    const largest = all.find((found) => Number(found[2]) === offsets.at(-1))!;
    const [start, end] = largest.indices![2]!;
    return isWhole ? [{ lanes: 2 * offsets.at(-1)!, of, start, end }] : [];
  });
}

/** Whether a variable is made of the elements of an accumulator alone, as far as what is assigned to it says. */
function isOfRows(code: string, name: string, accumulator: string, depth = 0): boolean {
  const n = escaped(name);
  const given = [
    ...code.matchAll(
      new RegExp(`(?<![\\w.>])${n}\\s*(?:\\[[^\\]=;]*\\]|\\([^()=;]*\\))?\\s*[-+*]?=(?!=)\\s*([^;]*);`, 'g'),
    ),
  ].map((found) => found[1]!);
  const reads = given.filter((value) => /[A-Za-z_]\w*\s*[([]/.test(value));
  if (reads.length === 0 || depth > 4) return false;
  const element = new RegExp(`(?<![\\w.])${escaped(accumulator)}\\s*(?:[([]|\\.\\s*data\\b)`);
  return reads.every((value) => {
    if (/__shfl|\bshared|smem/.test(value)) return true;
    if (element.test(value)) return true;
    const others = new Set(
      [...value.matchAll(/(?<![\w.:])([A-Za-z_]\w*)\s*[([]/g)]
        .map((found) => found[1]!)
        .filter((other) => other !== name),
    );
    return [...others].some((other) => isOfRows(code, other, accumulator, depth + 1));
  });
}

interface Accumulator {
  readonly site: Site;
  readonly name: string;
  readonly lanes: number;
}

function accumulatorsIn({ model, text }: RuleContext): readonly Accumulator[] {
  const code = codeOf(text, 'cpp');
  return callsOf(model, 'partition_fragment_C', 'make_fragment_C').flatMap(({ site, call }) => {
    const by = call.object ?? call.args[0];
    const name = targetBefore(code, call.callee.span.start);
    const mma = by === undefined || name === '' ? null : tiledOf(settledValueOf(model, by));
    const lanes = mma === null ? null : lanesOfRow(mma);
    return lanes === null ? [] : [{ site, name, lanes }];
  });
}

/** What a function of quads is called, and its body. */
const OF_QUADS = /\b(\w*[qQ]uad(?![a-z])\w*)\s*\([^;{}]*\)\s*\{/g;
const QUAD = 4;

/** `quad_reduce(…) { … Reduce<8>::run(…) … }`: the lanes of a row by what the function is called. */
function checkQuads(code: string, names: ReadonlySet<string>): readonly RuleFinding[] {
  return [...code.matchAll(OF_QUADS)].flatMap((found): readonly RuleFinding[] => {
    const open = found.index + found[0].length - 1;
    const close = closing(code, open);
    if (close < 0) return [];
    return byName(code.slice(open, close), names)
      .filter(({ lanes }) => lanes > QUAD && lanes < WARP)
      .map(({ lanes, start, end }) => ({
        span: { start: open + start, end: open + end },
        message: `${lanes} lanes are taken together, and ${found[1]} is about the ${QUAD} that hold a row`,
        severity: 'information',
      }));
  });
}

/**
 * Findings of `accumulator-view` about rows that are reduced. All lanes together are the whole tile, and those that are a row
 * apart a column: what neither is nor a row is told.
 */
export function checkRowReductions(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python' || !mentions(text, /__shfl_xor_sync|[qQ]uad/)) return [];
  const all = accumulatorsIn(context);
  const isOfQuads = mentions(text, /[qQ]uad(?![a-z])/);
  if (all.length === 0 && !isOfQuads) return [];
  const code = codeOf(text, 'cpp');
  const names = reducersIn(code);
  const seen = new Set<object>();
  const ofQuads = isOfQuads ? checkQuads(code, new Set([...names, ...LIBRARY])) : [];
  const ofRows = all.flatMap(({ site }): readonly RuleFinding[] => {
    const function_ = functionAround(site);
    const around = functionCodeAt(site, text);
    if (function_ === null || around === null || seen.has(function_)) return [];
    seen.add(function_);
    const { code: body, start } = around;
    const own = all.filter((each) => functionAround(each.site) === function_);
    const reductions = [...byName(body, names), ...byLoop(body), ...byHand(body)];
    return reductions.flatMap((reduction): readonly RuleFinding[] => {
      const { lanes, of } = reduction;
      // A second reduction goes on from the first one.
      if (reductions.filter((other) => other.of === of && other.lanes !== lanes).length > 0) return [];
      const from = own.find((each) => isOfRows(body, of, each.name));
      if (from === undefined || lanes <= from.lanes || lanes >= WARP || model.neverRuns(site)) return [];
      const message = `${lanes} lanes are taken together, and a row of ${from.name} lies in ${from.lanes} of them: ${lanes / from.lanes} rows become one`;
      return [{ span: { start: start + reduction.start, end: start + reduction.end }, message }];
    });
  });
  return [...ofQuads, ...ofRows];
}
