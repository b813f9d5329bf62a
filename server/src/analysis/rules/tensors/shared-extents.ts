// `local_partition` of a tensor by the threads of another mode than the one that its extent is of, and `local_tile` by the Step of
// another operand: the output (M, N) says which extent goes along which mode, whatever the tensors are called.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../frontends/common/lists.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { type CallAt, callsIn } from '../../document/written/calls-by-name.ts';
import { COPIES, sidesOf } from '../../document/written/copies.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import { keptByUnit } from '../../values/check-unit-memo.ts';
import type { Site } from '../../values/model.ts';
import { tilerItems, writtenExtents } from '../coordinates/tiles-of.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { nameFor, operandNamed } from './named-operands.ts';
import { madeBy, tiledBy } from './storage/buffer-views.ts';

interface Part {
  readonly tensor: Site;
  /** The threads, or the tiler. */
  readonly threads: string;
  readonly projection: Site;
  /** The modes of the threads, or of the tiler, that the tensor has. */
  readonly kept: readonly number[];
  /** How many there are. */
  readonly rank: number;
}

const partsIn = (
  calls: readonly CallAt[],
  { model }: RuleContext,
  written: Written,
): ReadonlyMap<Scope, readonly Part[]> => {
  const byFunction = new Map<Scope, Part[]>();
  for (const { site, call } of calls) {
    const around = functionAround(site);
    const [tensor, threads, , projection] = [
      call.name === 'local_tile' ? 'input' : 'target',
      'tiler',
      '',
      'proj',
    ].map((name, i) => argumentAt(call, i, name));
    if (around === null || tensor === undefined || threads === undefined || projection === undefined)
      continue;
    const modes = knownValueOf(model, projection);
    if (!Array.isArray(modes) || modes.length !== (call.name === 'local_tile' ? 3 : 2)) continue;
    const kept = (modes as readonly Value[]).flatMap((mode, i) => (mode instanceof Underscore ? [] : [i]));
    addTo(byFunction, around, { tensor, threads: written(threads), projection, kept, rank: modes.length });
  }
  return byFunction;
};

/** The extents of a tile as its tiler has them: `Shape<bM, bN>{}`, `make_shape(m, n)`. */
function tileExtents(tile: Site, written: Written): readonly string[] | null {
  const call = writtenCall(tile);
  const tiler = call === null ? undefined : argumentAt(call, 1, 'tiler');
  if (call === null || tiler === undefined || argumentAt(call, 3, 'proj') !== undefined) return null;
  return tilerItems(tiler, written);
}

const plain = (extent: string): string => extent.replace(/^(?:cute::)?|(?:\{\}|\(\))$/g, '');

/** Those of a tensor, or of the one tile that is copied to it. */
function extentsOf(tensor: Site, tiles: ReadonlyMap<number, ReadonlySet<Site>>, written: Written) {
  const tile = tiledBy(tensor);
  const own = tile === null ? writtenExtents(tensor, written) : tileExtents(tile, written);
  if (own !== null) return own.map(plain);
  const copied = [...(tiles.get(madeBy(tensor)?.span.start ?? -1) ?? [])];
  const [first, ...others] = copied.map((each) => tileExtents(each, written)?.map(plain));
  return first === undefined || others.some((each) => each?.join() !== first.join()) ? null : first;
}

/** The tiles that a function copies to memory, by where the tensor of that is made. */
function tilesCopied(sites: readonly Site[], around: Scope): ReadonlyMap<number, ReadonlySet<Site>> {
  const found = new Map<number, Set<Site>>();
  for (const { site, call } of callsIn(sites, COPIES)) {
    const sides = functionAround(site) === around ? sidesOf(call) : null;
    const [tile, memory] = sides === null ? [] : [tiledBy(sides.from), madeBy(sides.to)];
    if (tile == null || memory == null) continue;
    const at = memory.span.start;
    found.set(at, (found.get(at) ?? new Set()).add(tile));
  }
  return found;
}

/** `Step<_1, X, _1>` and `Step<X, _1, _1>` of a tiler (M,N,K), with the mode of the output that each goes along. */
const STEPS: readonly (readonly [kept: string, along: 0 | 1])[] = [
  ['0,2', 0],
  ['1,2', 1],
];

/** Whether an operand has the extent of the output along the mode that it is cut by. */
function goesAlong({ tensor, kept, rank }: Part, modes: readonly string[], written: Written): boolean {
  const along = STEPS.find(([step]) => step === kept.join())?.[1];
  const [extent] = writtenExtents(tensor, written)?.map(plain) ?? [];
  return rank === 3 && along !== undefined && modes[along] === extent;
}

