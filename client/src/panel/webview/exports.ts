// The picture as text for other programs, and as an image.

import type { TextFormat } from '../../../../server/src/render/panel/view.ts';
import type { FromPage } from '../messages.ts';
import { button, element, labelled, offer } from './dom.ts';

const FORMATS: readonly (readonly [TextFormat | 'png', string])[] = [
  ['svg', 'SVG'],
  ['png', 'PNG, as it is shown'],
  ['tikz', 'TikZ'],
  ['markdown', 'Markdown'],
  ['layout', 'Line of a .layout file'],
];

/** `canvas`: of the picture that is exported. */
export function exporter(
  name: string,
  picture: number,
  canvas: () => HTMLCanvasElement,
  send: (message: FromPage) => void,
): HTMLElement {
  const list = element('select');
  offer(list, FORMATS);
  const format = (): TextFormat | 'png' => list.value as TextFormat | 'png';
  const copy = button('Copy', () => {
    const wanted = format();
    if (wanted !== 'png') send({ kind: 'copy', picture, format: wanted });
  });
  const save = button('Save…', () => {
    const wanted = format();
    if (wanted !== 'png') send({ kind: 'save', picture, format: wanted });
    else send({ kind: 'save-png', name, bytes: canvas().toDataURL('image/png').split(',')[1]! });
  });
  list.addEventListener('change', () => {
    copy.disabled = format() === 'png';
  });
  return element(
    'section',
    { 'aria-label': 'Export' },
    element('h2', {}, 'Export'),
    element('p', {}, labelled('Format', list), copy, save),
  );
}
