// What the page shows, put together from its parts, and what is chosen in it.

import type { CellWindow, PackedCells } from '../../../../server/src/render/panel/packed-cells.ts';
import type { PictureItem, PictureView } from '../../../../server/src/render/panel/view.ts';
import type { FromPage } from '../messages.ts';
import { type Attribute, attributesOf } from './attributes.ts';
import type { CellSet, Rectangle } from './cell-set.ts';
import { readTheme, type Theme } from './colours.ts';
import { type Comparison, comparisonOf } from './compare.ts';
import { Controls } from './controls.ts';
import { cellText, selectionText } from './describe.ts';
import { button, element } from './dom.ts';
import { editor } from './editor.ts';
import { exporter } from './exports.ts';
import { PictureGrid } from './grid.ts';
import { inspectors } from './inspectors.ts';
import { linkedSelection, pickedIn } from './selection.ts';
import { PictureSource } from './source.ts';
import { stepper } from './steps.ts';

type AskCells = (picture: number, window: CellWindow) => Promise<PackedCells | null>;

interface Selection {
  readonly picture: number;
  readonly rectangle: Rectangle;
}

const NOTHING = 'Put the cursor on a layout.';
/** Work that takes longer is said to be going on. */
const PATIENCE_MS = 400;
/** A selection is told of when it rests: that takes longer than drawing it, and nobody listens to each of many. */
const TELLING_MS = 120;

export class Page {
  readonly #send: (message: FromPage) => void;
  readonly #ask: AskCells;
  readonly #status = element('p', { role: 'status', class: 'status' });
  readonly #main = element('main');
  readonly #working: HTMLElement;
  readonly #controls: Controls;
  readonly #figures = element('section', { 'aria-label': 'Pictures', class: 'figures' });
  readonly #parts = element('div', { class: 'parts' });
  #view: PictureView | null = null;
  /** The pictures, and that of the step which is looked at behind them. */
  #grids: PictureGrid[] = [];
  #selection: Selection | null = null;
  #step: number | null = null;
  #kept: PictureSource | null = null;
  #patience = 0;
  #frame = 0;
  #theme: Theme;
  #compared: readonly [PictureSource, PictureSource, Comparison | null] | null = null;
  #telling = 0;

