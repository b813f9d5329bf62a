// Copies of CuTe DSL without the predicate that others of the same function have, from or to tiles that go beyond their tensor.

import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { settledValueOf } from '../../document/extents.ts';
import { callsOf, functionAround, initialiserOf, writtenCall } from '../../document/written-call.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import { tilingVerdict } from '../../values/tilings.ts';
import { operationVerdict } from '../../values/verdicts.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** What takes a part of a tensor, whose first argument that is. */
const PARTITION = /^partition_[SD]$/;
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
    else if (call !== null && PARTITION.test(call.name) && call.args[0] !== undefined) at = call.args[0];
    else return given;
  }
  return at;
}

/** The tilings of the file by tiles that do not divide, by what they come to. */
function roundedUp({ model }: RuleContext): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { site } of callsOf(model, ...DIVIDES)) {
    const evaluation = model.evaluate(site);
    const verdict = operationVerdict(evaluation);
    if (evaluation.value instanceof Tensor && verdict !== null && verdict.overTiling.length > 0)
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
  const part = call.args.slice(1, 3).find((arg) => {
    const value = settledValueOf(model, arg);
    return value instanceof Tensor && value.engine.space === 'gmem';
  });
  if (part === undefined || !isRoundedUp(tiledAt(part), context, tilings)) return [];
  if (isDecided(site) || model.neverRuns(site)) return [];
  const name = text.slice(part.span.start, part.span.end);
  const message = `the tiles of ${name} go beyond its tensor, and this copy has no predicate, as others here have`;
  return [{ span: site.span, message }];
}

export function checkUnpredicated(context: RuleContext): readonly RuleFinding[] {
  if (!/\bpred\s*=/.test(context.text)) return [];
  const copies = callsOf(context.model, 'copy').filter(({ site }) => site.dialect === 'python');
  const predicated = new Set(
    copies.flatMap(({ site, call }) => (call.keywords.has('pred') ? [functionAround(site)] : [])),
  );
  let known: ReadonlySet<string> | null = null;
  const tilings = (): ReadonlySet<string> => {
    known ??= roundedUp(context);
    return known;
  };
  return copies
    .filter(({ site, call }) => predicated.has(functionAround(site)) && call.keywords.size === 0)
    .flatMap((copy) => checkCopy(copy, context, tilings));
}
