// Random layout expressions: evaluated in bounded time without an exception; what is printed evaluates to itself; and
// the order of bindings that do not depend on one another changes nothing.

import { openDocument } from '../../server/src/analysis/document/document.ts';
import { Evaluator } from '../../server/src/cli/commands/eval.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import type { Random } from '../../test/support/random.ts';
import type { Kind, KindOptions, Meter } from './kind.ts';
import { shownText } from './shown.ts';
import { without } from './shrink.ts';

interface ExpressionsInput {
  readonly dialect: Dialect;
  /** Expressions that name nothing, bound to `b0`, `b1`, …. */
  readonly bindings: readonly string[];
  /** Expressions that name those, bound to `u0`, `u1`, …. */
  readonly uses: readonly string[];
}

/** How a language writes things. */
interface Writing {
  integer(random: Random): string;
  tuple(items: readonly string[]): string;
  layout(shape: string, stride: string | null): string;
  swizzle(random: Random): string;
  readonly prefix: string;
}

const SIZES = [1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 16, 32, 64, 128, 0, -1, 7, 1024, 65536];

const WRITINGS: Readonly<Record<Dialect, Writing>> = {
  notation: {
    integer: (random) =>
      random.pick(['', '', '_']) + random.pick(SIZES) + random.pick(['', '', '', '', '', '@0', '@1']),
    tuple: (items) => `(${items.join(',')})`,
    layout: (shape, stride) => (stride === null ? `${shape}:${shape}` : `${shape}:${stride}`),
    swizzle: (random) => `S<${random.below(4)},${random.below(5)},${random.below(5)}>`,
    prefix: '',
  },
  cpp: {
    integer: (random) =>
      random.pick([
        `_${Math.abs(random.pick(SIZES))}{}`,
        String(random.pick(SIZES)),
        `Int<${random.pick(SIZES)}>{}`,
      ]),
    tuple: (items) => `make_tuple(${items.join(', ')})`,
    layout: (shape, stride) => `make_layout(${shape}${stride === null ? '' : `, ${stride}`})`,
    swizzle: (random) => `Swizzle<${random.below(4)},${random.below(5)},${random.below(5)}>{}`,
    prefix: '',
  },
  python: {
    integer: (random) => String(random.pick(SIZES)),
    tuple: (items) => (items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`),
    layout: (shape, stride) => `cute.make_layout(${shape}${stride === null ? '' : `, stride=${stride}`})`,
    swizzle: (random) => `cute.make_swizzle(${random.below(4)}, ${random.below(5)}, ${random.below(5)})`,
    prefix: 'cute.',
  },
};

const ONE = [
  'coalesce',
  'size',
  'cosize',
  'rank',
  'depth',
  'shape',
  'stride',
  'complement',
  'right_inverse',
  'left_inverse',
  'flatten',
  'filter',
  'filter_zeros',
  'make_layout',
];
const TWO = [
  'composition',
  'logical_divide',
  'zipped_divide',
  'tiled_divide',
  'flat_divide',
  'logical_product',
  'zipped_product',
  'tiled_product',
  'blocked_product',
  'raked_product',
  'complement',
  'tile_to_shape',
  'append',
  'prepend',
  'make_layout',
  'crd2idx',
  'idx2crd',
  'elem_less',
  'ceil_div',
  'shape_div',
  'max_common_vector',
  'congruent',
  'compatible',
  'group',
  'select',
  'get',
  'take',
  'coalesce',
  'recast_layout',
];

const MOST_DEPTH = 3;

function tuple(random: Random, w: Writing, depth: number): string {
  if (random.below(5) === 0) return w.integer(random);
  const items = Array.from({ length: 1 + random.below(3) }, () =>
    depth > 0 && random.below(4) === 0 ? tuple(random, w, depth - 1) : w.integer(random),
  );
  return w.tuple(items);
}

const layout = (random: Random, w: Writing): string => {
  const shape = tuple(random, w, 2);
  // The same numbers in another order: often congruent, seldom compact.
  const stride = random.below(4) === 0 ? null : random.below(3) === 0 ? tuple(random, w, 2) : shape;
  return w.layout(shape, stride);
};

/** An expression that may name some of `names`. */
function expression(random: Random, w: Writing, names: readonly string[], depth = MOST_DEPTH): string {
  const inner = (): string => expression(random, w, names, depth - 1);
  if (names.length > 0 && random.below(3) === 0) return random.pick(names);
  const dice = depth <= 0 ? random.below(3) : random.below(10);
  if (dice < 2) return layout(random, w);
  if (dice === 2) return tuple(random, w, 1);
  if (dice === 3) return w.swizzle(random);
  if (dice < 6) return `${w.prefix}${random.pick(ONE)}(${inner()})`;
  if (dice === 6) return `${inner()}(${tuple(random, w, 1)})`;
  return `${w.prefix}${random.pick(TWO)}(${inner()}, ${inner()})`;
}

/** The file that binds all of them, in an order of the bindings. */
function sourceOf({ dialect, bindings, uses }: ExpressionsInput, order: readonly number[]): string {
  const named = [
    ...order.map((i) => [`b${i}`, bindings[i]!] as const),
    ...uses.map((u, i) => [`u${i}`, u] as const),
  ];
  switch (dialect) {
    case 'notation':
      return named.map(([name, value]) => `${name} = ${value}\n`).join('');
    case 'python':
      return `import cutlass.cute as cute\n${named.map(([name, value]) => `${name} = ${value}\n`).join('')}`;
    case 'cpp':
      return `using namespace cute;\nvoid f() {\n${named.map(([name, value]) => `  auto ${name} = ${value};\n`).join('')}}\n`;
  }
}

function valuesOf(
  grammars: Grammars,
  input: ExpressionsInput,
  order: readonly number[],
): ReadonlyMap<string, string> {
  const document = openDocument(grammars, input.dialect, sourceOf(input, order));
  try {
    const values = new Map<string, string>();
    for (const site of document.model.sites)
      if (site.role === 'declaration' && site.name !== null)
        values.set(site.name, shownText(document.model.evaluate(site).value));
    document.model.findings();
    return values;
  } finally {
    document.dispose();
  }
}

/** What an expression prints, printed again; null where it has no value, or one that the notation does not write. */
function reprinted(grammars: Grammars, expr: string): readonly [string, string] | null {
  const once = new Evaluator(grammars, { staticMarks: true }).evaluate(expr);
  if (!once.ok || typeof once.raw !== 'string' || !/^[\d_(]/.test(once.raw) || /[?A-Za-z]/.test(once.raw))
    return null;
  const again = new Evaluator(grammars, { staticMarks: true }).evaluate(once.raw);
  return [once.raw, again.ok ? String(again.raw) : `${again.code}: ${again.message}`];
}

export function expressionsKind({ grammars }: KindOptions): Kind<ExpressionsInput> {
  return {
    generate(random) {
      const dialect = random.pick(['notation', 'notation', 'cpp', 'python'] as const);
      const w = WRITINGS[dialect];
      const bindings = Array.from({ length: 2 + random.below(3) }, () => expression(random, w, []));
      const names = bindings.map((_, i) => `b${i}`);
      return {
        dialect,
        bindings,
        uses: Array.from({ length: 1 + random.below(3) }, () => expression(random, w, names)),
      };
    },
    units: ({ bindings, uses }) => bindings.length + uses.length,
    async check(input, meter: Meter) {
      const order = input.bindings.map((_, i) => i);
      const values = meter.time('values', () => valuesOf(grammars, input, order));
      const permuted = valuesOf(grammars, input, order.toReversed());
      for (const [name, value] of values)
        if (permuted.get(name) !== value)
          return `${name} depends on the order of the bindings\nfirst: ${value}\nthen:  ${permuted.get(name)}`;
      if (input.dialect !== 'notation') return null;
      for (const expr of input.bindings) {
        const printed = reprinted(grammars, expr);
        if (printed !== null && printed[0] !== printed[1])
          return `what is printed is another value\nprinted: ${printed[0]}\nagain:   ${printed[1]}`;
      }
      return null;
    },
    *smaller(input) {
      for (const uses of without(input.uses)) yield { ...input, uses };
      if (input.uses.length === 0)
        for (const bindings of without(input.bindings)) yield { ...input, bindings };
      for (const [i, binding] of input.bindings.entries())
        for (const words of without(binding.match(/\w+|\W/g) ?? []))
          yield { ...input, bindings: input.bindings.with(i, words.join('')) };
    },
    text: (input) =>
      sourceOf(
        input,
        input.bindings.map((_, i) => i),
      ),
  };
}
