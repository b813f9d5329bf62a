// The part of a browser's page that the panel uses: elements, events, and what has the focus.

import { type ImageCanvas, NotingContext, withPut } from '../canvas.ts';

export class FakeEvent {
  readonly type: string;
  readonly [fact: string]: unknown;
  isPrevented = false;
  constructor(type: string, facts: Readonly<Record<string, unknown>> = {}) {
    this.type = type;
    Object.assign(this, facts);
  }
  preventDefault(): void {
    (this as { isPrevented: boolean }).isPrevented = true;
  }
}

type Listener = (event: FakeEvent) => void;
type FakeNode = FakeElement | string;

/** `button`, `.step`, `[data-key=next]`, `figure canvas`. */
function matches(element: FakeElement, selector: string): boolean {
  const inner = selector.split(' ');
  const [, tag, name, key, value] =
    /^([\w-]+)?(?:\.([\w-]+))?(?:\[([\w-]+)=([^\]]+)\])?$/.exec(inner.pop()!) ?? assertNever(selector);
  const isSelf =
    (tag === undefined || element.tag === tag) &&
    (name === undefined || element.classes.includes(name)) &&
    (key === undefined || element.getAttribute(key) === value);
  return (
    isSelf && (inner.length === 0 || ancestors(element).some((above) => matches(above, inner.join(' '))))
  );
}

function assertNever(selector: string): never {
  throw new SyntaxError(`not a selector: ${selector}`);
}

const ancestors = ({ parent }: FakeElement): readonly FakeElement[] =>
  parent === null ? [] : [parent, ...ancestors(parent)];

export class FakeElement {
  readonly tag: string;
  readonly page: FakeDocument;
  readonly style: Record<string, string> = {};
  parent: FakeElement | null = null;
  nodes: FakeNode[] = [];
  readonly #attributes = new Map<string, string>();
  readonly #listeners = new Map<string, Listener[]>();

  constructor(tag: string, page: FakeDocument) {
    this.tag = tag;
    this.page = page;
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }
  set id(id: string) {
    this.setAttribute('id', id);
  }
  get title(): string {
    return this.getAttribute('title') ?? '';
  }
  set title(title: string) {
    this.setAttribute('title', title);
  }
  get hidden(): boolean {
    return this.#attributes.has('hidden');
  }
  set hidden(isHidden: boolean) {
    if (isHidden) this.setAttribute('hidden', '');
    else this.#attributes.delete('hidden');
  }

  get classes(): readonly string[] {
    return (this.getAttribute('class') ?? '').split(' ').filter((name) => name !== '');
  }
  readonly classList = {
    toggle: (name: string, isOn: boolean): void => {
      const others = this.classes.filter((each) => each !== name);
      this.setAttribute('class', [...others, ...(isOn ? [name] : [])].join(' '));
    },
  };

