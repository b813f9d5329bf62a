// Calls whose value is not known: what is known of its modes all the same.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import { asValue, BoxedObject, type Entity, isHostOnly, QualifiedName, reasonOf } from '../model/entity.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { type Extent, OPEN, ofAnyCall, type Parts, Symbolic, withExtents } from '../model/symbolic.ts';
import { Tensor, UnboundTypeParameter, Unknown, type Value } from '../model/value.ts';
import { NO_KEYWORDS } from '../values/outcome.ts';

/** Reasons that say that there is nothing to have modes, or that no more is to be worked out. */
const WITHOUT_MODES: ReadonlySet<string> = new Set(['not-a-layout', 'discarded', 'budget', 'recursive']);

type Told = Parts | readonly (Parts | null)[];

/** The unknown value of a call, or its unknown parts, with the modes that they have whatever the unknown arguments are. */
export function withModes(ev: Evaluation, expr: CallExpr, env: Environment, value: Unknown): Value {
  if (value instanceof BoxedObject) return value;
  const parts = WITHOUT_MODES.has(value.category) ? null : partsOf(ev, expr, env, value.category);
  // What a function of the library makes of such a value is not that value.
  if (parts === undefined && value instanceof Returned) return value;
  const plain = value instanceof Symbolic ? reasonOf(value) : value;
  const known = (part: Parts | null | undefined): Unknown =>
    part == null ? plain : new Symbolic(plain, part);
  if (isList(parts)) return parts.map(known);
  return known(parts);
}

const isList = (parts: Told | null | undefined): parts is readonly (Parts | null)[] => Array.isArray(parts);

/** What a function of the program returns, of which the modes alone are known. */
class Returned extends Symbolic {}

/** What a function returns, with the modes that whoever calls it can make something of. */
export function withReturnedModes(
  ev: Evaluation,
  value: Entity | Failure,
  called: Declaration,
): Entity | Failure {
  if (!(value instanceof Symbolic) || value.parts.kind === 'term') return value;
  const told = ev.rules.modes?.isByName === true ? ofAnyCall(value) : withoutNamesOf(called, value);
  return told instanceof Symbolic ? new Returned(reasonOf(value), told.parts) : told;
}

/** Names inside of a function are not those of its callers. */
function withoutNamesOf(called: Declaration, value: Symbolic): Unknown {
  const { parts } = value;
  if (parts.kind === 'term') return value;
  const own = namesIn(called);
  const isOwn = ({ text }: Extent): boolean =>
    [...text.matchAll(/[A-Za-z_]\w*/g)].some(([name]) => own.has(name) || own.has(name.replace(/^_/, '')));
  return new Symbolic(
    value,
    withExtents(parts, (mode) => (isOwn(mode) ? OPEN : mode)),
  );
}

/** What is declared in a function, however deep. */
function namesIn(called: Declaration): ReadonlySet<string> {
  const scopes = [called.template, called.bodyScope].filter((scope) => scope != null);
  for (const scope of scopes) scopes.push(...scope.children);
  return new Set(scopes.flatMap((scope) => scope.declarations.map((d) => d.name)));
}

/** Undefined: a function of the program is called. */
function partsOf(
  ev: Evaluation,
  expr: CallExpr,
  env: Environment,
  category: Unknown['category'],
): Told | null | undefined {
  const { callee: called, args: exprs } = expr;
  const { modes } = ev.rules;
  if (modes === undefined || ev.isOverBudget) return null;
  const callee = called.kind === 'template' ? called.target : called;
  const owner = callee.kind === 'member' ? callee.object : callee.kind === 'qualified' ? callee.scope : null;
  const scope = owner === null ? null : ev.evaluate(owner, env);
  // `TiledMma::make_fragment_A(x)` of an open type.
  const isMember =
    (callee.kind === 'member' && !(scope instanceof QualifiedName)) ||
    scope instanceof Unknown ||
    scope instanceof UnboundTypeParameter;
  const target = isMember ? scope! : ev.evaluate(callee, env);
  if (isFailure(target)) return null;
  // A function of the program is followed where it is defined.
  const isOpen =
    target instanceof UnboundTypeParameter || (target instanceof Unknown && !(target instanceof BoxedObject));
  const isTaken = isMember
    ? isOpen ||
      target instanceof Tensor ||
      (!isHostOnly(target) && (modes.isByName || isHardwareValue(target)))
    : target instanceof QualifiedName || target instanceof Symbolic || isOpen;
  if (!isTaken) return undefined;
  const args = valuesOf(ev, exprs, env);
  const template = called.kind === 'template' ? valuesOf(ev, called.args, env) : [];
  if (args === null || template === null) return null;
  const keywords =
    expr.keywords.length === 0
      ? NO_KEYWORDS
      : new Map(expr.keywords.map((k) => [k.name, ev.value(k.value, env)]));
  const call = { args, keywords, template };
  if (isMember) {
    const name = nameOf(callee);
    const [own] = modes.isByName ? ev.db.memberFunctions(name, env.unit) : [];
    return own !== undefined ? undefined : modes.ofMethod(asValue(target), { ...call, name });
  }
  // Where the function itself is what is missing, its name says nothing.
  const isMissing =
    category === 'missing-name' && target instanceof QualifiedName && !ev.rules.builtin(target.path);
  if (isMissing && !modes.isByName) return null;
  if (target instanceof QualifiedName)
    return modes.ofCall({ ...call, name: target.path.at(-1) ?? '' }, target.path, {
      args: exprs,
      pathOf: (e) => pathOf(ev.evaluate(e, env)),
    });
  return isOpen && args.length > 0 ? modes.ofSlice(asValue(target), args) : partsOfObject(target);
}

const pathOf = (e: Entity | Failure): readonly string[] | null =>
  e instanceof QualifiedName ? e.path : null;

const nameOf = (callee: Expr): string =>
  callee.kind === 'member' || callee.kind === 'qualified' ? callee.name.name : '';

/** `T()`: as much as is known of the type. */
const partsOfObject = (of: Entity): Parts | null => (of instanceof Symbolic ? of.parts : null);

function valuesOf(ev: Evaluation, exprs: readonly Expr[], env: Environment): readonly Value[] | null {
  const items = ev.language.lists.items(ev, exprs, env);
  return items instanceof Unknown ? null : items.map((item) => (isHostOnly(item) ? asValue(item) : item));
}
