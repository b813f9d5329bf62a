// The stages that a pipeline counts through: `slot.index` of `slot = producer.acquire_and_advance()` in CuTe DSL,
// `state.index()` of a `PipelineState<Stages>` in C++. `slot.count` goes on counting.

import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../document/written/declarations.ts';
import { itemsAt, memberAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf, itemOf } from '../../document/written/names.ts';
import { writtenIn } from '../../document/written/source-text.ts';
import { reachingValue } from '../../tiles/reaching.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { gemmCalls } from '../products/gemm-calls.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

type Model = Pick<DocumentModel, 'evaluate'>;

/** What a producer or consumer is asked for the next stage by. */
const ACQUIRES = /^(?:acquire|wait)(?:_and_advance)?$/;

/** What the name, or the name that a part of it is given to, was given. */
const givenTo = (site: Site): Site | null => initialiserOf(site) ?? itemOf(site)?.of ?? null;

/** The call that acquired a stage, `slot` of `slot.index`. */
function acquiredBy(slot: Site): WrittenCall | null {
  const given = initialiserOf(slot) ?? reachingValue(slot);
  const call = given === null ? null : writtenCall(given);
  return call !== null && call.object !== null && ACQUIRES.test(call.name) ? call : null;
}

/** The call of `create` that a pipeline, its producer or its consumer comes from. */
function createdBy(participant: Site, depth = 0): WrittenCall | null {
  const call = depth > 4 ? null : writtenCall(givenTo(participant) ?? participant);
  if (call?.name === 'create') return call;
  const isPart = call?.object != null && /^make_(?:participants|producer|consumer)$/.test(call.name);
  return isPart ? createdBy(call.object!, depth + 1) : null;
}

/** The number of stages of `slot.index`; null for what is no such thing. */
function stagesOfSlot(model: Model, site: Site): number | null {
  const member = memberAt(site);
  const acquired = member?.name === 'index' ? acquiredBy(member.object) : null;
  const created = acquired === null ? null : createdBy(acquired.object!);
  return settledNumberAt(model, created?.keywords.get('num_stages')) ?? null;
}

/** The number of stages of `state.index()`, where its type says it. */
function stagesOfState(model: Model, site: Site): number | null {
  const call = writtenCall(site);
  const state = call?.name === 'index' && call.args.length === 0 ? call.object : null;
  if (!(state instanceof PlacedSite) || state.node.kind !== 'expression' || state.node.expr.kind !== 'name')
    return null;
  const [declared, ...others] = declarationsOf(state, state.node.expr.name);
  const type = declared?.type;
  if (others.length > 0 || type?.kind !== 'template' || type.args.length === 0) return null;
  const { target } = type;
  const name = target.kind === 'name' ? target.name : target.kind === 'qualified' ? target.name.name : '';
  return name === 'PipelineState' ? (settledNumberAt(model, siteOf(state, type.args[0]!)) ?? null) : null;
}

/** How many stages an index of a pipeline counts through; null for other coordinates. */
export const stagesAt = (model: Model, site: Site): number | null =>
  site.dialect === 'python' ? stagesOfSlot(model, site) : stagesOfState(model, site);

/** The coordinates of a slice of Python, `t[None, k]` and `t[(None, k)]`, also by a name. */
function coordinatesOf(slice: Site): readonly Site[] {
  const call = writtenCall(initialiserOf(slice) ?? slice);
  if (call?.name !== '[]') return [];
  const [only] = call.args;
  if (call.args.length !== 1) return call.args;
  return itemsAt(initialiserOf(only!) ?? only!) ?? call.args;
}

const countAt = (coordinate: Site): WrittenCall | null => {
  const member = memberAt(coordinate);
  return member?.name === 'count' ? acquiredBy(member.object) : null;
};

/** Tensors that are in shared memory by what is done with them: a copy reports to a barrier, an instruction reads them. */
function stagedTensors(context: RuleContext): readonly Site[] {
  const copied = callsOf(context.model, 'copy').flatMap(({ call }) =>
    call.keywords.has('tma_bar_ptr') ? call.args.slice(2, 3) : [],
  );
  const multiplied = gemmCalls(context).flatMap(({ call }) => call.args.slice(2, 4));
  return [...copied, ...multiplied];
}

/** Findings of `coordinate-range` about `slot.count` as the stage of a buffer. */
export function checkCounts(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, '.count')) return [];
  const written = writtenIn(text);
  return stagedTensors(context).flatMap((tensor) =>
    coordinatesOf(tensor)
      .slice(-1)
      .flatMap((coordinate): readonly RuleFinding[] => {
        if (countAt(coordinate) === null || model.neverRuns(coordinate)) return [];
        const { object } = memberAt(coordinate)!;
        const right = `${written(object)}.index`;
        const message = `${written(coordinate)} counts on, also behind the last stage: the stage is ${right}`;
        const fixes = [{ title: `Write ${right}`, span: coordinate.span, newText: right }];
        return [{ span: coordinate.span, message, fixes }];
      }),
  );
}
