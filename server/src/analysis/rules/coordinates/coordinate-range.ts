// Coordinates beyond the extents of a tensor: constants, and what a loop or a ring of stages counts to.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, otherStrideOf, type Shape, Underscore } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import { TritonTensor } from '../../../hardware/triton/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { extentsOf, knownValueOf, settledNumberAt, settledValueOf, sliceOf } from '../../document/extents.ts';
import { isInLoop } from '../../document/written/around.ts';
import { calledName, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { coordinatesOf } from '../../document/written/coordinates.ts';
import { isCounting } from '../../document/written/counting.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { isOfKnownThreads, threadsAt } from '../../indexing/conditions-of-threads.ts';
import { extremesOf, ringOf } from '../../indexing/largest.ts';
import { isDecided, leastLastRoundAt } from '../../indexing/rounds.ts';
import { blockAround } from '../../indexing/thread-block.ts';
import { keptByUnit } from '../../values/check-unit-memo.ts';
import { alsoByDefault } from '../../values/default-view.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { tilesOf, tilingOf } from '../../values/tilings.ts';
import { operationName } from '../../values/verdicts.ts';
import { checkBlocks } from '../products/gemm-blocks.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { beyond } from './beyond.ts';
import { checkDescending } from './descending.ts';
import { checkDivisionSlices } from './division-slices.ts';
import { checkElementSteps, checkElementTiles } from './element-tiles.ts';
import { checkGridSlice, checkGrids } from './grid-range.ts';
import { type HandedSlice, handedSlices } from './handed-slices.ts';
import { checkAheadMode } from './loops/ahead-mode.ts';
import { checkAskedAhead, checkLookAhead } from './loops/look-ahead.ts';
import { checkLoopMode, checkOpenLoopMode } from './loops/loop-mode.ts';
import { checkOnlyTile } from './loops/only-tile.ts';
import { checkOtherRemainders } from './loops/other-remainder.ts';
import { checkRings } from './loops/ring-prologue.ts';
import { largestInRounds } from './loops/rounds.ts';
import { checkMasks } from './mask-remainder.ts';
import { leavesNoneOut } from './open-limits.ts';
import { checkCounts, stagesAt } from './pipeline-stages.ts';
import { checkThreads } from './thread-range.ts';
import { checkTileMode } from './tile-mode.ts';
import { checkVectorLoops } from './vector-loops.ts';

/** A coordinate, of what it is one, and the strides of that. */
interface Asked {
  readonly coordinate: Value;
  readonly shape: Shape;
  readonly strides: HTuple<Stride> | null;
  readonly of: 'elements' | 'tiles';
}

/** A layout of Python with a coordinate for each mode: a single number may count on behind the last mode. */
const indexedLayout = (object: Value | null, coordinate: Value, site: Site): Layout | null =>
  site.dialect === 'python' && object instanceof Layout && Array.isArray(coordinate) ? object : null;

/** The coordinates of a slice or of an element of a tensor, and of a tile among the tiles. */
function coordinateOf({ site, evaluation: { origin } }: EvaluatedSite): Asked | null {
  if (origin === null) return null;
  const name = operationName(origin);
  if (name === '()' || name === '[]') {
    const { object, args } = origin;
    const values = args.map(({ value }) => value);
    if (values.some(isFailure)) return null;
    const coordinate = (values.length === 1 ? values[0]! : values) as Value;
    const layout = object instanceof Tensor ? object.layout : indexedLayout(object, coordinate, site);
    if (layout === null) return null;
    const { stride } = innermostLayout(layout);
    return { coordinate, shape: shapeOf(layout), strides: stride as HTuple<Stride>, of: 'elements' };
  }
  const tiling = name === 'local_tile' ? tilingOf(origin) : null;
  if (tiling === null || tiling.coordinate === null) return null;
  const tiles = tilesOf(tiling);
  return tiles === null
    ? null
    : { coordinate: tiling.coordinate, shape: tiles as Shape, strides: null, of: 'tiles' };
}

function checkSite(evaluated: EvaluatedSite): readonly RuleFinding[] {
  const { site } = evaluated;
  // An expectation of the notation may be about any coordinate.
  if (site.dialect === 'notation') return [];
  const asked = coordinateOf(evaluated);
  const found = asked === null ? null : beyond(asked.coordinate, asked.shape, asked.strides);
  if (asked === null || found === null) return [];
  const where = found.mode.length === 0 ? '' : ` in mode ${found.mode.join('.')}`;
  const shape = valueText(asked.shape as Value, styleOf(site.dialect));
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `coordinate ${found.number}${where} is none of the ${found.extent} ${asked.of}: there are ${shape}`,
    },
  ];
}

