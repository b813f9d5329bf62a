// What stands above the pictures: what they are of, and how they are looked at.

import type { PictureView } from '../../../../server/src/render/panel/view.ts';
import type { FromPage } from '../messages.ts';
import { type Attribute, attributesOf } from './attributes.ts';
import { button, element, labelled, offer } from './dom.ts';
import type { PictureSource } from './source.ts';

interface ControlEvents {
  /** Something other is coloured, selected together, or compared. */
  changed(): void;
  zoom(factor: number | 'fit'): void;
  keep(): void;
}

const BITS = [4, 8, 16, 32, 64, 128];
const DEFAULT_BITS = 32;
const ZOOM = 1.5;
const CELL = 'cell';
const NOTHING = 'nothing';
const KEPT = 'kept';

export class Controls {
  readonly head = element('header');
  readonly toolbar: HTMLElement;
  readonly #title = element('h1');
  readonly #value = element('code', { class: 'value' });
  readonly #summary = element('p', { class: 'summary' });
  readonly #pin: HTMLButtonElement;
  readonly #instances = element('select');
  readonly #instanceField: HTMLElement;
  readonly #bitsField: HTMLElement;
  readonly #by = element('select');
  readonly #bits = element('select');
  readonly #scope = element('select');
  readonly #against = element('select');
  /** What was chosen by the reader and not by a picture. */
  #chosen: string | null = null;
  #isPinned = false;

  constructor(send: (message: FromPage) => void, events: ControlEvents) {
    this.#pin = button('Pin', () => send({ kind: 'pin', isPinned: !this.#isPinned }), {
      'aria-pressed': 'false',
    });
    this.#bitsField = labelled('Element', this.#bits);
    this.#instanceField = labelled('Instantiation', this.#instances);
    this.#instances.addEventListener('change', () =>
      send({ kind: 'instance', instance: this.#instances.selectedIndex }),
    );
    this.head.append(
      element('div', { class: 'title' }, this.#title, this.#pin, this.#instanceField),
      this.#value,
      this.#summary,
    );
    offer(
      this.#bits,
      BITS.map((bits) => [String(bits), `${bits} bits`]),
      String(DEFAULT_BITS),
    );
    this.#by.addEventListener('change', () => {
      this.#chosen = this.#by.value;
    });
    for (const list of [this.#by, this.#bits, this.#scope, this.#against])
      list.addEventListener('change', () => events.changed());
    this.toolbar = element(
      'div',
      { role: 'group', 'aria-label': 'View', class: 'toolbar' },
      labelled('Colour by', this.#by),
      labelled('Select by', this.#scope),
      this.#bitsField,
      labelled('Compare with', this.#against),
      button('Keep', () => events.keep(), { title: 'Keep this layout, to compare others with it' }),
      button('−', () => events.zoom(1 / ZOOM), { 'aria-label': 'Zoom out' }),
      button('+', () => events.zoom(ZOOM), { 'aria-label': 'Zoom in' }),
      button('Fit', () => events.zoom('fit')),
    );
  }

  /** What the pictures are of. */
  describe(view: PictureView | null, isPinned: boolean): void {
    this.#isPinned = isPinned;
    this.#pin.setAttribute('aria-pressed', String(isPinned));
    this.#pin.title = isPinned ? 'Follow the cursor again' : 'Stay here when the cursor moves';
    this.#title.textContent = view?.title ?? 'No layout';
    this.#value.textContent = view?.value.join('\n') ?? '';
    this.#summary.textContent = view?.summary ?? '';
    const instances = view?.instances ?? [];
    this.#instanceField.hidden = instances.length === 0;
    offer(
      this.#instances,
      instances.map((label, at) => [String(at), label]),
      String(view?.instance ?? 0),
    );
    this.toolbar.hidden = (view?.pictures.length ?? 0) === 0;
  }

  /** Offers what these pictures have. */
  offerFor(sources: readonly PictureSource[], kept: PictureSource | null): void {
    const [main] = sources;
    if (main === undefined) return;
    if (main.item.bits !== null) this.#bits.value = String(main.item.bits);
    const names = [
      ...new Set(sources.flatMap((one) => attributesOf(one, this.bits).map(({ name }) => name))),
    ];
    this.#bitsField.hidden = !names.includes('bank');
    const own = attributesOf(main, this.bits).map(({ name }) => name);
    const preferred = main.item.isThreadValue ? 'thread' : own[0]!;
    const isKnown = this.#chosen !== null && names.includes(this.#chosen);
    const options = names.map((name) => [name, name] as const);
    offer(this.#by, options, isKnown ? this.#chosen! : preferred);
    offer(this.#scope, [[CELL, 'cell'], ...names.map((name) => [name, `same ${name}`] as const)]);
    offer(this.#against, [
      [NOTHING, 'nothing'],
      ...sources.slice(1).map((one, at) => [String(at + 1), one.item.name] as const),
      ...(kept === null ? [] : [[KEPT, `${kept.item.name} (kept)`] as const]),
    ]);
  }

  /** Bits of an element. */
  get bits(): number {
    return Number(this.#bits.value);
  }

  /** What a picture is coloured by: what was chosen, if it has that. */
  colouring(attributes: readonly Attribute[]): Attribute {
    return attributes.find(({ name }) => name === this.#by.value) ?? attributes[0]!;
  }

  /** What is selected together; null: single cells. */
  scope(attributes: readonly Attribute[]): Attribute | null {
    return attributes.find(({ name }) => name === this.#scope.value) ?? null;
  }

  /** What the first picture is compared with. */
  compared(sources: readonly PictureSource[], kept: PictureSource | null): PictureSource | null {
    const { value } = this.#against;
    if (value === KEPT) return kept;
    return value === NOTHING ? null : (sources[Number(value)] ?? null);
  }
}
