// A canvas that notes what is drawn on it, in place of a browser's.

type At = readonly [x: number, y: number];

interface TextLook {
  readonly colour: string;
  readonly font: string;
  readonly align: string;
  readonly baseline: string;
}

interface Noted {
  /** What the drawing began with, which covers what was drawn before. */
  ground: { readonly at: readonly number[]; readonly colour: string } | null;
  /** The last image that was drawn, and where: left, top, width, height without what is around the cells. */
  image: {
    readonly pixels: Uint32Array;
    readonly columns: number;
    readonly rows: number;
    readonly at: readonly number[];
  } | null;
  /** `isClipped`: only what lies over the cells is seen of it. */
  readonly texts: {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly isClipped: boolean;
    readonly look: TextLook;
  }[];
  /** Parts of a path. */
  readonly boxes: { readonly at: readonly number[]; readonly colour: string; readonly width: number }[];
  readonly rectangles: {
    readonly at: readonly number[];
    readonly colour: string;
    readonly width: number;
  }[];
  readonly strokes: {
    readonly path: readonly (readonly [from: At, to: At])[];
    readonly width: number;
    readonly colour: string;
  }[];
}

const nothing = (): Noted => ({
  ground: null,
  image: null,
  texts: [],
  boxes: [],
  rectangles: [],
  strokes: [],
});

/** What is drawn on the page, from when it was last covered as a whole. Places count from its corner. */
export class NotingContext {
  noted = nothing();
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  font = '10px sans-serif';
  textAlign = 'start';
  textBaseline = 'alphabetic';
  imageSmoothingEnabled = true;
  /** Pixels of the canvas for one of the page. */
  ratio = 1;
  #origin: At = [0, 0];
  #pen: At = [0, 0];
  #path: [At, At][] = [];
  #boxes: number[][] = [];
  #isClipped = false;

  get asCanvas(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D;
  }

  #placed(x: number, y: number): At {
    return [this.#origin[0] + x, this.#origin[1] + y];
  }

  /** As when the size of the canvas is set. */
  reset(): void {
    this.noted = nothing();
    this.font = '10px sans-serif';
    this.textAlign = 'start';
    this.textBaseline = 'alphabetic';
    this.imageSmoothingEnabled = true;
    this.ratio = 1;
  }

  setTransform(...[a, b, c, d, e, f]: readonly number[]): void {
    if (a !== d || b !== 0 || c !== 0 || e !== 0 || f !== 0) throw new Error('the picture is moved or bent');
    this.ratio = a!;
  }

  save(): void {}

  fillRect(...at: readonly number[]): void {
    this.noted = { ...nothing(), ground: { at, colour: this.fillStyle } };
  }

  clip(): void {
    this.#isClipped = true;
  }

  restore(): void {
    this.#origin = [0, 0];
    this.#isClipped = false;
  }

  translate(x: number, y: number): void {
    this.#origin = this.#placed(x, y);
  }

  beginPath(): void {
    this.#path = [];
    this.#boxes = [];
  }

  moveTo(x: number, y: number): void {
    this.#pen = this.#placed(x, y);
  }

  lineTo(x: number, y: number): void {
    const to = this.#placed(x, y);
    this.#path.push([this.#pen, to]);
    this.#pen = to;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#boxes.push([...this.#placed(x, y), width, height]);
  }

  stroke(): void {
    const { strokeStyle: colour, lineWidth: width } = this;
    for (const at of this.#boxes) this.noted.boxes.push({ at, colour, width });
    this.noted.strokes.push({ path: this.#path, width, colour });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const at = [...this.#placed(x, y), width, height];
    this.noted.rectangles.push({ at, colour: this.strokeStyle, width: this.lineWidth });
  }

  fillText(text: string, x: number, y: number): void {
    const [left, top] = this.#placed(x, y);
    const look = {
      colour: this.fillStyle,
      font: this.font,
      align: this.textAlign,
      baseline: this.textBaseline,
    };
    this.noted.texts.push({ text, x: left, y: top, isClipped: this.#isClipped, look });
  }

  drawImage(canvas: Pick<ImageCanvas, 'shown'>, ...at: readonly number[]): void {
    if (this.imageSmoothingEnabled) throw new Error('the edges of cells are blurred');
    const [pixels, columns, rows] = canvas.shown!;
    this.noted.image = { pixels, columns, rows, at };
  }
}

type ShownImage = readonly [pixels: Uint32Array, columns: number, rows: number];

/** Left, top, width and height of what of an image is put. */
type Part = readonly [left: number, top: number, across: number, down: number];

/** What an image's canvas shows when a part of an image was put into it; what was never put is 0. */
export function withPut(
  canvas: { readonly width: number; readonly height: number; readonly shown: ShownImage | null },
  { data, width, height }: ImageData,
  [x, y]: readonly [x: number, y: number],
  [left, top, across, down]: Part,
): ShownImage {
  if (x !== 0 || y !== 0 || width !== canvas.width || height !== canvas.height)
    throw new Error('the image is beside its canvas');
  const put = new Uint32Array(data.slice().buffer);
  const isSame = canvas.shown?.[1] === width && canvas.shown[2] === height;
  const pixels = isSame ? canvas.shown[0].slice() : new Uint32Array(width * height);
  for (let row = top; row < top + down; row++) {
    const [from, to] = [row * width + left, row * width + left + across];
    pixels.set(put.subarray(from, to), from);
  }
  return [pixels, width, height];
}

/** It is seen where it lies as a whole. */
export class ImageCanvas {
  width = 0;
  height = 0;
  shown: ShownImage | null = null;
  readonly puts: Part[] = [];

  getContext(kind: string): unknown {
    if (kind !== '2d') return null;
    return {
      putImageData: (image: ImageData, x: number, y: number, ...part: Part) => {
        this.shown = withPut(this, image, [x, y], part);
        this.puts.push(part);
      },
    };
  }
}

export class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    if (data.length !== 4 * width * height) throw new RangeError('an image of another size');
    [this.data, this.width, this.height] = [data, width, height];
  }
}

/** What a page has beside Node; `close` takes it away again. */
export function picturePage() {
  const globals = globalThis as Record<string, unknown>;
  const before = { document: globals['document'], ImageData: globals['ImageData'] };
  const images: ImageCanvas[] = [];
  return {
    /** The canvases that were made, in turn. */
    images,
    open(): void {
      globals['document'] = { createElement: () => images[images.push(new ImageCanvas()) - 1] };
      globals['ImageData'] = PlainImageData;
    },
    close: (): void => void Object.assign(globals, before),
    context: (): NotingContext => new NotingContext(),
  };
}
