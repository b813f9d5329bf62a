// Functions that the file defines, and lambdas: their arguments, and what their bodies return.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { regionAt } from '../../frontends/common/bodies.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Guard, Scope } from '../../frontends/common/scope.ts';
import type { ArgumentForm } from '../cpp/calls/argument-forms.ts';
import {
  type Candidate,
  candidates,
  deducedByLambda,
  type Overload,
  parametersOf,
  takesCount,
} from '../cpp/calls/overloads.ts';
import { interpreted, type Start } from '../cpp/running/interpreter.ts';
import { isRunnable } from '../cpp/running/runnable.ts';
import { Matcher } from '../cpp/templates/matching.ts';
import { openArgument } from '../cpp/templates/specialisations.ts';
import { all, sameArgument } from '../cpp/types/type-identity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Frame } from '../model/frame.ts';
import { observe } from '../model/observed.ts';
import {
  ClassObject,
  ClassType,
  Closure,
  type FunctionThing,
  isHostOnly,
  type Thing,
} from '../model/thing.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../model/value.ts';
import { scopeOfLambda } from '../python/plain/comprehensions.ts';
import { thingKey } from '../values/key.ts';
import { NO_KEYWORDS } from '../values/outcome.ts';
import { undecidedOf } from '../values/undecided.ts';
import { bound, passed } from './arguments.ts';
import { isUndecidedWithin } from './conditions.ts';

const MAXIMUM_ARGUMENTS = 64;
const MAXIMUM_AGREEING = 4;

/** Calls a function of the file, or a lambda. */
export function callFunction(
  ev: Evaluation,
  target: FunctionThing | Closure,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
  forms: readonly ArgumentForm[] = [],
): Thing | Failure {
  if (target instanceof Closure) return callLambda(ev, target, args);
  const found =
    ev.rules.name === 'cpp' ? candidates(ev, target, template, args, forms) : counted(target, args, keywords);
  if (found.length === 0) {
    return declaredReturn(ev, target, undefinedHere(target));
  }
  const [first, ...others] = found.map((c) => specialisationOf(ev, target, c));
  if (first instanceof Unknown) return first;
  if ([first!, ...others].some((c) => !(c instanceof Unknown) && c.overload.declaration.opens === null))
    return others.length > 0 ? openOverload(target, args) : declaredReturn(ev, target, undefinedHere(target));
  const value = run(ev, target, first!, args, keywords);
  if (others.length === 0) return value;
  // Which one is called is not worked out, but they may come to the same.
  if (others.length < MAXIMUM_AGREEING && !isFailure(value) && !(value instanceof Unknown)) {
    const isCommon = others.every((o) => {
      if (o instanceof Unknown) return false;
      const other = run(ev, target, o, args, keywords);
      return (
        !isFailure(other) && !isHostOnly(other) && !isHostOnly(value) && thingKey(other) === thingKey(value)
      );
    });
    if (isCommon) return value;
  }
  return openOverload(target, args);
}

const undefinedHere = ({ name }: FunctionThing): Unknown =>
  new Unknown('missing-name', `${name} is not defined here`, [], name);

/** Why it is not known which function is called: an argument that is not known, or the question itself. */
const openOverload = (target: FunctionThing, args: readonly Thing[]): Unknown =>
  openArgument(args) ??
  new Unknown('unsupported', `which overload of ${target.name} is called is not worked out`, [], target.name);

/** Outside of C++ functions are told apart by how many arguments they take. */
const counted = (
  target: FunctionThing,
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): readonly Candidate[] =>
  target.overloads
    .filter(({ declaration: d }) => d.opens !== null && accepts(d, args.length + keywords.size))
    .map((overload) => ({ overload, deduced: new Map(), viable: 'maybe', ranks: [], bindings: [] }));

