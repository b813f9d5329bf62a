// Frames: a scope of a unit with values for its names. A unit has one frame in which it is shown; a
// template that is instantiated and a function that is called get frames of their own.

import { type Failure, Violation } from '../../algebra/integer/failure.ts';
import type { FunctionBody } from '../../frontends/common/bodies.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Declaration, PlacedUnit, Scope, Unit } from '../../frontends/common/scope.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import type { Entity, UsedAssumption } from './entity.ts';
import type { Home } from './imports.ts';
import type { Pending } from './memo.ts';

/** What an expression has come to, with what it took. */
export interface Result {
  readonly value: Entity | Failure;
  /** The operation that made it, to be told again with its steps. */
  readonly made: { readonly builtin: Builtin; readonly call: BuiltinCall } | null;
  /** Named unknowns that were given a value on the way. */
  readonly parameters: readonly UsedAssumption[];
}

/** A unit and everything that was worked out about it. It is thrown away as a whole. */
export interface UnitState {
  placed: PlacedUnit;
  /** Its place among the units of the file; those of included files stand before it. */
  index: number;
  readonly home: Home;
  frame: Frame;
  /** Names that were looked up outside of the unit, found or not. */
  readonly lookedUp: Set<string>;
  /** Templates of the unit whose instantiations elsewhere were looked for. */
  readonly shownTemplates: Set<string>;
  /** Classes instantiated from templates of this unit, by declaration and arguments. */
  readonly instances: Map<Declaration, Map<string, unknown>>;
  /** The frames in which somebody has asked for what stands in a function of the unit. */
  readonly asked: Set<Frame>;
  /** What was forgotten because of edits in functions, oldest first: the function, and where in it. */
  readonly forgotten: { readonly of: FunctionBody; readonly spans: readonly Span[] }[];
}

let frames = 0;

export class Frame {
  /** Tells frames apart: equal instantiations share one. */
  readonly id: number = ++frames;
  readonly unit: UnitState;
  readonly root: Scope;
  /** Where the names that are not found here are looked up; null for the file. */
  readonly parent: { readonly frame: Frame; readonly position: number } | null;
  /** Values of template parameters and function parameters. */
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  /** Of one call of a function or lambda: its variables are not those of another call, or of who called it. */
  readonly isCall: boolean;
  /** In whose scope alone this one differs from another frame: what is declared outside of it is that one's. */
  readonly base: { readonly frame: Frame; readonly scope: Scope } | null;
  /** While a function is run: its variables are bound to what they hold now. */
  readonly isRun: boolean;
  #declarations: Map<Declaration, Result | Pending> | null = null;
  #expressions: Map<Expr, Result> | null = null;
  #violations: Set<Expr> | null = null;
  #bases: Map<Scope, readonly (Entity | Failure)[] | Pending> | null = null;
  #instances: Map<Declaration, Map<string, Frame>> | null = null;
  #called: Map<Expr, Declaration | null> | null = null;
  constructor(
    unit: UnitState,
    root: Scope,
    parent: Frame['parent'],
    bindings: ReadonlyMap<Declaration, Entity>,
    isCall = false,
    base: Frame['base'] = null,
    isRun = false,
  ) {
    this.unit = unit;
    this.root = root;
    this.parent = parent;
    this.bindings = bindings;
    this.isCall = isCall;
    this.base = base;
    this.isRun = isRun;
  }

  // Most frames are of one call, or of a function that turns out not to be called, and have few of these.

  get declarations(): Map<Declaration, Result | Pending> {
    this.#declarations ??= new Map();
    return this.#declarations;
  }

  get expressions(): ReadonlyMap<Expr, Result> {
    return this.#expressions ?? NO_EXPRESSIONS;
  }

  /** Those of them that are violations. */
  get violations(): ReadonlySet<Expr> {
    return this.#violations ?? NO_VIOLATIONS;
  }

  remember(expr: Expr, result: Result): void {
    this.#expressions ??= new Map();
    this.#expressions.set(expr, result);
    if (result.value instanceof Violation) {
      this.#violations ??= new Set();
      this.#violations.add(expr);
    } else this.#violations?.delete(expr);
  }

  forgetExpression(expr: Expr): void {
    this.#expressions?.delete(expr);
    this.#violations?.delete(expr);
  }

  /** What the base classes of a class in this frame stand for. */
  get bases(): Map<Scope, readonly (Entity | Failure)[] | Pending> {
    this.#bases ??= new Map();
    return this.#bases;
  }

  /** Templates instantiated from inside of this frame. */
  get instances(): Map<Declaration, Map<string, Frame>> {
    this.#instances ??= new Map();
    return this.#instances;
  }

  /** Which function a call in this frame certainly means; null where that is not known. */
  get called(): Map<Expr, Declaration | null> {
    this.#called ??= new Map();
    return this.#called;
  }

