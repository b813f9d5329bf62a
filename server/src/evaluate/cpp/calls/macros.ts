// Macros with parameters where they are called: the call is expanded as text, and what comes of it is evaluated where
// the call stands.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { isInside } from '../../../frontends/common/body-edits.ts';
import type { CallExpr, Expr, Span } from '../../../frontends/common/expression.ts';
import { fileOffset } from '../../../frontends/common/gap-map.ts';
import type { MacroText, Scope } from '../../../frontends/common/scope.ts';
import { lowerCppExpansion } from '../../../frontends/cpp/cpp.ts';
import { expandText } from '../../../frontends/cpp/text/macros.ts';
import { tokenize } from '../../../frontends/cpp/text/tokens.ts';
import { conditionAt } from '../../core/conditions.ts';
import { type Entity, MacroEntity } from '../../model/entity.ts';
import { Environment, type UnitMemo, unitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';

/** What an expansion was read to, with the text that its positions are of. */
export interface Expansion {
  readonly memo: UnitMemo;
  readonly scope: Scope;
}

const expansions = new WeakMap<UnitMemo, Map<CallExpr, Expansion | null>>();
/** The macros that an expansion is made of: none is expanded again in it. */
const within = new WeakMap<UnitMemo, ReadonlySet<string>>();

/** The texts that the macros' calls inside of a span of a unit were expanded to. */
export function* expansionsIn(
  unit: UnitMemo,
  span: Span,
): Generator<{ readonly at: number; readonly text: string }> {
  for (const [call, expansion] of expansions.get(unit) ?? [])
    if (expansion !== null && isInside(call.span, span))
      yield { at: call.span.start, text: expansion.memo.placed.text };
}

/** Invalidates expansions of macros' calls in a unit. */
export function invalidateExpansions(unit: UnitMemo, isInvalid: (span: Span) => boolean): void {
  const known = expansions.get(unit);
  for (const call of known?.keys() ?? []) if (isInvalid(call.span)) known!.delete(call);
}

/** The macro that is called; null when the callee is none. */
export function calledMacro(ev: Evaluation, call: CallExpr, env: Environment): MacroEntity | null {
  if (call.callee.kind !== 'name') return null;
  const target = ev.evaluate(call.callee, env);
  return !isFailure(target) && target instanceof MacroEntity ? target : null;
}

/** The value of a macro's call: that of the one expression that it is replaced with. */
export function callMacro(
  ev: Evaluation,
  macro: MacroEntity,
  call: CallExpr,
  env: Environment,
): Entity | Failure {
  const expansion = expansionOf(ev, macro, call, env);
  const unread = (reason: string): Unknown => new Unknown('unsupported', reason, [], macro.name);
  if (expansion === null) return unread(`the macro ${macro.name} is not expanded here`);
  const { scope, memo } = expansion;
  const [only] = scope.expressions;
  if (only === undefined || scope.expressions.length > 1 || scope.declarations.length > 0)
    return unread(`the macro ${macro.name} is no single expression`);
  // The operators around the call take their share of it.
  if (LOOSE.has(only.kind) && !isParenthesized(memo.placed.text))
    return unread(`the macro ${macro.name} is an expression without parentheses`);
  return ev.evaluate(only, expansionEnvironment({ scope, memo }, call, env));
}

const LOOSE: ReadonlySet<Expr['kind']> = new Set(['binary', 'unary', 'conditional']);

/** `(a + b)`, not `(a) + (b)`. */
function isParenthesized(text: string): boolean {
  let depth = 0;
  const { tokens } = tokenize(text);
  for (const [i, { kind, text: token }] of tokens.entries()) {
    if (kind !== 'punctuation') continue;
    if (token === '(') depth++;
    else if (token === ')' && --depth === 0) return i === tokens.length - 2 && tokens[0]!.text === '(';
  }
  return false;
}

/** The names of an expansion that it does not declare are looked up where the call stands. */
export const expansionEnvironment = (
  { memo, scope }: Expansion,
  call: CallExpr,
  env: Environment,
): Environment => new Environment(memo, scope, { env, position: call.span.start }, new Map());

function expansionOf(ev: Evaluation, macro: MacroEntity, call: CallExpr, env: Environment): Expansion | null {
  let known = expansions.get(env.unit);
  if (known === undefined) {
    known = new Map();
    expansions.set(env.unit, known);
  }
  let expansion = known.get(call);
  if (expansion === undefined) {
    const text = textOfCall(call, env);
    expansion = text === null ? null : expanded(ev, macro, text, call, env);
    known.set(call, expansion);
  }
  return expansion;
}

/** The call as it is written; null when what stands there comes of an expansion itself. */
export function textOfCall(call: CallExpr, env: Environment): string | null {
  const { callee, span } = call;
  const text = env.unit.placed.text.slice(span.start, span.end);
  return callee.kind === 'name' && text.startsWith(callee.name) && text.endsWith(')') ? text : null;
}

/** Expands a text that calls the macro, and reads what comes of it. */
export function expanded(
  ev: Evaluation,
  macro: MacroEntity,
  text: string,
  call: CallExpr,
  env: Environment,
): Expansion | null {
  const { unit } = env;
  const hidden = within.get(unit);
  if (hidden?.has(macro.name) === true) return null;
  const used = new Set(hidden);
  const replaced = expandText(text, (name) => {
    const found = hidden?.has(name) === true ? null : macroNamed(ev, name, env);
    if (found !== null) used.add(name);
    return found;
  });
  if (replaced === null) return null;
  const scope = lowerCppExpansion(replaced);
  const start = fileOffset(unit.placed, call.span.start);
  const placed = { start, unit: { scope, notations: [], directives: [] }, text: replaced };
  const memo = unitMemo({ ...placed, namespace: unit.placed.namespace }, unit.index, unit.file);
  within.set(memo, used);
  return { memo, scope };
}

/**
 * The macro of a name that is written as macros are. Others are left to evaluation, which knows a macro's call when it
 * comes to one: whoever looks up every name of a text has headers read for nothing.
 */
function macroNamed(ev: Evaluation, name: string, env: Environment): MacroText | null {
  if (/[a-z]/.test(name)) {
    const found = ev.find(name, 0, env.unit.env)?.declarations.at(-1);
    return found?.kind === 'macro' && found.macro?.parameters != null ? found.macro : null;
  }
  env.unit.nameDependencies.add(name);
  const declared = ev.db.declarationsNamed(name).filter(({ declaration }) => declaration.kind === 'macro');
  const last = declared.at(-1);
  if (last === undefined) return null;
  const { memo, declaration } = last;
  const offset = fileOffset(memo.placed, declaration.nameSpan.start);
  return conditionAt(ev.db, memo, offset, name).condition === null ? (declaration.macro ?? null) : null;
}
