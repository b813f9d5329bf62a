// One picture of the page: a canvas that is zoomed, moved and selected in by mouse and keyboard, and beside it, for screen
// readers, a grid that holds the cell of the cursor.

import type { Attribute } from './attributes.ts';
import { Bitmap } from './bitmap.ts';
import type { CellSet, Rectangle } from './cell-set.ts';
import type { Theme } from './colours.ts';
import { element } from './dom.ts';
import { drawPicture, MARGIN, type Shown } from './draw.ts';
import type { PictureSource } from './source.ts';
import {
  cellAt,
  confined,
  fitted,
  heightOf,
  type Pixels,
  panned,
  revealed,
  type Viewport,
  zoomed,
} from './viewport.ts';

interface Place {
  readonly row: number;
  readonly column: number;
}

/** What is drawn beside the cells themselves. */
interface Look {
  readonly attribute: Attribute;
  readonly theme: Theme;
  readonly selected: CellSet | null;
  readonly differs: CellSet | null;
}

interface GridEvents {
  /** Cells were selected, or none are any more. */
  selected(rectangle: Rectangle | null): void;
  /** What is said of a cell: by the cursor, and under the mouse. */
  describe(row: number, column: number): string;
}

/** Rows that the page keys move by. */
const PAGE = 8;
const ZOOM = 1.25;
const LARGEST_HEIGHT = 560;
const LEAST_HEIGHT = 60;

let grids = 0;

export class PictureGrid {
  readonly figure: HTMLElement;
  readonly source: PictureSource;
  readonly #caption: HTMLElement;
  readonly #canvas = element('canvas', { 'aria-hidden': 'true' });
  readonly #context: CanvasRenderingContext2D;
  readonly #grid: HTMLElement;
  readonly #row = element('div', { role: 'row' });
  readonly #cell: HTMLElement;
  readonly #events: GridEvents;
  readonly #bitmap = new Bitmap();
  readonly #resized: ResizeObserver;
  #viewport: Viewport | null = null;
  #aspect = 1;
  #longest = 0;
  #pixels: Pixels = { width: 0, height: 0 };
  #look: Look | null = null;
  #colouring: object = {};
  #anchor: Place | null = null;
  #cursor: Place = { row: 0, column: 0 };
  #frame = 0;

