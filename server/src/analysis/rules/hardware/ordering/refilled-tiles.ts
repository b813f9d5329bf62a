// Tiles of shared memory that a round of a loop fills while other threads still read what the round before has left there:
// a barrier stands between the copy and the reads, and none between the reads and the next copy.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { closing, LAMBDA } from '../../../indexing/text/code.ts';
import { type FunctionCode, functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import type { Host } from './rings.ts';
import { BARRIER } from './tiles/barriers.ts';
import { type Block, blocksOf } from './tiles/blocks.ts';
import type { TileReader } from './tiles/shared-tiles.ts';
import { tilesOfCpp } from './tiles/unshared-copies.ts';
import { tilesOfDsl } from './tiles/unshared-dsl.ts';

const TILES: Readonly<Record<Host, TileReader>> = { cpp: tilesOfCpp, python: tilesOfDsl };
const BARRIERS: Readonly<Record<Host, RegExp>> = {
  cpp: /\b__syncthreads\s*\(\s*\)/g,
  python: /\bcute\.arch\.(?:sync_threads|barrier)\s*\(\s*\)/g,
};
const MENTIONED: Readonly<Record<Host, string>> = { cpp: '__syncthreads', python: 'cute.arch.' };
/** What makes a thread wait for its own copies alone. */
const OWN =
  /\b(?:cute\.arch\.)?cp_async_(?:wait(?:_group)?|fence|commit_group)\s*(?:<[^<>;()]*>)?\s*\([^()]*\)/g;
/** A part with no stage of its own, `tAsA`, `tAsA(_, _, 0)`: each round fills the same. */
const ONE_STAGE = /^\w+\s*(?:[[(](?:\s|[_,\d()]|None\b)*[\])])?$/;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The barriers that all threads come to in every round of a loop; null where others wait for something there. */
function barriersOf(code: string, { start, end }: Block, host: Host): readonly Stretch[] | null {
  const body = code.slice(start, end);
  const barriers = [...body.matchAll(BARRIERS[host])].map(({ index, 0: written }) => ({
    start: start + index,
    end: start + index + written.length,
  }));
  const isDirect = (at: Stretch): boolean => blocksOf[host](code, at.start).at(-1)?.start === start;
  const isOthers = TILES[host].synchronises.test(body.replace(BARRIERS[host], '').replace(OWN, ''));
  return isOthers || !barriers.every(isDirect) ? null : barriers;
}

/** Where a copy begins that fills what other threads may still read, as the stretches between barriers follow one another. */
function refilledIn(code: string, loop: Block, host: Host): { tile: string; at: number } | null {
  const barriers = barriersOf(code, loop, host);
  if (barriers === null) return null;
  const { isPlain, readIn, filledIn } = TILES[host];
  for (const [i, { end }] of barriers.entries()) {
    const next = barriers[i + 1];
    // Behind the last barrier the next round goes on up to the first one.
    const tail = code.slice(end, next?.start ?? loop.end);
    const head = next === undefined ? code.slice(loop.start, barriers[0]!.start) : '';
    // As long as it is written.
    const between = `${tail}\n${head}`.replace(OWN, (own) => ' '.repeat(own.length));
    if (!isPlain(between, code)) continue;
    for (const { tile, to, start } of filledIn(between, code)) {
      if (!ONE_STAGE.test(to) || !readIn(between.slice(0, start), code).includes(tile)) continue;
      return { tile, at: start < tail.length ? end + start : loop.start + start - tail.length - 1 };
    }
  }
  return null;
}

/** The loops around a place that all threads come to. */
function loopsAround(code: string, at: number, host: Host): readonly Block[] {
  const blocks = blocksOf[host](code, at);
  const other = blocks.findIndex(({ kind }) => kind !== 'loop');
  return other < 0 ? blocks : blocks.slice(0, other);
}

function checkLoop(
  site: Site,
  { code, start }: FunctionCode,
  loop: Block,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const host = hostOf(site);
  const found = refilledIn(code, loop, host);
  if (found === null || model.neverRuns(site)) return [];
  const begin = start + found.at;
  const end = start + closing(code, code.indexOf('(', found.at)) + 1;
  const line = text.slice(text.lastIndexOf('\n', begin) + 1, begin);
  const barrier = BARRIER[host];
  const message = `${found.tile} is filled again while other threads may still read what stands there: ${barrier.replace(/;$/, '')} before the copy, or at the end of the loop`;
  const fixes =
    line.trim() === ''
      ? [{ title: `Add ${barrier}`, span: { start: begin, end: begin }, newText: `${barrier}\n${line}` }]
      : [];
  return [{ span: { start: begin, end }, message, fixes }];
}

const hostOf = ({ dialect }: Site): Host => (dialect === 'python' ? 'python' : 'cpp');

const checkCopies = callsByUnit<RuleContext, RuleFinding>(['copy', 'autovec_copy'], (copies, context) => {
  const seen = new Set<number>();
  return copies.flatMap(({ site }) => {
    const host = hostOf(site);
    const around = functionCodeAt(site, context.text);
    if (around === null || !around.code.includes(MENTIONED[host])) return [];
    if (host === 'cpp' && LAMBDA.test(around.code)) return [];
    return loopsAround(around.code, site.span.start - around.start, host).flatMap((loop) => {
      const at = around.start + loop.start;
      if (seen.has(at)) return [];
      seen.add(at);
      return checkLoop(site, around, loop, context);
    });
  });
});

/** Findings of `unordered-access` about tiles that a loop fills round after round. */
export const checkRefilledTiles = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\b__syncthreads\b|\bcute\.arch\.(?:sync_threads|barrier)\b/)
    ? checkCopies(context)
    : [];
