import { coordinateText } from '../../../algebra/admissibility/composition.ts';
import type { OverTiling } from '../../../algebra/admissibility/divide.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { isStatic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape, Underscore } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor, Unknown, type Value } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { extentsOf, knownValueOf, settledValueOf } from '../../document/extents.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import type { Site } from '../../values/model.ts';
import { tilerOf, tilingVerdict } from '../../values/tilings.ts';
import {
  argumentTexts,
  type OperationVerdict,
  operationName,
  operationVerdict,
  plainLayout,
} from '../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { asksForElements } from './asked-elements.ts';
import { checkLaunchedTiles } from './launched-tiles.ts';
import { checkUnpredicated } from './unpredicated.ts';

/** Whether the number of elements of a mode is only known when the program runs, which then has to look at it. */
const isRunTime = (verdict: OperationVerdict, { mode }: OverTiling): boolean =>
  verdict.parts.some((p) => p.mode.join() === mode.join() && !leavesOf(p.a.shape).every(isStatic));

function modesText(all: readonly OverTiling[]): string {
  const parts = all.map(({ mode, coordinates, elements }) => {
    const which = mode.length === 0 ? '' : `mode ${mode.join('.')} has `;
    return `${which}${coordinates} coordinates for ${elements} elements`;
  });
  return parts.join(', ');
}

/** What is compared with the limits that a function asks for. */
const sizesOf = (all: readonly OverTiling[]): RuleFinding['data'] => ({
  elements: all.map(({ elements }) => elements),
  coordinates: all.map(({ coordinates }) => coordinates),
});

/** The first coordinate that no element has. */
function beyondText(overTiling: readonly OverTiling[]): string {
  const first = overTiling.find(({ beyond }) => beyond !== null);
  if (first?.beyond == null) return '';
  const ofMode = first.mode.length === 0 ? '' : ` of mode ${first.mode.join('.')}`;
  return `; coordinate ${coordinateText(first.beyond.coordinate)}${ofMode} is element ${first.beyond.value}`;
}

/** Code that asks for each element whether it is there. */
const PREDICATES = /\b(?:make_(?:identity|coord)_(?:tensor|layout)|elem_less|copy_if)\b/;

/** What compares a coordinate in Python, where loops compare nothing. */
const COMPARES = /\b(?:elem_less|copy_if|pred)\b|[<>](?!>)|\bmin\(|\bwhere\(/;

/** Whether code may ask of elements whether they are there. Coordinates that are compared with nothing say what a thread has. */
const mayAsk = (text: string, dialect: Site['dialect']): boolean =>
  PREDICATES.test(text) &&
  (dialect !== 'python' || COMPARES.test(codeOf(text, 'python').replaceAll('->', '')));

/** Tiles of a tensor, and what threads take of one. */
function checkTiling({ site, evaluation }: EvaluatedSite, { text }: RuleContext): readonly RuleFinding[] {
  const verdict = tilingVerdict(evaluation);
  if (verdict === null || verdict.overTiling.length === 0 || mayAsk(text, site.dialect)) return [];
  const { tensor, tiler, overTiling } = verdict;
  const [right, left] = [tiler, tensor].map((v) => valueText(v as Value, styleOf(site.dialect)));
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `the tile ${right} does not divide ${left}: ${modesText(overTiling)}${beyondText(overTiling)}`,
      data: sizesOf(overTiling),
    },
  ];
}

