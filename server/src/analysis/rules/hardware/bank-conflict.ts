import { isFailure } from '../../../algebra/integer/failure.ts';
import { instructionText } from '../../../hardware/memory/instruction.ts';
import { type Access, accessesOf, isByLane } from '../../accesses/access.ts';
import { collisionText, costsOf, costText } from '../../accesses/shared.ts';
import { isThreadIndex } from '../../document/thread-index.ts';
import { argumentAt, initialiserOf, isElement, writtenCall } from '../../document/written-call.ts';
import { blockAround } from '../../indexing/thread-block.ts';
import type { CheckUnit, Site } from '../../values/model.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { conflictOfElement } from './element-conflict.ts';

/** `local_partition` of Python by the number of the thread, which has no name among values. */
function isPartitionByThread({ share, argument }: Access, site: Site, text: string): boolean {
  const call = share.part === null && site.dialect === 'python' ? writtenCall(site) : null;
  const given = call?.args[argument ?? -1];
  const partition = given === undefined ? null : writtenCall(initialiserOf(given) ?? given);
  const index = partition?.name === 'local_partition' ? argumentAt(partition, 2, 'index') : undefined;
  return index !== undefined && isThreadIndex(index, text);
}

/** What is wrong with an access in every instruction that may be made of it; null where one of them has no conflict. */
function conflictText(access: Access, site: Site, text: string): string | null {
  const { space, argument, share } = access;
  if (space !== 'smem' || argument === null) return null;
  if (!isByLane(share, site.dialect) && !isPartitionByThread(access, site, text)) return null;
  const costs = costsOf(access);
  if (isFailure(costs) || costs.some(({ everywhere }) => everywhere === 0)) return null;
  const [cost] = costs;
  if (cost === undefined || cost.worst === null) return null;
  return `each ${instructionText(cost.instruction)} takes ${costText(cost)}: ${collisionText(cost.worst)}`;
}

function checkSite(
  { site, evaluation }: EvaluatedSite,
  { model, text: source }: RuleContext,
): readonly RuleFinding[] {
  return accessesOf(evaluation).flatMap((access) => {
    const text = conflictText(access, site, source);
    if (text === null || model.neverRuns(site)) return [];
    const written = evaluation.origin?.args[access.argument!]?.text ?? '';
    const side = access.side === 'S' ? 'reading' : 'writing';
    return [{ span: site.valueSpan ?? site.span, message: `bank conflicts ${side} ${written}: ${text}` }];
  });
}

/** The elements of a check unit by the functions that they are in, and what was found of them, in its own offsets. */
interface Elements {
  readonly revision: number;
  readonly functions: readonly (readonly Site[])[];
  readonly blocks: string;
  readonly found: readonly RuleFinding[];
}

const known = new WeakMap<object, Elements>();

function elementsByFunction(sites: readonly Site[]): readonly (readonly Site[])[] {
  const functions = new Map<object, Site[]>();
  for (const site of sites) {
    if (site.within === null || !isElement(site)) continue;
    const elements = functions.get(site.within);
    if (elements === undefined) functions.set(site.within, [site]);
    else elements.push(site);
  }
  return [...functions.values()];
}

/** What a thread's number is rests on loops and launches that stand elsewhere. */
function elementsIn({ key, revision, kept, sites }: CheckUnit, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const before = known.get(key);
  const isSame = before?.revision === revision;
  const functions = isSame ? before.functions : elementsByFunction(sites);
  const blockOf = ([first]: readonly Site[]) => blockAround(context, first!);
  const blocks = functions.map((elements) => blockOf(elements)?.join() ?? '').join(' ');
  if (isSame && before.blocks === blocks) return before.found;
  const found = (isSame ? elementsByFunction(sites) : functions).flatMap((elements) => {
    const lanes = { model, text, block: blockOf(elements) };
    return elements.flatMap((site) => conflictOfElement(site, lanes, context));
  });
  const inUnit = found.map((finding) => ({ ...finding, span: kept(finding.span) }));
  known.set(key, { revision, functions, blocks, found: inUnit });
  return inUnit;
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  if (!/threadIdx|thread_idx|lane_idx/.test(context.text)) return [];
  return [...context.model.checkUnits()].flatMap((unit) =>
    elementsIn(unit, context).map((finding) => ({ ...finding, span: unit.placed(finding.span) })),
  );
}

export const bankConflict: Rule = {
  id: 'bank-conflict',
  severity: 'warning',
  title: 'Bank conflicts in shared memory',
  description:
    'Lanes of a warp access different words of one bank of shared memory, one after the other, in every access of the copy, or for an element that each of them takes by its number. A swizzle or a padding of the layout, or another copy atom, spreads them over the banks.',
  checkSite,
  checkDocument,
};
