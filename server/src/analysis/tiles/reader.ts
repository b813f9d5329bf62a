// The shape of a tile of Triton where it stands, by what its text says: names are followed to what they were given, also
// through loops, and pointers of a kernel that nobody knows are single addresses.

import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { CallExpr, Expr, MutatedExpr, NameExpr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { PlacedSite } from '../document/placed-site.ts';
import { siteOf } from '../document/written-call.ts';
import type { DocumentModel } from '../values/model.ts';
import { isMethod, madeBy, type TileArguments } from './functions.ts';
import type { TritonModules } from './modules.ts';
import { pathText, reachingOf } from './reaching.ts';
import {
  broadcast,
  type Extent,
  extentOf,
  isTold,
  isUnlike,
  type ParameterName,
  SCALAR,
  sameShape,
  type TileShape,
} from './shape.ts';

/** How many expressions are looked at for one shape. */
const MAXIMUM_STEPS = 2000;

/** How many names for one parameter are followed. */
const MAXIMUM_NAMES = 4;

/** Why a number is read as no integer. */
const FLOAT = 'a floating-point number';

const OF_NUMBERS = new Set(['float', 'int', 'min', 'max', 'abs', 'triton.cdiv', 'triton.next_power_of_2']);

const ELEMENTWISE = new Set([
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
]);

/** Shapes that were found out for other places of a part of a file: those of which nothing is open. */
export type SettledShapes = Map<Expr, TileShape>;

/** Names with the shapes that they are supposed to have when a round of a loop begins. */
type Supposed = ReadonlyMap<Declaration, TileShape>;

export class TileReader {
  readonly #model: Pick<DocumentModel, 'evaluate'>;
  readonly #modules: TritonModules;
  readonly #site: PlacedSite;
  readonly #supposed: Supposed;
  readonly #known = new Map<Expr, TileShape | null>();
  readonly #settled: SettledShapes;
  readonly #steps: { left: number };

  constructor(
    model: Pick<DocumentModel, 'evaluate'>,
    modules: TritonModules,
    site: PlacedSite,
    settled: SettledShapes,
    supposed: Supposed = new Map(),
    steps = { left: MAXIMUM_STEPS },
  ) {
    this.#model = model;
    this.#modules = modules;
    this.#site = site;
    this.#settled = settled;
    this.#supposed = supposed;
    this.#steps = steps;
  }

  /** Null: not known. */
  shapeOf(e: Expr): TileShape | null {
    const before = this.#settled.get(e) ?? this.#known.get(e);
    if (before !== undefined) return before;
    this.#known.set(e, null);
    if (this.#steps.left-- <= 0) return null;
    const shape = this.#read(e);
    this.#known.set(e, shape);
    if (shape?.every(isTold) === true) this.#settled.set(e, shape);
    return shape;
  }

  #read(e: Expr): TileShape | null {
    switch (e.kind) {
      case 'integer':
      case 'boolean':
        return SCALAR;
      case 'name':
        return this.#named(e);
      case 'binary':
        return ELEMENTWISE.has(e.operator) ? this.#both(e.left, e.right) : null;
      case 'unary':
        return e.operator === '*' || e.operator === '&' ? null : this.shapeOf(e.operand);
      case 'conditional':
        return same(this.shapeOf(e.then), this.shapeOf(e.otherwise));
      case 'mutated':
        return this.#carried(e, null);
      case 'index':
        if (e.object.kind === 'tuple') return this.#item(e.object.items, e.args);
        return this.#expanded(this.shapeOf(e.object), e.args);
      case 'call':
        return this.#called(e);
      case 'opaque':
        return e.reason === FLOAT ? SCALAR : null;
      case 'member':
        return e.name.name === 'T' ? (madeBy('trans')?.(this.#onlyTile(e.object)) ?? null) : null;
      default:
        return null;
    }
  }

  #both(left: Expr, right: Expr): TileShape | null {
    const [a, b] = [this.shapeOf(left), this.shapeOf(right)];
    const both = a === null || b === null ? null : broadcast(a, b);
    return both === null || isUnlike(both) ? null : both;
  }

  #named(name: NameExpr): TileShape | null {
    const reaching = reachingOf(this.#site.memo.placed.unit.scope, name);
    // A constant of the module.
    if (reaching === null) return this.#extent(name).size === null ? null : SCALAR;
    const { declaration, scope } = reaching;
    const supposed = this.#supposed.get(declaration);
    if (supposed !== undefined) return supposed;
    if (declaration.kind === 'parameter') return this.#modules.isOfKernel(scope) ? SCALAR : null;
    if (isCount(declaration, scope)) return SCALAR;
    const init = givenTo(declaration);
    if (init === null) return null;
    return init.kind === 'mutated' ? this.#carried(init, declaration) : this.shapeOf(init);
  }

  /** What every round of a loop begins with, where it leaves the same: what there was before. */
  #carried({ how, before, value }: MutatedExpr, declaration: Declaration | null): TileShape | null {
    if (how !== 'carried' || value === null) return null;
    const shape = this.shapeOf(before);
    if (shape === null) return null;
    const start = declaration ?? null;
    const supposed = new Map(this.#supposed);
    if (start !== null) supposed.set(start, shape);
    const round = new TileReader(this.#model, this.#modules, this.#site, new Map(), supposed, this.#steps);
    return same(shape, round.shapeOf(value));
  }

  /** `(x, y)[1]`, as one of several names is given its value in a branch. */
  #item(items: readonly Expr[], [at, ...more]: readonly Expr[]): TileShape | null {
    const item = at?.kind === 'integer' && more.length === 0 ? items[Number(at.value)] : undefined;
    return item === undefined ? null : this.shapeOf(item);
  }

  /** `x[:, None]` */
  #expanded(shape: TileShape | null, items: readonly Expr[]): TileShape | null {
    if (!items.every(({ kind }) => kind === 'underscore')) return null;
    const kept = items.filter((item) => !isNone(item)).length;
    if (shape !== null && kept !== shape.length) return null;
    let at = 0;
    return items.map((item) => (isNone(item) ? extentOf(1) : (shape?.[at++] ?? extentOf(null))));
  }

  #called(call: CallExpr): TileShape | null {
    const { callee } = call;
    const path = pathText(callee);
    if (path !== null && OF_NUMBERS.has(path)) return this.#ofNumbers(call);
    const name = path === null ? null : this.#modules.functionOf(path);
    if (name !== null) return madeBy(name)?.(this.argumentsOf(call, null)) ?? null;
    const of = this.objectOf(callee);
    return of === null ? null : (madeBy(of.method)?.(this.argumentsOf(call, of.shape)) ?? null);
  }

  /** What Python makes of numbers. */
  #ofNumbers({ args }: CallExpr): TileShape | null {
    return args.every((arg) => this.shapeOf(arg)?.length === 0) ? SCALAR : null;
  }

  /** The tile that a method is called of. A descriptor, which is known no better than as a number, has others. */
  objectOf(callee: Expr): { readonly shape: TileShape; readonly method: string } | null {
    if (callee.kind !== 'member' || !isMethod(callee.name.name)) return null;
    const shape = this.shapeOf(callee.object);
    const isTile = shape !== null && (shape.length > 0 || /^(?:to|cast)$/.test(callee.name.name));
    return isTile ? { shape, method: callee.name.name } : null;
  }

  #onlyTile(of: Expr): TileArguments {
    return {
      count: 1,
      tile: (at) => (at === 0 ? this.shapeOf(of) : null),
      integer: () => undefined,
      extents: () => null,
      isGiven: (at) => at === 0,
    };
  }

  /** What a function of Triton is given, or a method of a tile, which is its first argument. */
  argumentsOf({ args, keywords }: CallExpr, object: TileShape | null): TileArguments {
    const shift = object === null ? 0 : 1;
    const given = (at: number, name: string): Expr | undefined =>
      (at < shift ? undefined : args[at - shift]) ?? keywords.find((k) => k.name === name)?.value;
    return {
      count: args.length + shift,
      tile: (at, name) => {
        const expr = at < shift ? undefined : given(at, name);
        if (at < shift) return object;
        return expr === undefined ? null : this.shapeOf(expr);
      },
      integer: (at, name) => {
        const expr = given(at, name);
        return expr === undefined ? undefined : this.#extent(expr).size;
      },
      extents: (at, name) => {
        const expr = given(at, name);
        if (expr === undefined) return null;
        const list = this.#list(expr);
        if (list !== null) return list.map((item) => this.#extent(item));
        return at < shift ? null : args.slice(at - shift).map((item) => this.#extent(item));
      },
      isGiven: (at, name) => (at >= 0 && at < shift) || given(at, name) !== undefined,
    };
  }

  /** The items of a list that is written there, or of one that a name was given. */
  #list(e: Expr): readonly Expr[] | null {
    if (e.kind === 'tuple') return e.items;
    if (e.kind !== 'name') return null;
    const init = reachingOf(this.#site.memo.placed.unit.scope, e)?.declaration.init ?? null;
    return init?.kind === 'tuple' ? init.items : null;
  }

  #extent(e: Expr): Extent {
    const { value, parameters } = this.#model.evaluate(siteOf(this.#site, e));
    const size = !isFailure(value) && isInteger(value) ? (knownNumber(value) ?? null) : null;
    const defaults = parameters
      .filter((p) => p.source === 'default' && p.isDefaultTaken !== true)
      .map(({ name }) => name);
    const isOpen = size === null || defaults.some((name) => this.#modules.isTuned(name));
    return isOpen ? { ...extentOf(null), name: this.#parameter(e) } : { size, defaults, name: null };
  }

  /** The constant parameter of a kernel that an extent is, also by another name. */
  #parameter(e: Expr, depth = 0): ParameterName | null {
    if (e.kind !== 'name' || depth > MAXIMUM_NAMES) return null;
    const reaching = reachingOf(this.#site.memo.placed.unit.scope, e);
    if (reaching === null) return null;
    const { kind, type, init, element } = reaching.declaration;
    if (kind !== 'parameter')
      return kind === 'value' && init !== null && element === null ? this.#parameter(init, depth + 1) : null;
    const isConstant = type !== null && /(?:^|\.)constexpr$/.test(pathText(type) ?? '');
    const { name } = reaching.scope;
    return isConstant && name !== null && this.#modules.isOfKernel(reaching.scope)
      ? { kernel: name, parameter: e.name }
      : null;
  }
}

/** `k` of `for k in range(n)`. */
const isCount = ({ nameSpan, init }: Declaration, { span, counts }: Scope): boolean =>
  nameSpan.start === span.start &&
  (init?.kind === 'dynamic' || init?.kind === 'opaque') &&
  init.span.end === span.start &&
  counts?.kind === 'call' &&
  /(?:^|\.)(?:static_)?range$/.test(pathText(counts.callee) ?? '');

/** What a declaration gives its name, also one of several: `a, b = x, y`. */
function givenTo({ kind, init, element }: Declaration): Expr | null {
  if (kind !== 'value' || init === null || element === null) return kind === 'value' ? init : null;
  const [at] = element;
  return element.length === 1 && init.kind === 'tuple' ? (init.items[at!] ?? null) : null;
}

const isNone = (e: Expr): boolean => e.kind === 'underscore' && e.isNone === true;

const same = (a: TileShape | null, b: TileShape | null): TileShape | null =>
  a !== null && b !== null ? sameShape(a, b) : null;
