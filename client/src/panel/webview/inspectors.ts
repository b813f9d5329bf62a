// From a coordinate to its offset, and from an offset to its coordinates.

import { coordinateOf, coordinateText, indexOf, readCoordinate } from './coordinates.ts';
import { button, element, labelled } from './dom.ts';
import type { PictureSource } from './source.ts';

/** Layouts up to this size are looked through for an offset. */
const MAXIMUM_SEARCH = 2 ** 24;
const MOST = 12;

/** The answer to a coordinate, and its index where there is one. */
export function offsetAnswer(
  source: PictureSource,
  text: string,
): { readonly text: string; readonly index: number | null } {
  const { shape } = source.item;
  const coordinate = readCoordinate(text);
  if (coordinate === null || shape === null)
    return { text: 'A coordinate is a number or a tuple, such as (1,2).', index: null };
  const index = indexOf(coordinate, shape);
  if (typeof index === 'string') return { text: index, index: null };
  return { text: `offset ${source.offsetOf(index)}, index ${index}`, index };
}

/** The indices of the coordinates that have an offset; null where there are too many to look through. */
function indicesAt(source: PictureSource, offset: number): readonly number[] | null {
  if (source.size > MAXIMUM_SEARCH) return null;
  const found: number[] = [];
  for (let index = 0; index < source.size; index++) if (source.offsetOf(index) === offset) found.push(index);
  return found;
}

export function coordinatesAnswer(
  source: PictureSource,
  text: string,
): { readonly text: string; readonly indices: readonly number[] } {
  const { shape } = source.item;
  const offset = /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
  if (offset === null || shape === null) return { text: 'An offset is a whole number.', indices: [] };
  const indices = indicesAt(source, offset);
  if (indices === null) return { text: 'The layout is too large to be looked through.', indices: [] };
  if (indices.length === 0) return { text: `no coordinate has the offset ${offset}`, indices };
  const shown = indices.slice(0, MOST).map((index) => coordinateText(coordinateOf(index, shape)));
  const more = indices.length > MOST ? `, … (${indices.length} in all)` : '';
  return { text: `coordinate${indices.length > 1 ? 's' : ''} ${shown.join(', ')}${more}`, indices };
}

/** The two inspectors. `show` is told of the first cell that was found. */
export function inspectors(source: PictureSource, show: (row: number, column: number) => void): HTMLElement {
  const line = (
    label: string,
    placeholder: string,
    answer: (text: string) => { text: string; first: number | null },
  ) => {
    const input = element('input', { type: 'text', placeholder, spellcheck: 'false' });
    const told = element('output');
    const ask = (): void => {
      const { text, first } = answer(input.value);
      told.textContent = text;
      if (first === null) return;
      const { row, column } = source.placeOf(first);
      show(row, column);
    };
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') ask();
    });
    return element(
      'p',
      {},
      labelled(label, input),
      button('Show', ask, { 'aria-label': `Show the ${label.toLowerCase()}` }),
      told,
    );
  };
  return element(
    'section',
    { 'aria-label': 'Inspect' },
    element('h2', {}, 'Inspect'),
    line('Coordinate', '(1,2)', (text) => {
      const { text: told, index } = offsetAnswer(source, text);
      return { text: told, first: index };
    }),
    line('Offset', '19', (text) => {
      const { text: told, indices } = coordinatesAnswer(source, text);
      return { text: told, first: indices[0] ?? null };
    }),
  );
}
