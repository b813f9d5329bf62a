// Accesses to global memory in which the lanes of a warp fetch a sector each for less than it holds.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { type Access, isByLane } from '../../accesses/access.ts';
import { type SectorCost, sectorCosts } from '../../accesses/global.ts';
import { accessesAt, accessesOfValues } from '../../document/thread-slices.ts';
import { writtenCall } from '../../document/written/call.ts';
import { checkedElements } from '../../indexing/elements-by-unit.ts';
import type { LaneContext } from '../../indexing/lanes.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkTritonLanes } from '../triton/strided-lanes.ts';
import { isAddressed } from './lanes/element-conflict.ts';
import { elementCosts, hasNeighbours, pointerCosts } from './lanes/element-sectors.ts';
import { isPieceCopy } from './lanes/piece-bytes.ts';
import { pieceCosts } from './lanes/piece-sectors.ts';

/** So many times the sectors that would do: where lanes follow one another, and where they do not. */
const [WASTEFUL, WASTEFUL_ACROSS] = [4, 2];
/** So many times the lines, where lanes do not follow one another: then each part of a warp fetches sectors of its own. */
const WASTEFUL_LINES = 4;
const SECTORS_PER_LINE = 4;

const fewestLines = ({ fewest }: SectorCost): number => Math.ceil(fewest / SECTORS_PER_LINE);

const isWasteful = (cost: SectorCost): boolean =>
  cost.sectors >= (cost.isInOrder ? WASTEFUL : WASTEFUL_ACROSS) * cost.fewest ||
  (!cost.isInOrder && cost.lines >= WASTEFUL_LINES * fewestLines(cost));

function costText(cost: SectorCost): string {
  const { sectors, fewest, lines, isSupposed } = cost;
  const fetched =
    sectors > fewest
      ? `${sectors} sectors where ${fewest} would hold its elements`
      : `sectors of ${lines} lines where ${fewestLines(cost)} would hold its elements`;
  return `a warp fetches ${fetched}${isSupposed ? ', if run-time strides are long' : ''}`;
}

const ADVICE_OF_POINTERS =
  'the rounds of the loop go through neighbours, which the lanes should do in each round';
const ADVICE = 'let lanes follow one another along the mode of stride 1';

/** What is told of an access of consecutive lanes to what is written so; nothing where it is no waste, or never made. */
function wastes(access: Access, site: Site, written: string, { model }: RuleContext): readonly RuleFinding[] {
  const { space, argument, share, instruction, side } = access;
  // Matrices are shared memory's.
  if (instruction.matrices !== undefined || space !== 'gmem' || argument === null) return [];
  if (!isByLane(share, site.dialect)) return [];
  const costs = sectorCosts(access);
  const [cost] = costs;
  if (cost === undefined || !costs.every(isWasteful) || !hasNeighbours(innermostLayout(share.data)))
    return [];
  if (model.neverRuns(site)) return [];
  const does = side === 'S' ? 'reading' : 'writing';
  return [{ span: site.valueSpan ?? site.span, message: `${does} ${written}, ${costText(cost)}: ${ADVICE}` }];
}

const checkSite = ({ site, evaluation }: EvaluatedSite, context: RuleContext): readonly RuleFinding[] =>
  accessesAt(site, evaluation, context).flatMap((access) =>
    wastes(access, site, evaluation.origin?.args[access.argument!]?.text ?? 'the tensor', context),
  );

/** `part.load()` and `part.store(values)` of what the threads of CuTe DSL take by their numbers. */
const checkCall = ({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] =>
  accessesOfValues(site, call, context).flatMap((access) => {
    const { start, end } = call.object!.span;
    return wastes(access, site, context.text.slice(start, end), context);
  });

function checkElement(site: Site, lanes: LaneContext, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  if (call === null) return [];
  const isOfTensor = site.dialect === 'python' || mentions(text, 'make_gmem_ptr');
  const ofTensor = isOfTensor ? elementCosts(lanes, site, call.callee, call.args) : [];
  // Where a pointer begins in a sector is not known.
  const costs =
    ofTensor.length > 0 ? ofTensor : pointerCosts(lanes, site).map((cost) => ({ ...cost, isInOrder: true }));
  const [cost] = costs;
  if (cost === undefined || !costs.every(isWasteful)) return [];
  if (isAddressed(text, site.span.start) || model.neverRuns(site)) return [];
  const written = text.slice(site.span.start, site.span.end);
  const advice = ofTensor.length > 0 ? ADVICE : ADVICE_OF_POINTERS;
  return [{ span: site.span, message: `accessing ${written}, ${costText(cost)}: ${advice}` }];
}

/** What is told of the sides of a copy that each lane takes at a place of its own, other than by the number of the thread alone. */
const checkPiece = (site: Site, lanes: LaneContext, context: RuleContext): readonly RuleFinding[] =>
  (accessesAt(site, context.model.evaluate(site), context).length > 0
    ? []
    : pieceCosts(site, lanes, context)
  ).flatMap(({ piece: { span }, cost }) =>
    isWasteful(cost) && !context.model.neverRuns(site)
      ? [
          {
            span,
            message: `copying ${context.text.slice(span.start, span.end)}, ${costText(cost)}: ${ADVICE}`,
          },
        ]
      : [],
  );

const checkElements = checkedElements(checkElement);
const checkPieces = checkedElements(checkPiece, isPieceCopy);

const checkDocument = (context: RuleContext): readonly RuleFinding[] => [
  ...((mentions(context.text, 'threadIdx') && mentions(context.text, /make_gmem_ptr|__global__/)) ||
  mentions(context.text, /\bthread_idx\b/)
    ? [...checkElements(context), ...checkPieces(context)]
    : []),
  ...checkTritonLanes(context),
];

export const uncoalesced: Rule = {
  id: 'uncoalesced',
  severity: 'information',
  title: 'Lanes across the rows of global memory',
  isToldByDefault: true,
  checkSite,
  checkCall,
  checkDocument,
};
