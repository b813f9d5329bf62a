// Which function of several is called: those that can take the arguments, and of them the best one
// ([over.match]). Types of run-time integers and value categories are not known in full, so it may stay open.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { acceptsCount, functionParameters, parameterOf } from '../../core/parameters.ts';
import { type ClassType, type Entity, type OverloadSet, Pack } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { truth } from '../../values/outcome.ts';
import { Deduction } from '../templates/deduction.ts';
import { conceptOf } from '../templates/parameter-kinds.ts';
import { isMoreSpecialised, shapeOf } from '../templates/partial-ordering.ts';
import { markDeduced } from '../templates/qualifiers.ts';
import { all, SUBSTITUTION_FAILURE, type Verdict } from '../types/type-identity.ts';
import { type ArgumentForm, type Binding, bindingOf, binds, compareBindings } from './argument-forms.ts';
import { ELLIPSIS, EXACT, makesObject, USER_DEFINED } from './conversions.ts';
import { implicitConversion, typeOfArgument } from './implicit-conversions.ts';

export type Overload = OverloadSet['overloads'][number];

/** A function that may be called, with what its parameters would stand for. */
interface Candidate {
  readonly overload: Overload;
  /** Template parameters that are given or deduced. */
  readonly deduced: ReadonlyMap<Declaration, Entity>;
  readonly viable: Verdict;
  /** By argument: how good the conversion is; null where that is not known. */
  readonly conversionRanks: readonly (number | null)[];
  /** By argument: whether and how the parameter is a reference. */
  readonly bindings: readonly Binding[];
}

/** The scope of a function's parameters, with or without a body. */
const headOf = (d: Declaration): Scope | null => d.bodyScope ?? d.head ?? null;

/** The functions that may be meant, the certainly worse ones left out. */
export function resolveOverload(
  ev: Evaluation,
  target: OverloadSet,
  template: readonly Entity[],
  args: readonly Entity[],
  forms: readonly ArgumentForm[] = [],
): readonly Candidate[] {
  const found = withoutRedeclared(target.overloads)
    .filter(({ declaration: d, given: ofClass }) => {
      const head = headOf(d);
      // Of a class's function the specialisation for its arguments has been chosen already.
      const isPrimary = d.specialization === undefined || ofClass !== undefined;
      return isPrimary && head !== null && acceptsCount(head, args.length);
    })
    .map((overload) => formCandidate(ev, overload, template, args, forms));
  const possible = found.filter((c) => c.viable !== 'no');
  if (possible.length <= 1) return possible;
  const best = possible.find(
    (c) =>
      c.viable === 'yes' && possible.every((other) => other === c || isBetter(c, other, args.length, forms)),
  );
  return best === undefined ? possible : [best];
}

/** Without the declarations of functions that are defined, or declared before, with parameters of the same types. */
function withoutRedeclared(overloads: readonly Overload[]): readonly Overload[] {
  if (overloads.every(({ declaration: d }) => d.bodyScope !== null)) return overloads;
  return overloads.filter(
    ({ declaration: d }, i) =>
      d.bodyScope !== null ||
      !overloads.some(
        ({ declaration: other }, j) =>
          (other.bodyScope !== null || j < i) && other !== d && mayRedeclare(d, other),
      ),
  );
}

/** Whether two declarations look like ones of one function. */
export function mayRedeclare(a: Declaration, b: Declaration): boolean {
  const [x, y] = [headOf(a), headOf(b)];
  if (x === null || y === null || isTemplate(a) !== isTemplate(b)) return false;
  const [first, second] = [functionParameters(x), functionParameters(y)];
  if (first.length !== second.length || x.isVariadic !== y.isVariadic) return false;
  // The parameters of a template may have other names.
  return isTemplate(a) || first.every((p, i) => typeShape(p) === typeShape(second[i]!));
}

const typeShape = (p: Declaration): string =>
  `${p.type === null ? '' : shapeOf(p.type)} ${p.isReference === true} ${p.isConstant === true && p.isReference === true}`;

/** What a function would make of the arguments. `isByClass`: inside of a conversion by a class, which is none itself. */
export function formCandidate(
  ev: Evaluation,
  overload: Overload,
  template: readonly Entity[],
  args: readonly Entity[],
  forms: readonly ArgumentForm[] = [],
  isByClass = false,
): Candidate {
  const { declaration: d, env, position } = overload;
  const ofClass = overload.given ?? NOTHING;
  const templates = (d.template?.declarations ?? []).filter((t) => !ofClass.has(t));
  const head = headOf(d)!;
  const root = d.template ?? head;
  const deduction = new Deduction(ev, templates, new Environment(env.unit, root, { env, position }, ofClass));
  for (const [parameter, value] of ofClass) deduction.deduced.set(parameter, value);
  const first = given(deduction, templates, template);
  const { verdicts, ranks } = convertArguments(ev, deduction, head, args, isByClass);
  const isFit = all([first, ...verdicts]);
  const bindings = parameterOf(head, args.length).map((p) => bindingTo(deduction, p));
  const isBound = bindings.map((binding, i) =>
    binds(binding.kind, forms[i] ?? null, binding.isDeduced, makesObject(ranks[i] ?? null)),
  );
  // A function that is a specialisation of a template may be meant by `f<int>` too.
  const isNamed = overload.isSpecialisation === true && template.length > 0;
  const viable =
    isFit === 'no' && !isNamed
      ? 'no'
      : all([
          isFit,
          ...isBound,
          isNamed ? 'maybe' : 'yes',
          conditions(ev, overload, deduction, isFit === 'yes'),
        ]);
  return {
    overload,
    deduced: deduction.deduced,
    viable,
    conversionRanks: ranks,
    bindings: bindings.map((b) => b.kind),
  };
}

