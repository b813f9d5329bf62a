// Shapes of Triton's tiles that do not fit each other.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { siteOf } from '../../document/written-call.ts';
import { isTurned, type TileArguments, turnedOrder } from '../../tiles/functions.ts';
import { TritonModules } from '../../tiles/modules.ts';
import { pathText } from '../../tiles/reaching.ts';
import { type SettledShapes, TileReader } from '../../tiles/reader.ts';
import {
  broadcast,
  defaultsOf,
  differs,
  type Extent,
  elementsOf,
  extentText,
  isByName,
  isSame,
  isUnlike,
  shapeText,
  type TileShape,
} from '../../tiles/shape.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** What is wrong, of shapes that may rest on defaults. */
interface Mismatch {
  readonly message: string;
  readonly of: readonly TileShape[];
  /** The extents that are not the same. */
  readonly pair?: readonly [Extent, Extent];
  readonly fix?: { readonly title: string; readonly of: Expr; readonly form: (text: string) => string };
}

type Judge = (given: TileArguments, call: CallExpr) => Mismatch | null;

const judgeBroadcast = (a: TileShape | null, b: TileShape | null, what: string): Mismatch | null => {
  const both = a === null || b === null ? null : broadcast(a, b);
  if (a === null || b === null || both === null || !isUnlike(both)) return null;
  const message = `${what} ${shapeText(a)} and ${shapeText(b)} do not broadcast`;
  return { message, of: [a, b], pair: both.pair };
};

/** `tl.` of `tl.dot(…)` */
const moduleOf = ({ callee }: CallExpr): string => (pathText(callee) ?? '').replace(/\w+$/, '');

/** `dot(a, b, acc)`: as many columns of a as rows of b. */
const judgeDot: Judge = (given, call) => {
  const [a, b, c] = [given.tile(0, 'input'), given.tile(1, 'other'), given.tile(2, 'acc')];
  if (a === null || b === null || isTurned(given)) return null;
  const [left, right] = [shapeText(a), shapeText(b)];
  if (a.length !== b.length || a.length < 2)
    return {
      message: `a product takes two tiles of two dimensions, or two batches: these are ${left} and ${right}`,
      of: [a, b],
    };
  const [columns, rows] = [a.at(-1)!, b.at(-2)!];
  if (differs(columns, rows)) {
    const other = call.args[1];
    const fix =
      b.length === 2 && isSame(b[1]!, columns) && other !== undefined
        ? {
            fix: {
              title: 'Transpose the right tile',
              of: other,
              form: (text: string) => `${moduleOf(call)}trans(${text})`,
            },
          }
        : {};
    return {
      message: `the product of ${left} and ${right}: the left tile has ${extentText(columns)} columns, and the right one ${extentText(rows)} rows`,
      of: [a, b],
      pair: [columns, rows],
      ...fix,
    };
  }
  const product = [...a.slice(0, -1), b.at(-1)!];
  if (a.length === 3 && differs(a[0]!, b[0]!))
    return {
      message: `the product of ${left} and ${right}: the batches are ${extentText(a[0]!)} and ${extentText(b[0]!)}`,
      of: [a, b],
      pair: [a[0]!, b[0]!],
    };
  if (c === null || c.length === 0) return null;
  const at = c.findIndex((extent, i) => i < product.length && differs(extent, product[i]!));
  return c.length !== product.length || at >= 0
    ? {
        message: `the product of ${left} and ${right} is ${shapeText(product)}, and the accumulator ${shapeText(c)}`,
        of: [a, b, c],
        ...(c.length === product.length ? { pair: [c[at]!, product[at]!] as const } : {}),
      }
    : null;
};

const judgeElements: Judge = (given) => {
  const [shape, to] = [given.tile(0, 'input'), given.extents(1, 'shape')];
  const [had, has] = [shape, to].map((s) => (s === null ? null : elementsOf(s)));
  if (shape === null || to === null || had === null || has === null || had === has) return null;
  // A scalar is no tile.
  if (shape.length === 0 || to.some(({ size }) => size! < 0)) return null;
  return {
    message: `${shapeText(shape)} has ${had} elements, and ${shapeText(to)} has ${has}`,
    of: [shape, to],
  };
};

