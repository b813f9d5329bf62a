// Classes and functions that the file defines: members, instantiation, calls.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { ComposedLayout, Layout } from '../algebra/layout.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Guard, Scope } from '../frontends/scope.ts';
import { isDependent } from './dependent.ts';
import type { Evaluator } from './evaluator.ts';
import { declarationsOf, Frame, type UnitState } from './frame.ts';
import { thingKey } from './key.ts';
import type { Found } from './lookup.ts';
import { isVague } from './shapes-of-values.ts';
import { asValue, ClassObject, ClassType, Closure, FunctionThing, isHostOnly, type Thing } from './thing.ts';
import { ParameterType, Pointer, Tensor, TypeValue, Unknown, type Value } from './value.ts';

/**
 * A member by name: of the class itself, else of its bases. A name without qualification does not see the
 * members of a base that depends on a template parameter (C++, [temp.dep]).
 */
export function membersOf(
  ev: Evaluator,
  frame: Frame,
  scope: Scope,
  name: string,
  seen: Set<Scope>,
  isUnqualified = false,
): Found | null {
  const declarations = declarationsOf(scope, name);
  if (declarations.length > 0) {
    const chosen = ev.rules.classScopesSeenFromMethods ? declarations : [declarations.at(-1)!];
    return { declarations: chosen, scope, frame, isAmbiguous: false };
  }
  if (seen.has(scope) || scope.bases.length === 0) return null;
  seen.add(scope);
  const bases = basesOf(ev, frame, scope);
  for (const [i, type] of bases.entries()) {
    if (!(type instanceof ClassType)) continue;
    if (isUnqualified && dependentBases.get(bases)?.has(i) === true) continue;
    const found = membersOf(ev, type.frame, type.scope, name, seen);
    if (found !== null) return found;
  }
  return null;
}

/** Which of the bases depend on template parameters. */
const dependentBases = new WeakMap<readonly (Thing | Failure)[], ReadonlySet<number>>();

/** What the base classes stand for. None while that is worked out: their own names are not looked up in themselves. */
function basesOf(ev: Evaluator, frame: Frame, scope: Scope): readonly (Thing | Failure)[] {
  const known = frame.bases.get(scope);
  if (known !== undefined) return known === 'pending' ? [] : known;
  frame.bases.set(scope, 'pending');
  const bases = scope.bases.map((base) => ev.evaluate(base, frame));
  dependentBases.set(
    bases,
    new Set(scope.bases.flatMap((base, i) => (isDependent(ev, base, frame) ? [i] : []))),
  );
  if (bases.some((b) => b instanceof Unknown && b.category === 'budget')) frame.bases.delete(scope);
  else frame.bases.set(scope, bases);
  return bases;
}

/** `frame`: the class's, or that of an object of it. */
export function memberOfClass(
  ev: Evaluator,
  type: ClassType,
  name: string,
  frame: Frame = type.frame,
): Thing | Failure {
  const found = membersOf(ev, frame, type.scope, name, new Set());
  if (found !== null) return ev.found(found, name);
  // The injected class name, and what a base that is not known may define.
  for (const value of basesOf(ev, type.frame, type.scope)) {
    if (value instanceof Unknown) return value;
    if (isFailure(value) || isHostOnly(value))
      return new Unknown(
        'missing-name',
        `${name} may be a member of a base class that is not known`,
        [],
        name,
      );
    const member = ev.rules.member(value, name);
    if (member !== undefined) return member;
  }
  if (name === type.declaration.name) return type;
  return new Unknown('missing-name', `${type.name} has no member ${name}`, [], name);
}

/** An object made by calling its class. */
export function constructClass(
  ev: Evaluator,
  type: ClassType,
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): Thing {
  // C++ members hold what their types say; in Python they are what __init__ assigns.
  if (ev.rules.name !== 'python') return new ClassObject(type);
  const init = memberOfClass(ev, type, '__init__');
  if (!(init instanceof FunctionThing)) {
    return args.length === 0 && keywords.size === 0
      ? new ClassObject(type)
      : new Unknown('unsupported', `how ${type.name} keeps its arguments is not worked out`, [], type.name);
  }
  const { declaration, frame } = init.overloads.at(-1)!;
  if (declaration.opens === null) return new ClassObject(type);
  const [self, ...parameters] = declaration.opens.declarations.filter((p) => p.kind === 'parameter');
  if (args.length > parameters.length || parameters.some((p) => p.isPack === true)) {
    return new Unknown(
      'unsupported',
      `the arguments of ${type.name} are not matched with its parameters`,
      [],
      type.name,
    );
  }
  const bindings = new Map(type.frame.bindings);
  for (const [i, p] of parameters.entries()) {
    const arg = args[i] ?? keywords.get(p.name);
    if (arg !== undefined) bindings.set(p, arg);
  }
  const inner = new Frame(frame.unit, type.frame.root, type.frame.parent, bindings);
  const object = new ClassObject(type, inner);
  if (self !== undefined) bindings.set(self, object);
  return object;
}

