// Tiles that are read behind a wait for cp.async without a barrier: a thread waits for its own copies, and the other threads'
// need not be there yet.

import { mentions } from '../../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { callsBy } from '../../../../indexing/callers.ts';
import { argumentsAt, escaped, LAMBDA } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { blocksOf } from './blocks.ts';
import type { Filled, TileReader } from './shared-tiles.ts';

/** What may make threads wait for each other. */
const SYNCHRONISES = /sync|barrier|arrive|\bwait|\basm\b|__shfl|\belse\b|\bcase\b|\breturn\b|#/i;
const DECLARES = /\b(?:Tensor|auto)\b[\s&]*(?:const\s+)?(\w+)\s*=\s*([^;]+);/g;
const PART = /^\s*(.+?)\s*\.\s*partition_([A-Z])\s*\(\s*(\w+)/s;
const LOCAL = /^\s*(?:cute::)?local_partition\s*\(\s*(\w+)\s*,([^;]*)\)\s*$/s;
const CALL = /(\.|->|::)?\s*\b([A-Za-z_]\w*)\s*(?:<[^<>;()]*>)?\s*\(/g;
/** What makes nobody wait. */
const PLAIN =
  /^(?:for|if|while|copy|copy_aligned|gemm|clear|fill|size|shape|rank|get|axpby|recast|filter|make_\w+|partition_\w+|retile_\w+|get_(?:thread_)?slice|local_(?:tile|partition)|group_modes|sizeof|static_cast|decltype|min|max|float|int|half_t|bool|__float2half|__half2float|fma\w*|exp2?f?|sqrtf?|[A-Z]\w*)$/;

interface Shared {
  /** Of a part that a thread is handed: by what, and as which operand. */
  readonly by: string | null;
  readonly tile: string;
}

/** By what a thread is handed a part, and of which tensor; empty where it is none. */
function handedBy(init: string): readonly [by: string, whole: string] {
  const [, tiling, , tile] = PART.exec(init) ?? [];
  if (tiling !== undefined) return [tiling, tile!];
  const [, whole = '', by = ''] = LOCAL.exec(init) ?? [];
  return [by.replace(/\s+/g, ''), whole];
}

/** The tensors of shared memory in a function, and the parts of them, by their names. */
function sharedIn(code: string): ReadonlyMap<string, Shared> {
  const shared = new Map<string, Shared>();
  for (const [, name, init] of code.matchAll(DECLARES)) {
    if (/\bmake_smem_ptr\s*\(/.test(init!)) shared.set(name!, { by: null, tile: name! });
    const [by, whole] = handedBy(init!);
    const part = shared.get(whole);
    if (part !== undefined) shared.set(name!, { by, tile: part.tile });
    const slice = shared.get(/^\s*(\w+)\s*\(/.exec(init!)?.[1] ?? '');
    if (slice !== undefined) shared.set(name!, slice);
  }
  return shared;
}

/** The arguments of the calls of a function, as they are written. */
const argumentsOf = (code: string, name: string): readonly (readonly string[])[] =>
  [...code.matchAll(new RegExp(`\\b${name}\\s*\\(`, 'g'))].map(({ index, 0: head }) =>
    argumentsAt(code, index + head.length - 1).map(({ written }) => written),
  );

const rootOf = (written: string | undefined): string => /^\s*(\w+)/.exec(written ?? '')?.[1] ?? '';

/** The tiles of which something is read that other threads have copied. */
function readIn(part: string, code: string): readonly string[] {
  const shared = sharedIn(code);
  const writers = new Map<string, Shared>();
  for (const args of argumentsOf(code, 'copy')) {
    const to = shared.get(rootOf(args.at(-1)));
    if (to?.by != null) writers.set(to.tile, to);
  }
  const isOthers = (name: string): boolean => {
    const of = shared.get(name);
    const writer = of === undefined ? undefined : writers.get(of.tile);
    return writer !== undefined && of!.by !== null && of!.by !== writer.by;
  };
  const sources = [
    ...argumentsOf(part, 'copy').map((args) => args.at(-2)),
    ...argumentsOf(part, 'gemm').flat(),
  ].map(rootOf);
  const elements = [...shared].filter(([name, { by, tile }]) => {
    if (by !== null || !writers.has(tile)) return false;
    const reads = part.matchAll(
      new RegExp(`(?<![\\w.])${escaped(name)}\\s*\\(([^;_]*?)\\)(?!\\s*[-+*]?=(?!=))`, 'g'),
    );
    return [...reads].some(([, index]) => /\w/.test(index!));
  });
  return [...sources.filter(isOthers), ...elements.map(([name]) => name)].map(
    (name) => shared.get(name)!.tile,
  );
}

const isPlain = (part: string, code: string): boolean =>
  [...part.matchAll(CALL)].every(
    ([, of, name]) => PLAIN.test(name!) || (of === undefined && isTensor(code, name!)),
  );

/** What is copied to parts of shared memory, with where the copy begins. */
function filledIn(part: string, code: string): readonly Filled[] {
  const shared = sharedIn(code);
  return [...part.matchAll(/\bcopy\s*\(/g)].flatMap(({ index, 0: head }) => {
    const to = argumentsAt(part, index + head.length - 1).at(-1)?.written;
    const of = shared.get(rootOf(to));
    return of?.by == null ? [] : [{ tile: of.tile, to: to!.trim(), start: index }];
  });
}

export const tilesOfCpp: TileReader = { synchronises: SYNCHRONISES, isPlain, readIn, filledIn };

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  if (around === null || functionAround(site) === null) return [];
  const { code, start } = around;
  const at = site.span.start - start;
  if (LAMBDA.test(code) || blocksOf.cpp(code, at).some(({ kind }) => kind !== 'loop')) return [];
  const behind = code.slice(site.span.end - start);
  const synchronises = behind.search(SYNCHRONISES);
  const part = synchronises < 0 ? behind : behind.slice(0, synchronises);
  const tile = isPlain(part, code) ? readIn(part, code)[0] : undefined;
  if (tile === undefined || model.neverRuns(site)) return [];
  const indent = /[ \t]*$/.exec(text.slice(0, site.span.start))![0];
  const end = site.span.end + (/^\s*;/.exec(behind)?.[0].length ?? 0);
  const message = `each thread waits for its own copies, and reads of ${tile} what others copy: __syncthreads() behind the wait`;
  const fixes = [
    { title: 'Add __syncthreads()', span: { start: end, end }, newText: `\n${indent}__syncthreads();` },
  ];
  return [{ span: site.span, message, fixes }];
}

/** Whether a name that is called is a tensor of the function, of which an element is taken. */
const isTensor = (code: string, name: string): boolean =>
  new RegExp(`\\b(?:Tensor|auto)\\b[\\s&]*(?:const\\s+)?${escaped(name)}\\b`).test(code);

/** Findings of `unordered-access` about tiles that nobody waits for together. */
export const checkUnsharedCopies = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'cpp' && mentions(context.text, /\bcp_async_wait\b/)
    ? callsBy(context.model, 'cp_async_wait').flatMap((site) => checkWait(site, context))
    : [];