  /** Forgets what was worked out for what stands in some places. */
  forget(isForgotten: (span: Span) => boolean): void {
    for (const d of this.#declarations?.keys() ?? []) if (isForgotten(d.span)) this.#declarations!.delete(d);
    for (const e of this.#expressions?.keys() ?? []) if (isForgotten(e.span)) this.forgetExpression(e);
    for (const e of this.#called?.keys() ?? []) if (isForgotten(e.span)) this.#called!.delete(e);
    for (const s of this.#bases?.keys() ?? []) if (isForgotten(s.span)) this.#bases!.delete(s);
    for (const d of this.#instances?.keys() ?? []) if (isForgotten(d.nameSpan)) this.#instances!.delete(d);
  }
}

const NO_EXPRESSIONS: ReadonlyMap<Expr, Result> = new Map();
const NO_VIOLATIONS: ReadonlySet<Expr> = new Set();

/** Notes that somebody asks for what stands in a function. */
export function noteAsked(frame: Frame): void {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.base?.frame) at.unit.asked.add(at);
}

const nameless = new WeakMap<Unit, string>();
let namelessUnits = 0;

/** By what others depend on a unit: a name that it declares, else one that no code can have. */
export function topName({ placed: { unit } }: UnitState): string {
  const declared = unit.scope.declarations[0]?.name;
  if (declared !== undefined) return declared;
  let name = nameless.get(unit);
  if (name === undefined) {
    name = `unit ${++namelessUnits}`;
    nameless.set(unit, name);
  }
  return name;
}

/** What was taken from another unit depends on what that depends on. */
export function dependOn(unit: UnitState, on: UnitState): void {
  for (const name of on.lookedUp) unit.lookedUp.add(name);
  for (const d of on.placed.unit.scope.declarations) unit.lookedUp.add(d.name);
}

const NO_BINDINGS: ReadonlyMap<Declaration, Entity> = new Map();

export function unitState(placed: PlacedUnit, index: number, home: Home): UnitState {
  const state = {
    placed,
    index,
    home,
    lookedUp: new Set<string>(),
    shownTemplates: new Set<string>(),
    instances: new Map(),
    asked: new Set(),
    forgotten: [],
  } as unknown as UnitState;
  state.frame = new Frame(state, placed.unit.scope, null, NO_BINDINGS);
  return state;
}

/** The paths of a root by innermost scope: every name that is looked up asks for one. */
interface Paths {
  readonly known: WeakMap<Scope, readonly Scope[]>;
  /** The path of the last question, to be compared with the one that is known. */
  readonly walked: Scope[];
}

const paths = new WeakMap<Scope, Paths>();

/** The scopes from the root to the innermost one that contains the position: one array for each innermost scope. */
export function scopePath(root: Scope, position: number): readonly Scope[] {
  let ofRoot = paths.get(root);
  if (ofRoot === undefined) {
    ofRoot = { known: new WeakMap(), walked: [] };
    paths.set(root, ofRoot);
  }
  const { walked } = ofRoot;
  let length = 0;
  let innermost = root;
  for (let child: Scope | undefined = root; child !== undefined; child = childAt(child.children, position)) {
    walked[length++] = child;
    innermost = child;
  }
  const known = ofRoot.known.get(innermost);
  // An edit in a function's body puts another scope around the blocks that are as they were.
  if (known !== undefined && isWalked(known, walked, length)) return known;
  const path = walked.slice(0, length);
  ofRoot.known.set(innermost, path);
  return path;
}

function isWalked(path: readonly Scope[], walked: readonly Scope[], length: number): boolean {
  if (path.length !== length) return false;
  for (let i = 0; i < length; i++) if (path[i] !== walked[i]) return false;
  return true;
}

/** Children are in order and do not overlap. */
function childAt(children: readonly Scope[], position: number): Scope | undefined {
  if (children.length === 0) return undefined;
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = children[middle]!.span;
    if (position < start) high = middle - 1;
    else if (position > end) low = middle + 1;
    else return children[middle + 1]?.span.start === position ? children[middle + 1] : children[middle];
  }
  return undefined;
}

/** By the lists of scopes: that of a lambda's scope is another one after an edit. */
const indexes = new WeakMap<readonly Declaration[], ReadonlyMap<string, readonly Declaration[]>>();

/** The declarations of a name in a scope, in order. */
export function declarationsOf(scope: Scope, name: string): readonly Declaration[] {
  const { declarations } = scope;
  if (declarations.length < 8) {
    let found: Declaration[] | null = null;
    for (const d of declarations) {
      if (d.name !== name) continue;
      if (found === null) found = [d];
      else found.push(d);
    }
    return found ?? NO_DECLARATIONS;
  }
  let index = indexes.get(declarations);
  if (index === undefined) {
    const made = new Map<string, Declaration[]>();
    for (const d of scope.declarations) {
      const known = made.get(d.name);
      if (known === undefined) made.set(d.name, [d]);
      else known.push(d);
    }
    index = made;
    indexes.set(declarations, index);
  }
  return index.get(name) ?? NO_DECLARATIONS;
}

const NO_DECLARATIONS: readonly Declaration[] = [];
