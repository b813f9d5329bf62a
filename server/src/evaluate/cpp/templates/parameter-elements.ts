// Elements of a tuple that is a template parameter. `static constexpr int kRows = get<0>(Tile{});` says that the
// element is an integer, and gives it a name; a constant made of an object without a value is part of its type.

import { Dynamic, StaticSymbol } from '../../../algebra/integer/integer.ts';
import { printTerm } from '../../../algebra/term/operations.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { staticArgument } from '../../cute/operations.ts';
import { isHostOnly } from '../../model/entity.ts';
import { type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { UnboundTypeParameter, type Value } from '../../model/value.ts';

/** `get<1>` of an element: the function and the indices. */
interface Access {
  readonly name: string;
  readonly indices: readonly number[];
  readonly type: Expr;
}

const ACCESSORS = new Set(['get', 'shape', 'size', 'select']);

/** `get<1>(Tile{})`, `select<0,2>(Tile{})`; null for other calls. */
function accessOf(ev: Evaluation, e: Expr, env: Environment): Access | null {
  if (e.kind !== 'call' || e.callee.kind !== 'template' || e.args.length !== 1) return null;
  const [object] = e.args;
  const { target, args } = e.callee;
  const name = target.kind === 'qualified' ? target.name.name : target.kind === 'name' ? target.name : '';
  if (!ACCESSORS.has(name) || object?.kind !== 'construct' || object.args.length > 0) return null;
  const indices: number[] = [];
  for (const arg of args) {
    const value = arg.kind === 'integer' ? arg.value : staticArgument(ev.value(arg, env));
    if (typeof value !== 'number') return null;
    indices.push(value);
  }
  return { name, indices, type: object.type };
}

const parameterOf = (ev: Evaluation, type: Expr, env: Environment): UnboundTypeParameter | null => {
  const value = ev.evaluate(type, env);
  return value instanceof UnboundTypeParameter ? value : null;
};

/**
 * The elements that a call takes of a template parameter, where constants of the class around name them; null where
 * it takes none or no constant says what they are.
 */
export function elementsOfParameter(ev: Evaluation, e: Expr, env: Environment): Value | null {
  const access = accessOf(ev, e, env);
  if (access === null || access.indices.length === 0) return null;
  const parameter = parameterOf(ev, access.type, env);
  if (parameter === null) return null;
  const elements: Value[] = [];
  for (const index of access.indices) {
    const found = namedElement(ev, parameter, access.name, index, env, e.span.start);
    if (found === null) return null;
    elements.push(found);
  }
  if (access.name === 'select') return elements;
  return elements.length === 1 ? elements[0]! : null;
}

function namedElement(
  ev: Evaluation,
  parameter: UnboundTypeParameter,
  asked: string,
  index: number,
  env: Environment,
  position: number,
): StaticSymbol | null {
  for (let at: Environment['parent'] = { env, position }; at !== null; at = at.env.parent) {
    for (const scope of scopePath(at.env.root, at.position).toReversed()) {
      if (scope.kind !== 'class') continue;
      const found = constantFor(ev, parameter, asked, index, scope, at.env);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The constant of a class that holds the element. The size of an element does not say that it is an integer. */
function constantFor(
  ev: Evaluation,
  parameter: UnboundTypeParameter,
  asked: string,
  index: number,
  scope: Scope,
  env: Environment,
): StaticSymbol | null {
  for (const d of scope.declarations) {
    if (!isConstantOfCall(d)) continue;
    const access = accessOf(ev, d.init!, env);
    if (access === null || access.name === 'select' || access.indices.length !== 1) continue;
    if (access.indices[0] !== index || (access.name === 'size' && asked !== 'size')) continue;
    if (parameterOf(ev, access.type, env)?.name !== parameter.name) continue;
    const { value } = ev.declaration(d, scope, env);
    const term = !isHostOnly(value as Value) && value instanceof Dynamic ? value.value : null;
    if (term === null || typeof term === 'number') continue;
    // A run-time element of an object that nobody gives a value is 0.
    ev.noteAssumption({ name: printTerm(term), value: '≠ 0', source: 'supposed' });
    return new StaticSymbol(term);
  }
  return null;
}

const isConstantOfCall = (d: Declaration): boolean =>
  d.kind === 'value' && d.isConstant === true && d.type !== null && d.init?.kind === 'call';
