// Tables of offsets as text: an array of C++ or Python, nested or not, or numbers between spaces, commas and line breaks.

import { Misread } from './tokens.ts';

interface OffsetTable {
  /** In colexicographic order of the shape's coordinates: the first index runs fastest. */
  readonly offsets: Float64Array;
  /** The lengths of nested brackets, outermost first; null for a vector. */
  readonly shape: readonly number[] | null;
}

const TOKEN = /\s*(?:(-?(?:0[xX][\da-fA-F]+|0|[1-9]\d*))(?![\w.])|([[{(])|([\])}])|(,)|$)/y;

/**
 * Whether a text is a table rather than an expression: it has no names and no operators. In `0 -1 -2` the sign is a
 * number's, in `2 - 1` and `2-1` it is an operator.
 */
export const isTable = (text: string): boolean =>
  /\d/.test(text) &&
  /^(?:-?(?:0[xX][\da-fA-F]+|[\d.]+)|[\s,[\]{}()])*$/.test(text) &&
  !/\d-|\d\s*-\s/.test(text);

/** Throws Misread for what is no number, and for brackets that do not match or are not of one length. */
export function readTable(text: string): OffsetTable {
  const numbers: number[] = [];
  const lengths: number[] = [];
  /** How many elements each open bracket has. */
  const open: number[] = [];
  const closed = (at: number): void => {
    const count = open.pop();
    if (count === undefined) throw new Misread('a bracket closes that none has opened', at);
    const depth = open.length;
    if (lengths[depth] !== undefined && lengths[depth] !== count)
      throw new Misread(`a row has ${count} elements, and the one before it ${lengths[depth]}`, at);
    lengths[depth] = count;
    if (depth > 0) open[depth - 1]!++;
  };
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) {
      const at = from + /^\s*/.exec(text.slice(from))![0].length;
      throw new Misread(`${wordAt(text, at)} is no offset`, at);
    }
    const at = TOKEN.lastIndex - match[0].trimStart().length;
    const [, number, opening, closing] = match;
    if (number !== undefined) {
      numbers.push(Number(number.startsWith('-') ? -Number(number.slice(1)) : number));
      if (open.length > 0) open[open.length - 1]!++;
      if (open.length > 0 && numbers.length > 1 && lengths.length > 0 && open.length < lengths.length)
        throw new Misread('a number stands beside rows', at);
    } else if (opening !== undefined) open.push(0);
    else if (closing !== undefined) closed(at);
  }
  if (open.length > 0) throw new Misread('a bracket is not closed', text.length);
  if (numbers.length === 0) throw new Misread('there are no offsets', 0);
  return inColumns(numbers, lengths);
}

const wordAt = (text: string, at: number): string =>
  JSON.stringify(/^[\w.]+|^./s.exec(text.slice(at, at + 40))?.[0] ?? '');

/** Rows of rows as they are written have their last index fastest. */
function inColumns(numbers: readonly number[], lengths: readonly number[]): OffsetTable {
  const size = lengths.reduce((n, length) => n * length, 1);
  if (lengths.length < 2) return { offsets: Float64Array.from(numbers), shape: null };
  if (size !== numbers.length) throw new Misread('the rows are not of one length', 0);
  const offsets = new Float64Array(size);
  const index = lengths.map(() => 0);
  for (const number of numbers) {
    let at = 0;
    for (let k = lengths.length - 1; k >= 0; k--) at = at * lengths[k]! + index[k]!;
    offsets[at] = number;
    for (let k = lengths.length - 1; k >= 0 && ++index[k]! === lengths[k]; k--) index[k] = 0;
  }
  return { offsets, shape: lengths };
}