/**
 * A class, alias or variable with template arguments. The parameters that get no argument take their
 * defaults.
 */
export function instantiate(
  ev: Evaluator,
  declared: Declaration | readonly Declaration[],
  args: readonly Thing[],
  frame: Frame,
): Thing | Failure {
  const declarations = Array.isArray(declared)
    ? (declared as readonly Declaration[])
    : [declared as Declaration];
  // A template and its specialisations may stand in several units.
  const homeOf = (d: Declaration): Frame =>
    declarations.length === 1 || frame.parent !== null ? frame : (ev.world.frameOf(d) ?? frame);
  const primary =
    declarations.find((d) => d.specialization === undefined && (d.opens !== null || d.kind !== 'class')) ??
    declarations[0]!;
  const specializations = declarations.filter((d) => d.specialization !== undefined);
  if (primary.template == null && specializations.length === 0) {
    if (primary.opens === null)
      return new Unknown('missing-name', `${primary.name} is only declared here`, [], primary.name);
    return classOf(ev, primary, new Map(), '', homeOf(primary));
  }
  const unknown = args.find((a) => a instanceof Unknown);
  if (specializations.length > 0) {
    if (unknown instanceof Unknown) return unknown;
    const chosen = specialized(ev, specializations, args, frame);
    if (chosen instanceof Unknown) return chosen;
    if (chosen !== null) return classOf(ev, chosen, new Map(), keyOf(args), homeOf(chosen));
  }
  const bindings = new Map<Declaration, Thing>();
  const parameters = primary.template?.declarations ?? [];
  for (const [i, p] of parameters.entries()) {
    if (p.isPack === true) {
      bindings.set(p, new Unknown('template-parameter', `${p.name} is a parameter pack`, [], p.name));
      break;
    }
    const arg = args[i];
    if (arg !== undefined) bindings.set(p, arg);
    else if (p.init === null)
      bindings.set(
        p,
        new Unknown('template-parameter', `${primary.name} needs an argument for ${p.name}`, [], p.name),
      );
  }
  if (primary.kind === 'class') {
    if (primary.opens === null)
      return new Unknown('missing-name', `${primary.name} is only declared here`, [], primary.name);
    return classOf(ev, primary, bindings, keyOf(args), homeOf(primary));
  }
  const inner = instance(ev, primary, bindings, keyOf(args), homeOf(primary)) as Frame;
  return ev.declaration(primary, primary.template!, inner).value;
}

const keyOf = (args: readonly Thing[]): string => args.map(thingKey).join(';');

/** The frame of a template with arguments, one for equal arguments. */
function instance(
  ev: Evaluator,
  d: Declaration,
  bindings: Map<Declaration, Thing>,
  key: string,
  frame: Frame,
): Frame {
  void ev;
  const root = d.template ?? d.opens!;
  // What the instance says depends on the classes that it is made with.
  for (const bound of bindings.values()) dependOn(frame.unit, bound);
  const make = (): Frame =>
    new Frame(frame.unit, root, { frame, position: root.span.start }, defaulted(bindings));
  // Inside another instantiation the same key means something else.
  if (frame !== frame.unit.frame) {
    const known = frame.instances.get(d)?.get(key);
    if (known !== undefined) return known;
    const made = make();
    remember(frame.instances, d, key, made);
    return made;
  }
  const known = frame.unit.instances.get(d)?.get(key) as Frame | undefined;
  if (known !== undefined) return known;
  const made = make();
  remember(frame.unit.instances as Map<Declaration, Map<string, Frame>>, d, key, made);
  return made;
}

