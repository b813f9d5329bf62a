// Linear layouts as relations (document 000, 5): the mapping of their coordinates, and that of the bits.

import type { LinearLayout } from '../linear/layout.ts';
import { columnsOf, coordinateOf } from '../linear/layout.ts';
import { constantTerm } from '../term/operations.ts';
import { bitText, parityText, sumText } from './affine.ts';
import { boundsText, type Dimension, dimensionsOf, namesText } from './space.ts';
import { type MapTerm, map } from './term.ts';

const IDENTIFIER = /^[A-Za-z_]\w*$/;

const bitsOf = (count: number, name: string): readonly Dimension[] =>
  Array.from({ length: count }, (_, k) => ({ name: `${name}${k}`, extent: constantTerm(2) }));

/**
 * Bits of the input to bits of the output, lowest first: output bit j is the exclusive or of the inputs whose columns
 * have it (document 000, (22)).
 */
export function binaryMapping(columns: readonly number[], outBits?: number): MapTerm {
  const top = Math.max(0, ...columns);
  const rows = outBits ?? Math.max(1, top === 0 ? 1 : Math.floor(Math.log2(top)) + 1);
  const dimensions = bitsOf(columns.length, 'c');
  const values = Array.from({ length: rows }, (_, j) =>
    parityText(
      dimensions.flatMap(({ name }, k) => (Math.floor(columns[k]! / 2 ** j) % 2 === 1 ? [name] : [])),
    ),
  );
  return map(`{ ${namesText(dimensions)} -> [${values.join(', ')}] : ${boundsText(dimensions)} }`);
}

/** The bits of a linear layout. */
export const linearBits = (layout: LinearLayout): MapTerm => binaryMapping(columnsOf(layout), layout.outBits);

/** The coordinates of a linear layout, by the names of its dimensions where they can be written. */
export function linearMapping(layout: LinearLayout): MapTerm {
  const { ins, outs } = layout;
  const named = ins.every(({ name }) => IDENTIFIER.test(name));
  const dimensions = named
    ? ins.map(({ name, bases }) => ({ name, extent: constantTerm(2 ** bases.length) }))
    : dimensionsOf(ins.map(({ bases }) => constantTerm(2 ** bases.length)));
  const bits = ins.flatMap(({ bases }, k) =>
    bases.map((word, place) => ({
      text: bitText(dimensions[k]!.name, place),
      image: coordinateOf(outs, word),
    })),
  );
  const values = outs.map((out, i) =>
    sumText(
      Array.from({ length: out.bits }, (_, j) => ({
        factor: 2 ** j,
        of: parityText(bits.flatMap(({ text, image }) => ((image[i]! >> j) & 1 ? [text] : []))),
      })),
    ),
  );
  return map(`{ ${namesText(dimensions)} -> [${values.join(', ')}] : ${boundsText(dimensions)} }`);
}

/** A linear layout from one integer to one: the coordinates of either side are counted colexicographically. */
export function linearFlat(layout: LinearLayout): MapTerm {
  const columns = columnsOf(layout);
  const [dimension] = dimensionsOf([constantTerm(2 ** columns.length)]);
  const bits = columns.map((_, place) => bitText(dimension!.name, place));
  const value = sumText(
    Array.from({ length: layout.outBits }, (_, j) => ({
      factor: 2 ** j,
      of: parityText(bits.filter((_, k) => (columns[k]! >>> j) & 1)),
    })),
  );
  return map(`{ ${namesText([dimension!])} -> [${value}] : ${boundsText([dimension!])} }`);
}
