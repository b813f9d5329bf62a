// Elements at the coordinate of another mode: `bias[tCcC[i][0]]` of as many elements as mode 1 has, of coordinates in (M, N).

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import type { Int } from '../../../../algebra/integer/integer.ts';
import { intText } from '../../../../algebra/integer/known.ts';
import type { Shape } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { isInteger } from '../../../../evaluate/values/arithmetic.ts';
import type { Span } from '../../../../frontends/common/expression.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { coordinatesOf } from '../../../document/written/coordinates.ts';
import { isElement } from '../../../document/written/counting.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** A part of the coordinates of an element. */
interface Component {
  /** The tensor of coordinates. */
  readonly of: Site;
  readonly mode: number;
  /** Where the mode is written. */
  readonly at: Span;
}

/** `tCcC[i][0]`, `get<0>(tCcC(i))`; null for others. */
function componentAt(site: Site, { model, text }: RuleContext): Component | null {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  const [first, ...more] = call?.args ?? [];
  if (call === null || first === undefined || more.length > 0) return null;
  if (call.name === '[]') {
    const mode = settledNumberAt(model, first);
    const of = mode === undefined ? null : writtenCall(call.callee);
    return of === null || of.name !== '[]' ? null : { of: of.callee, mode: mode!, at: first.span };
  }
  const { start, end } = call.callee.span;
  const got = /^((?:cute::)?get\s*<\s*)(\d+)\s*>$/.exec(text.slice(start, end));
  const of = got === null ? null : writtenCall(first);
  if (got === null || of === null) return null;
  const at = { start: start + got[1]!.length, end: start + got[1]!.length + got[2]!.length };
  return { of: of.callee, mode: Number(got[2]), at };
}

const MAXIMUM_PARTS = 12;
/** What leaves coordinates what they are, with the name of what it is given. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^local_tile$/, 'input'],
  [/^(?:zipped_divide|local_partition)$/, 'target'],
  [/^group_modes$/, 'input'],
  [/^partition_[ABCSD]$/, 'input'],
];

/** The shape that coordinates are made for, `S` of `make_identity_tensor(S)`; null where something else may move them. */
function shapeOfCoordinates(tensor: Site): Site | null {
  let of: Site | undefined = tensor;
  for (let depth = 0; of !== undefined && depth < MAXIMUM_PARTS; depth++) {
    const call = writtenCall(initialiserOf(of) ?? of);
    if (call === null) return null;
    if (call.name === 'make_identity_tensor') return argumentAt(call, 0, 'shape') ?? null;
    const [, name] = PARTS.find(([part]) => part.test(call.name)) ?? [];
    of = name === undefined ? call.callee : argumentAt(call, 0, name);
    if (name === undefined && !/^(?:\[\]|\(\))$/.test(call.name) && call.object !== null) return null;
  }
  return null;
}

/** Undefined for modes of which it is not known; none of what is no shape. */
const extentTexts = (shape: unknown): readonly (string | undefined)[] =>
  Array.isArray(shape) || isInteger(shape as Int)
    ? wrap(shape as Shape).map((mode) => {
        const count = product(mode);
        return isInteger(count) ? intText(count) : undefined;
      })
    : [];

function checkElement(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const call = writtenCall(site);
  if (call === null) return [];
  const coordinates = coordinatesOf(call);
  return coordinates.flatMap((coordinate, i): readonly RuleFinding[] => {
    const component = componentAt(coordinate, context);
    const shape = component === null ? null : shapeOfCoordinates(component.of);
    if (component === null || shape === null) return [];
    const tensor = settledValueOf(model, call.callee);
    const extents = extentTexts(settledValueOf(model, shape));
    const own = tensor instanceof Tensor ? extentTexts(shapeOf(tensor.layout)) : [];
    const has = own.length === coordinates.length ? own[i] : undefined;
    if (has === undefined || extents[component.mode] === undefined) return [];
    const [mode, ...others] = extents.flatMap((extent, j) => (extent === has ? [j] : []));
    if (mode === undefined || others.length > 0 || mode === component.mode || model.neverRuns(site))
      return [];
    const written = writtenIn(text);
    const message = `${written(coordinate)} is the coordinate of mode ${component.mode}, of ${extents[component.mode]} elements, and ${written(call.callee)} has ${has}, as mode ${mode} has`;
    const fixes = [{ title: `Take mode ${mode}`, span: component.at, newText: String(mode) }];
    return [{ span: coordinate.span, message, fixes }];
  });
}

/** Findings of `predicate-shape` about elements at coordinates. */
export const checkOtherCoordinates = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) =>
  sites.filter(isElement).flatMap((site) => checkElement(site, context)),
);