const judgeRepeated: Judge = (given) => {
  const [shape, to] = [given.tile(0, 'input'), given.extents(1, 'shape')];
  if (shape === null || to === null || shape.length === 0) return null;
  const of = [shape, to];
  if (shape.length !== to.length)
    return { message: `${shapeText(shape)} has not as many dimensions as ${shapeText(to)}`, of };
  const at = shape.findIndex((extent, i) => extent.size !== 1 && differs(extent, to[i]!));
  if (at < 0) return null;
  const message = `${shapeText(shape)} cannot be repeated to ${shapeText(to)}: only a dimension of 1 is`;
  return { message, of, pair: [shape[at]!, to[at]!] };
};

const judgeTurned: Judge = (given) => {
  const shape = given.tile(0, 'input');
  if (shape === null) return null;
  const order = turnedOrder(given, shape.length);
  if (order === null) {
    if (given.isGiven(1, 'dims') || shape.length === 0) return null;
    return { message: `a tile of one dimension, ${shapeText(shape)}, has no other order`, of: [shape] };
  }
  const isPermutation = order.length === shape.length && shape.every((_, i) => order.includes(i));
  return isPermutation
    ? null
    : {
        message: `(${order.join(', ')}) is no order of the ${shape.length} dimensions of ${shapeText(shape)}`,
        of: [shape],
      };
};

const judgeReduced: Judge = (given) => {
  const [shape, axis] = [given.tile(0, 'input'), given.integer(1, 'axis')];
  if (
    shape === null ||
    shape.length === 0 ||
    typeof axis !== 'number' ||
    (axis < shape.length && axis >= -shape.length)
  )
    return null;
  return { message: `${shapeText(shape)} has no dimension ${axis}`, of: [shape] };
};

/** `load(pointer, mask)`, `store(pointer, value, mask)` */
const judgeAccess =
  (others: readonly (readonly [number, string, string])[]): Judge =>
  (given) => {
    const pointer = given.tile(0, 'pointer');
    for (const [at, name, what] of others) {
      const found = judgeBroadcast(pointer, given.tile(at, name), `${what}:`);
      if (found !== null) return found;
    }
    return null;
  };

const JUDGES: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ['dot', judgeDot],
  ['reshape', judgeElements],
  ['view', judgeElements],
  ['broadcast_to', judgeRepeated],
  ['trans', judgeTurned],
  ['permute', judgeTurned],
  ...['sum', 'max', 'min', 'argmax', 'argmin', 'xor_sum'].map((name) => [name, judgeReduced] as const),
  [
    'load',
    judgeAccess([
      [1, 'mask', 'the addresses and the mask'],
      [2, 'other', 'the addresses and what stands for what is masked'],
    ]),
  ],
  [
    'store',
    judgeAccess([
      [1, 'value', 'the addresses and the values'],
      [2, 'mask', 'the addresses and the mask'],
    ]),
  ],
]);

const known = new WeakMap<RuleContext, TritonModules>();

function modulesOf(context: RuleContext): TritonModules {
  const before = known.get(context);
  if (before !== undefined) return before;
  const modules = new TritonModules(context.text);
  known.set(context, modules);
  return modules;
}

const settled = new WeakMap<RuleContext, Map<PlacedSite['memo'], SettledShapes>>();

/** One for each part of the file: what a place asks for others have asked for before. */
function settledIn(context: RuleContext, { memo }: PlacedSite): SettledShapes {
  const ofContext = settled.get(context) ?? new Map<PlacedSite['memo'], SettledShapes>();
  settled.set(context, ofContext);
  const shapes = ofContext.get(memo) ?? (new Map() as SettledShapes);
  ofContext.set(memo, shapes);
  return shapes;
}