/** `template <> int f<float>()` in the place of the template that is called, where it is for its arguments. */
function specialisationOf(ev: Evaluation, target: FunctionThing, called: Candidate): Candidate | Unknown {
  const parameters = called.overload.declaration.template?.declarations ?? [];
  for (const overload of target.overloads) {
    const { declaration: d } = overload;
    if (d.specialization === undefined || parameters.length === 0) continue;
    const wanted = specialised(ev, called.overload, overload);
    const verdict = all(
      parameters.map((p) => {
        const [value, arg] = [wanted.get(p), called.deduced.get(p)];
        return value === undefined || arg === undefined ? 'maybe' : sameArgument(value, arg);
      }),
    );
    if (verdict === 'yes' && d.opens !== null) return { ...called, overload, deduced: new Map() };
    if (verdict !== 'no')
      return new Unknown(
        'unsupported',
        `which specialisation of ${target.name} is called is not worked out`,
        [],
        target.name,
      );
  }
  return called;
}

/** The arguments that a specialisation is for: those that it is written with, and what its parameters say. */
function specialised(ev: Evaluation, primary: Overload, special: Overload): ReadonlyMap<Declaration, Thing> {
  const { declaration: of } = primary;
  const { declaration: d, frame } = special;
  const templates = of.template!.declarations;
  const root = { frame: primary.frame, position: primary.position };
  const matcher = new Matcher(ev, templates, new Frame(primary.frame.unit, of.template!, root, new Map()));
  for (const [i, p] of templates.entries()) {
    const written = d.specialization![i];
    if (written === undefined) break;
    if (p.isPack !== true) matcher.give(p, ev.value(written, frame));
  }
  const head = d.opens ?? d.head;
  for (const [i, p] of parametersOf(of.opens ?? of.head!).entries()) {
    const own = head === undefined ? undefined : parametersOf(head)[i]?.type;
    if (p.type === null || own == null || p.isPack === true || matcher.isGiven(p.type)) continue;
    const type = ev.evaluate(own, frame);
    if (!isFailure(type)) matcher.one(p.type, type);
  }
  return matcher.bound;
}

/** The frame of a call, with the parameters bound. */
function calledFrame(
  ev: Evaluation,
  { overload, deduced }: Candidate,
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
  isRun: boolean,
): Frame {
  const { declaration: d, frame, position } = overload;
  const bindings = bound(ev, d, frame, deduced, args, keywords);
  const inner = new Frame(
    frame.unit,
    d.template ?? d.opens!,
    { frame, position },
    bindings,
    true,
    null,
    isRun,
  );
  bindDefaults(ev, d, frame, bindings, inner);
  return inner;
}

/** Whoever calls a function depends on what its body does, be it that nothing of it is worked out. */
const observeBody = ({ overload: { declaration: d, frame } }: Candidate): void =>
  observe(regionAt(frame.unit.placed.unit, d.opens!.body ?? d.opens!.span.start));

const mayRun = (ev: Evaluation, scope: Scope, { unit }: Frame): boolean =>
  returns(scope) && isRunnable(ev, scope) && !isUndecidedWithin(unit, scope.span);

/** Runs one function. */
function run(
  ev: Evaluation,
  target: FunctionThing,
  called: Candidate,
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
): Thing | Failure {
  const { declaration: d } = called.overload;
  if (returns(d.opens!)) observeBody(called);
  const isRun = ev.rules.name === 'cpp' && mayRun(ev, d.opens!, called.overload.frame);
  const inner = calledFrame(ev, called, args, keywords, false);
  const ran = isRun
    ? interpreted(ev, d.opens!, calledFrame(ev, called, args, keywords, true), starting(ev))
    : null;
  const value =
    ran ??
    runBody(ev, d.opens!, inner) ??
    new Unknown('unsupported', `${target.name} returns nothing that is worked out`, [], target.name);
  return asReturned(ev, value, d.type, inner);
}

/** The value as the function's type has it. An annotation of Python converts nothing. */
function asReturned(
  ev: Evaluation,
  value: Thing | Failure,
  declared: Expr | null,
  inner: Frame,
): Thing | Failure {
  if (isFailure(value) || declared === null || isHostOnly(value) || ev.rules.name === 'python') return value;
  if (value instanceof Unknown) return returned(ev, declared, inner, value);
  const type = ev.evaluate(declared, inner);
  if (isFailure(type) || type instanceof Unknown || isHostOnly(type) || type instanceof ClassType)
    return value;
  return ev.rules.convert(value, type);
}

