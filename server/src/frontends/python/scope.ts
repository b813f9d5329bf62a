// A scope being built: what a Python function, class or module declares, in the order in which it
// happens. Python binds names by function, not by block; this module turns the branches and loops
// of a function into declarations that stand where the value of a name becomes what they say, so
// that "the last declaration before the use" is the rule for Python as it is for C++:
//
// - after an `if` that assigns x stands a declaration of x with `then if condition else otherwise`;
// - at the start of a loop that assigns x, and after it, x is what all rounds leave in it, if that is one value;
// - at the end of a scope stands an unknown x for every x assigned more than once, because nested
//   functions look x up when they are called, not where they are written.
//
// Such declarations have an empty name span: they are no place that the user wrote.

import { declarationOf } from '../common/declaration.ts';
import type { Expr, Span } from '../common/expression.ts';
import type {
  AttributeAssignment,
  Declaration,
  DeclarationKind,
  Guard,
  InPlaceChanges,
  Scope,
  ScopeKind,
} from '../common/scope.ts';

/** What a name holds at a point of the code: the expression of its last assignment. */
interface Binding {
  readonly expr: Expr;
  /** An import, function or class, which never becomes part of a conditional value. */
  readonly fixed: boolean;
}

interface Returned {
  readonly condition: Expr;
  readonly value: Expr;
}

/** How a block ends: control runs on, or leaves the block for good. */
type Ending = 'runs-on' | 'leaves';

export class ScopeBuilder {
  readonly kind: ScopeKind;
  readonly name: string | null;
  readonly bases: readonly Expr[];
  readonly declarations: Declaration[] = [];
  readonly children: Scope[] = [];
  readonly expressions: Expr[] = [];
  /** Those of them that `assert` asks for, wherever control comes to the end of the block. */
  readonly assertions: Expr[] = [];
  /** Names bound in this block and in blocks inside it that control may run on from. */
  readonly bound = new Map<string, Binding>();
  /** Names that this function writes again after they have a value. */
  readonly overwritten: Set<string>;
  /** Names of lists that this function changes in place. */
  readonly changed: Set<string>;
  /** What it changes in place besides, by name, item and attribute. */
  readonly changedOtherwise: Set<string>;
  /** Attributes of other objects that it assigns. */
  readonly assignedAttributes: Map<string, Set<string>>;
  readonly flows: InPlaceChanges['flows'][number][];
  /** What this function, a method, calls the object it belongs to. */
  readonly self: string | null;
  /** Assignments to attributes of `self` in this function, by name. */
  readonly attributes: Map<string, Declaration[]>;
  /** Of a class: what each method leaves in attributes of `self`. */
  readonly assignments = new Map<string, AttributeAssignment[]>();
  /** Names that `global` and `nonlocal` say belong elsewhere. */
  readonly foreign: Set<string>;
  /** Names that functions inside write through `global` or `nonlocal`. */
  readonly foreignWrites: Set<string>;
  /** Values returned before the end of the function, each with its condition, in order. */
  readonly earlyReturns: Returned[] = [];
  /** The value of the return statement that ends this block. */
  returned: Expr | null = null;
  /** A return statement stands where its condition cannot be told. */
  returnsUnclear = false;
  /** Of a branch: when it runs. */
  guard: Guard | null = null;
  ending: Ending = 'runs-on';
  /** Of a class: where its definition ends. */
  end = 0;
  /** A class whose annotated names are the fields of its objects. */
  isDataclass = false;
  /** A class of Gluon's compiled code, whose functions are given an object where they call it self. */
  isAggregate = false;
  /** Of a module or class in which somebody types: its functions are read again on their own. */
  isEdited = false;
  /** A function that CuTe DSL compiles: its loops are loops of the compiled program. */
  readonly isCompiled: boolean;

  /** Around a block, the block or function that it is in. */
  readonly parent: ScopeBuilder | null;
  /** The body of a loop. */
  readonly isLoop: boolean;
  /** What a loop is over, where a name counts its rounds and none of them leaves it early. */
  counts: Expr | null = null;
  /** Whether the rounds may change the list that it is. */
  mayChangeCounts = false;
  /** Of a loop: what is appended to lists from before it; null where a list is changed in other ways too. */
  readonly appended = new Map<string, Expr | null>();
  /** Those of them that get an item in every round. */
  readonly gathered = new Set<string>();

