// What a hover says of Triton's layouts and tensors.

import { isFailure } from '../../algebra/integer/failure.ts';
import { basesOf, LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { matrixText } from '../../algebra/linear/matrix.ts';
import { printLinearLayout } from '../../algebra/linear/print.ts';
import type { Origin } from '../../analysis/values/model.ts';
import { convertLayout, LayoutConversion } from '../../hardware/triton/conversion/conversion.ts';
import { conversionLines } from '../../hardware/triton/conversion/words.ts';
import { TritonLayout } from '../../hardware/triton/encoding.ts';
import { holdingText, linearOf, tileText } from '../../hardware/triton/holding.ts';
import { chosenByCompiler } from '../../hardware/triton/to-linear-layout.ts';
import {
  fieldText,
  NamedValues,
  TritonTensor,
  type TritonValue,
  tritonText,
  tritonTitle,
} from '../../hardware/triton/value.ts';
import { linearScene } from '../../render/picture/linear-scene.ts';
import { type HoverContent, pictured } from './content.ts';

/** Fields a line each; of a linear layout the images of the powers of two, an input a line. */
function valueLines(value: TritonValue): readonly string[] {
  if (value instanceof LinearLayout) return inputLines(value);
  if (value instanceof NamedValues) return [tritonText(value)];
  if (value instanceof LayoutConversion) return conversionLines(value);
  const layout = value instanceof TritonLayout ? value.encoding : value.layout;
  const fields = layout === null ? [] : Object.entries(layout).filter(([name]) => name !== 'layout');
  const width = Math.max(0, ...fields.map(([name]) => name.length)) + 1;
  const lines = fields.map(([name, field]) => `  ${`${name}:`.padEnd(width)} ${fieldText(field)}`);
  const title =
    value instanceof TritonTensor && layout !== null
      ? [tritonTitle(value), layout.layout]
      : [tritonTitle(value)];
  return [...title, ...lines];
}

/** `lane: (0,1) (0,2)`. */
function inputLines(layout: LinearLayout): readonly string[] {
  const width = Math.max(0, ...layout.ins.map(({ name }) => name.length)) + 1;
  const lines = basesOf(layout).map(([name, images]) => {
    const told = images.map((image) => `(${image.join(',')})`).join(' ');
    return `${`${name}:`.padEnd(width)} ${told || 'one'}`;
  });
  const outs = sizesOf(layout).map(([name, size]) => `${name} ${size}`);
  return [...lines, `onto ${outs.join(' × ')}`];
}

/** The bases as Triton prints them. */
const basesLines = (linear: LinearLayout): HoverContent['more'] => [
  { label: 'bases', text: printLinearLayout(linear), code: true },
];

function summaryOf(value: TritonValue, linear: LinearLayout | null): string | null {
  if (linear === null) {
    const layout =
      value instanceof TritonTensor ? value.layout : value instanceof TritonLayout ? value.encoding : null;
    const name = layout === null ? 'AutoLayout' : layout.layout;
    return name === 'AutoLayout' || name === 'CoalescedLayout' ? chosenByCompiler(name) : null;
  }
  const ofTile =
    value instanceof TritonLayout && value.encoding.layout === 'BlockedLayout' ? 'one tile: ' : '';
  return [`${ofTile}${holdingText(linear)}`, tileText(linear)].filter((part) => part !== null).join(' · ');
}

/** Rows of the matrix up to which it is told. */
const MAXIMUM_ROWS = 16;

/** What the conversion moves that a tensor comes from; none where it comes from something else. */
function conversionOfOrigin(value: TritonValue, origin: Origin | null): HoverContent['more'] {
  if (origin === null || !(value instanceof TritonTensor) || !isConversion(origin)) return [];
  const source = origin.keywords.get('value') ?? origin.args[0]?.value;
  if (!(source instanceof TritonTensor)) return [];
  const [from, to] = [linearOf(source), linearOf(value)];
  const conversion =
    from === null || to === null ? null : convertLayout(from, to, value.element?.bits ?? null);
  if (conversion === null || isFailure(conversion)) return [];
  const lines = [`from ${source.layout?.layout}`, ...conversionLines(conversion)];
  return [{ label: 'conversion', text: `\n${lines.join('\n')}`, code: true }];
}

const isConversion = ({ operation }: Origin): boolean => /(^|\.)convert_layout$/.test(operation);

export function tritonContent(
  value: TritonValue,
  origin: Origin | null,
  withPicture: boolean,
): Pick<HoverContent, 'value' | 'summary' | 'picture' | 'more'> {
  if (value instanceof NamedValues || value instanceof LayoutConversion)
    return { value: valueLines(value), summary: null, picture: null, more: [] };
  const linear = linearOf(value);
  const scene = linear !== null && withPicture ? linearScene(linear, tritonTitle(value)) : null;
  const isTold = linear !== null && linear.outBits > 0 && linear.outBits <= MAXIMUM_ROWS;
  return {
    value: valueLines(value),
    summary: summaryOf(value, linear),
    picture: pictured(scene, `places of ${tritonTitle(value)}`),
    more: [
      ...conversionOfOrigin(value, origin),
      ...(linear === null ? [] : basesLines(linear)),
      ...(isTold ? [{ label: 'matrix over F2', text: `\n${matrixText(linear)}`, code: true }] : []),
    ],
  };
}