/** Chooses the functions that are called by one that is run. */
function starting(ev: Evaluation): Start {
  const returnedBy =
    (type: Expr | null, frame: Frame) =>
    (value: Thing): Thing | null => {
      const converted = asReturned(ev, value, type, frame);
      return isFailure(converted) || converted instanceof Unknown ? null : converted;
    };
  return (target, template, args) => {
    if (target instanceof Closure) {
      const scope = lambdaScope(target.frame.root, target.expr);
      if (scope === null || !takesCount(scope, args.length)) return null;
      const frame = lambdaFrame(ev, target, scope, args, true);
      return { scope, frame, returned: returnedBy(target.expr.type ?? null, frame), returnsReference: false };
    }
    const [first, ...others] = candidates(ev, target, template, args);
    const called = first === undefined || others.length > 0 ? null : specialisationOf(ev, target, first);
    if (called === null || called instanceof Unknown) return null;
    const { declaration: d } = called.overload;
    if (d.opens === null || isUndecidedWithin(called.overload.frame.unit, d.opens.span)) return null;
    observeBody(called);
    const frame = calledFrame(ev, called, args, NO_KEYWORDS, true);
    const returned = returnedBy(d.type, frame);
    return { scope: d.opens, frame, returned, returnsReference: d.isReference === true };
  };
}

/** The parameters that get no argument have their defaults. */
function bindDefaults(
  ev: Evaluation,
  d: Declaration,
  frame: Frame,
  bindings: Map<Declaration, Thing>,
  inner: Frame,
): void {
  for (const p of d.opens!.declarations) {
    if (p.kind !== 'parameter' || p.init === null || bindings.has(p)) continue;
    if (p.init.kind === 'tuple') {
      bindings.set(p, (p.init.items.length === 0 ? empty(ev, p, inner) : null) ?? defaultMissing(p));
      continue;
    }
    const value = ev.evaluate(p.init, inner);
    bindings.set(p, isFailure(value) ? defaultMissing(p) : passed(ev, value, p, d, frame));
  }
}

/** `T t = {}`: an object of the type without arguments; null where nothing is known of it. */
function empty(ev: Evaluation, { type: written }: Declaration, frame: Frame): Thing | null {
  const type = written === null ? null : ev.evaluate(written, frame);
  if (type === null || isFailure(type)) return null;
  if (type instanceof Unknown) return type;
  if (type instanceof ClassType) return new ClassObject(type);
  if (!(type instanceof TypeValue)) return null;
  const made = ev.rules.construct(type, []);
  return isFailure(made) ? null : made;
}

/** What a function without a body returns, as far as its type says. */
function declaredReturn(ev: Evaluation, target: FunctionThing, unknown: Unknown): Thing {
  const [only, ...others] = target.overloads;
  if (only === undefined || others.length > 0 || ev.rules.name !== 'cpp') return unknown;
  const { declaration: d, frame } = only;
  return d.type === null || d.template != null ? unknown : returned(ev, d.type, frame, unknown);
}

/** What the return type says of a value that is not known. */
function returned(ev: Evaluation, declared: Expr, frame: Frame, unknown: Unknown): Thing {
  if (WITHOUT_VALUE.has(unknown.category)) return unknown;
  const type = ev.evaluate(declared, frame);
  if (type instanceof ClassType) return new ClassObject(type);
  if (isFailure(type) || !(type instanceof TypeValue)) return unknown;
  const { instance } = type;
  if (instance instanceof Pointer) return instance;
  // For a constant that is not known it is worth more to know what it needs.
  return instance instanceof Dynamic && !CONSTANT.has(unknown.category) ? instance : unknown;
}

const WITHOUT_VALUE: ReadonlySet<string> = new Set(['recursive', 'violation', 'budget']);
const CONSTANT: ReadonlySet<string> = new Set(['template-parameter', 'conditional', 'undetermined']);

const defaultMissing = (p: Declaration): Unknown =>
  new Unknown('violation', `the default argument of ${p.name} has no value`, [], p.name);

function accepts(d: Declaration, count: number): boolean {
  const parameters = d.opens!.declarations.filter((p) => p.kind === 'parameter');
  if (count > MAXIMUM_ARGUMENTS || parameters.some((p) => p.isPack === true))
    return parameters.length <= count;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}

