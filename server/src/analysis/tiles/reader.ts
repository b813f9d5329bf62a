// The shape of a tile of Triton where it stands, by what its text says: names are followed to what they were given, also
// through loops, and pointers of a kernel that nobody knows are single addresses.

import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { CallExpr, Expr, MutatedExpr, NameExpr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { siteOf } from '../document/written/expressions.ts';
import { itemIn } from '../document/written/names.ts';
import type { DocumentModel } from '../values/model.ts';
import type { PlacedSite } from '../values/placed-site.ts';
import { arithmeticIn } from './arithmetic.ts';
import { Elements, FLOAT } from './elements.ts';
import { ELEMENTWISE, isMethod, madeBy, OF_NUMBERS, type TileArguments, turnedOf } from './functions.ts';
import { type Helpers, handedTo, returnsOf } from './helpers.ts';
import { isCompiledLoop, isCount } from './loops.ts';
import type { TritonModules } from './modules.ts';
import { givenTo, pathText, reachingOf } from './reaching.ts';
import {
  broadcast,
  type Extent,
  extentOf,
  isSame,
  isTold,
  isUnlike,
  type ParameterName,
  SCALAR,
  sameShape,
  type TileShape,
} from './shape.ts';

/** How many expressions are looked at for one shape. */
const MAXIMUM_STEPS = 2000;

/** How many calls are followed, of one in the other. */
const MAXIMUM_CALLS = 4;

/** How many names for one parameter are followed. */
const MAXIMUM_NAMES = 4;

/** Shapes that were found out for other places of a part of a file: those of which nothing is open. */
export type SettledShapes = Map<Expr, TileShape>;

/** Names with the shapes that they are supposed to have when a round of a loop begins. */
type Supposed = ReadonlyMap<Declaration, TileShape>;

/** What readers of one document share. */
export interface TileContext {
  readonly model: Pick<DocumentModel, 'evaluate'>;
  readonly modules: TritonModules;
  readonly helpers: Helpers;
  /** The number that every launch in the file gives a parameter of a kernel, for whoever looks at the whole document. */
  readonly launched?: (kernel: Scope, parameter: string) => number | undefined;
}

/** What a reader takes for granted. */
interface Given {
  readonly settled: SettledShapes;
  readonly supposed: Supposed;
  /** What the call hands over in which a function is read, in the places where it is written. */
  readonly bound: ReadonlyMap<Declaration, { readonly reader: TileReader; readonly expr: Expr }>;
  readonly steps: { left: number };
  /** How many calls are followed. */
  readonly depth: number;
}

export class TileReader {
  readonly #context: TileContext;
  readonly #site: PlacedSite;
  readonly #given: Given;
  readonly #elements: Elements;
  readonly #known = new Map<Expr, TileShape | null>();
  readonly #launchedNumbers = new Map<Expr, number | null>();

  constructor(context: TileContext, site: PlacedSite, given: Partial<Given> = {}) {
    this.#context = context;
    this.#site = site;
    this.#elements = new Elements(context.modules, site.memo.placed.unit.scope);
    this.#given = {
      settled: new Map(),
      supposed: new Map(),
      bound: new Map(),
      steps: { left: MAXIMUM_STEPS },
      depth: 0,
      ...given,
    };
  }

  /** Null: not known. */
  shapeOf(e: Expr): TileShape | null {
    const { settled, steps } = this.#given;
    const before = settled.get(e) ?? this.#known.get(e);
    if (before !== undefined) return before;
    this.#known.set(e, null);
    if (steps.left-- <= 0) return null;
    const shape = this.#read(e);
    this.#known.set(e, shape);
    if (shape?.every(isTold) === true) settled.set(e, shape);
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
        return e.name.name === 'T' ? turnedOf(this.shapeOf(e.object)) : null;
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
    if (reaching === null) return this.extentAt(name).size === null ? null : SCALAR;
    const { declaration, scope } = reaching;
    const supposed = this.#given.supposed.get(declaration);
    if (supposed !== undefined) return supposed;
    if (declaration.kind === 'parameter')
      return this.#context.modules.isOfKernel(scope) ? SCALAR : this.#handedOver(declaration, scope);
    if (isCount(declaration, scope)) return SCALAR;
    const init = givenTo(declaration);
    if (init === null) {
      const { init: of, element } = declaration;
      // One of several names that a call gives values, `a, b = f(x)`.
      return of?.kind === 'call' && of.callee.kind === 'name' && element !== null
        ? this.#returned(of.callee.name, of, element)
        : null;
    }
    return init.kind === 'mutated' ? this.#carried(init, declaration) : this.shapeOf(init);
  }

  /**
   * What every round of a loop begins with: what there was before, which Triton holds every round to that it compiles as
   * one, and else where a round leaves the same.
   */
  #carried(e: MutatedExpr, declaration: Declaration | null): TileShape | null {
    const { how, before } = e;
    if (how !== 'carried' || e.value === null) return null;
    const shape = this.shapeOf(before);
    if (shape === null || isCompiledLoop(this.#site.memo.placed.unit.scope, e.body)) return shape;
    return same(shape, this.#afterRound(e, shape, declaration));
  }

  #afterRound({ value }: MutatedExpr, shape: TileShape, declaration: Declaration | null): TileShape | null {
    const supposed = new Map(this.#given.supposed);
    if (declaration !== null) supposed.set(declaration, shape);
    const round = new TileReader(this.#context, this.#site, { ...this.#given, settled: new Map(), supposed });
    return value === null ? null : round.shapeOf(value);
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
    const name = path === null ? null : this.#context.modules.functionOf(path);
    if (name !== null) return madeBy(name)?.(this.argumentsOf(call, null)) ?? null;
    if (callee.kind === 'name') return this.#returned(callee.name, call, []);
    const of = this.objectOf(callee);
    return of === null ? null : (madeBy(of.method)?.(this.argumentsOf(call, of.shape)) ?? null);
  }

  /** What all calls of a function in this file hand to a parameter; or the call in which it is read. */
  #handedOver(parameter: Declaration, scope: Scope): TileShape | null {
    const shapes = this.#handed(parameter, scope).map(({ reader, expr }) => reader.shapeOf(expr));
    return shapes.length === 0 ? null : shapes.reduce(same);
  }

  #handed(parameter: Declaration, scope: Scope): readonly { reader: TileReader; expr: Expr }[] {
    const { bound, steps, depth } = this.#given;
    const own = bound.get(parameter);
    if (own !== undefined || bound.size > 0 || depth >= MAXIMUM_CALLS) return own === undefined ? [] : [own];
    const calls = this.#context.helpers.callsOf(scope, this.#site.memo) ?? [];
    const handed = calls.flatMap(({ site, call }) => {
      const expr = handedTo(call, scope, parameter);
      return expr === null
        ? []
        : [{ reader: new TileReader(this.#context, site, { steps, depth: depth + 1 }), expr }];
    });
    return handed.length === calls.length ? handed : [];
  }

  /** What a function of this file returns for what a call hands it. */
  #returned(name: string, call: CallExpr, element: readonly number[]): TileShape | null {
    const { depth, steps } = this.#given;
    const helper = depth < MAXIMUM_CALLS ? this.#context.helpers.named(name, this.#site.memo) : null;
    if (helper === null) return null;
    const { scope, site } = helper;
    const bound = new Map(
      scope.declarations.flatMap((d) => {
        const expr = d.kind === 'parameter' ? handedTo(call, scope, d) : null;
        return expr === null ? [] : [[d, { reader: this as TileReader, expr }] as const];
      }),
    );
    if (bound.size === 0) return null;
    const inside = new TileReader(this.#context, site, { bound, steps, depth: depth + 1 });
    const shapes = returnsOf(scope).map((e) => {
      const item = itemIn(e, element);
      return item === null ? null : inside.shapeOf(item);
    });
    return shapes.length === 0 ? null : shapes.reduce(same);
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

  /** What a function of Triton is given, or a method of a tile, which is its first argument. */
  argumentsOf({ args, keywords }: CallExpr, object: TileShape | null): TileArguments {
    const shift = object === null ? 0 : 1;
    const given = (at: number, name: string): Expr | undefined =>
      (at < shift ? undefined : args[at - shift]) ?? keywords.find((k) => k.name === name)?.value;
    const listOf = (at: number, name: string): readonly Expr[] | null => {
      const expr = given(at, name);
      return expr === undefined ? null : this.#list(expr);
    };
    return {
      count: args.length + shift,
      tile: (at, name) => {
        const expr = at < shift ? undefined : given(at, name);
        if (at < shift) return object;
        return expr === undefined ? null : this.shapeOf(expr);
      },
      element: (at, name) => {
        const expr = given(at, name);
        return expr === undefined ? null : this.#elements.of(expr);
      },
      integer: (at, name) => {
        const expr = given(at, name);
        return expr === undefined ? undefined : this.extentAt(expr).size;
      },
      extents: (at, name) => {
        const expr = given(at, name);
        if (expr === undefined) return null;
        const list = this.#list(expr);
        if (list !== null) return list.map((item) => this.extentAt(item));
        return at < shift ? null : args.slice(at - shift).map((item) => this.extentAt(item));
      },
      listed: (at, name) => listOf(at, name)?.map((item) => this.extentAt(item)) ?? null,
      items: listOf,
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

  /** The number of an integer, or its name. */
  extentAt(e: Expr): Extent {
    const handed = this.#handedExtent(e);
    if (handed !== null) return handed;
    const { value, parameters } = this.#context.model.evaluate(siteOf(this.#site, e));
    const size = !isFailure(value) && isInteger(value) ? (knownNumber(value) ?? null) : null;
    const defaults = parameters
      .filter((p) => p.source === 'default' && p.isDefaultTaken !== true)
      .map(({ name }) => name);
    const isOpen = size === null || defaults.some((name) => this.#context.modules.isTuned(name));
    if (!isOpen) return { size, defaults, name: null };
    return { ...extentOf(size === null ? this.#launchedNumber(e) : null), name: this.#parameter(e) };
  }

  #launchedNumber(e: Expr): number | null {
    if (this.#context.launched === undefined) return null;
    const before = this.#launchedNumbers.get(e);
    if (before !== undefined) return before;
    const number = this.#launched(e);
    this.#launchedNumbers.set(e, number);
    return number;
  }

  /** What launches make of an integer of a kernel, also of one that is worked out there. */
  #launched(e: Expr): number | null {
    const { launched } = this.#context;
    if (launched === undefined) return null;
    const numberOf = (side: Expr): number | null => {
      const { size, defaults } = this.extentAt(side);
      return defaults.length > 0 ? null : size;
    };
    if (e.kind === 'name') {
      const reaching = reachingOf(this.#site.memo.placed.unit.scope, e);
      if (reaching === null) return null;
      const { declaration, scope } = reaching;
      if (declaration.kind === 'parameter')
        return this.#context.modules.isOfKernel(scope) ? (launched(scope, e.name) ?? null) : null;
      const given = givenTo(declaration);
      return given === null || given.kind === 'mutated' ? null : numberOf(given);
    }
    const sides = arithmeticIn(e, (path) => this.#context.modules.functionOf(path));
    if (sides === null) return null;
    const [a, b] = [numberOf(sides.left), numberOf(sides.right)];
    return a === null || b === null ? null : sides.of(a, b);
  }

  /** The number that a parameter of a function of this file is handed. */
  #handedExtent(e: Expr): Extent | null {
    const reaching = e.kind === 'name' ? reachingOf(this.#site.memo.placed.unit.scope, e) : null;
    if (reaching === null || reaching.declaration.kind !== 'parameter') return null;
    if (this.#context.modules.isOfKernel(reaching.scope)) return null;
    const extents = this.#handed(reaching.declaration, reaching.scope).map(({ reader, expr }) =>
      reader.extentAt(expr),
    );
    const [first] = extents;
    return first !== undefined && isTold(first) && extents.every((extent) => isSame(extent, first))
      ? first
      : null;
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
    return isConstant && name !== null && this.#context.modules.isOfKernel(reaching.scope)
      ? { kernel: name, parameter: e.name }
      : null;
  }
}

const isNone = (e: Expr): boolean => e.kind === 'underscore' && e.isNone === true;

const same = (a: TileShape | null, b: TileShape | null): TileShape | null =>
  a !== null && b !== null ? sameShape(a, b) : null;
