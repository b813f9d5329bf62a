// Calls and constructions: what is called, with what.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { isBraced } from '../../frontends/common/expression-parts.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { withArgumentDependent } from '../cpp/calls/argument-dependent.ts';
import { type ArgumentForm, formOf } from '../cpp/calls/argument-forms.ts';
import { callMacro } from '../cpp/calls/macros.ts';
import { higherOrder } from '../cpp/cute/higher-order.ts';
import { withUserAtom } from '../cpp/cute/user-atoms.ts';
import { flagType } from '../cpp/instances/instance-arguments.ts';
import { expandedList } from '../cpp/templates/packs.ts';
import { elementsOfParameter } from '../cpp/templates/parameter-elements.ts';
import { isElementType } from '../cpp/types/type-identity.ts';
import type { Builtin, BuiltinCall } from '../model/dialect.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Frame } from '../model/frame.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  Closure,
  ElementObject,
  FunctionThing,
  isHostOnly,
  MacroThing,
  PathThing,
  reasonOf,
  type Thing,
} from '../model/thing.ts';
import { Pointer, TypeValue, Unknown, type Value } from '../model/value.ts';
import { methodKind } from '../python/plain/functions.ts';
import { Partial, partial } from '../python/plain/partial.ts';
import { NO_KEYWORDS, needed } from '../values/outcome.ts';
import { callFunction } from './functions.ts';
import { memberOfClass } from './members.ts';
import { constructClass } from './objects.ts';

/** `T{…}` and `T(…)`. */
export function construct(ev: Evaluation, type: Thing, args: readonly Value[]): Thing | Failure {
  if (type instanceof Unknown) return type;
  if (type instanceof ClassType) return constructClass(ev, type, args, NO_KEYWORDS);
  if (isElementType(type) && type.name !== 'bool') return new ElementObject(type);
  const unknown = args.find((a) => a instanceof Unknown);
  if (unknown instanceof Unknown) return reasonOf(unknown);
  if (type instanceof PathThing) {
    // `Layout l{shape, stride}`: the arguments of the template are deduced.
    const deduced = ev.rules.template(type.path, []);
    if (deduced instanceof TypeValue) return ev.rules.construct(deduced, args);
    const builtin = ev.rules.builtin(type.path);
    if (builtin === undefined) return asValue(type);
    return ev.run(builtin, { name: type.path.at(-1)!, args, keywords: NO_KEYWORDS, template: [] });
  }
  if (isHostOnly(type)) return asValue(type);
  return ev.rules.construct(type, args);
}

/** `f(…)`, `object.f(…)`, `L(1, 2)`. */
export function callExpression(ev: Evaluation, expr: Expr & { kind: 'call' }, frame: Frame): Thing | Failure {
  // What a plain name stands for is asked once, for macros and functions alike.
  const isNamed = expr.callee.kind === 'name' && ev.rules.name === 'cpp';
  const named = isNamed ? ev.evaluate(expr.callee, frame) : null;
  if (named instanceof MacroThing) return callMacro(ev, named, expr, frame);
  const elements = elementsOfParameter(ev, expr, frame);
  if (elements !== null) return elements;
  let callee = expr.callee;
  let template: readonly Thing[] = [];
  if (callee.kind === 'template') {
    const target = callee.target;
    if (target.kind === 'name' || target.kind === 'qualified' || target.kind === 'member') {
      const head = target.kind === 'member' ? null : ev.evaluate(target, frame);
      if (
        head === null ||
        head instanceof FunctionThing ||
        (head instanceof PathThing && ev.rules.builtin(head.path) !== undefined)
      ) {
        const given = expandedList(ev, callee.args, frame);
        if (given instanceof Unknown) return given;
        template = given;
        callee = target;
      }
    }
  }
  const args = itemsOf(ev, expr.args, frame);
  if (args instanceof Unknown) return args;
  const keywords = keywordsOf(ev, expr, frame);
  if (callee.kind === 'member') {
    const object = ev.evaluate(callee.object, frame);
    if (isFailure(object)) return needed(object);
    const given = object instanceof ClassObject ? withoutBraced(expr.args, args) : args;
    return callMethod(ev, object, callee.name.name, template, given, keywords, frame);
  }
  if (callee.kind === 'qualified' && callee.scope !== null) {
    const type = ev.evaluate(callee.scope, frame);
    // `TiledMma::make_fragment_C(…)`: what does not depend on the object is called by its type too.
    if (type instanceof TypeValue && isHardwareValue(type.instance))
      return callMethod(ev, type.instance, callee.name.name, template, args, keywords, frame);
  }
  let target = callee === expr.callee && named !== null ? named : ev.evaluate(callee, frame);
  if (isFailure(target)) return needed(target);
  if (isNamed && (target instanceof FunctionThing || target instanceof PathThing)) {
    const { name, span } = expr.callee as Expr & { kind: 'name' };
    const given = withoutBraced(expr.args, args);
    const forms = target instanceof FunctionThing ? formsOf(ev, expr, args, frame) : [];
    target = withArgumentDependent(ev, name, span.start, target, template, given, forms, frame);
  }
  if (!(target instanceof FunctionThing)) {
    // `conditional_return(true_type{}, a, b)` is decided by the type, as `conditional_return<true>(a, b)` is.
    const [first] = expr.args;
    const isDecided =
      template.length === 0 &&
      isConditionalReturn(target) &&
      first !== undefined &&
      flagType(ev, first, frame) !== null;
    return isDecided
      ? callThing(ev, target, args.slice(0, 1), args.slice(1), keywords)
      : callThing(ev, target, template, args, keywords);
  }
  // Templates alone take template arguments.
  const isTemplateId = expr.callee.kind === 'template';
  const meant = isTemplateId && ev.rules.name === 'cpp' ? templatesAmong(target) : target;
  return callFunction(
    ev,
    meant,
    template,
    withoutBraced(expr.args, args),
    keywords,
    formsOf(ev, expr, args, frame),
  );
}