function bindingTo(
  deduction: Deduction,
  p: Declaration | undefined,
): { readonly kind: Binding; readonly isDeduced: boolean } {
  if (p === undefined || p.isReference !== true) return { kind: 'value', isDeduced: false };
  const isDeduced = p.type === null || (deduction.isDependent(p.type) && !deduction.isGiven(p.type));
  const { type } = p;
  const isForwarding =
    type === null || (type.kind === 'name' && [...deduction.parameters].some((d) => d.name === type.name));
  return { kind: bindingOf(p, isForwarding), isDeduced };
}

/** Whether a constructor takes an argument that only it is to convert. */
const acceptsOne =
  (ev: Evaluation) =>
  (d: Declaration, type: ClassType, arg: Entity): Verdict => {
    const head = headOf(d);
    if (head === null) return 'maybe';
    if (!acceptsCount(head, 1)) return 'no';
    const overload = { declaration: d, env: type.env, position: d.span.start };
    const { viable, conversionRanks: ranks } = formCandidate(ev, overload, [], [arg], [], true);
    return viable === 'yes' && ranks[0] == null ? 'maybe' : viable;
  };

/** What the template parameters of a lambda stand for when it is called: `[]<class T>(T x)`. */
export function deducedByLambda(
  ev: Evaluation,
  scope: Scope,
  env: Environment,
  position: number,
  args: readonly Entity[],
): ReadonlyMap<Declaration, Entity> {
  const templates = scope.declarations.filter(
    (d) => d.kind === 'type-parameter' || d.kind === 'value-parameter',
  );
  if (templates.length === 0) return NOTHING;
  const deduction = new Deduction(
    ev,
    templates,
    new Environment(env.unit, scope, { env, position }, new Map()),
  );
  convertArguments(ev, deduction, scope, args, false);
  return deduction.deduced;
}

const NOTHING: ReadonlyMap<Declaration, Entity> = new Map();

/** The arguments for the parameters, one after the other. */
function convertArguments(
  ev: Evaluation,
  deduction: Deduction,
  opens: Scope,
  args: readonly Entity[],
  isByClass: boolean,
): { readonly verdicts: readonly Verdict[]; readonly ranks: Candidate['conversionRanks'] } {
  const verdicts: Verdict[] = [];
  const ranks: (number | null)[] = [];
  const conversionBy = isByClass ? null : acceptsOne(ev);
  const order = parameterOf(opens, args.length);
  let pack: { readonly parameter: Declaration; readonly args: Entity[] } | null = null;
  for (const [i, arg] of args.entries()) {
    const p = order[i];
    if (p === undefined) {
      ranks.push(ELLIPSIS);
      continue;
    }
    if (p.isPack === true) {
      pack ??= { parameter: p, args: [] };
      pack.args.push(typeOfArgument(ev, arg));
      ranks.push(0);
      continue;
    }
    const { verdict, rank } = implicitConversion(ev, deduction, p, arg, conversionBy);
    // What is known of the argument and does not fit leaves its parameters open.
    if (verdict !== 'yes' && p.type !== null && !(arg instanceof Unknown)) deduction.leaveUnknown(p.type);
    verdicts.push(verdict);
    ranks.push(rank);
  }
  const packParameter = pack?.parameter ?? functionParameters(opens).find((p) => p.isPack === true);
  if (packParameter !== undefined && packParameter.type !== null) {
    const before = new Map(deduction.deduced);
    verdicts.push(deduction.deducePack(packParameter.type, pack?.args ?? []));
    markDeduced(deduction, packParameter, before);
  }
  return { verdicts, ranks };
}

/** The template arguments that the call gives. */
function given(deduction: Deduction, templates: readonly Declaration[], args: readonly Entity[]): Verdict {
  const verdicts: Verdict[] = [];
  for (const [i, t] of templates.entries()) {
    if (t.isPack === true) {
      if (args.length > i) deduction.deduced.set(t, new Pack(args.slice(i)));
      return all(verdicts);
    }
    const arg = args[i];
    if (arg === undefined) return all(verdicts);
    verdicts.push(deduction.give(t, arg));
  }
  return args.length > templates.length ? 'no' : all(verdicts);
}