function dependOn(unit: UnitState, bound: Thing): void {
  const type = bound instanceof ClassObject ? bound.type : bound;
  if (!(type instanceof ClassType) || type.frame.unit === unit) return;
  for (const d of type.frame.unit.placed.unit.scope.declarations) unit.lookedUp.add(d.name);
}

function remember(
  map: Map<Declaration, Map<string, Frame>>,
  d: Declaration,
  key: string,
  frame: Frame,
): void {
  const known = map.get(d);
  if (known === undefined) map.set(d, new Map([[key, frame]]));
  else known.set(key, frame);
}

const defaulted = (bindings: Map<Declaration, Thing>): ReadonlyMap<Declaration, Thing> => bindings;

function classOf(
  ev: Evaluator,
  d: Declaration,
  bindings: Map<Declaration, Thing>,
  key: string,
  frame: Frame,
): Thing {
  // Without arguments to tell instantiations apart a class lives in the frame that declares it.
  const inner = d.template == null ? frame : instance(ev, d, bindings, key, frame);
  const name =
    key === ''
      ? d.name
      : `${d.name}<${key
          .replaceAll(/class ([^@]*)@\d+\.\d+/g, '$1')
          .replaceAll(/type ([^:;]*):[^:;]*:\d*/g, '$1')
          .replaceAll(';', ', ')}>`;
  return new ClassType(name, d, inner, d.opens!);
}

/** The specialisation for the arguments; null: none matches; Unknown: it cannot be told. */
function specialized(
  ev: Evaluator,
  candidates: readonly Declaration[],
  args: readonly Thing[],
  frame: Frame,
): Declaration | Unknown | null {
  const key = keyOf(args);
  let undecided: Declaration | null = null;
  for (const d of candidates) {
    if (args.some((a) => !isHostOnly(a) && isVague(a))) {
      undecided = d;
      continue;
    }
    if ((d.template?.declarations.length ?? 0) > 0) {
      undecided = d;
      continue;
    }
    const wanted = d.specialization!.map((e) => ev.evaluate(e, frame));
    if (wanted.some((w) => isFailure(w) || w instanceof Unknown)) {
      undecided = d;
      continue;
    }
    if (wanted.map((w) => thingKey(w as Thing)).join(';') === key) return d.opens === null ? null : d;
  }
  if (undecided === null) return null;
  return new Unknown(
    'unsupported',
    `which partial specialisation of ${undecided.name} is meant is not worked out`,
    [],
    undecided.name,
  );
}

const MAXIMUM_ARGUMENTS = 64;

/** Calls a function of the file, or a lambda. */
export function callFunction(
  ev: Evaluator,
  target: FunctionThing | Closure,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): Thing | Failure {
  if (target instanceof Closure) return callLambda(ev, target, args);
  const candidates = target.overloads.filter(
    ({ declaration: d }) => d.opens !== null && accepts(d, args.length + keywords.size),
  );
  if (candidates.length === 0)
    return new Unknown('missing-name', `${target.name} is not defined here`, [], target.name);
  if (candidates.length > 1) {
    return new Unknown(
      'unsupported',
      `which overload of ${target.name} is called is not worked out`,
      [],
      target.name,
    );
  }
  const { declaration: d, frame, position } = candidates[0]!;
  const bindings = bindArguments(ev, d, frame, template, args, keywords);
  const inner = new Frame(frame.unit, d.template ?? d.opens!, { frame, position }, bindings);
  for (const p of d.opens!.declarations) {
    if (p.kind !== 'parameter' || p.init === null || bindings.has(p)) continue;
    const value = ev.evaluate(p.init, inner);
    // `T t = {}` is made by the type, which is not looked at here.
    bindings.set(
      p,
      isFailure(value) || p.init.kind === 'tuple' ? defaultMissing(p) : passed(ev, value, p, d, frame),
    );
  }
  const value = runBody(ev, d.opens!, inner);
  if (value === null)
    return new Unknown('unsupported', `${target.name} returns nothing that is worked out`, [], target.name);
  if (value instanceof Unknown || isFailure(value) || d.type === null || isHostOnly(value)) return value;
  const type = ev.evaluate(d.type, inner);
  if (isFailure(type) || type instanceof Unknown || isHostOnly(type) || type instanceof ClassType)
    return value;
  return ev.rules.convert(value, type);
}

const defaultMissing = (p: Declaration): Unknown =>
  new Unknown('violation', `the default argument of ${p.name} has no value`, [], p.name);

