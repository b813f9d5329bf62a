// `local_partition` of a tensor by the threads of another mode than the one that its extent is of: the output (M, N) says which
// extent goes along which mode of the threads, whatever the tensors are called.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import { itemsOf, type Written, writtenExtents } from '../coordinates/tiles-of.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { nameFor, operandNamed } from './named-operands.ts';
import { COPIES, madeBy, sidesOf, tiledBy } from './storage/buffer-views.ts';

interface Part {
  readonly tensor: Site;
  readonly threads: string;
  readonly projection: Site;
  /** The modes of the threads that hand the tensor out. */
  readonly kept: readonly number[];
}

const partsIn = ({ model }: RuleContext, written: Written): ReadonlyMap<Scope, readonly Part[]> => {
  const byFunction = new Map<Scope, Part[]>();
  for (const { site, call } of callsOf(model, 'local_partition')) {
    const around = functionAround(site);
    const [tensor, threads, , projection] = ['target', 'tiler', 'index', 'proj'].map((name, i) =>
      argumentAt(call, i, name),
    );
    if (around === null || tensor === undefined || threads === undefined || projection === undefined)
      continue;
    const modes = knownValueOf(model, projection);
    if (!Array.isArray(modes) || modes.length !== 2) continue;
    const kept = (modes as readonly Value[]).flatMap((mode, i) => (mode instanceof Underscore ? [] : [i]));
    const part = { tensor, threads: written(threads), projection, kept };
    byFunction.set(around, [...(byFunction.get(around) ?? []), part]);
  }
  return byFunction;
};

/** The extents of a tile as its tiler has them: `Shape<bM, bN>{}`, `make_shape(m, n)`. */
function tileExtents(tile: Site, written: Written): readonly string[] | null {
  const call = writtenCall(tile);
  const tiler = call === null ? undefined : argumentAt(call, 1, 'tiler');
  if (call === null || tiler === undefined || argumentAt(call, 3, 'proj') !== undefined) return null;
  const items = itemsOf(tiler, written);
  if (items !== null) return items;
  const shape = /^(?:cute::)?Shape<([\w:,]+)>(?:\{\}|\(\))?$/.exec(
    written(initialiserOf(tiler) ?? tiler),
  )?.[1];
  return shape?.split(',') ?? null;
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
function tilesCopied({ model }: RuleContext, around: Scope): ReadonlyMap<number, ReadonlySet<Site>> {
  const found = new Map<number, Set<Site>>();
  for (const { site, call } of callsOf(model, ...COPIES)) {
    const sides = functionAround(site) === around ? sidesOf(call) : null;
    const [tile, memory] = sides === null ? [] : [tiledBy(sides.from), madeBy(sides.to)];
    if (tile == null || memory == null) continue;
    const at = memory.span.start;
    found.set(at, (found.get(at) ?? new Set()).add(tile));
  }
  return found;
}

/** Findings of `operand-projection` about parts of what threads share. */
export function checkSharedExtents(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (callsOf(model, 'local_partition').length === 0) return [];
  const dialect = model.dialect === 'python' ? 'python' : 'cpp';
  const code = codeOf(text, dialect);
  const written: Written = ({ span }) => code.slice(span.start, span.end).replace(/\s+/g, '');
  return [...partsIn(context, written)].flatMap(([around, parts]): readonly RuleFinding[] => {
    const whole = parts.filter(({ kept }) => kept.length === 2);
    const shared = parts.filter(({ kept }) => kept.length === 1);
    if (whole.length === 0 || shared.length === 0) return [];
    const tiles = tilesCopied(context, around);
    return shared.flatMap(({ tensor, threads, projection, kept }): readonly RuleFinding[] => {
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
  });
}