const isConditionalReturn = (target: Thing): boolean =>
  target instanceof PathThing && target.path.at(-1) === 'conditional_return';

const templatesAmong = (target: FunctionThing): FunctionThing =>
  new FunctionThing(
    target.name,
    target.overloads.filter(
      ({ declaration: d, isSpecialisation }) => d.template != null || isSpecialisation === true,
    ),
  );

/** What the arguments are besides their values, where that may tell functions apart. */
const formsOf = (
  ev: Evaluation,
  expr: Expr & { kind: 'call' },
  args: readonly Thing[],
  frame: Frame,
): readonly ArgumentForm[] =>
  ev.rules.name === 'cpp' && expr.args.length === args.length
    ? expr.args.map((e) => formOf(ev, e, frame))
    : [];

/** What `{…}` stands for is said by the type of the parameter that takes it. */
const withoutBraced = (exprs: readonly Expr[], args: readonly Thing[]): readonly Thing[] =>
  exprs.length === args.length && exprs.some(isBraced)
    ? args.map((arg, i) => (isBraced(exprs[i]!) ? BRACED : arg))
    : args;

const BRACED = new Unknown('unsupported', 'a list in braces has the type of the parameter that takes it');

/**
 * The elements of a tuple or list of arguments; Python's `*xs` and C++'s `xs...` stand for several. Unknown where
 * it is not known for how many.
 */
export function itemsOf(ev: Evaluation, exprs: readonly Expr[], frame: Frame): readonly Thing[] | Unknown {
  if (ev.rules.name !== 'python') return expandedList(ev, exprs, frame);
  const args: Thing[] = [];
  for (const e of exprs) {
    if (e.kind === 'unary' && e.operator === '*') {
      const unpacked = ev.value(e.operand, frame);
      // How many items there are is not known either.
      if (!Array.isArray(unpacked))
        return unpacked instanceof Unknown ? unpacked : new Unknown('unsupported', 'this cannot be unpacked');
      args.push(...(unpacked as Value[]));
      continue;
    }
    const value = ev.evaluate(e, frame);
    args.push(isFailure(value) ? needed(value) : value);
  }
  return args;
}

function keywordsOf(ev: Evaluation, expr: Expr & { kind: 'call' }, frame: Frame): ReadonlyMap<string, Value> {
  if (expr.keywords.length === 0) return NO_KEYWORDS;
  return new Map(expr.keywords.map((k) => [k.name, ev.value(k.value, frame)]));
}

/** What a method of Python is given before its arguments: the object, its class, or nothing. */
function objectFirst(ev: Evaluation, object: Thing, target: Thing): readonly Thing[] {
  const [method] = target instanceof FunctionThing ? target.overloads : [];
  if (ev.rules.name !== 'python' || method === undefined || object instanceof PathThing) return [];
  const kind = methodKind(method.declaration);
  if (kind === 'class') return [object instanceof ClassObject ? object.type : object];
  return kind === 'method' && object instanceof ClassObject ? [object] : [];
}