/** What template parameters and parameters stand for when a function is called. */
export function bindArguments(
  ev: Evaluator,
  d: Declaration,
  frame: Frame,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value> = new Map(),
): Map<Declaration, Thing> {
  const bindings = new Map<Declaration, Thing>();
  const parameters = d.opens!.declarations.filter((p) => p.kind === 'parameter');
  for (const [i, p] of parameters.entries()) {
    const arg = args[i] ?? keywords.get(p.name);
    if (arg !== undefined) bindings.set(p, passed(ev, arg, p, d, frame));
  }
  const templates = d.template?.declarations ?? [];
  for (const [i, t] of templates.entries()) {
    if (t.isPack === true) {
      bindings.set(t, new Unknown('template-parameter', `${t.name} is a parameter pack`, [], t.name));
      continue;
    }
    const given = template[i] ?? deduced(ev, t, parameters, bindings);
    if (given !== undefined) bindings.set(t, given);
    else if (t.init === null && t.kind === 'type-parameter' && t.name !== '') {
      bindings.set(t, new ParameterType(t.name));
    } else if (t.init === null)
      bindings.set(t, new Unknown('template-parameter', `${t.name} of ${d.name} is not deduced`, [], t.name));
  }
  return bindings;
}

function accepts(d: Declaration, count: number): boolean {
  const parameters = d.opens!.declarations.filter((p) => p.kind === 'parameter');
  if (count > MAXIMUM_ARGUMENTS || parameters.some((p) => p.isPack === true))
    return parameters.length <= count;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}

/** What of a function matters to its arguments; a lambda has it too. */
type Called = { readonly opens: Scope | null; readonly template?: Scope | null };

/** An argument as the parameter sees it: converted to the parameter's type when that is no template's. */
function passed(ev: Evaluator, arg: Thing, p: Declaration, d: Called, frame: Frame): Thing {
  if (arg instanceof Unknown) return arg;
  // An assigned parameter holds what its type says.
  const isAssigned = d.opens!.assigned?.has(p.name) === true;
  if (isHostOnly(arg)) return arg;
  let value: Value = arg;
  if (
    p.type !== null &&
    p.type.kind === 'name' &&
    d.template?.declarations.some((t) => t.name === (p.type as { name: string }).name) !== true
  ) {
    const type = ev.evaluate(p.type, frame);
    if (!isFailure(type) && !isHostOnly(type) && !(type instanceof Unknown) && !(type instanceof ClassType)) {
      const changed = ev.rules.convert(arg, type);
      value = isFailure(changed) ? new Unknown('violation', 'an argument cannot be converted') : changed;
    }
  }
  return isAssigned ? ev.rules.forget(value) : value;
}