/** Of a tensor of which bounds alone are known. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const slice = sliceOf(model, call);
  if (slice === null || knownValueOf(model, slice.tensor) instanceof Tensor) return [];
  const extents = extentsOf(model, slice.tensor);
  if (extents === null || extents.length !== slice.coordinates.length) return [];
  return extents.flatMap((extent, i) => {
    const coordinate = slice.coordinates[i]!;
    const number = isInteger(coordinate) ? knownNumber(coordinate) : undefined;
    if (extent === null || extent === 0 || number === undefined || (number >= 0 && number < extent))
      return [];
    const message = `coordinate ${number} in mode ${i} is none of the ${extent} elements`;
    return [{ span: site.span, message }];
  });
}

/** A number that an expression reaches, and by what it does. */
interface Reached {
  readonly value: number;
  readonly how: string;
}

/** The same where one lane of each warp comes to it in every round: `if (lane == 0)`. */
function inSomeThreads(context: RuleContext, site: Site): ReturnType<typeof extremesOf> {
  const { model, text } = context;
  if (!(site instanceof PlacedSite) || !isInLoop(site)) return null;
  const lanes = { model, text, block: blockAround(context, site) };
  const extremes = extremesOf(model, site, undefined, 0, isOfKnownThreads(lanes, site));
  return extremes === null || (threadsAt(lanes, site, WARP)?.length ?? 0) === 0 ? null : extremes;
}

/** The largest number that a coordinate reaches in the rounds of a loop, or in a ring of stages. */
function reached(context: RuleContext, site: Site): Reached | null {
  const { model, text } = context;
  const written = text.slice(site.span.start, site.span.end);
  const extremes = extremesOf(model, site) ?? inSomeThreads(context, site);
  if (extremes !== null && extremes.least < extremes.largest) {
    const value = extremes.least < 0 ? extremes.least : extremes.largest;
    return { value, how: `${written} is ${value} in a round of the loop` };
  }
  if (extremes !== null) return null;
  const rounds = largestInRounds(context, site);
  const ring =
    rounds?.isWhole === true
      ? null
      : (ringOf(model, site, leavesNoneOut(context, site)) ?? stagesAt(model, site));
  if (ring !== null && ring > (rounds?.largest ?? 0))
    return { value: ring - 1, how: `${written} counts to ${ring - 1}` };
  if (rounds === null) return null;
  const { largest, round } = rounds;
  const where = round === 1 ? 'the first round' : `round ${round}`;
  return { value: largest, how: `${written} is ${largest} in ${where} of the loop` };
}

/** What the counter of a loop is at least in its last round, wherever the loop begins. */
function reachedAtLeast({ model, text }: RuleContext, site: Site): Reached | null {
  const value = leastLastRoundAt(model, site);
  const written = text.slice(site.span.start, site.span.end);
  return value === null
    ? null
    : { value, how: `${written} is ${value} or more in the last round of the loop` };
}

/** Loops to the number of the elements that vectors are made of are told by how they are written. */
const isOfVectors = (tensor: Site): boolean =>
  /^recast/.test(calledName(initialiserOf(tensor) ?? tensor) ?? '');

function checkCounted(site: Site, context: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  if (call === null) return [];
  const coordinates = coordinatesOf(call);
  return checkReached({ site, tensor: call.callee, coordinates }, context);
}

