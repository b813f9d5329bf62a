import { isFailure } from '../../../algebra/integer/failure.ts';
import { atomOf } from '../../../evaluate/cute/algorithms/copying.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { instructionText } from '../../../hardware/memory/instruction.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { type Access, accessToPart, isByLane } from '../../accesses/access.ts';
import { collisionText, costsOf, costText } from '../../accesses/shared.ts';
import { knownValueOf } from '../../document/extents.ts';
import { accessesAt, accessesOfValues } from '../../document/thread-slices.ts';
import { writtenCall } from '../../document/written/call.ts';
import { placeholderAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { checkedElements } from '../../indexing/elements-by-unit.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { sharedConflicts } from '../triton/shared-conflicts.ts';
import { conflictOfElement } from './lanes/element-conflict.ts';
import { isPieceCopy } from './lanes/piece-bytes.ts';
import { conflictOfPieces } from './lanes/piece-conflict.ts';

/** What is wrong with an access in every instruction that may be made of it; null where one of them has no conflict. */
function conflictText(access: Access, site: Site): string | null {
  const { space, argument, share } = access;
  if (space !== 'smem' || argument === null || !isByLane(share, site.dialect)) return null;
  const costs = costsOf(access);
  if (isFailure(costs) || costs.some(({ everywhere }) => everywhere === 0)) return null;
  const [cost] = costs;
  if (cost === undefined || cost.worst === null) return null;
  return `each ${instructionText(cost.instruction)} takes ${costText(cost)}: ${collisionText(cost.worst)}`;
}

/** What is told of an access to what is written so; nothing where it is never made. */
function conflicts(
  access: Access,
  site: Site,
  written: string,
  { model }: RuleContext,
): readonly RuleFinding[] {
  const text = conflictText(access, site);
  if (text === null || model.neverRuns(site)) return [];
  const side = access.side === 'S' ? 'reading' : 'writing';
  return [{ span: site.valueSpan ?? site.span, message: `bank conflicts ${side} ${written}: ${text}` }];
}

const checkSite = ({ site, evaluation }: EvaluatedSite, context: RuleContext): readonly RuleFinding[] =>
  accessesAt(site, evaluation, context).flatMap((access) =>
    conflicts(access, site, evaluation.origin?.args[access.argument!]?.text ?? '', context),
  );

/** What a slice by the counter of a loop of the compiler's, `tAsA[None, None, k]`, is a slice of; null for others. */
function slicedBy(model: DocumentModel, given: Site): Tensor | null {
  if (knownValueOf(model, given) instanceof Tensor) return null;
  const call = writtenCall(initialiserOf(given) ?? given);
  const [first] = call?.args ?? [];
  if (call?.name !== '[]' || first === undefined || placeholderAt(first) === null) return null;
  const whole = knownValueOf(model, call.callee);
  return whole instanceof Tensor ? whole : null;
}

/** Copies of slices that nobody knows by tensors that are known: what lanes collide in is the same in each of them. */
function checkSlices({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'copy' || call.args.length !== 3) return [];
  const { model, text } = context;
  const [by, ...tensors] = call.args;
  const atom = atomOf(knownValueOf(model, by) ?? undefined);
  if (atom === null) return [];
  return tensors.flatMap((given, i) => {
    const whole = slicedBy(model, given);
    const accesses = whole === null ? [] : accessToPart(atom, whole, i === 0 ? 'S' : 'D', i + 1);
    const written = text.slice(given.span.start, given.span.end);
    return accesses.flatMap((access) => conflicts(access, site, written, context));
  });
}

/** `part.load()` and `part.store(values)` of what the threads of CuTe DSL take by their numbers. */
const checkValues = ({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] =>
  accessesOfValues(site, call, context).flatMap((access) => {
    const { start, end } = call.object!.span;
    return conflicts(access, site, context.text.slice(start, end), context);
  });

const checkElements = checkedElements(conflictOfElement);
const checkPieces = checkedElements(conflictOfPieces, isPieceCopy);

const checkDocument = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /threadIdx|thread_idx|lane_idx/) && mentions(context.text, /smem|shared/i)
    ? [...checkElements(context), ...checkPieces(context)]
    : [];

export const bankConflict: Rule = {
  id: 'bank-conflict',
  severity: 'warning',
  title: 'Bank conflicts in shared memory',
  checkSite,
  checkCall: (called, context) => [
    ...sharedConflicts(called, context),
    ...checkSlices(called, context),
    ...checkValues(called, context),
  ],
  checkDocument,
};