  constructor(source: PictureSource, name: string, events: GridEvents) {
    this.source = source;
    this.#events = events;
    const id = `grid-${grids++}`;
    this.#context = this.#canvas.getContext('2d', { alpha: false })!;
    this.#cell = element('div', { role: 'gridcell', id: `${id}-cell` });
    this.#row.append(this.#cell);
    this.#grid = element(
      'div',
      {
        role: 'grid',
        tabindex: '0',
        class: 'grid',
        'aria-label': name,
        'aria-description': source.item.description,
        'aria-rowcount': String(source.rows),
        'aria-colcount': String(source.columns),
        'aria-multiselectable': 'true',
        'aria-activedescendant': this.#cell.id,
      },
      this.#canvas,
      element('div', { class: 'unseen', role: 'rowgroup' }, this.#row),
    );
    this.#caption = element('figcaption');
    this.figure = element('figure', {}, this.#caption, this.#grid);
    this.#grid.addEventListener('keydown', (event) => this.#pressed(event));
    this.#grid.addEventListener('focus', () => this.redraw());
    this.#grid.addEventListener('blur', () => this.redraw());
    this.#listenToMouse();
    this.#resized = new ResizeObserver(() => this.#fit());
    this.#resized.observe(this.figure);
    this.#tellCursor();
  }

  dispose(): void {
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  set caption(text: string) {
    this.#caption.textContent = text;
  }

  /** Draws at once: this is said when a frame is made. */
  look(look: Look): void {
    if (look.attribute !== this.#look?.attribute || look.theme !== this.#look?.theme) this.#colouring = {};
    this.#look = look;
    this.#draw();
    this.#tellCursor();
  }

  /** Cells have come that were not there. */
  arrived(): void {
    this.#colouring = {};
    if (this.source.longest !== this.#longest) this.#fit();
    this.redraw();
    this.#tellCursor();
  }

  zoom(factor: number | 'fit'): void {
    if (this.#viewport === null) return;
    const { width, height } = this.#pixels;
    this.#show(
      factor === 'fit'
        ? fitted(this.source, this.#pixels, this.#aspect)
        : zoomed(this.#viewport, factor, width / 2, height / 2),
    );
  }

  redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const [look, viewport] = [this.#look, this.#viewport];
    if (look === null || viewport === null) return;
    const shown: Shown = {
      ...look,
      source: this.source,
      colouring: this.#colouring,
      viewport,
      pixels: this.#pixels,
      cursor: document.activeElement === this.#grid ? this.#cursor : null,
    };
    const ratio = devicePixelRatio;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawPicture(this.#context, this.#bitmap, shown);
  }

  /** Cells are as wide as their labels; the canvas is as high as the picture, or as there is room for. */
  #fit(): void {
    const { source } = this;
    // Where labels have come that are wider, the picture is another one.
    if (source.longest !== this.#longest) this.#viewport = null;
    this.#longest = source.longest;
    const width = Math.max(120, this.figure.clientWidth - MARGIN.left - 2);
    const isSmall = source.rows <= 64 && source.columns <= 64;
    this.#aspect = isSmall ? Math.min(3.2, Math.max(1, source.longest * 0.42 + 0.4)) : 1;
    const room = { width, height: LARGEST_HEIGHT };
    const cell = heightOf(fitted(source, room, this.#aspect));
    const height = Math.max(LEAST_HEIGHT, Math.min(LARGEST_HEIGHT, Math.ceil(source.rows * cell)));
    this.#pixels = { width, height };
    const [outerWidth, outerHeight] = [width + MARGIN.left, height + MARGIN.top];
    this.#canvas.width = Math.round(outerWidth * devicePixelRatio);
    this.#canvas.height = Math.round(outerHeight * devicePixelRatio);
    this.#canvas.style.width = `${outerWidth}px`;
    this.#canvas.style.height = `${outerHeight}px`;
    this.#show(this.#viewport ?? fitted(source, this.#pixels, this.#aspect));
    // Setting the size has emptied the canvas.
    this.#draw();
  }

  #show(viewport: Viewport): void {
    this.#viewport = confined({ ...viewport, aspect: this.#aspect }, this.source, this.#pixels);
    this.redraw();
  }

  #tellCursor(): void {
    const { row, column } = this.#cursor;
    this.#row.setAttribute('aria-rowindex', String(row + 1));
    this.#cell.setAttribute('aria-colindex', String(column + 1));
    this.#cell.setAttribute('aria-selected', String(this.#look?.selected?.has(row, column) ?? false));
    this.#cell.textContent = this.#events.describe(row, column);
  }

  /** Moves the cursor, which selects its cell; `isExtended`: all cells from where the selection began. */
  #moveTo(row: number, column: number, isExtended: boolean): void {
    const inside = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));
    this.#cursor = { row: inside(row, this.source.rows), column: inside(column, this.source.columns) };
    if (!isExtended || this.#anchor === null) this.#anchor = this.#cursor;
    const [a, b] = [this.#anchor, this.#cursor];
    if (this.#viewport !== null) this.#show(revealed(this.#viewport, b.row, b.column, this.#pixels));
    this.#events.selected({
      top: Math.min(a.row, b.row),
      bottom: Math.max(a.row, b.row),
      left: Math.min(a.column, b.column),
      right: Math.max(a.column, b.column),
    });
    this.#tellCursor();
  }

  /** Selects one cell, as if it was clicked. */
  select(row: number, column: number): void {
    this.#moveTo(row, column, false);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const { row, column } = this.#cursor;
    const last = { row: this.source.rows - 1, column: this.source.columns - 1 };
    const targets: Readonly<Record<string, Place>> = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      PageUp: { row: row - PAGE, column },
      PageDown: { row: row + PAGE, column },
      Home: event.ctrlKey ? { row: 0, column: 0 } : { row, column: 0 },
      End: event.ctrlKey ? last : { row, column: last.column },
      ' ': { row, column },
      Enter: { row, column },
    };
    const target = targets[event.key];
    if (target !== undefined) this.#moveTo(target.row, target.column, event.shiftKey);
    else if (event.key === 'Escape') this.#clear();
    else if (event.key === '+' || event.key === '=') this.zoom(ZOOM);
    else if (event.key === '-') this.zoom(1 / ZOOM);
    else if (event.key === '0') this.zoom('fit');
    else return;
    event.preventDefault();
  }

  #clear(): void {
    this.#anchor = null;
    this.#events.selected(null);
    this.#tellCursor();
  }

  #listenToMouse(): void {
    let drag: { readonly isPan: boolean; x: number; y: number } | null = null;
    const placeOf = (event: MouseEvent): Place | null => {
      if (this.#viewport === null) return null;
      const { left, top } = this.#canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - left - MARGIN.left, event.clientY - top - MARGIN.top];
      return cellAt(this.#viewport, this.source, x, y);
    };
    this.#canvas.addEventListener('pointerdown', (event) => {
      const place = placeOf(event);
      const isPan = event.button === 1 || event.altKey;
      if (!isPan && (event.button !== 0 || place === null)) return;
      drag = { isPan, x: event.clientX, y: event.clientY };
      this.#canvas.setPointerCapture(event.pointerId);
      this.#grid.focus({ preventScroll: true });
      if (!isPan && place !== null) this.#moveTo(place.row, place.column, event.shiftKey);
      event.preventDefault();
    });
    this.#canvas.addEventListener('pointermove', (event) => {
      const place = placeOf(event);
      this.#canvas.title = place === null ? '' : this.#events.describe(place.row, place.column);
      if (drag === null || this.#viewport === null) return;
      if (drag.isPan) {
        this.#show(panned(this.#viewport, drag.x - event.clientX, drag.y - event.clientY));
        drag = { isPan: true, x: event.clientX, y: event.clientY };
      } else if (place !== null && (place.row !== this.#cursor.row || place.column !== this.#cursor.column))
        this.#moveTo(place.row, place.column, true);
    });
    for (const kind of ['pointerup', 'pointercancel'] as const)
      this.#canvas.addEventListener(kind, () => {
        drag = null;
      });
    this.#canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  /** Zooms with Ctrl, and moves the picture where it can be moved; else the page scrolls. */
  #wheel(event: WheelEvent): void {
    const before = this.#viewport;
    if (before === null) return;
    const { left, top } = this.#canvas.getBoundingClientRect();
    const isZoom = event.ctrlKey || event.metaKey;
    this.#show(
      isZoom
        ? zoomed(
            before,
            ZOOM ** (-Math.sign(event.deltaY) || 0),
            event.clientX - left - MARGIN.left,
            event.clientY - top - MARGIN.top,
          )
        : panned(before, event.deltaX, event.deltaY),
    );
    const after = this.#viewport!;
    if (isZoom || after.row !== before.row || after.column !== before.column) event.preventDefault();
  }
}