/** Tensors that a tiler (M,N,K) cuts by another mode than that of their extent. */
function checkTiles(parts: readonly Part[], written: Written, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const outputs = parts.filter(({ kept, rank }) => rank === 3 && kept.join() === '0,1');
  if (outputs.length === 0) return [];
  return parts.flatMap(({ tensor, threads: tiler, projection, kept, rank }): readonly RuleFinding[] => {
    const along = STEPS.find(([step]) => step === kept.join())?.[1];
    const name = written(tensor);
    if (rank !== 3 || along === undefined) return [];
    if (operandNamed(nameFor(name, text, projection.span.start)) !== null) return [];
    const own = outputs.filter((part) => part.threads === tiler);
    const all = new Set(
      own.map((part) => writtenExtents(part.tensor, written)?.map(plain).slice(0, 2).join()),
    );
    const [output] = all;
    const [extent] = writtenExtents(tensor, written)?.map(plain) ?? [];
    const modes = output?.split(',') ?? [];
    if (all.size !== 1 || modes.length !== 2 || modes[0] === modes[1] || modes[1 - along] !== extent)
      return [];
    // The output is the one whose modes are exchanged, where no operand goes along them.
    if (!parts.some((part) => part.threads === tiler && goesAlong(part, modes, written))) return [];
    if (model.neverRuns(projection)) return [];
    const steps = model.dialect === 'python' ? ['1', 'None'] : ['_1', 'X'];
    const [kept1, left] = steps as [string, string];
    const items = (along === 0 ? [left, kept1, kept1] : [kept1, left, kept1]).join(', ');
    const right = model.dialect === 'python' ? `(${items})` : `Step<${items}>{}`;
    const message = `${name} is tiled along mode ${along} of the tiler, along which the output has the extent ${modes[along]}: that of ${name} is ${extent}, which goes along mode ${1 - along}: ${right}`;
    const { span } = projection;
    return [{ span, message, fixes: [{ title: `Write ${right}`, span, newText: right }] }];
  });
}

/** Findings of `operand-projection` about parts of what threads share. */
export const checkSharedExtents = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
  const { model, text } = context;
  const calls = callsIn(sites, ['local_partition', 'local_tile']);
  if (calls.length === 0) return [];
  const dialect = model.dialect === 'python' ? 'python' : 'cpp';
  const code = codeOf(text, dialect);
  const written = compactIn(code);
  return [...partsIn(calls, context, written)].flatMap(([around, parts]): readonly RuleFinding[] => {
    const tiled = checkTiles(parts, written, context);
    const whole = parts.filter(({ kept, rank }) => rank === 2 && kept.length === 2);
    const shared = parts.filter(({ kept, rank }) => rank === 2 && kept.length === 1);
    if (whole.length === 0 || shared.length === 0) return tiled;
    const tiles = tilesCopied(sites, around);
    const handed = shared.flatMap(({ tensor, threads, projection, kept }): readonly RuleFinding[] => {
      const name = written(tensor);
      // What its name says is told without the extents.
      if (operandNamed(nameFor(name, text, projection.span.start)) !== null) return [];
      const outputs = whole.filter((part) => part.threads === threads);
      const all = new Set(outputs.map((part) => extentsOf(part.tensor, tiles, written)?.slice(0, 2).join()));
      const [output] = all;
      const [extent] = extentsOf(tensor, tiles, written) ?? [];
      if (all.size !== 1 || output === undefined || extent === undefined) return [];
      const modes = output.split(',');
      const [mode] = kept;
      if (modes.length !== 2 || modes[0] === modes[1] || modes[1 - mode!] !== extent) return [];
      if (model.neverRuns(projection)) return [];
      const steps = dialect === 'python' ? ['1', 'None'] : ['_1', 'X'];
      const items = (mode === 0 ? [...steps].reverse() : steps).join(', ');
      const right = dialect === 'python' ? `(${items})` : `Step<${items}>{}`;
      const message = `${name} is handed out by mode ${mode} of the threads, along which the output has the extent ${modes[mode!]}: that of ${name} is ${extent}, which goes along mode ${1 - mode!}: ${right}`;
      return [
        {
          span: projection.span,
          message,
          fixes: [{ title: `Write ${right}`, span: projection.span, newText: right }],
        },
      ];
    });
    return [...tiled, ...handed];
  });
});
