// Predicates of another tensor: of another number of elements, which evaluation tells, and limits in another order.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { spacedIn } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
import { checkMovedExtents } from '../coordinates/moved-extents.ts';
import { checkComparedModes } from '../coordinates/predicates/compared-modes.ts';
import { checkComparedShapes, IN_PLACE } from '../coordinates/predicates/compared-shapes.ts';
import { checkConstantElements } from '../coordinates/predicates/constant-element.ts';
import { checkConstantTile, isConstant } from '../coordinates/predicates/constant-tile.ts';
import { checkOtherCoordinates } from '../coordinates/predicates/other-coordinate.ts';
import { checkOtherExtents } from '../coordinates/predicates/other-extents.ts';
import { checkOtherTiles } from '../coordinates/predicates/other-tile.ts';
import { shapeOfMade, tensorOfShape } from '../coordinates/tiles-of.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkOneMode } from './handed/dsl/one-mode.ts';
import { checkPredicated } from './handed/dsl/predicated.ts';
import { checkOtherSlices } from './handed/other-slice.ts';

/** What leaves the coordinates of a tensor of coordinates what they are, with the name of the tensor that it is given. */
const PARTS: readonly (readonly [name: RegExp, tensor: string])[] = [
  [/^local_tile$/, 'input'],
  [/^(?:(?:zipped|logical|tiled|flat)_divide|local_partition)$/, 'target'],
  [/^group_modes$/, 'input'],
  [/^slice_$/, 'src'],
];
/** How many parts of parts are followed. */
const MAXIMUM_DEPTH = 12;

/** The tensor of coordinates that an element is one of, or of a part of it. */
function wholeOf(site: Site): Site {
  let whole = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(initialiserOf(whole) ?? whole);
    const [, tensor] = PARTS.find(([name]) => call !== null && name.test(call.name)) ?? [];
    const next =
      call?.name === '[]' ? call.callee : call && tensor !== undefined ? argumentAt(call, 0, tensor) : null;
    if (next == null) break;
    whole = next;
  }
  return whole;
}

const numbersIn = (value: Value | null): readonly number[] | null => {
  if (!Array.isArray(value)) return null;
  const numbers = (value as readonly Value[]).map((v) => (isInteger(v) ? knownNumber(v) : undefined));
  return numbers.includes(undefined) ? null : (numbers as number[]);
};

/** `elem_less(coordinate, (N, M))` of coordinates in (M, N). */
function checkLimit({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const [coordinate, limit] = call.args;
  if (site.dialect !== 'python' || coordinate === undefined || limit === undefined) return [];
  const limits = numbersIn(settledValueOf(model, limit));
  const whole = limits === null ? null : settledValueOf(model, wholeOf(coordinate));
  if (limits === null || !(whole instanceof Tensor) || whole.engine.space !== 'counting') return [];
  const extents = numbersIn(shapeOf(whole.layout) as Shape as Value);
  if (extents === null || extents.length !== limits.length) return [];
  const ordered = (numbers: readonly number[]): string => [...numbers].sort((a, b) => a - b).join();
  if (extents.join() === limits.join() || ordered(extents) !== ordered(limits) || model.neverRuns(site))
    return [];
  const at = extents.findIndex((extent, i) => extent !== limits[i]);
  return [
    {
      span: site.span,
      message: `coordinates in (${extents.join(', ')}) are compared with (${limits.join(', ')}): the limit of mode ${at} is ${limits[at]}, and there are ${extents[at]}`,
    },
  ];
}

const WHOLE_MODE = /^(?:(?:cute::)?_|None|\d+|_\d+\{\})$/;

/** The shape that the coordinates which an element is one of are made for, where nothing moves them; null for others. */
function untiledShape(element: Site, written: (site: Site) => string): Site | null {
  // Whichever element it is of them.
  let whole = writtenCall(element)?.callee ?? null;
  for (let depth = 0; depth < MAXIMUM_DEPTH && whole !== null; depth++) {
    const call: WrittenCall | null = writtenCall(initialiserOf(whole) ?? whole);
    if (call === null) return null;
    if (call.name === 'make_identity_tensor') return argumentAt(call, 0, 'shape') ?? null;
    const [, tensor] = IN_PLACE.find(([name]) => name.test(call.name)) ?? [];
    if (tensor !== undefined) whole = argumentAt(call, 0, tensor) ?? null;
    else if (call.args.every((arg) => WHOLE_MODE.test(written(arg)))) whole = call.callee;
    else return null;
  }
  return null;
}

/** Coordinates in a tile, which begin at 0 in each of them, that are compared with the extents of what is tiled. */
function checkOrigin({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
  const written = spacedIn(code);
  const [coordinate, limit] = call.args;
  const tile = coordinate === undefined || limit === undefined ? null : untiledShape(coordinate, written);
  if (tile === null || limit === undefined) return [];
  const tensor = tensorOfShape(limit, written);
  const around = functionAround(site);
  const isTiled = callsOf(model, 'local_tile').some(({ site: other, call: tiled }) => {
    const [of, by, at] = ['input', 'tiler', 'coord'].map((name, i) => argumentAt(tiled, i, name));
    if (of === undefined || by === undefined || at === undefined) return false;
    if (argumentAt(tiled, 3, 'proj') !== undefined || functionAround(other) !== around) return false;
    const isOfLimit = written(of) === tensor || shapeOfMade(of, written) === written(limit);
    return isOfLimit && written(by) === written(tile) && !isConstant(written(at));
  });
  const [extents, limits] = [tile, limit].map((shape) => numbersIn(settledValueOf(model, shape)));
  if (!isTiled || (extents != null && extents.join() === limits?.join()) || model.neverRuns(site)) return [];
  const message = `coordinates in ${written(tile)} begin at 0 in every tile, and are compared with the extents of ${tensor ?? 'what is tiled'}: take the same tile of make_identity_tensor(${written(limit)})`;
  return [{ span: site.span, message }];
}

export const predicateShape: Rule = {
  id: 'predicate-shape',
  severity: 'warning',
  title: 'The predicate is that of another tensor',
  checkDocument: (context) => [
    ...callsOf(context.model, 'elem_less').flatMap((called) => [
      ...checkLimit(called, context),
      ...checkOrigin(called, context),
    ]),
    ...(mentions(context.text, 'make_identity_tensor')
      ? [
          ...callsOf(context.model, 'local_tile').flatMap((called) => checkConstantTile(called, context)),
          ...checkConstantElements(context),
          ...checkOtherCoordinates(context),
        ]
      : []),
    ...checkOtherTiles(context),
    ...checkOtherExtents(context),
    ...checkComparedModes(context),
    ...checkComparedShapes(context),
    ...checkMovedExtents(context),
    ...checkOtherSlices(context),
    ...checkPredicated(context),
    ...checkOneMode(context),
  ],
};
