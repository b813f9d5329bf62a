// Tiles of CuTe DSL that are read behind `cute.arch.cp_async_wait_group(0)` without a barrier: a thread waits for its own copies,
// and the other threads' need not be there yet.

import { mentions } from '../../../../../syntax/text/mentions.ts';
import { pythonCallsBy } from '../../../../indexing/callers.ts';
import { argumentsAt, escaped } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { blocksOf } from './blocks.ts';
import type { Filled, TileReader } from './shared-tiles.ts';

/** What may make threads wait for each other, or leave the function. */
const SYNCHRONISES = /sync|barrier|arrive|wait|shuffle|vote|\belse\b|\belif\b|\breturn\b|\bdef\b/i;
const GIVEN = /^[ \t]*(\w+(?:\s*,\s*\w+)*)\s*=(?!=)\s*([^\n]+)$/gm;
const ALLOCATES = /^[\w.]+\.(?:allocate_tensor|get_tensor)\s*\(/;
const PART = /^\s*([\w.]+)\s*\.\s*partition_([A-Z])\s*\(\s*(\w+)/;
const LOCAL = /^\s*(?:cute\.)?local_partition\s*\(\s*(\w+)\s*,(.*)\)\s*$/s;
/** `cute.zipped_divide(s, (4,))`, and its piece `[(None,), tid]`. */
const PIECE =
  /^\s*(?:cute\.)?(?:zipped|logical|tiled|flat)_divide\s*\(\s*(?:target\s*=\s*)?(\w+)\s*,(.*)\)\s*(?:\[(.*)\]\s*)?$/s;
const CALL = /(?<![\w.])([A-Za-z_][\w.]*)\s*\(/g;
/** What makes nobody wait. */
const PLAIN =
  /^(?:range|min|max|abs|len|float|int|(?:cutlass\.)?range(?:_constexpr)?|cute\.(?:copy|autovec_copy|gemm|size|make_\w+|local_\w+|group_modes|slice_|math\.\w+|where|composition)|cutlass\.\w+|[\w.]+\.(?:to|load|store|fill|partition_[A-Z]|retile|get_slice|reduce))$/;

/** A part that a thread is handed, or the tile itself. */
interface Shared {
  readonly by: string | null;
  readonly tile: string;
  /** All pieces of the tile, of which a thread takes one by its number. */
  readonly isDivided?: true;
}

function sharedIn(code: string): ReadonlyMap<string, Shared> {
  const shared = new Map<string, Shared>();
  for (const [name, given] of givenIn(code)) {
    if (ALLOCATES.test(given)) shared.set(name, { by: null, tile: name });
    const part = partIn(given, shared) ?? shared.get(/^\s*(\w+)\[/.exec(given)?.[1] ?? '');
    if (part !== undefined) shared.set(name, part);
  }
  return shared;
}

/** What names are given, also several in one statement, `a, b = x, y`. */
const givenIn = (code: string): readonly (readonly [string, string])[] =>
  [...code.matchAll(GIVEN)].flatMap(([, left, right]) => {
    const names = left!.split(',').map((name) => name.trim());
    const items = names.length === 1 ? [right!] : argumentsAt(`(${right})`, 0).map(({ written }) => written);
    return items.length === names.length ? names.map((name, i) => [name, items[i]!.trim()] as const) : [];
  });

/** One of the pieces of a tile, by a name in its coordinate: `[(None,), tid]`. */
const pieceOf = ({ tile }: Shared, index: string): Shared | undefined => {
  const by = index.replace(/\s+/g, '');
  return /\bNone\b/.test(by) && /[A-Za-z_]/.test(by.replace(/\bNone\b/g, '')) ? { by, tile } : undefined;
};

function dividedIn(written: string, shared: ReadonlyMap<string, Shared>): Shared | undefined {
  const [, tile, , index] = PIECE.exec(written) ?? [];
  const of = shared.get(tile ?? '');
  if (of?.by !== null) return undefined;
  return index === undefined ? { ...of, isDivided: true } : pieceOf(of, index);
}

/**
 * `thread.partition_D(sX)`, `cute.local_partition(sX, layout, tidx)` and `cute.zipped_divide(sX, (4,))[(None,), tidx]` as they
 * are written.
 */
function partIn(written: string, shared: ReadonlyMap<string, Shared>): Shared | undefined {
  const divided = dividedIn(written, shared);
  if (divided !== undefined) return divided;
  const [, pieces, coordinate] = /^\s*(\w+)\[(.*)\]\s*$/s.exec(written) ?? [];
  const whole = shared.get(pieces ?? '');
  if (whole?.isDivided === true) return pieceOf(whole, coordinate!);
  const [, tiling, , tile] = PART.exec(written) ?? [];
  const [, local, layout] = LOCAL.exec(written) ?? [];
  const of = shared.get(tile ?? local ?? '');
  return of === undefined ? undefined : { by: tiling ?? layout!.replace(/\s+/g, ''), tile: of.tile };
}

/** The arguments of the calls of functions, as they are written. */
const argumentsOf = (code: string, name: RegExp): readonly (readonly string[])[] =>
  [...code.matchAll(name)].map(({ index, 0: head }) =>
    argumentsAt(code, index + head.length - 1)
      .map(({ written }) => written)
      .filter((written) => !/^\w+\s*=(?!=)/.test(written)),
  );

const NAMES = /\b(?!None\b)[A-Za-z_]\w*/g;
const COPY = /\bcute\.(?:copy|autovec_copy)\s*\(/g;
const GEMM = /\bcute\.gemm\s*\(/g;

/** The tiles of which something is read that other threads have copied. */
function readIn(part: string, code: string): readonly string[] {
  const shared = sharedIn(code);
  const of = (written: string | undefined): Shared | undefined =>
    written === undefined
      ? undefined
      : (partIn(written, shared) ?? shared.get(/^\s*(\w+)/.exec(written)?.[1] ?? ''));
  const writers = new Map<string, Shared>();
  for (const args of argumentsOf(code, COPY)) {
    const to = of(args.at(-1));
    if (to?.by != null) writers.set(to.tile, to);
  }
  const sources = [
    ...argumentsOf(part, COPY).map((args) => args.at(-2)),
    ...argumentsOf(part, GEMM).flatMap((args) => args.slice(2, 4)),
  ].flatMap((written) => of(written) ?? []);
  const copied = sources.filter(
    ({ by, tile }) => by !== null && writers.has(tile) && writers.get(tile)!.by !== by,
  );
  const elements = [...shared].filter(([name, { by, tile }]) => {
    if (by !== null || !writers.has(tile)) return false;
    const reads = part.matchAll(
      new RegExp(`(?<![\\w.])${escaped(name)}\\[([^\\]]*)\\](?!\\s*[-+*]?=(?!=))`, 'g'),
    );
    const own: readonly string[] = writers.get(tile)!.by!.match(NAMES) ?? [];
    return [...reads].some(
      ([, index]) => !/\bNone\b|:/.test(index!) && !(index!.match(NAMES) ?? []).some((n) => own.includes(n)),
    );
  });
  return [...copied, ...elements.map(([, element]) => element)].map(({ tile }) => tile);
}

const isPlain = (part: string): boolean => [...part.matchAll(CALL)].every(([, name]) => PLAIN.test(name!));

/** What is copied to parts of shared memory, with where the copy begins. */
function filledIn(part: string, code: string): readonly Filled[] {
  const shared = sharedIn(code);
  return [...part.matchAll(COPY)].flatMap(({ index }) => {
    const to = argumentsOf(part.slice(index), COPY)[0]?.at(-1);
    const of = shared.get(/^\s*(\w+)/.exec(to ?? '')?.[1] ?? '');
    return of?.by == null ? [] : [{ tile: of.tile, to: to!.trim(), start: index }];
  });
}

export const tilesOfDsl: TileReader = { synchronises: SYNCHRONISES, isPlain, readIn, filledIn };

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  if (around === null) return [];
  const { code, start } = around;
  // All threads come to what loops alone stand around.
  if (blocksOf.python(code, site.span.start - start).some(({ kind }) => kind !== 'loop')) return [];
  const behind = code.slice(site.span.end - start);
  const synchronises = behind.search(SYNCHRONISES);
  const part = synchronises < 0 ? behind : behind.slice(0, synchronises);
  const tile = isPlain(part) ? readIn(part, code)[0] : undefined;
  if (tile === undefined || model.neverRuns(site)) return [];
  const line = text.slice(text.lastIndexOf('\n', site.span.start) + 1, site.span.start);
  const end = site.span.end;
  const message = `each thread waits for its own copies, and reads of ${tile} what others copy: cute.arch.sync_threads() behind the wait`;
  const fixes =
    line.trim() === ''
      ? [
          {
            title: 'Add cute.arch.sync_threads()',
            span: { start: end, end },
            newText: `\n${line}cute.arch.sync_threads()`,
          },
        ]
      : [];
  return [{ span: site.span, message, fixes }];
}

/** Findings of `unordered-access` about tiles of CuTe DSL that nobody waits for together. */
export const checkUnsharedDsl = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'python' && mentions(context.text, 'cp_async_wait_group')
    ? pythonCallsBy(context.model, 'cp_async_wait_group').flatMap((site) => checkWait(site, context))
    : [];