function checkReached(
  { site, tensor: of, coordinates }: HandedSlice,
  context: RuleContext,
): readonly RuleFinding[] {
  const tensor = settledValueOf(context.model, of);
  if (!(tensor instanceof Tensor || tensor instanceof Layout)) return [];
  const isOpen = !isOfVectors(of);
  const all = coordinates.map((c) => ({
    site: c,
    reached: reached(context, c) ?? (isOpen ? reachedAtLeast(context, c) : null),
  }));
  const values = all.map((c) => c.reached?.value ?? new Underscore());
  if (all.every((c) => c.reached === null)) return [];
  const asked = (values.length === 1 ? values[0]! : values) as Value;
  const layout = tensor instanceof Tensor ? tensor.layout : indexedLayout(tensor, asked, site);
  if (layout === null) return [];
  const shape = shapeOf(layout);
  // A tile that is the only one has the stride 0 in one version of CuTe DSL: it repeats by no one's intent.
  const stride = otherStrideOf(innermostLayout(layout));
  const found = beyond(asked, shape, stride as HTuple<Stride>);
  const coordinate = found === null ? undefined : all[found.mode[0] ?? 0];
  if (found === null || coordinate?.reached == null) return checkLoopMode(of, coordinates, context);
  const where = found.mode.length === 0 ? '' : ` of mode ${found.mode.join('.')}`;
  const shown = valueText(shape as Value, styleOf(site.dialect));
  const there =
    found.extent === 1
      ? `and there is one element${where}`
      : `which is none of the ${found.extent} elements${where}`;
  const message = `${coordinate.reached.how}, ${there}: there are ${shown}`;
  return [{ span: coordinate.site.span, message }];
}

/** What is told by how the loop is written, whatever the tensor is. */
function checkWritten(site: Site, context: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  if (call === null) return [];
  const coordinates = coordinatesOf(call);
  return [
    ...checkDescending(call.callee, coordinates, context),
    ...checkElementSteps(call.callee, coordinates, context),
    ...checkOpenLoopMode(call.callee, coordinates, context),
    ...checkLookAhead(call.callee, coordinates, context),
    ...checkAheadMode(call.callee, coordinates, context),
    ...checkOnlyTile(call.callee, coordinates, context),
  ];
}

/** Stages of a buffer of Gluon: `ring.index(k % STAGES)`. */
function checkStage({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const [stage] = call.args;
  const buffer = call.object === null ? null : settledValueOf(model, call.object);
  if (stage === undefined || !(buffer instanceof TritonTensor) || buffer.space === 'register') return [];
  const [stages] = buffer.shape;
  const number = settledNumberAt(model, stage);
  const at = number === undefined ? reached(context, stage) : { value: number, how: `stage ${number}` };
  if (at === null || stages === undefined || (at.value >= 0 && at.value < stages)) return [];
  if (isDecided(site) || model.neverRuns(site)) return [];
  const message = `${at.how}, which is none of the ${stages} buffers: there are [${buffer.shape.join(', ')}]`;
  return [{ span: stage.span, message }];
}

const checkStages = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, 'allocate_')
    ? callsOf(context.model, 'index').flatMap((called) => checkStage(called, context))
    : [];

/** What a loop counts, and what is known of it, stands elsewhere in the function: all of it is looked at again. */
const checkCounters = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) =>
  sites
    .filter(isCounting)
    .flatMap((site) => [...alsoByDefault(site, context, checkCounted), ...checkWritten(site, context)]),
);

/** What functions of the file are handed, at each of their calls. */
const checkHanded = (context: RuleContext): readonly RuleFinding[] =>
  handedSlices(context.model).flatMap((slice) =>
    context.model.neverRuns(slice.site)
      ? []
      : [
          ...checkReached(slice, context),
          ...checkGridSlice(slice, context),
          ...slice.coordinates.flatMap((each, i) => checkAskedAhead(each, slice.tensor, i, context)),
        ],
  );

const checkDocument = (context: RuleContext): readonly RuleFinding[] => [
  ...checkHanded(context),
  ...checkCounters(context),
  ...checkGrids(context),
  ...checkStages(context),
  ...checkBlocks(context),
  ...checkElementTiles(context),
  ...checkCounts(context),
  ...checkVectorLoops(context),
  ...checkMasks(context),
  ...checkDivisionSlices(context),
  ...checkOtherRemainders(context),
  ...(mentions(context.text, 'range_constexpr') ? checkRings(context) : []),
  ...(mentions(context.text, /threadIdx|thread_idx/) ? checkThreads(context) : []),
];

export const coordinateRange: Rule = {
  id: 'coordinate-range',
  severity: 'warning',
  title: 'No such element',
  checkSite,
  checkCall: (called, context) => [...checkCall(called, context), ...checkTileMode(called, context)],
  checkDocument,
};