/** Requirements, and types that there may not be: `enable_if_t<…>` as a default, a parameter's or a result's type. */
function conditions(ev: Evaluation, overload: Overload, deduction: Deduction, isCertain: boolean): Verdict {
  const { declaration: d, env, position } = overload;
  if (d.template == null) return 'yes';
  const ofClass = overload.given ?? NOTHING;
  const bindings = ofClass.size === 0 ? deduction.deduced : new Map([...ofClass, ...deduction.deduced]);
  const at = new Environment(env.unit, d.template, { env, position }, bindings);
  const verdicts: Verdict[] = [deduction.finish(at)];
  for (const requirement of d.template.requirements ?? []) {
    const holds = ev.value(requirement, at);
    const known = truth(holds);
    verdicts.push(typeof known === 'boolean' ? (known ? 'yes' : 'no') : isEnabled(holds) ? 'maybe' : 'no');
  }
  for (const t of d.template.declarations) {
    // Whether a concept holds is not worked out.
    if (conceptOf(deduction.ev, t, deduction.env) !== null) verdicts.push('maybe');
    if (deduction.deduced.has(t) || ofClass.has(t)) continue;
    if (t.isPack === true) {
      // What nothing is deduced for is empty ([temp.arg.explicit]).
      if (isCertain) deduction.deduced.set(t, new Pack([]));
      else verdicts.push('maybe');
      continue;
    }
    const written = t.kind === 'value-parameter' && t.name === '' ? t.type : t.init;
    if (written === null) {
      // Where all that was asked is certain, nothing is left that it could be deduced from.
      verdicts.push(isCertain ? 'no' : 'maybe');
      continue;
    }
    const value = ev.evaluate(written, at);
    if (value instanceof Unknown && value.category === SUBSTITUTION_FAILURE) return 'no';
    if (mayBeCondition(written) && (isFailure(value) || value instanceof Unknown)) verdicts.push('maybe');
  }
  // What a function returns may be a condition too.
  if (d.type !== null && mayBeCondition(d.type)) {
    const value = ev.evaluate(d.type, at);
    if (value instanceof Unknown) verdicts.push(value.category === SUBSTITUTION_FAILURE ? 'no' : 'maybe');
  }
  return all(verdicts);
}

const isEnabled = (v: unknown): boolean => !(v instanceof Unknown && v.category === SUBSTITUTION_FAILURE);

/** `enable_if_t<c, T>`, `typename enable_if<c>::type`. */
function mayBeCondition(e: NonNullable<Declaration['type']>): boolean {
  if (e.kind === 'qualified') return e.scope !== null && mayBeCondition(e.scope);
  if (e.kind === 'unary') return mayBeCondition(e.operand);
  if (e.kind === 'decltype') return true;
  if (e.kind !== 'template') return false;
  const name = e.target.kind === 'qualified' ? e.target.name : e.target;
  return name.kind === 'name' && /^(?:enable_if|void_t)/.test(name.name);
}

/** Whether the first is certainly the better one. */
function isBetter(a: Candidate, b: Candidate, count: number, forms: readonly ArgumentForm[]): boolean {
  const [first, second] = [a.overload.declaration, b.overload.declaration];
  // What the object is that a function is called on, is not kept.
  if (first.objectQualifiers !== second.objectQualifiers) return false;
  let isBetterSomewhere = false;
  for (let i = 0; i < count; i++) {
    const [x, y] = [a.conversionRanks[i], b.conversionRanks[i]];
    if (x == null || y == null) return false;
    const byReference = compareBindings(a.bindings[i]!, b.bindings[i]!, forms[i] ?? null);
    const order = x === y ? byReference : x - y;
    // Of two conversions by classes it is not known whether they are the same.
    if (order === null || order > 0 || (order === 0 && x === USER_DEFINED)) return false;
    if (order < 0) isBetterSomewhere = true;
  }
  if (isBetterSomewhere) return true;
  const [isA, isB] = [isTemplate(first), isTemplate(second)];
  if (isA !== isB) return isB;
  return isA && isMoreSpecialised(patternsOf(first, count), patternsOf(second, count)) === 'yes';
}

/** Whether a function is better than every template that takes the arguments as they are: it is none, and does so too. */
export const isBetterThanTemplates = (viable: readonly Candidate[], count: number): boolean =>
  isExact(viable, count) && !isTemplate(viable[0]!.overload.declaration);

/** Whether there is one function, which takes the arguments as they are. */
export function isExact(viable: readonly Candidate[], count: number): boolean {
  const [only, ...others] = viable;
  if (only === undefined || others.length > 0 || only.viable !== 'yes') return false;
  return only.conversionRanks.slice(0, count).every((rank) => rank === EXACT);
}

/** `auto` makes a template of a function. */
const isTemplate = (d: Declaration): boolean =>
  (d.template?.declarations.length ?? 0) > 0 || functionParameters(headOf(d)!).some((p) => p.type === null);

const patternsOf = (d: Declaration, count: number): Parameters<typeof isMoreSpecialised>[0] => {
  const parameters = functionParameters(headOf(d)!).slice(0, Math.max(count, 1));
  return {
    parameters: d.template?.declarations ?? [],
    patterns: parameters.map((p) =>
      p.isPack === true && p.type !== null
        ? { kind: 'expansion', span: p.type.span, pattern: p.type }
        : p.type,
    ),
  };
};
