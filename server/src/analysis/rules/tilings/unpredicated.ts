// Copies of CuTe DSL without the predicate that others of the same function have, from or to tiles that go beyond their tensor.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import { tilingVerdict } from '../../values/tilings.ts';
import { operationVerdict } from '../../values/verdicts.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** The tensor that a call takes a part of for each thread. */
function partitionedBy(call: WrittenCall | null): Site | undefined {
  const [, side] = (call !== null && /^partition_([SD])$/.exec(call.name)) || [];
  return side === undefined ? undefined : argumentAt(call!, 0, side === 'S' ? 'src' : 'dst');
}

const DIVIDES = ['zipped_divide', 'tiled_divide', 'flat_divide', 'logical_divide'] as const;

/** How many names and parts are followed. */
const MAXIMUM_DEPTH = 8;

/** The tile, or the tiled tensor that the function is handed, that a part is taken of. */
function tiledAt(site: Site): Site {
  let at = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const given = initialiserOf(at) ?? at;
    const call = writtenCall(given);
    if (call?.name === '[]') at = call.callee;
    else {
      const whole = partitionedBy(call);
      if (whole === undefined) return given;
      at = whole;
    }
  }
  return at;
}

const sizeOf = (value: Value | null): number | undefined =>
  value instanceof Tensor ? knownNumber(product(shapeOf(value.layout) as Shape)) : undefined;

/** The tilings of the file by tiles that do not divide, by what they come to. */
function roundedUp({ model }: RuleContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { site, call } of callsOf(model, ...DIVIDES)) {
    const evaluation = model.evaluate(site);
    const verdict = operationVerdict(evaluation);
    if (!(evaluation.value instanceof Tensor)) continue;
    const [has, of] = [
      sizeOf(evaluation.value),
      sizeOf(settledValueOf(model, argumentAt(call, 0, 'target'))),
    ];
    if ((verdict?.overTiling.length ?? 0) > 0 || (has !== undefined && of !== undefined && has > of))
      found.add(valueText(evaluation.value.layout as Value, styleOf(site.dialect)));
  }
  return found;
}

/** Whether a tile goes beyond its tensor in the last blocks. */
function isRoundedUp(tile: Site, { model }: RuleContext, tilings: () => ReadonlySet<string>): boolean {
  if (writtenCall(tile)?.name === 'local_tile')
    return (tilingVerdict(model.evaluate(tile))?.overTiling.length ?? 0) > 0;
  const value = settledValueOf(model, tile);
  return value instanceof Tensor && tilings().has(valueText(value.layout as Value, styleOf(tile.dialect)));
}

function checkCopy(
  { site, call }: CalledSite,
  context: RuleContext,
  tilings: () => ReadonlySet<string>,
): readonly RuleFinding[] {
  const { model, text } = context;
  const part = [argumentAt(call, 1, 'src'), argumentAt(call, 2, 'dst')].find((arg) => {
    const value = settledValueOf(model, arg);
    return value instanceof Tensor && value.engine.space === 'gmem';
  });
  if (part === undefined || !isRoundedUp(tiledAt(part), context, tilings)) return [];
  if (isDecided(site) || model.neverRuns(site)) return [];
  const name = text.slice(part.span.start, part.span.end);
  const message = `the tiles of ${name} go beyond its tensor, and this copy has no predicate, as others here have`;
  return [{ span: site.span, message }];
}

/** What every copy is given; a barrier or a mask of blocks is another one's. */
const OPERANDS: ReadonlySet<string> = new Set(['atom', 'src', 'dst']);

export function checkUnpredicated(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, /\bpred\s*=/)) return [];
  const copies = callsOf(context.model, 'copy').filter(({ site }) => site.dialect === 'python');
  const predicated = new Set(
    copies.flatMap(({ site, call }) => (call.keywords.has('pred') ? [functionAround(site)] : [])),
  );
  let known: ReadonlySet<string> | null = null;
  const tilings = (): ReadonlySet<string> => {
    known ??= roundedUp(context);
    return known;
  };
  const isPlain = ({ keywords }: WrittenCall): boolean =>
    [...keywords.keys()].every((name) => OPERANDS.has(name));
  return copies
    .filter(({ site, call }) => predicated.has(functionAround(site)) && isPlain(call))
    .flatMap((copy) => checkCopy(copy, context, tilings));
}
