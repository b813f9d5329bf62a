// Pictures as the panel is told of them.

import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import { type AnyLayout, Layout, type Shape } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { layoutParts } from '../../analysis/document/layout-parts.ts';
import { offsetFunctionOf } from '../../render/panel/offset-function.ts';
import type { AxisView, NestedExtents, PictureItem } from '../../render/panel/view.ts';
import { type Axis, lengthOf } from '../../render/picture/scene.ts';
import { shapeOf } from '../hover/layout-summary.ts';
import type { Drawn } from './drawn.ts';
import { isWritten } from './literal.ts';

/** Lines with heads of their own: those of multiplications, which are some hundreds at most. */
const MAXIMUM_HEADS = 4096;

/** `text`: of the document. */
export function itemOf(drawn: Drawn, text: string): PictureItem {
  const { name, notation, scene, layout, bits, link, site } = drawn;
  const offsets = layout === null || scene.index === undefined ? null : offsetFunctionOf(layout);
  const parts = site === null ? null : layoutParts(site);
  const isLiteral = parts !== null && layout instanceof Layout && isWritten(parts, layout, text);
  return {
    name,
    notation,
    description: scene.description,
    rows: axisOf(scene.rows),
    columns: axisOf(scene.columns),
    keys: scene.keys,
    index: scene.index ?? null,
    shape: scene.index === undefined || layout === null ? null : extentsOf(layout),
    offsets,
    isThreadValue: scene.rows.name === 'thread' || scene.columns.name === 'thread',
    hasThreads: scene.keys === 'names',
    bits,
    link: linkable(link, offsets !== null),
    literal: isLiteral ? { shape: printPlain(layout.shape), stride: printPlain(layout.stride) } : null,
  };
}

/** Only offsets that are worked out can be compared. */
const linkable = (link: Drawn['link'], hasOffsets: boolean): Drawn['link'] =>
  link === null || (link.own === 'offset' && !hasOffsets) ? null : link;

function axisOf(axis: Axis): AxisView {
  const { headOf } = axis;
  const length = lengthOf(axis);
  const heads =
    headOf === undefined || length > MAXIMUM_HEADS ? null : Array.from({ length }, (_, at) => headOf(at));
  return { name: axis.name, extents: axis.extents, heads };
}

function extentsOf(layout: AnyLayout): NestedExtents | null {
  const of = (shape: Shape): NestedExtents | null => {
    if (!Array.isArray(shape)) return knownValue(shape as Int) ?? null;
    const modes = (shape as readonly Shape[]).map(of);
    return modes.includes(null) ? null : (modes as readonly NestedExtents[]);
  };
  return of(shapeOf(layout));
}