/** A template parameter from the arguments: `T` from `T x`, `T const* p`, `Tensor<E, L> t`, `Layout<S, D> l`. */
function deduced(
  ev: Evaluator,
  t: Declaration,
  parameters: readonly Declaration[],
  bindings: ReadonlyMap<Declaration, Thing>,
): Thing | undefined {
  for (const p of parameters) {
    const arg = bindings.get(p);
    if (p.type === null || arg === undefined) continue;
    const found = matched(ev, p.type, arg, t);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the parameter `t` stands for when a parameter of type `pattern` takes `arg`. */
function matched(ev: Evaluator, pattern: Expr, arg: Thing, t: Declaration): Thing | undefined {
  if (pattern.kind === 'name') {
    if (pattern.name !== t.name || t.kind !== 'type-parameter') return undefined;
    if (arg instanceof ClassObject) return arg.type;
    const value = asValue(arg);
    if (value instanceof Unknown) return value.category === 'template-parameter' ? undefined : value;
    return ev.rules.typeOf(value);
  }
  if (pattern.kind === 'unary' && pattern.operator === '*') {
    if (!(arg instanceof Pointer) || pattern.operand.kind !== 'name' || pattern.operand.name !== t.name)
      return undefined;
    const { element, bits } = arg.engine;
    return element === null ? undefined : (ev.rules.value([element]) ?? new TypeValue(element, null, bits));
  }
  if (pattern.kind !== 'template') return undefined;
  const target = pattern.target.kind === 'qualified' ? pattern.target.name : pattern.target;
  if (target.kind !== 'name') return undefined;
  const parts = partsOfType(ev, target.name, arg);
  if (parts === null) return undefined;
  for (const [i, inner] of pattern.args.entries()) {
    const part = parts[i];
    if (part === undefined) continue;
    if (inner.kind === 'name' && inner.name === t.name) {
      if (t.kind === 'value-parameter') return typeof part === 'number' ? new Dynamic(part) : undefined;
      return part instanceof TypeValue ? part : ev.rules.typeOf(part);
    }
    const found = part instanceof TypeValue ? undefined : matched(ev, inner, part, t);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The template arguments of an object's type, as objects: shape and stride of a Layout. */
function partsOfType(ev: Evaluator, template: string, arg: Thing): readonly Value[] | null {
  if (template === 'Tensor' && arg instanceof Tensor)
    return [new TypeValue('Engine', null, arg.engine.bits), arg.layout];
  if (template === 'Layout' && arg instanceof Layout) return [arg.shape as Value, arg.stride as Value];
  if (template === 'ComposedLayout' && arg instanceof ComposedLayout) {
    return [arg.outer as Value, arg.offset as Value, arg.inner as Value];
  }
  if ((template === 'Int' || template === 'C') && typeof arg === 'number') return [arg];
  if (TUPLES.has(template) && Array.isArray(arg)) return arg as readonly Value[];
  void ev;
  return null;
}

const TUPLES = new Set(['Shape', 'Stride', 'Coord', 'Tile', 'Step', 'tuple']);

function callLambda(ev: Evaluator, closure: Closure, args: readonly Thing[]): Thing | Failure {
  const { expr, frame } = closure;
  const scope = lambdaScope(frame.root, expr);
  const parameters = scope?.declarations.filter((p) => p.kind === 'parameter') ?? [];
  if (scope === null || parameters.length !== args.length)
    return new Unknown('unsupported', 'the lambda is not called here');
  const bindings = new Map<Declaration, Thing>();
  for (const [i, p] of parameters.entries())
    bindings.set(p, passed(ev, args[i]!, p, { opens: scope, template: null }, frame));
  const inner = new Frame(frame.unit, scope, { frame, position: expr.span.start }, bindings);
  const value = runBody(ev, scope, inner);
  return value ?? new Unknown('unsupported', 'the lambda returns nothing that is worked out');
}

function lambdaScope(root: Scope, expr: Expr): Scope | null {
  for (const child of root.children) {
    if (child.span.start === expr.span.start && child.kind === 'function' && child.span.end === expr.span.end)
      return child;
    if (child.span.start <= expr.span.start && expr.span.end <= child.span.end)
      return lambdaScope(child, expr);
  }
  return null;
}

/** Runs what a body returns: the first return that is reached. Null: none is. */
function runBody(ev: Evaluator, scope: Scope, frame: Frame): Thing | Failure | null {
  const steps = [
    ...(scope.returns ?? []).map((expr) => ({ at: expr.span.start, expr, scope: null })),
    // A lambda's returns are its own.
    ...scope.children
      .filter((s) => s.kind === 'block')
      .map((s) => ({ at: s.span.start, expr: null, scope: s })),
  ].sort((a, b) => a.at - b.at);
  for (const step of steps) {
    if (step.expr !== null) return ev.evaluate(step.expr, frame);
    const inner = step.scope!;
    if (!returns(inner)) continue;
    if (inner.isLoop === true) return new Unknown('unsupported', 'a loop is not run');
    const runs = inner.guard == null ? true : guardHolds(ev, inner.guard, frame);
    if (runs instanceof Unknown) return runs;
    if (!runs) continue;
    const value = runBody(ev, inner, frame);
    if (value !== null) return value;
  }
  return null;
}

const returns = (scope: Scope): boolean =>
  (scope.returns?.length ?? 0) > 0 || scope.children.some((s) => s.kind === 'block' && returns(s));

function guardHolds(ev: Evaluator, guard: Guard, frame: Frame): boolean | Unknown {
  const value = ev.value(guard.condition, frame);
  if (value instanceof Unknown) return value;
  const known =
    typeof value === 'boolean'
      ? value
      : typeof value === 'number'
        ? value !== 0
        : value instanceof Dynamic && typeof value.value === 'number'
          ? value.value !== 0
          : null;
  if (known === null) return new Unknown('run-time', 'a condition is only known at run time');
  return guard.branch === 'then' ? known : !known;
}
