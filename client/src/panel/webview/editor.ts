// Another shape and stride for a layout that is written out in numbers.

import type { PictureItem } from '../../../../server/src/render/panel/view.ts';
import { element, labelled } from './dom.ts';

/** A form for each of the layouts; `apply` writes one into the source. */
export function editor(
  literals: readonly { readonly item: PictureItem; readonly picture: number }[],
  apply: (picture: number, layout: string) => void,
): HTMLElement {
  const forms = literals.map(({ item, picture }) => {
    const { shape, stride } = item.literal!;
    const [shapeInput, strideInput] = [shape, stride].map((value) =>
      element('input', { type: 'text', value, spellcheck: 'false' }),
    );
    const form = element(
      'form',
      { 'aria-label': `Edit ${item.name}` },
      element('strong', {}, item.name),
      labelled('Shape', shapeInput!),
      labelled('Stride', strideInput!),
      element('button', { type: 'submit' }, 'Write into the source'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      apply(picture, `${shapeInput!.value}:${strideInput!.value}`);
    });
    return form;
  });
  return element('section', { 'aria-label': 'Edit' }, element('h2', {}, 'Edit'), ...forms);
}
