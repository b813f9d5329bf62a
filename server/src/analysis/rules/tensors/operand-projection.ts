// `local_tile` of an operand with the Step of another one.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { Value } from '../../../evaluate/model/value.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { COPIES, sidesOf } from '../../document/written/copies.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkExchangedModes } from './exchanged-modes.ts';
import { checkExchangedTiles } from './exchanged-tiles.ts';
import { LACKS, MODES, nameFor, operandNamed } from './named-operands.ts';
import { checkScaleLayouts } from './scale-layouts.ts';
import { checkSharedExtents } from './shared-extents.ts';
import { madeBy, tiledBy } from './storage/buffer-views.ts';

interface Projected {
  readonly name: string;
  readonly operand: string;
  readonly written: Site;
  readonly projection: readonly Value[];
}

/** `local_partition(sA, threads, threadIdx.x, Step<_1, X>{})` of threads (M,N), of which those along N share the rows of A. */
function ofThreads(
  { name, operand, written, projection }: Projected,
  dialect: Site['dialect'],
): readonly RuleFinding[] {
  const left = projection.flatMap((v, i) => (v instanceof Underscore ? [i] : []));
  const lacks = [0, 1].filter((i) => i === LACKS[operand]);
  // What A and B have both modes of is copied.
  if (left.length === 2 || left.join() === lacks.join() || (left.length === 0 && lacks.length === 1))
    return [];
  const [taken, own] = [left, lacks].map((without) =>
    MODES.slice(0, 2).filter((_, i) => !without.includes(i)),
  );
  const right =
    dialect === 'python'
      ? `(${[0, 1].map((i) => (lacks.includes(i) ? 'None' : '1')).join(', ')})`
      : `Step<${[0, 1].map((i) => (lacks.includes(i) ? 'X' : '_1')).join(', ')}>{}`;
  return [
    {
      span: written.span,
      message: `${name} is shared by the threads along ${taken!.join(' and ')}, where those along ${own!.join(' and ')} have other elements of ${operand}: ${right}`,
      fixes: [{ title: `Write ${right}`, span: written.span, newText: right }],
    },
  ];
}

/** The operand that a tile becomes: it is copied to memory that is partitioned as one alone. */
function operandCopied(tile: Site, { model }: Pick<RuleContext, 'model'>): string | null {
  const around = functionAround(tile);
  const isOwn = ({ site }: CalledSite): boolean => functionAround(site) === around;
  const start = tile.span.start;
  const memory = callsOf(model, ...COPIES)
    .filter(isOwn)
    .flatMap(({ call }) => sidesOf(call) ?? [])
    .filter(({ from }) => tiledBy(from)?.span.start === start)
    .map(({ to }) => madeBy(to)?.span.start);
  const [first, ...others] = new Set(memory);
  if (first === undefined || others.length > 0) return null;
  const operands = ['A', 'B'].filter((operand) =>
    callsOf(model, `partition_${operand}`)
      .filter(isOwn)
      .some(({ call }) => call.args[0] !== undefined && madeBy(call.args[0])?.span.start === first),
  );
  return operands.length === 1 ? operands[0]! : null;
}

function checkCall({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!/^local_(?:tile|partition)$/.test(call.name)) return [];
  const [tensor, written] = [
    argumentAt(call, 0, call.name === 'local_tile' ? 'input' : 'target'),
    argumentAt(call, 3, 'proj'),
  ];
  const given = tensor === undefined ? '' : text.slice(tensor.span.start, tensor.span.end);
  const name = nameFor(given, text, site.span.start);
  const projection = knownValueOf(model, written);
  const operand = operandNamed(name) ?? (Array.isArray(projection) ? operandCopied(site, context) : null);
  if (operand === null || written === undefined || !Array.isArray(projection)) return [];
  if (projection.length === 2 && call.name === 'local_partition')
    return ofThreads({ name, operand, written, projection: projection as readonly Value[] }, site.dialect);
  if (projection.length !== 3) return [];
  const missing = (projection as readonly Value[]).flatMap((v, i) => (v instanceof Underscore ? [i] : []));
  const [left] = missing;
  const lacks = LACKS[operand]!;
  if (left === undefined || missing.length > 1 || left === lacks) return [];
  const taken = MODES.filter((_, i) => i !== left).join(' and ');
  const own = MODES.filter((_, i) => i !== lacks).join(' and ');
  const right =
    site.dialect === 'python'
      ? `(${MODES.map((_, i) => (i === lacks ? 'None' : '1')).join(', ')})`
      : `Step<${MODES.map((_, i) => (i === lacks ? 'X' : '_1')).join(', ')}>{}`;
  return [
    {
      span: written.span,
      message: `${name} is tiled by ${taken}, where ${operand} has ${own}: ${right}`,
      fixes: [{ title: `Write ${right}`, span: written.span, newText: right }],
    },
  ];
}

export const operandProjection: Rule = {
  id: 'operand-projection',
  severity: 'warning',
  title: 'The Step of another operand',
  checkCall,
  checkDocument: (context) => [
    ...checkExchangedModes(context),
    ...checkExchangedTiles(context),
    ...checkScaleLayouts(context),
    ...checkSharedExtents(context),
  ],
};