  constructor(
    kind: ScopeKind,
    name: string | null,
    bases: readonly Expr[] = [],
    parent: ScopeBuilder | null = null,
    self: string | null = null,
    { isLoop = false, isCompiled = false }: { isLoop?: boolean; isCompiled?: boolean } = {},
  ) {
    this.parent = parent;
    this.isLoop = isLoop;
    this.isCompiled = parent?.isCompiled ?? isCompiled;
    this.self = parent?.self ?? self;
    this.kind = kind;
    this.name = name;
    this.bases = bases;
    this.overwritten = parent?.overwritten ?? new Set();
    this.changed = parent?.changed ?? new Set();
    this.changedOtherwise = parent?.changedOtherwise ?? new Set();
    this.assignedAttributes = parent?.assignedAttributes ?? new Map();
    this.flows = parent?.flows ?? [];
    this.attributes = parent?.attributes ?? new Map();
    this.foreign = parent?.foreign ?? new Set();
    this.foreignWrites = parent?.foreignWrites ?? new Set();
  }

  /** A block of the same function: the body of a branch or loop. */
  block(isLoop = false): ScopeBuilder {
    return new ScopeBuilder('block', null, [], this, null, { isLoop });
  }

  /** The bodies of loops around this place in which a list from before them is changed. */
  loopsAround(name: string): readonly ScopeBuilder[] {
    const loops: ScopeBuilder[] = [];
    let around: ScopeBuilder | null = this;
    for (; around !== null && !around.makes(name); around = around.parent)
      if (around.isLoop) loops.push(around);
    return around === null ? [] : loops;
  }

  /** Whether the name is given its value in this block itself, and not only changed. */
  private makes(name: string): boolean {
    return this.declarations.some((d) => d.name === name && d.nameSpan.end > d.nameSpan.start);
  }

  declare(declaration: Declaration): void {
    const { name, init, kind } = declaration;
    this.declarations.push(declaration);
    if (this.foreign.has(name)) return;
    if (this.bound.has(name)) this.overwritten.add(name);
    const fixed = kind === 'import' || kind === 'function' || kind === 'class';
    const value =
      init ?? annotatedTensor(declaration) ?? unknownExpr(declaration.nameSpan, `${name} has no value here`);
    this.bound.set(name, { expr: elementOf(value, declaration.element), fixed });
  }

  /** `self.name = init`. What an attribute holds is followed like a variable of the method. */
  assignAttribute(declaration: Declaration): void {
    const { name, init, element } = declaration;
    const before = this.attributes.get(name) ?? [];
    this.attributes.set(name, [...before, declaration]);
    // `self.x = None` announces an attribute that another method or a later line sets.
    if (init === null || init.kind === 'underscore') return;
    const key = attributeKey(name);
    if (this.bound.has(key)) this.overwritten.add(key);
    this.bound.set(key, { expr: elementOf(init, element), fixed: false });
  }

  /** What a name of this function holds now; undefined when it is not bound here. */
  holding(name: string): Expr | undefined {
    return this.bound.get(name)?.expr ?? this.parent?.holding(name);
  }

  /** Whether a name may have a value here: in a function only what it has bound itself has, if it binds the name at all. */
  mayHold(name: string): boolean {
    if (this.kind === 'block') return this.bound.has(name) || this.parent!.mayHold(name);
    return this.kind !== 'function' || !/^\w+$/.test(name) || this.foreign.has(name) || this.bound.has(name);
  }

  /** The names of this function of whose values something holds. */
  namesHolding(holds: (held: Expr) => boolean): readonly string[] {
    const own = [...this.bound].flatMap(([name, { expr }]) => (holds(expr) ? [name] : []));
    return [...own, ...(this.parent?.namesHolding(holds) ?? [])];
  }

  /** Whether a name is that of an import. */
  imports(name: string): boolean {
    const own = this.declarations.findLast((d) => d.name === name);
    return own === undefined ? this.parent?.imports(name) === true : own.kind === 'import';
  }

  /** `object.attribute = …` */
  noteAttribute(attribute: string, object: string | null): void {
    const known = this.assignedAttributes.get(attribute) ?? new Set();
    this.assignedAttributes.set(attribute, known.add(object ?? ''));
  }

