// The steps of a derivation, one of which is looked at.

import type { StepView } from '../../../../server/src/render/panel/view.ts';
import { button, element } from './dom.ts';

/** `chosen`: told which step is looked at. */
export function stepper(
  steps: readonly StepView[],
  at: number | null,
  chosen: (step: number | null) => void,
): HTMLElement {
  const list = element('ol');
  for (const [i, { text, source, depth, picture }] of steps.entries()) {
    const isShown = i === at;
    const words = source === null ? text : `${text} (${source})`;
    const row = button(words, () => chosen(isShown ? null : i), {
      class: `step depth-${Math.min(depth, 4)}`,
      'aria-pressed': String(isShown),
    });
    list.append(element('li', { class: picture === null ? '' : 'has-picture' }, row));
  }
  const move = (by: number): void => {
    const next = at === null ? (by > 0 ? 0 : steps.length - 1) : at + by;
    chosen(next < 0 || next >= steps.length ? null : next);
  };
  const buttons = element(
    'p',
    {},
    button('Previous step', () => move(-1), { 'data-key': 'previous' }),
    button('Next step', () => move(1), { 'data-key': 'next' }),
    element(
      'span',
      { class: 'note' },
      at === null ? `${steps.length} steps` : `step ${at + 1} of ${steps.length}`,
    ),
  );
  return element('section', { 'aria-label': 'Derivation' }, element('h2', {}, 'Derivation'), buttons, list);
}