  constructor(send: (message: FromPage) => void, ask: AskCells) {
    this.#send = send;
    this.#ask = ask;
    this.#controls = new Controls(send, {
      changed: () => this.#look(),
      zoom: (factor) => {
        for (const grid of this.#grids) grid.zoom(factor);
      },
      keep: () => this.#keep(),
    });
    this.#working = element('p', { class: 'working', role: 'status', hidden: '' });
    this.#working.append(
      'Working… ',
      button('Cancel', () => send({ kind: 'cancel' })),
    );
    this.#main.append(
      this.#controls.head,
      this.#working,
      this.#controls.toolbar,
      this.#figures,
      this.#status,
      this.#parts,
    );
    document.body.append(this.#main);
    this.#controls.describe(null, false);
    this.tell(NOTHING);
    // The theme is the classes of the page.
    this.#theme = readTheme(document.body);
    new MutationObserver(() => {
      this.#theme = readTheme(document.body);
      this.#look();
    }).observe(document.body, { attributeFilter: ['class'] });
  }

  tell(message: string): void {
    this.#status.textContent = message;
  }

  /** What is shown may be out of date. */
  work(): void {
    this.stop(true);
    this.#patience = Number(
      setTimeout(() => {
        this.#working.hidden = false;
      }, PATIENCE_MS),
    );
  }

  stop(isOutdated: boolean): void {
    clearTimeout(this.#patience);
    this.#working.hidden = true;
    this.#main.classList.toggle('outdated', isOutdated);
  }

  show(view: PictureView | null, isPinned: boolean): void {
    this.stop(false);
    const isSame = isSamePlace(view, this.#view);
    this.#view = view;
    this.#controls.describe(view, isPinned);
    if (!isSame) this.#selection = null;
    const steps = view?.steps.length ?? 0;
    if (!isSame || (this.#step ?? 0) >= steps) this.#step = null;
    this.#build();
    this.tell(view === null ? NOTHING : (view.problem ?? ''));
  }

  /** The picture and its parts anew. */
  #build(): void {
    for (const grid of this.#grids) grid.dispose();
    const view = this.#view;
    const made = this.#madeItem();
    const items = [...(view?.pictures ?? []), ...(made === null ? [] : [made.item])];
    this.#grids = items.map((item, at) => this.#gridOf(item, at, made?.picture ?? at));
    if (this.#selection !== null && this.#grids[this.#selection.picture] === undefined)
      this.#selection = null;
    this.#figures.replaceChildren(...this.#grids.map(({ figure }) => figure));
    this.#controls.offerFor(
      this.#grids.map(({ source }) => source),
      this.#kept,
    );
    this.#buildParts();
    this.#look();
  }

  /** What the step that is looked at has made, and its place among all pictures. */
  #madeItem(): { readonly item: PictureItem; readonly picture: number } | null {
    const view = this.#view;
    const picture = view === null || this.#step === null ? null : (view.steps[this.#step]?.picture ?? null);
    return view === null || picture === null
      ? null
      : { item: view.made[picture - view.pictures.length]!, picture };
  }

  #gridOf(item: PictureItem, at: number, asked: number): PictureGrid {
    const isStep = at >= (this.#view?.pictures.length ?? 0);
    const source: PictureSource = new PictureSource(
      item,
      // A picture behind the others that no step has made is asked for by its own place.
      (window) => this.#ask(isStep ? asked : at, window),
      () => grid.arrived(),
    );
    const grid: PictureGrid = new PictureGrid(source, `${isStep ? 'Step: ' : ''}${item.name}`, {
      selected: (rectangle) => this.#select(at, rectangle),
      describe: (row, column) => cellText(source, this.#attributes(source), row, column),
    });
    return grid;
  }

  #attributes(source: PictureSource): readonly Attribute[] {
    return attributesOf(source, this.#controls.bits);
  }

  #buildParts(): void {
    const view = this.#view;
    const first = this.#grids[0];
    const parts: HTMLElement[] = [];
    if (view !== null && first !== undefined) {
      if (first.source.item.offsets !== null)
        parts.push(inspectors(first.source, (row, column) => first.select(row, column)));
      if (view.steps.length > 0)
        parts.push(stepper(view.steps, this.#step, (step) => this.#chooseStep(step)));
      const literals = view.pictures.flatMap((item, picture) =>
        item.literal === null ? [] : [{ item, picture }],
      );
      if (literals.length > 0)
        parts.push(editor(literals, (picture, layout) => this.#send({ kind: 'edit', picture, layout })));
      parts.push(exporter(view.title, 0, () => first.figure.querySelector('canvas')!, this.#send));
    }
    this.#parts.replaceChildren(...parts);
  }

  /** Shows what a step has made, and where that is in the other pictures. */
  #chooseStep(step: number | null): void {
    const focused = document.activeElement?.getAttribute('data-key');
    this.#step = step;
    this.#selection = null;
    this.#build();
    const made = this.#grids[this.#view?.pictures.length ?? 0];
    if (made !== undefined)
      this.#select(this.#grids.length - 1, {
        top: 0,
        left: 0,
        bottom: made.source.rows - 1,
        right: made.source.columns - 1,
      });
    const text = step === null ? undefined : this.#view?.steps[step]?.text;
    if (text !== undefined) this.tell(`Step: ${text}`);
    // The buttons are new ones.
    const again =
      focused == null
        ? this.#parts.querySelectorAll<HTMLElement>('.step')[step ?? 0]
        : this.#parts.querySelector<HTMLElement>(`[data-key=${focused}]`);
    again?.focus();
  }

  #select(picture: number, rectangle: Rectangle | null): void {
    this.#selection = rectangle === null ? null : { picture, rectangle };
    if (rectangle === null) this.tell('');
    this.#lookSoon();
  }

  /** Many selections in one frame are one. */
  #lookSoon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#look();
    });
  }

  /** The layout that is shown is there to compare others with, also when the cursor has gone on. */
  #keep(): void {
    const source = this.#grids[0]?.source ?? null;
    if (source === null || source.item.offsets === null) return;
    this.#kept = source;
    this.#controls.offerFor(
      this.#grids.map((grid) => grid.source),
      source,
    );
    this.tell(`${source.item.name} is kept: compare another layout with it.`);
    this.#look();
  }

  /** Colours, selection and differences anew; the cells stay as they are. */
  #look(): void {
    const sources = this.#grids.map(({ source }) => source);
    const selected = this.#selected(sources);
    const against = this.#controls.compared(sources, this.#kept);
    const comparison =
      against === null || sources[0] === undefined ? null : this.#compare(sources[0], against);
    for (const [at, grid] of this.#grids.entries()) {
      const attribute = this.#controls.colouring(this.#attributes(grid.source));
      const isMain = at === 0;
      grid.look({
        attribute: this.#steady(at, attribute),
        theme: this.#theme,
        selected: selected[at] ?? null,
        differs: isMain ? (comparison?.differs ?? null) : null,
      });
      grid.caption = captionOf(
        grid.source.item,
        this.#view,
        isMain && comparison !== null ? comparison.text : null,
      );
    }
    clearTimeout(this.#telling);
    if (this.#selection !== null)
      this.#telling = Number(setTimeout(() => this.#tellSelection(sources, selected), TELLING_MS));
  }

  #compare(source: PictureSource, against: PictureSource): Comparison | null {
    const known = this.#compared;
    if (known?.[0] === source && known[1] === against) return known[2];
    const comparison = comparisonOf(source, against);
    this.#compared = [source, against, comparison];
    return comparison;
  }

  /** Equal attributes are one object, by which a picture knows that its colours are the same. */
  readonly #steadied = new WeakMap<PictureSource, { readonly key: string; readonly attribute: Attribute }>();
  #steady(at: number, attribute: Attribute): Attribute {
    const { source } = this.#grids[at]!;
    const key = `${attribute.name} ${this.#controls.bits}`;
    const known = this.#steadied.get(source);
    if (known?.key === key) return known.attribute;
    this.#steadied.set(source, { key, attribute });
    return attribute;
  }

  #selected(sources: readonly PictureSource[]): readonly (CellSet | null)[] {
    const source = this.#selection === null ? undefined : sources[this.#selection.picture];
    if (this.#selection === null || source === undefined) return [];
    const { picture, rectangle } = this.#selection;
    const scope = this.#controls.scope(this.#attributes(source));
    return linkedSelection(sources, picture, pickedIn(source, rectangle, scope));
  }

  #tellSelection(sources: readonly PictureSource[], selected: readonly (CellSet | null)[]): void {
    const lines = sources.flatMap((source, at) => {
      const cells = selected[at];
      return cells == null
        ? []
        : [selectionText(shortName(source.item, at), source, this.#attributes(source), cells)];
    });
    this.tell(lines.join('\n'));
  }
}

const isSamePlace = (a: PictureView | null, b: PictureView | null): boolean =>
  a !== null &&
  b !== null &&
  a.uri === b.uri &&
  a.title === b.title &&
  a.pictures.length === b.pictures.length;

const MAXIMUM_NAME = 32;

/** What a picture is called where others are spoken of; the first one is what all is about. */
const shortName = ({ name }: PictureItem, at: number): string =>
  name.length <= MAXIMUM_NAME ? name : at === 0 ? 'the result' : `${name.slice(0, MAXIMUM_NAME - 1)}…`;

/** The name and the value, how it belongs to the first picture, and how it differs from another one. */
function captionOf(item: PictureItem, view: PictureView | null, comparison: string | null): string {
  const { name, notation, link } = item;
  const what = name === notation ? notation : `${name} = ${notation}`;
  const target = link === null ? undefined : view?.pictures[link.to];
  const to = link === null || target === undefined ? null : shortName(target, link.to);
  const how =
    link === null || to === null
      ? ''
      : link.own === link.other
        ? ` · linked with ${to} by ${link.own}`
        : ` · its ${link.own} is the ${link.other} of ${to}`;
  return `${what}${how}${comparison === null ? '' : ` · ${comparison}`}`;
}
