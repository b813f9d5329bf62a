// What a picture says, read back from what was drawn, in the same form for every renderer.

/** What is drawn between two cells. `level`: of the modes that end there, 0 for none. */
export interface Line {
  readonly isThin: boolean;
  readonly level: number;
  readonly isGroup: boolean;
  readonly isMark: boolean;
}

interface DrawnCell {
  readonly fill: string;
  readonly label: string;
  readonly ink: string;
  readonly isBold: boolean;
}

export interface Drawn {
  readonly rowHeads: readonly string[];
  readonly columnHeads: readonly string[];
  /** Dots beyond the last column, and below the last row. */
  readonly isCut: readonly [columns: boolean, rows: boolean];
  readonly names: string;
  cell(row: number, column: number): DrawnCell | null;
  /** Above a cell, and on its left; rows and columns one further than the last have lines too. */
  above(row: number, column: number): Line;
  left(row: number, column: number): Line;
  /** Words on pieces: each as row, column, text. */
  readonly captions: readonly string[];
  /** Lines through cells: each as the cells that it leads through. */
  readonly paths: readonly string[];
}

type Attributes = Readonly<Record<string, string>>;

interface Shape {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** All that is drawn, in order; each with what it has from the elements around it. */
function shapesOf(svg: string): readonly Shape[] {
  const shapes: { tag: string; attributes: Attributes; text: string }[] = [];
  const open: { readonly tag: string; readonly attributes: Attributes }[] = [];
  for (const [, closes, tag, given, isEmpty, text] of svg.matchAll(
    /<(\/?)(\w+)((?: [\w:-]+="[^"]*")*)(\/?)>|([^<]+)/g,
  )) {
    if (text !== undefined) {
      shapes.at(-1)!.text += text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name]!);
      continue;
    }
    if (closes === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> ends what did not begin`);
      continue;
    }
    const own = Object.fromEntries([...given!.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, k, v]) => [k!, v!]));
    const attributes = { ...open.at(-1)?.attributes, ...own };
    shapes.push({ tag: tag!, attributes, text: '' });
    if (isEmpty !== '/') open.push({ tag: tag!, attributes });
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)!.tag}> does not end`);
  return shapes;
}

type Point = readonly [x: number, y: number];
interface Stroke {
  readonly from: Point;
  readonly to: Point;
  readonly colour: string;
  readonly width: number;
  readonly opacity: number;
}

function strokesOf({ attributes }: Shape): readonly Stroke[] {
  const strokes: Stroke[] = [];
  let at: Point = [0, 0];
  for (const [, command, a, b] of attributes['d']!.matchAll(/([MLhv])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    const [x, y] = [Number(a), Number(b)];
    const to: Point = command === 'h' ? [at[0] + x, at[1]] : command === 'v' ? [at[0], at[1] + x] : [x, y];
    if (command !== 'M')
      strokes.push({
        from: at,
        to,
        colour: attributes['stroke']!,
        width: Number(attributes['stroke-width'] ?? 1),
        opacity: Number(attributes['stroke-opacity'] ?? 1),
      });
    at = to;
  }
  return strokes;
}

const covers = ({ from, to }: Stroke, [x, y]: Point): boolean =>
  Math.min(from[0], to[0]) <= x &&
  x <= Math.max(from[0], to[0]) &&
  Math.min(from[1], to[1]) <= y &&
  y <= Math.max(from[1], to[1]);

const number = (shape: Shape, name: string): number => Number(shape.attributes[name]);

function svgLine(strokes: readonly Stroke[]): Line {
  const has = (colour: string, width: number): boolean =>
    strokes.some((s) => s.colour === colour && s.width === width && s.opacity === 1);
  const levels = strokes.filter(({ colour, width }) => colour === '#fff' && width !== 4);
  return {
    isThin: strokes.some(({ width }) => width === 1),
    level: levels.length === 0 ? 0 : Math.round((levels[0]!.width - 0.6) / 0.9),
    isGroup: has('#000', 2),
    isMark: has('#fff', 4) && has('#c00000', 2),
  };
}

export function readSvg(svg: string): Drawn {
  const shapes = shapesOf(svg).filter(({ attributes, text }) => attributes['d'] !== undefined || text !== '');
  const texts = shapes.filter(({ tag }) => tag === 'text' || tag === 'tspan');
  const paths = shapes.filter(({ tag }) => tag === 'path');
  // A path that is as thick as a row fills cells; a translucent one leads through them.
  const isFill = ({ attributes }: Shape): boolean => Number(attributes['stroke-width']) >= 16;
  const isThrough = ({ attributes }: Shape): boolean => attributes['stroke-linejoin'] === 'round';
  const fills = paths.filter(isFill).flatMap(strokesOf);
  const lines = paths.filter((p) => !isFill(p) && !isThrough(p)).flatMap(strokesOf);
  const height = fills[0]!.width;
  const [names, ...rest] = texts.filter(
    ({ attributes }) => attributes['fill'] !== '#000' && attributes['fill'] !== '#fff',
  );
  const isDots = ({ text }: Shape): boolean => text === '…' || text === '⋮';
  const across = rest.filter(
    (t) => t.tag === 'tspan' && t.attributes['text-anchor'] === 'middle' && !isDots(t),
  );
  const down = rest.filter((t) => t.tag === 'tspan' && t.attributes['text-anchor'] === 'end' && !isDots(t));
  const left = Math.min(...fills.map(({ from }) => from[0]));
  const width = 2 * (number(across[0]!, 'x') - left);
  const top = number(down[0]!, 'y') - 4 - height / 2;
  const [columnOf, rowOf] = [
    (x: number): number => (x - left) / width,
    (y: number): number => (y - top) / height,
  ];
  const labels = texts.filter((t) => t.tag === 'tspan' && !rest.includes(t) && t !== names);
  const at = (row: number, column: number): Point => [left + column * width, top + row * height];
  return {
    rowHeads: down.map(({ text }) => text),
    columnHeads: across.map(({ text }) => text),
    isCut: [rest.some(({ text }) => text === '…'), rest.some(({ text }) => text === '⋮')],
    names: names!.text,
    cell(row, column) {
      const centre = at(row + 0.5, column + 0.5);
      const under = fills.filter((fill) => fill.from[1] === centre[1] && covers(fill, centre));
      const own = labels.filter(
        (t) => Math.floor(rowOf(number(t, 'y'))) === row && columnOf(number(t, 'x')) === column + 0.5,
      );
      if (under.length === 0 && own.length === 0) return null;
      const { attributes } = own[0]!;
      return {
        fill: under.at(-1)!.colour,
        label: own.map(({ text }) => text).join(''),
        ink: attributes['fill']!,
        isBold: attributes['font-weight'] === 'bold',
      };
    },
    above: (row, column) =>
      svgLine(lines.filter((s) => s.from[1] === s.to[1] && covers(s, at(row, column + 0.5)))),
    left: (row, column) =>
      svgLine(lines.filter((s) => s.from[0] === s.to[0] && covers(s, at(row + 0.5, column)))),
    captions: rest
      .filter((t) => t.tag === 'text' && !isDots(t))
      .map((t) => {
        const isHead = t.attributes['text-anchor'] === 'end';
        const column = isHead ? columnOf(number(t, 'x') + 5) - 1 : columnOf(number(t, 'x') - 1);
        return `${rowOf(number(t, 'y') - 4 - height / 2)} ${column} ${t.text}`;
      }),
    paths: paths
      .filter(isThrough)
      .map(({ attributes }) =>
        [...attributes['d']!.matchAll(/([ML])([\d.]+) ([\d.]+)/g)]
          .map(([, command, x, y]) => `${command}${rowOf(Number(y)) - 0.5},${columnOf(Number(x)) - 0.5}`)
          .join(' '),
      ),
  };
}

const TEX: readonly (readonly [RegExp, string])[] = [
  [/\$\\cdots\$/g, '…'],
  [/\$\\vdots\$/g, '⋮'],
  [/\$\\downarrow\$/g, '↓'],
  [/\$\\rightarrow\$/g, '→'],
  [/\$\\oplus\$/g, '⊕'],
  [/\\textasciicircum\{\}/g, '^'],
  [/\\([#$%&_{}])/g, '$1'],
];
const untexed = (text: string): string => TEX.reduce((s, [of, by]) => s.replace(of, by), text);

interface Node {
  readonly style: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

function tikzLine(styles: readonly string[]): Line {
  const width = styles
    .map((style) => /^line width=([\d.]+)pt$/.exec(style)?.[1])
    .find((w) => w !== undefined);
  return {
    isThin: styles.includes('gray, very thin'),
    level: width === undefined ? 0 : Math.round((Number(width) - 0.6) / 0.6),
    isGroup: styles.includes('thick'),
    isMark: styles.includes('red!75!black, very thick'),
  };
}

export function readTikz(lines: readonly string[]): Drawn {
  const all = lines.join('\n');
  const colours = new Map(
    [...all.matchAll(/\\definecolor\{(\w+)\}\{HTML\}\{(\w+)\}/g)].map(([, name, hex]) => [
      name!,
      `#${hex!.toLowerCase()}`,
    ]),
  );
  const nodes: readonly Node[] = [
    ...all.matchAll(/\\node(?:\[([^\]]*)\])? at \((-?[\d.]+),(-?[\d.]+)\) \{(.*)\};$/gm),
  ].map(([, style = '', x, y, text]) => ({ style, x: Number(x), y: Number(y), text: untexed(text!) }));
  const fills = new Map(
    [...all.matchAll(/\\fill\[(\w+)\] \((\d+),(\d+)\) rectangle \((\d+),(\d+)\);/g)].map(
      ([, name, x, y, right, bottom]) => {
        if (Number(right) !== Number(x) + 1 || Number(bottom) !== Number(y) + 1)
          throw new Error('not a cell');
        return [`${y},${x}`, colours.get(name!)!];
      },
    ),
  );
  const draws = [...all.matchAll(/\\draw\[([^\]]*)\] ([^;]*);/g)].map(([, style, places]) => ({
    style: style!,
    points: [...places!.matchAll(/\(([\d.]+),([\d.]+)\)/g)].map(([, x, y]): Point => [Number(x), Number(y)]),
  }));
  const edges = draws.filter(({ style }) => style !== 'opacity=0.5');
  const stylesAt = (point: Point, along: 0 | 1): readonly string[] =>
    edges
      .filter(
        ({ points: [from, to] }) =>
          from![1 - along] === to![1 - along] &&
          from![1 - along] === point[1 - along] &&
          from![along]! < point[along]! &&
          point[along]! < to![along]!,
      )
      .map(({ style }) => style);
  const heads = nodes.filter(({ style, y }) => style === '' && y === -0.4);
  const sides = nodes.filter(({ style, x }) => style === 'anchor=east' && x === 0);
  const dots = nodes.filter(({ style, y, text }) => style === '' && y > 0 && /^[…⋮]$/.test(text));
  return {
    rowHeads: sides.map(({ text }) => text),
    columnHeads: heads.map(({ text }) => text),
    isCut: [dots.some(({ text }) => text === '…'), dots.some(({ text }) => text === '⋮')],
    names: nodes.find(({ style, y }) => style === 'anchor=west' && y === -1.4)!.text,
    cell(row, column) {
      const fill = fills.get(`${row},${column}`);
      const own = nodes.filter(
        (n) => n.style.startsWith('text=') && n.y === row + 0.5 && n.x === column + 0.5,
      );
      if (fill === undefined && own.length === 0) return null;
      const [node] = own;
      return {
        fill: fill!,
        label: own.map(({ text }) => text).join(''),
        ink: node!.style.startsWith('text=white') ? '#fff' : '#000',
        isBold: node!.style.includes('bfseries'),
      };
    },
    above: (row, column) => tikzLine(stylesAt([column + 0.5, row], 0)),
    left: (row, column) => tikzLine(stylesAt([column, row + 0.5], 1)),
    captions: nodes
      .filter(({ style }) => style.includes('inner sep=1pt'))
      .map(({ style, x, y, text }) => `${y - 0.5} ${style.startsWith('anchor=east') ? x - 1 : x} ${text}`),
    paths: draws
      .filter(({ style }) => style === 'opacity=0.5')
      .map(({ points }) =>
        points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${y - 0.5},${x - 0.5}`).join(' '),
      ),
  };
}
