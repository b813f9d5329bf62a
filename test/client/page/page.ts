// The page of the panel in a browser that is none: time passes when it is told to, and so do frames.

import assert from 'node:assert/strict';
import type { FromPage } from '../../../client/src/panel/messages.ts';
import { Page } from '../../../client/src/panel/webview/page.ts';
import type { CellWindow, PackedCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PictureItem, PictureView } from '../../../server/src/render/panel/view.ts';
import { PlainImageData } from '../canvas.ts';
import { type FakeCanvas, FakeDocument, type FakeElement, FakeEvent, type FakeList } from './dom.ts';

interface Waiting {
  readonly at: number;
  readonly run: () => void;
}

/** What a page has beside its elements. */
class Browser {
  readonly document = new FakeDocument();
  readonly variables = new Map<string, string>();
  readonly listeners: ((event: { readonly data: unknown }) => void)[] = [];
  width = 600;
  ratio = 1;
  #now = 0;
  #count = 0;
  readonly #timers = new Map<number, Waiting>();
  #frames = new Map<number, () => void>();
  readonly #sized = new Map<object, { readonly element: FakeElement; readonly changed: () => void }>();
  readonly #watched: { readonly element: FakeElement; readonly changed: () => void }[] = [];

  /** Names that the page's program looks up. */
  globals(): Readonly<Record<string, unknown>> {
    const [sized, watched] = [this.#sized, this.#watched];
    return {
      document: this.document,
      ImageData: PlainImageData,
      devicePixelRatio: this.ratio,
      setTimeout: (run: () => void, milliseconds: number) => this.#soon(run, milliseconds),
      clearTimeout: (timer: number) => this.#timers.delete(timer),
      requestAnimationFrame: (run: () => void) => {
        this.#frames.set(++this.#count, run);
        return this.#count;
      },
      cancelAnimationFrame: (frame: number) => this.#frames.delete(frame),
      getComputedStyle: () => ({ getPropertyValue: (name: string) => this.variables.get(name) ?? '' }),
      addEventListener: (type: string, listener: (typeof this.listeners)[number]) => {
        if (type === 'message') this.listeners.push(listener);
      },
      ResizeObserver: class {
        readonly #changed: () => void;
        constructor(changed: () => void) {
          this.#changed = changed;
        }
        observe(element: FakeElement): void {
          sized.set(this, { element, changed: this.#changed });
        }
        disconnect(): void {
          sized.delete(this);
        }
      },
      MutationObserver: class {
        readonly #changed: () => void;
        constructor(changed: () => void) {
          this.#changed = changed;
        }
        observe(element: FakeElement, { attributeFilter }: { attributeFilter: readonly string[] }): void {
          if (attributeFilter.includes('class')) watched.push({ element, changed: this.#changed });
        }
      },
    };
  }

  #soon(run: () => void, milliseconds: number): number {
    this.#timers.set(++this.#count, { at: this.#now + milliseconds, run });
    return this.#count;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const [timer, { at, run }] of [...this.#timers])
      if (at <= this.#now && this.#timers.delete(timer)) run();
  }

  /** What waits for a frame, also while that is made. */
  frame(): void {
    for (let rounds = 0; this.#frames.size > 0; rounds++) {
      assert.ok(rounds < 10, 'each frame asks for another one');
      const frames = this.#frames;
      this.#frames = new Map();
      for (const run of frames.values()) run();
    }
  }

  /** The elements that are observed have their place. */
  resize(): void {
    for (const { element, changed } of [...this.#sized.values()]) {
      element.clientWidth = this.width;
      changed();
    }
    this.frame();
  }

  restyle(className: string, variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) this.variables.set(`--vscode-${name}`, value);
    this.document.body.setAttribute('class', className);
    for (const { element, changed } of this.#watched) if (element === this.document.body) changed();
  }

  /** How many elements are observed. */
  get observed(): number {
    return this.#sized.size;
  }
}

/** Puts a browser's names into Node; `close` takes them out again. */
export function openBrowser(): { readonly browser: Browser; readonly close: () => void } {
  const browser = new Browser();
  const names = globalThis as Record<string, unknown>;
  const made = browser.globals();
  const before = Object.fromEntries(Object.keys(made).map((name) => [name, names[name]]));
  Object.assign(names, made);
  return { browser, close: () => void Object.assign(names, before) };
}

type Ask = (picture: number, window: CellWindow) => Promise<PackedCells | null>;

/** A page, and what a reader sees of it and does with it. */
export class OpenPage {
  readonly browser: Browser;
  readonly sent: FromPage[] = [];
  readonly page: Page;
  constructor(browser: Browser, ask: Ask = async () => null) {
    this.browser = browser;
    this.page = new Page((message) => this.sent.push(message), ask);
  }

  show(view: PictureView | null, isPinned = false): void {
    this.page.show(view, isPinned);
    this.browser.resize();
  }

  get body(): FakeElement {
    return this.browser.document.body;
  }
  one(selector: string): FakeElement {
    const found = this.body.querySelectorAll(selector);
    assert.equal(found.length, 1, `${found.length} of ${selector}`);
    return found[0]!;
  }
  get status(): string {
    return this.one('.status').textContent;
  }
  get captions(): readonly string[] {
    return this.body.querySelectorAll('figcaption').map(({ textContent }) => textContent);
  }
  canvas(picture = 0): FakeCanvas {
    return this.body.querySelectorAll('figure canvas')[picture] as FakeCanvas;
  }
  drawn(picture = 0) {
    return this.canvas(picture).context.noted;
  }
  /** The labels of cells that are drawn, and where their middles are. */
  labels(picture = 0): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
    const inside = this.drawn(picture).texts.filter(({ isClipped }) => isClipped);
    return new Map(inside.map(({ text, x, y }) => [text, { x, y: y - 0.5 }]));
  }
  /** The labels of the cells around which there is a frame of a colour. */
  framed(colour: string, picture = 0): readonly string[] {
    const frames = this.drawn(picture).rectangles.filter((each) => each.colour === colour);
    return frames.map(({ at: [left, top, width, height] }) => {
      const [x, y] = [left! + width! / 2, top! + height! / 2];
      const inside = [...this.labels(picture)].find(
        ([, at]) => Math.abs(at.x - x) < 1e-6 && Math.abs(at.y - y) < 1e-6,
      );
      assert.ok(inside !== undefined, `a frame around no cell, at ${x} ${y}`);
      return inside[0];
    });
  }
  grid(picture = 0): FakeElement {
    return this.body.querySelectorAll('[role=grid]')[picture]!;
  }
  /** What a screen reader is told of the cell of the cursor. */
  cell(picture = 0): string {
    return this.body.querySelectorAll('[role=gridcell]')[picture]!.textContent;
  }

  button(name: string): FakeElement {
    const found = this.body
      .querySelectorAll('button')
      .filter((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
    assert.equal(found.length, 1, `${found.length} buttons ${name}`);
    return found[0]!;
  }
  press(name: string): void {
    this.button(name).click();
    this.browser.frame();
  }
  /** What a label is of. */
  field<E extends FakeElement = FakeElement & { value: string }>(name: string): E {
    const label = this.body.querySelectorAll('label').find(({ textContent }) => textContent === name);
    assert.ok(label !== undefined, `no label ${name}`);
    return this.one(`[id=${label.getAttribute('for')}]`) as E;
  }
  options(name: string): readonly string[] {
    return this.field<FakeList>(name).options.map(({ textContent }) => textContent);
  }
  chosen(name: string): string {
    const list = this.field<FakeList>(name);
    return list.options[list.selectedIndex]?.textContent ?? '';
  }
  choose(name: string, option: string): void {
    const list = this.field<FakeList>(name);
    const at = list.options.findIndex(({ textContent }) => textContent === option);
    assert.ok(at >= 0, `${name} has no ${option}`);
    list.selectedIndex = at;
    list.dispatch(new FakeEvent('change'));
    this.browser.frame();
  }

  /** Presses a key in a grid; true where the browser does what it does by that. */
  key(key: string, more: Readonly<Record<string, boolean>> = {}, picture = 0): boolean {
    const isLeft = this.grid(picture).dispatch(new FakeEvent('keydown', { key, ...more }));
    this.browser.frame();
    return isLeft;
  }
  /** Of the mouse, at pixels of a canvas. */
  mouse(type: string, x: number, y: number, more: object = {}, picture = 0): boolean {
    const canvas = this.canvas(picture);
    const [clientX, clientY] = [canvas.corner.left + x, canvas.corner.top + y];
    const isLeft = canvas.dispatch(
      new FakeEvent(type, { clientX, clientY, button: 0, pointerId: 7, deltaX: 0, deltaY: 0, ...more }),
    );
    this.browser.frame();
    return isLeft;
  }
}

/** A test with a page of its own. */
export const onPage =
  (body: (page: OpenPage) => unknown, ask?: Ask): (() => Promise<void>) =>
  async () => {
    const { browser, close } = openBrowser();
    try {
      await body(new OpenPage(browser, ask));
    } finally {
      close();
    }
  };

/** What the page is told of a place; the first picture is the value. */
export const viewOf = (pictures: readonly PictureItem[], more: Partial<PictureView> = {}): PictureView => ({
  uri: 'file:///a.layout',
  version: 1,
  position: { line: 0, character: 0 },
  title: pictures[0]?.name ?? 'nothing',
  value: [],
  summary: null,
  problem: null,
  instances: [],
  instance: 0,
  pictures,
  steps: [],
  made: [],
  ...more,
});
