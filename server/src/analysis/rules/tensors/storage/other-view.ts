// A tensor that is read by another layout than it was written by: without the swizzle, or with the shape of its transpose
// and not the strides.

import { nonSwizzlePortion, shapeOf } from '../../../../algebra/composed/composed.ts';
import { type AnyLayout, Layout, type Shape, type Strides } from '../../../../algebra/layout/layout.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Dialect } from '../../../../frontends/common/scope.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { compactIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { MAKERS } from './buffer-places.ts';
import { type BufferView, viewedBuffers } from './buffer-views.ts';
import { checkOtherOrders } from './other-order.ts';
import { firstDifference, isSame, type Matrix, matrixOf, transposed } from './transposes/matrices.ts';
import { checkNamedTransposes } from './transposes/named.ts';
import { checkReshaped } from './transposes/reshaped.ts';
import { checkRowNumbers } from './transposes/row-numbers.ts';
import { checkWrittenTransposes } from './transposes/written.ts';
import { checkUnswizzled } from './unswizzled.ts';

/** Whether elements come in one order, whatever modes they are in. */
const isReshaped = (a: Matrix, b: Matrix): boolean => {
  const count = a.rows * a.columns;
  if (count !== b.rows * b.columns) return false;
  const nth = ({ rows, at }: Matrix, i: number): number => at(i % rows, Math.floor(i / rows));
  for (let i = 0; i < count; i++) if (nth(a, i) !== nth(b, i)) return false;
  return true;
};

const isNested = (layout: AnyLayout): boolean => {
  const shape = shapeOf(layout);
  return Array.isArray(shape) && (shape as readonly Shape[]).some((mode) => Array.isArray(mode));
};

/** Whether modes of modes put the rows, or the columns, of the one into another order: that is written on purpose. */
function isShuffled(written: Matrix, read: Matrix): boolean {
  if (!isNested(read.layout) || isNested(written.layout)) return false;
  const places = new Map<number, readonly [number, number]>();
  for (let row = 0; row < written.rows; row++)
    for (let column = 0; column < written.columns; column++)
      places.set(written.at(row, column), [row, column]);
  for (let row = 0; row < read.rows; row++)
    for (let column = 0; column < read.columns; column++) {
      const [place, ofRow, ofColumn] = [
        places.get(read.at(row, column)),
        places.get(read.at(row, 0)),
        places.get(read.at(0, column)),
      ];
      if (place === undefined || place[0] !== ofRow?.[0] || place[1] !== ofColumn?.[1]) return false;
    }
  return true;
}

function layoutOfTranspose(layout: AnyLayout): Layout | null {
  if (!(layout instanceof Layout)) return null;
  const { shape, stride } = layout;
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  return new Layout([...shape].reverse() as Shape, [...stride].reverse() as Strides);
}

interface Difference {
  readonly message: string;
  /** Whether the view is right, and not to be read from. */
  readonly isOfReading: boolean;
}

/** Where an element is by one layout and by the other. */
type PlacesText = (element: string, one: number, other: number) => string;

const WRITTEN_AND_READ: PlacesText = (element, one, other) =>
  `${element} was written at ${one}, and is read at ${other}`;

const THERE_AND_HERE: PlacesText = (element, one, other) =>
  `${element} of that is at ${one}, and here at ${other}`;

/** Why one is read otherwise than the other is written; null where it may be meant. */
function differenceBetween(
  written: Matrix,
  read: Matrix,
  dialect: Dialect,
  placesText: PlacesText,
): Difference | null {
  const text = (layout: AnyLayout): string => valueText(layout, styleOf(dialect));
  const back = transposed(read);
  const isTranspose = read.rows === written.columns && read.columns === written.rows;
  const isAlike = read.rows === written.rows && read.columns === written.columns;
  if ((!isTranspose && !isAlike) || read.others !== written.others) return null;
  if (isSame(written, read) || isSame(written, back) || isReshaped(written, read)) return null;
  if (isAlike && isShuffled(written, read)) return null;
  const plain = matrixOf(nonSwizzlePortion(written.layout));
  if (plain !== null && (isSame(plain, read) || isSame(plain, back)))
    return {
      message: `it is read without the swizzle that it is written with: ${text(written.layout)}`,
      isOfReading: true,
    };
  const of = isAlike ? read : back;
  const [row, column] = firstDifference(written, of)!;
  const places = placesText(`(${row},${column})`, written.at(row, column), of.at(row, column));
  if (isAlike)
    return {
      message: `it is written as ${text(written.layout)}: ${places}`,
      isOfReading: false,
    };
  const right = layoutOfTranspose(written.layout);
  const instead = right === null ? '' : `; the transpose is ${text(right)}`;
  return {
    message: `it has the shape of the transpose of ${text(written.layout)} and not its strides: ${places}${instead}`,
    isOfReading: false,
  };
}

/** What is neither moved nor swizzled by its pointer. */
const isPlain = ({ tensor: { engine } }: BufferView): boolean =>
  engine.swizzle === undefined && engine.isMoved !== true && (engine.offset ?? 0) === 0;

const checkViews = callsByUnit<RuleContext, RuleFinding>(MAKERS, (calls, context) =>
  viewedBuffers(context, calls).flatMap(({ written, read }) => {
    const [first, ...more] = written;
    if (first === undefined || more.length > 0 || !isPlain(first.view)) return [];
    const { tensor: whole, site: madeAt } = first.view;
    const matrix = matrixOf(whole.layout);
    if (matrix === null || isRepeating(matrix)) return [];
    return read.flatMap(({ view, at }): readonly RuleFinding[] => {
      const { site, tensor } = view;
      if (view === first.view || !isPlain(view) || tensor.engine.bits !== whole.engine.bits) return [];
      const other = matrixOf(tensor.layout);
      const found = other === null ? null : differenceBetween(matrix, other, site.dialect, WRITTEN_AND_READ);
      if (found === null || context.model.neverRuns(site)) return [];
      const related = [{ span: madeAt.span, message: 'written by this one' }];
      return [{ span: (found.isOfReading ? at : site).span, message: found.message, related }];
    });
  }),
);

const MEMBER = /^(?:make_smem_ptr\()?(\w+)((?:(?:\.|->)\w+)+?)(?:\.(?:begin|data)\(\))?\)?$/;

/** The member of a struct of the file that a pointer is to the beginning of, `storage.smem_v.begin()` of `Storage& storage`. */
function memberOf({ text }: RuleContext, pointer: Site): string | null {
  const code = codeOf(text, 'cpp');
  const written = compactIn(code);
  const [, object, member] = MEMBER.exec(written(pointer)) ?? [];
  if (object === undefined || !(pointer instanceof PlacedSite)) return null;
  const [declared, ...others] = declarationsOf(pointer, object);
  if (declared?.type == null || others.length > 0) return null;
  const type = /^(?:const)?(\w+?)(?:const)?[&*]?$/.exec(written(siteOf(pointer, declared.type)))?.[1];
  const isOwn = type !== undefined && new RegExp(`\\b(?:struct|union|class)\\s+${type}\\b`).test(code);
  return isOwn ? `${type}${member!.replaceAll('->', '.')}` : null;
}

/** Tensors of two functions over one member of a struct, of which one has the shape of the other's transpose. */
function checkMembers(context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const byMember = new Map<string, BufferView[]>();
  for (const { site, call } of callsOf(model, 'make_tensor')) {
    const pointer = site.dialect === 'cpp' ? call.args[0] : undefined;
    const member = pointer === undefined ? null : memberOf(context, pointer);
    const tensor = member === null ? null : settledValueOf(model, site);
    if (member === null || !(tensor instanceof Tensor)) continue;
    byMember.set(member, [...(byMember.get(member) ?? []), { site, tensor }]);
  }
  return [...byMember.values()].flatMap(([first, ...others]) =>
    others.flatMap((view) => checkPair(context, first!, view)),
  );
}

function checkPair({ model }: RuleContext, first: BufferView, view: BufferView): readonly RuleFinding[] {
  if (functionAround(view.site) === functionAround(first.site)) return [];
  if (![first, view].every(isPlain) || first.tensor.engine.bits !== view.tensor.engine.bits) return [];
  const [one, other] = [first, view].map(({ tensor }) => matrixOf(tensor.layout));
  if (one == null || other == null || one.rows === one.columns || one.rows !== other.columns) return [];
  const found = differenceBetween(one, other, 'cpp', THERE_AND_HERE);
  if (found === null || found.isOfReading || model.neverRuns(view.site)) return [];
  const related = [{ span: first.site.span, message: 'the other tensor' }];
  return [{ span: view.site.span, message: found.message, related }];
}

/** Whether elements lie on one another, which nobody copies to. */
function isRepeating({ rows, columns, at }: Matrix): boolean {
  const places = new Set<number>();
  for (let i = 0; i < rows * columns; i++) places.add(at(i % rows, Math.floor(i / rows)));
  return places.size < rows * columns;
}

export const otherView: Rule = {
  id: 'other-view',
  severity: 'warning',
  title: 'Read otherwise than written',
  checkSite: (evaluated) => [...checkReshaped(evaluated), ...checkRowNumbers(evaluated)],
  checkDocument: (context) => [
    ...checkViews(context),
    ...checkMembers(context),
    ...checkWrittenTransposes(context),
    ...checkNamedTransposes(context),
    ...checkUnswizzled(context),
    ...checkOtherOrders(context),
  ],
};