  get children(): readonly FakeElement[] {
    return this.nodes.filter((node) => typeof node !== 'string');
  }
  get all(): readonly FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.all]);
  }
  get isConnected(): boolean {
    return this === this.page.body || ancestors(this).includes(this.page.body);
  }
  /** Hidden elements and what is in them are not seen. */
  get isSeen(): boolean {
    return this.isConnected && [this, ...ancestors(this)].every(({ hidden }) => !hidden);
  }

  get textContent(): string {
    return this.nodes.map((node) => (typeof node === 'string' ? node : node.textContent)).join('');
  }
  set textContent(text: string) {
    this.replaceChildren(...(text === '' ? [] : [text]));
  }
  append(...nodes: readonly FakeNode[]): void {
    for (const node of nodes) {
      if (typeof node !== 'string') {
        const { parent } = node;
        if (parent !== null) parent.nodes = parent.nodes.filter((each) => each !== node);
        node.parent = this;
      }
      this.nodes.push(node);
    }
  }
  replaceChildren(...nodes: readonly FakeNode[]): void {
    for (const child of this.children) child.parent = null;
    this.nodes = [];
    this.append(...nodes);
  }

  querySelectorAll(selector: string): readonly FakeElement[] {
    return this.all.filter((element) => matches(element, selector));
  }
  querySelector(selector: string): FakeElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
  }
  /** What an event does here and further out; true where nobody has prevented what the browser would do. */
  dispatch(event: FakeEvent): boolean {
    for (const element of [this, ...ancestors(this)])
      for (const listener of element.#listeners.get(event.type) ?? []) listener(event);
    return !event.isPrevented;
  }
  /** As `dispatch`, of events that stay with their element. */
  #tell(type: string): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(new FakeEvent(type));
  }

  focus(): void {
    const before = this.page.activeElement;
    if (!this.isSeen || before === this) return;
    this.page.focused = this;
    before.#tell('blur');
    this.#tell('focus');
  }
  blur(): void {
    if (this.page.focused !== this) return;
    this.page.focused = null;
    this.#tell('blur');
  }
  click(): void {
    if (!this.isSeen || (this as { disabled?: boolean }).disabled === true)
      throw new Error(`nobody can click on ${this.textContent}`);
    if (this.tag === 'button') this.focus();
    if (this.getAttribute('type') === 'submit')
      ancestors(this)
        .find(({ tag }) => tag === 'form')!
        .submit();
    else this.dispatch(new FakeEvent('click'));
  }
  submit(): void {
    if (this.dispatch(new FakeEvent('submit'))) throw new Error('the page is left');
  }

  /** Pixels of the place that it has in the page. */
  clientWidth = 0;
  corner = { left: 0, top: 0 };
  readonly captured: number[] = [];
  getBoundingClientRect(): { readonly left: number; readonly top: number } {
    return this.corner;
  }
  setPointerCapture(pointer: number): void {
    this.captured.push(pointer);
  }
}

class FakeInput extends FakeElement {
  #value: string | null = null;
  get value(): string {
    return this.#value ?? this.getAttribute('value') ?? '';
  }
  set value(value: string) {
    this.#value = value;
  }
}

export class FakeList extends FakeElement {
  selectedIndex = -1;
  override replaceChildren(...nodes: readonly FakeNode[]): void {
    super.replaceChildren(...nodes);
    this.selectedIndex = this.options.length > 0 ? 0 : -1;
  }
  get options(): readonly FakeElement[] {
    return this.children.filter(({ tag }) => tag === 'option');
  }
  get value(): string {
    return this.options[this.selectedIndex]?.getAttribute('value') ?? '';
  }
  set value(value: string) {
    this.selectedIndex = this.options.findIndex((option) => option.getAttribute('value') === value);
  }
}

/** What is drawn on it is noted; what is put into it is seen where it is drawn as an image. */
export class FakeCanvas extends FakeElement {
  readonly context = Object.assign(new NotingContext(), {
    putImageData: (image: ImageData, x: number, y: number, ...part: Parameters<typeof withPut>[3]): void => {
      this.shown = withPut(this, image, [x, y], part);
    },
  });
  shown: ImageCanvas['shown'] = null;
  #size = { width: 300, height: 150 };
  get width(): number {
    return this.#size.width;
  }
  set width(width: number) {
    this.#size = { ...this.#size, width };
    this.context.reset();
  }
  get height(): number {
    return this.#size.height;
  }
  set height(height: number) {
    this.#size = { ...this.#size, height };
    this.context.reset();
  }
  getContext(kind: string): unknown {
    return kind === '2d' ? this.context : null;
  }
  toDataURL(type: string): string {
    return `data:${type};base64,${btoa(this.context.noted.texts.map(({ text }) => text).join(' '))}`;
  }
}

export class FakeDocument {
  readonly body: FakeElement = new FakeElement('body', this);
  focused: FakeElement | null = null;
  /** What is taken out of the page loses the focus. */
  get activeElement(): FakeElement {
    return this.focused?.isSeen ? this.focused : this.body;
  }
  createElement(tag: string): FakeElement {
    if (tag === 'canvas') return new FakeCanvas(tag, this);
    if (tag === 'select') return new FakeList(tag, this);
    return tag === 'input' ? new FakeInput(tag, this) : new FakeElement(tag, this);
  }
}