function callMethod(
  ev: Evaluation,
  object: Thing,
  name: string,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value>,
  frame: Frame,
): Thing | Failure {
  if (object instanceof Unknown) return object;
  if (object instanceof PathThing || object instanceof ClassType || object instanceof ClassObject) {
    const target = ev.memberOf(object, name, frame);
    if (isFailure(target)) return needed(target);
    return callThing(ev, target, template, [...objectFirst(ev, object, target), ...args], keywords);
  }
  if (isHostOnly(object)) return asValue(object);
  if (object instanceof Pointer && object.pointee instanceof ClassType)
    return callMethod(ev, new ClassObject(object.pointee), name, template, args, keywords, frame);
  const builtin = ev.rules.method(object, name);
  if (builtin === undefined) {
    const member = ev.rules.member(object, name);
    if (member !== undefined)
      return isFailure(member) ? needed(member) : callThing(ev, member, template, args, keywords);
    return new Unknown('unsupported', `the member function ${name} is not known`, [], name);
  }
  const values = args.map(asValue);
  return runKnown(
    ev,
    builtin,
    { name, args: values, keywords, template: template.map(asValue) },
    ev.rules.acceptsUnknown(name),
  );
}

const CASTS: ReadonlySet<string> = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast']);

function callThing(
  ev: Evaluation,
  target: Thing,
  template: readonly Thing[],
  args: readonly Thing[],
  keywords: ReadonlyMap<string, Value> = NO_KEYWORDS,
): Thing | Failure {
  if (target instanceof Unknown) return target;
  if (target instanceof FunctionThing || target instanceof Closure)
    return callFunction(ev, target, template, args, keywords);
  if (target instanceof PathThing) {
    const taken =
      ev.rules.name === 'cpp'
        ? higherOrder(target.path, args, (f, given) => callThing(ev, f, [], given))
        : undefined;
    if (taken !== undefined) return taken;
    const builtin = ev.rules.builtin(target.path);
    const name = target.path.at(-1) ?? '';
    const [type] = template;
    const held = ev.rules.name === 'python' ? partial(target, args, keywords) : null;
    if (held !== null) return held;
    // `reinterpret_cast<Storage&>(smem)`
    if (CASTS.has(name) && type instanceof ClassType) return new ClassObject(type);
    if (builtin === undefined) {
      // `Layout(shape, stride)`: the arguments of the template are deduced.
      const deduced = ev.rules.template(target.path, []);
      if (deduced instanceof TypeValue) return construct(ev, deduced, args.map(asValue));
      return new Unknown('missing-name', `${target.path.join('::')} is not known here`, [], name);
    }
    const given = withUserAtom(ev, target.path, args);
    if (given instanceof Unknown) return given;
    const values = given.map(asValue);
    return runKnown(
      ev,
      builtin,
      { name, args: values, keywords, template: template.map(asValue) },
      ev.rules.acceptsUnknown(name),
    );
  }
  if (target instanceof Partial)
    return callThing(
      ev,
      target.target,
      [],
      [...target.args, ...args],
      new Map([...target.keywords, ...keywords]),
    );
  if (target instanceof ClassType) return constructClass(ev, target, args, keywords);
  if (target instanceof ClassObject) {
    const operator = memberOfClass(ev, target.type, 'operator()', target.frame);
    return operator instanceof FunctionThing
      ? callFunction(ev, operator, template, args, keywords)
      : asValue(target);
  }
  // Class template argument deduction is the library's for the library's templates only.
  if (isHostOnly(target)) return asValue(target);
  if (ev.rules.name === 'cpp' && isElementType(target) && target.name !== 'bool')
    return new ElementObject(target);
  const values = args.map(asValue);
  const unknown = values.find((v) => v instanceof Unknown);
  // `int(a / b)` of Python makes something of what is none itself.
  const isAccepted = target instanceof TypeValue && ev.rules.acceptsUnknown(target.name);
  if (unknown instanceof Unknown && !isAccepted) return reasonOf(unknown);
  if (target instanceof TypeValue) return ev.rules.construct(target, values);
  const call: BuiltinCall = { name: '()', args: values, keywords, template: template.map(asValue) };
  return ev.run((c) => ev.rules.call(target, c), call);
}

function runKnown(
  ev: Evaluation,
  builtin: Builtin,
  call: BuiltinCall,
  acceptsUnknown: boolean,
): Value | Failure {
  if (!acceptsUnknown) {
    for (const v of call.args) if (v instanceof Unknown) return reasonOf(v);
    for (const v of call.keywords.values()) if (v instanceof Unknown) return reasonOf(v);
  }
  if (!acceptsUnknown) for (const v of call.template) if (v instanceof Unknown) return reasonOf(v);
  return ev.run(builtin, call);
}