function callLambda(ev: Evaluation, closure: Closure, args: readonly Thing[]): Thing | Failure {
  const { expr, frame } = closure;
  const scope = ev.rules.name === 'python' ? scopeOfLambda(expr) : lambdaScope(frame.root, expr);
  if (scope === null || !takesCount(scope, args.length))
    return new Unknown('unsupported', 'the lambda is not called here');
  const ran = mayRun(ev, scope, frame)
    ? interpreted(ev, scope, lambdaFrame(ev, closure, scope, args, true), starting(ev))
    : null;
  const inner = lambdaFrame(ev, closure, scope, args, false);
  const value = ran ?? runBody(ev, scope, inner);
  return value === null
    ? new Unknown('unsupported', 'the lambda returns nothing that is worked out')
    : asReturned(ev, value, expr.type ?? null, inner);
}

/** The frame of a call of a lambda, with the parameters bound. */
function lambdaFrame(
  ev: Evaluation,
  { expr, frame }: Closure,
  scope: Scope,
  args: readonly Thing[],
  isRun: boolean,
): Frame {
  const deduced = deducedByLambda(ev, scope, frame, expr.span.start, args);
  const bindings = bound(ev, { opens: scope, template: null }, frame, deduced, args, NO_KEYWORDS);
  for (const [parameter, value] of deduced) bindings.set(parameter, value);
  return new Frame(frame.unit, scope, { frame, position: expr.span.start }, bindings, true, null, isRun);
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

/** What a body returns: the first return that is reached, or one of several where a condition is not known. Null: none. */
function runBody(ev: Evaluation, scope: Scope, frame: Frame): Thing | Failure | null {
  const reached: Reached = { values: [], open: null };
  reach(ev, scope, frame, reached);
  const [first, ...others] = reached.values;
  if (first === undefined || others.length === 0) return first ?? null;
  const reason = reached.open!;
  const values: Value[] = [];
  for (const value of reached.values) {
    // What fails may be what is never reached.
    if (isFailure(value) || isHostOnly(value)) return reason;
    values.push(value);
  }
  return undecidedOf(values, reason);
}

interface Reached {
  readonly values: (Thing | Failure)[];
  /** The condition that leaves open which of the values it is. */
  open: Unknown | null;
}

/** Collects the returns that may be reached; true where one of them certainly is. */
function reach(ev: Evaluation, scope: Scope, frame: Frame, reached: Reached): boolean {
  for (const { expr, scope: inner } of stepsOf(scope)) {
    if (reached.values.length > MAXIMUM_RETURNS) return true;
    if (expr !== null) {
      reached.values.push(ev.evaluate(expr, frame));
      return true;
    }
    if (inner.isLoop === true) {
      reached.values.push(new Unknown('unsupported', 'a loop is not run'));
      return true;
    }
    const runs = inner.guard == null ? true : guardHolds(ev, inner.guard, frame);
    if (runs === false) continue;
    const isCertain = reach(ev, inner, frame, reached);
    if (runs instanceof Unknown) {
      reached.open ??= runs;
      // Of one of several values nothing is known where one of them is not: the others need not be worked out.
      if (reached.values.at(-1) instanceof Unknown) return true;
    } else if (isCertain) return true;
  }
  return false;
}

const MAXIMUM_RETURNS = 8;

/** A return, or a block with one. */
type Step = { readonly expr: Expr; readonly scope: null } | { readonly expr: null; readonly scope: Scope };

/** By the blocks of scopes: those of a lambda's scope are another list after an edit. */
const steps = new WeakMap<readonly Scope[], readonly Step[]>();

/** The returns of a body and the blocks in it that have any, in order. */
function stepsOf(scope: Scope): readonly Step[] {
  let known = steps.get(scope.children);
  if (known === undefined) {
    const all: (Step & { readonly at: number })[] = [];
    for (const expr of scope.returns ?? []) all.push({ at: expr.span.start, expr, scope: null });
    // A lambda's returns are its own.
    for (const s of scope.children)
      if (s.kind === 'block' && returns(s)) all.push({ at: s.span.start, expr: null, scope: s });
    known = all.sort((a, b) => a.at - b.at);
    steps.set(scope.children, known);
  }
  return known;
}

const returns = (scope: Scope): boolean => stepsOf(scope).length > 0;

function guardHolds(ev: Evaluation, guard: Guard, frame: Frame): boolean | Unknown {
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