/** The operators of an expression that stand in no call inside of it, the innermost first. */
const operatorsIn = (e: Expr): readonly (Expr & { readonly kind: 'binary' })[] =>
  e.kind === 'call' ? [] : [...partsOf(e).flatMap(operatorsIn), ...(e.kind === 'binary' ? [e] : [])];

class Check {
  readonly #context: RuleContext;
  readonly #site: PlacedSite;
  readonly #reader: TileReader;
  constructor(context: RuleContext, site: PlacedSite) {
    this.#context = context;
    this.#site = site;
    this.#reader = new TileReader(context.model, modulesOf(context), site, settledIn(context, site));
  }

  operators(e: Expr): readonly RuleFinding[] {
    return operatorsIn(e).flatMap((operator) => {
      const { left, right } = operator;
      const found = judgeBroadcast(this.#reader.shapeOf(left), this.#reader.shapeOf(right), 'the shapes');
      return found === null ? [] : this.#findings(operator, found);
    });
  }

  call(call: CallExpr): readonly RuleFinding[] {
    const { callee, args, keywords } = call;
    const inside = [...args, ...keywords.map(({ value }) => value)].flatMap((e) => this.operators(e));
    const path = pathText(callee);
    const name = path === null ? null : modulesOf(this.#context).functionOf(path);
    const of = name === null ? this.#reader.objectOf(callee) : null;
    const judge = JUDGES.get(name ?? of?.method ?? '');
    const found = judge?.(this.#reader.argumentsOf(call, of?.shape ?? null), call) ?? null;
    return found === null ? inside : [...inside, ...this.#findings(call, found)];
  }

  /** None where evaluation tells already. */
  #findings(e: Expr, { message, of, fix, pair }: Mismatch): readonly RuleFinding[] {
    const site = siteOf(this.#site, e);
    const isOpen = pair !== undefined && isByName(...pair);
    if (isOpen && modulesOf(this.#context).mayAgree(pair[0].name!, pair[1].name!)) return [];
    const names = isOpen ? pair.map(extentText) : [];
    if (isFailure(this.#context.model.evaluate(site).value)) return [];
    const defaults = defaultsOf(...of);
    const textOf = (part: Expr): string => {
      const { start, end } = siteOf(this.#site, part).span;
      return this.#context.text.slice(start, end);
    };
    const rests = [
      ...(names.length === 0 ? [] : [`unless ${names.join(' and ')} are one number`]),
      ...(defaults.length === 0
        ? []
        : [
            `where ${defaults.join(' and ')} ${defaults.length > 1 ? 'have their defaults' : 'has its default'}`,
          ]),
    ];
    const fixes =
      fix === undefined
        ? {}
        : {
            fixes: [
              { title: fix.title, span: siteOf(this.#site, fix.of).span, newText: fix.form(textOf(fix.of)) },
            ],
          };
    return [
      {
        span: site.span,
        message: [message, ...rests].join(', '),
        ...(rests.length > 0 ? { severity: 'warning' as const } : {}),
        ...fixes,
      },
    ];
  }
}

const checkOf = (site: Site, context: RuleContext): Check | null =>
  site instanceof PlacedSite && site.dialect === 'python' && modulesOf(context).isUsed
    ? new Check(context, site)
    : null;

function checkCall({ site }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  return expr?.kind === 'call' ? (checkOf(site, context)?.call(expr) ?? []) : [];
}

function checkDeclaration(site: Site, context: RuleContext): readonly RuleFinding[] {
  const declared =
    site instanceof PlacedSite && site.node.kind === 'declaration' ? site.node.declaration : null;
  const init = declared?.init ?? null;
  return init === null || declared!.element !== null || init.kind === 'mutated'
    ? []
    : (checkOf(site, context)?.operators(init) ?? []);
}

export const tileShapes: Rule = {
  id: 'tile-shapes',
  severity: 'error',
  title: 'Shapes of tiles that do not fit',
  description:
    'Triton refuses what is given tiles of shapes that do not fit: a product whose left tile has not as many columns as the right one has rows, tiles that do not broadcast, another number of elements in `reshape`.',
  checkCall,
  checkDeclaration,
};