  /** A declaration that nobody wrote, from `at` on. */
  rebind(name: string, at: number, expr: Expr): void {
    this.declarations.push(declarationAt(name, at, expr));
    if (this.bound.has(name)) this.overwritten.add(name);
    this.bound.set(name, { expr, fixed: false });
  }

  /** A nested function declares the name as global or nonlocal: it may change whenever that runs. */
  writeFromInside(name: string, at: number): void {
    this.foreignWrites.add(name);
    if (!this.bound.has(name)) return;
    this.rebind(name, at, unknownExpr({ start: at, end: at }, `${name} is changed by a nested function`));
  }

  private inPlaceChanges(): InPlaceChanges | null {
    const { changed: followed, changedOtherwise: others, assignedAttributes: attributes, flows } = this;
    const count = followed.size + others.size + attributes.size + flows.length;
    return count === 0 ? null : { followed, others, attributes, flows };
  }

  build(span: Span): Scope {
    const { kind, name, declarations, children, bases, expressions, assertions, assignments, counts } = this;
    const { mayChangeCounts } = this;
    const plain = { kind, name, span, declarations, children, bases, expressions };
    const asserted = assertions.length === 0 ? plain : { ...plain, assertions };
    const counted = counts === null ? asserted : { ...asserted, counts, mayChangeCounts };
    const changes = kind === 'block' ? null : this.inPlaceChanges();
    const changed = changes === null ? counted : { ...counted, changes };
    const scope = this.guard === null ? changed : { ...changed, guard: this.guard };
    return assignments.size === 0 ? scope : { ...scope, attributes: assignments };
  }
}

/** Under which an attribute of self is followed; no name that a program can write. */
export const attributeKey = (name: string): string => `self.${name}`;

/**
 * What a parameter holds whose annotation is that of a tensor, as if one was made there: it keeps its layout where an
 * element of it is assigned, as a list would not. Null for others.
 */
const annotatedTensor = ({ kind, type }: Declaration): Expr | null =>
  kind === 'parameter' && type !== null && isTensor(type)
    ? { kind: 'call', span: type.span, callee: type, args: [], keywords: [] }
    : null;

const isTensor = (type: Expr): boolean =>
  (type.kind === 'name' && type.name === TENSOR) || (type.kind === 'member' && type.name.name === TENSOR);

/** Whether a name holds what is said to be a tensor where it is declared: nobody finds another one behind `t[i] = x`. */
export const isSaidTensor = (held: Expr | undefined): boolean =>
  held?.kind === 'call' && held.args.length === 0 && isTensor(held.callee);

const TENSOR = 'Tensor';

export const unknownExpr = (span: Span, reason: string): Expr => ({ kind: 'opaque', span, reason });

export const declarationAt = (name: string, at: number, init: Expr): Declaration => {
  const span = { start: at, end: at };
  return declarationOf({ kind: 'value', name, nameSpan: span, init }, span);
};

export const plainDeclaration = (
  kind: DeclarationKind,
  name: string,
  nameSpan: Span,
  span: Span,
  init: Expr | null,
  {
    decorators,
    isPack,
    ...rest
  }: Partial<Pick<Declaration, 'type' | 'element' | 'bodyScope' | 'decorators' | 'isPack'>> = {},
): Declaration => declarationOf({ kind, name, nameSpan, init, ...rest }, span, { decorators, isPack });

/** `init[i][j]`, for a name that takes an element of a tuple assignment. */
export function elementOf(init: Expr, element: readonly number[] | null): Expr {
  let result = init;
  for (const i of element ?? []) {
    const index: Expr = { kind: 'integer', span: init.span, value: i, marked: false };
    result = { kind: 'index', span: init.span, object: result, args: [index] };
  }
  return result;
}

/** Nested functions see an unknown value of a name that is written more than once. */
export function closeScope(builder: ScopeBuilder, at: number): void {
  for (const name of builder.overwritten) {
    if (builder.bound.get(name)?.fixed === true) continue;
    const reason = `${name} is assigned more than once`;
    builder.declarations.push(declarationAt(name, at, unknownExpr({ start: at, end: at }, reason)));
  }
}