/** `tile_to_shape` of CuTe DSL rounds up to whole blocks; C++ refuses those that do not divide. */
function checkBlock({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const { origin, value } = evaluation;
  if (origin === null || site.dialect !== 'python' || operationName(origin) !== 'tile_to_shape') return [];
  const target = origin.args[1]?.value ?? origin.keywords.get('trg_shape');
  if (isFailure(value) || !Array.isArray(target)) return [];
  const tiled = plainLayout(value)?.shape;
  if (!Array.isArray(tiled) || tiled.length !== target.length) return [];
  const sizes = (modes: readonly Shape[]) => modes.map((mode) => knownNumber(product(mode)));
  const [wanted, has] = [sizes(target as readonly Shape[]), sizes(tiled as readonly Shape[])];
  if (!has.some((n, i) => n !== undefined && n > (wanted[i] ?? n))) return [];
  const [to, from] = [wanted, has].map((modes) => `(${modes.map((n) => n ?? '?').join(', ')})`);
  const block = origin.args[0]?.text ?? 'the block';
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${block} does not divide ${to}: the layout is rounded up to ${from}`,
    },
  ];
}

/**
 * Tiles of a tensor in code that asks of its elements whether they are there. What is in no global memory has all of its
 * elements; coordinates say what a thread has of it.
 */
const isPredicated = ({ evaluation: { value } }: EvaluatedSite, { text }: RuleContext): boolean =>
  value instanceof Tensor && (ON_CHIP.has(value.engine.space) ? ASKS : PREDICATES).test(text);

const ON_CHIP: ReadonlySet<string> = new Set(['smem', 'rmem', 'tmem']);

function checkSite(evaluated: EvaluatedSite, context: RuleContext): readonly RuleFinding[] {
  const { site, evaluation } = evaluated;
  const verdict = operationVerdict(evaluation);
  if (verdict === null) return [...checkTiling(evaluated, context), ...checkBlock(evaluated)];
  const { overTiling, parts } = verdict;
  if (overTiling.length === 0 || isPredicated(evaluated, context)) return [];
  // A cluster of one block, divided by the blocks of an instruction, is that block however often.
  const strides = parts.flatMap(({ a }) => leavesOf<Stride>(a.stride));
  if (strides.length > 0 && strides.every((d) => d === 0)) return [];
  const { left, right } = argumentTexts(evaluation, site);
  const first = overTiling.find(({ beyond }) => beyond !== null);
  const at = first?.beyond ?? null;
  const beyond = beyondText(overTiling);
  const isExpected = overTiling.every((over) => isRunTime(verdict, over));
  const excess = isExpected ? '; the last tiles need a predicate' : '';
  const witness =
    at === null || first === undefined
      ? {}
      : { witness: { coordinate: at.index, got: String(at.value), expected: `below ${first.elements}` } };
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${right} does not divide ${left}: ${modesText(overTiling)}${beyond}${excess}`,
      data: sizesOf(overTiling),
      ...(isExpected ? { severity: 'information' as const } : {}),
      ...witness,
    },
  ];
}

interface Cut {
  readonly tile: Site;
  readonly tiler: Value | null;
}

/** What is cut, whose strides nobody knows, and into what; null where elements may be asked whether they are there. */
function cutAt({ site, call }: CalledSite, { model, text }: RuleContext): Cut | null {
  const [tile, tiler] = ['target', 'tiler'].map((name, i) => argumentAt(call, i, name));
  if (tile === undefined || !(knownValueOf(model, tile) instanceof Unknown)) return null;
  // Of what is a tile itself, the extents are known exactly.
  if (DIVIDES.test(call.name) && tiler !== undefined && !ASKS.test(text))
    return writtenCall(initialiserOf(tile) ?? tile)?.name === 'local_tile'
      ? { tile, tiler: settledValueOf(model, tiler) }
      : null;
  const operand = site.dialect === 'python' ? /^partition_([ABCSD])$/.exec(call.name)?.[1] : undefined;
  if (operand === undefined || call.object === null || PREDICATES.test(text)) return null;
  return { tile, tiler: tilerOf(settledValueOf(model, call.object), operand) as Value | null };
}

/** Where coordinates are asked for to say what a thread has, elements need not be asked whether they are there. */
const ASKS = /\b(?:elem_less|copy_if|pred)\b/;

const DIVIDES = /^(?:logical|zipped|tiled|flat)_divide$/;

/** What the threads of a TiledCopy or TiledMMA take of a tile of CuTe DSL, and smaller tiles of one, where nobody knows its strides. */
function checkCall(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const cut = cutAt(called, context);
  if (cut === null) return [];
  const { tile, tiler } = cut;
  const extents = Array.isArray(tiler) ? extentsOf(model, tile) : null;
  if (extents === null) return [];
  const sizes = (tiler as readonly Shape[]).map((part) =>
    part instanceof Layout || part instanceof Underscore ? undefined : knownNumber(product(part)),
  );
  const beyond = sizes.flatMap((size, i) => {
    const extent = extents[i];
    return size === undefined || extent == null || extent % size === 0
      ? []
      : [`mode ${i} has ${Math.ceil(extent / size) * size} coordinates for ${extent} elements`];
  });
  if (beyond.length === 0) return [];
  const name = text.slice(tile.span.start, tile.span.end);
  const tiled = `(${sizes.map((n) => n ?? '?').join(', ')})`;
  const { site } = called;
  return [{ span: site.span, message: `the tile ${tiled} does not divide ${name}: ${beyond.join(', ')}` }];
}

export const overTiling: Rule = {
  id: 'over-tiling',
  severity: 'warning',
  title: 'The tile does not divide',
  checkSite,
  isAnswered: asksForElements,
  checkCall,
  checkDocument: (context) => [
    ...checkUnpredicated(context),
    ...(launchesKernels(context.text) ? checkLaunchedTiles(context) : []),
  ],
};
