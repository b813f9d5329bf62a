// The items of Python's tuples, lists and arguments; `*xs` stands for several.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { asOperand } from '../../values/outcome.ts';
import { comprehendedElement } from './comprehensions.ts';
import { iterated } from './sequences.ts';

/** The items, unpacked; unknown where it is not known how many they are. */
export function itemsOf(
  ev: Evaluation,
  exprs: readonly Expr[],
  env: Environment,
): readonly Entity[] | Unknown {
  const items: Entity[] = [];
  for (const e of exprs) {
    if (e.kind === 'unary' && e.operator === '*') {
      const unpacked = ev.value(e.operand, env);
      const all = iterated(unpacked);
      // How many items there are is not known either.
      if (all === null)
        return unpacked instanceof Unknown ? unpacked : new Unknown('unsupported', 'this cannot be unpacked');
      items.push(...all);
      continue;
    }
    const value = ev.evaluate(e, env);
    items.push(isFailure(value) ? asOperand(value) : value);
  }
  return items;
}

/** The item at a place, `*xs` counted by what it holds; undefined: there is none; null: it cannot be told. */
export function itemAt(
  ev: Evaluation,
  exprs: readonly Expr[],
  at: number,
  env: Environment,
): Entity | Failure | undefined | null {
  let passed = 0;
  for (const e of exprs) {
    if (e.kind !== 'unary' || e.operator !== '*') {
      if (passed === at) return ev.evaluate(e, env);
      passed++;
      continue;
    }
    const written = writtenItem(ev, e.operand, at - passed, env);
    if (written?.item !== undefined) return written.item;
    if (written !== null) {
      passed += written.count;
      continue;
    }
    const items = itemsOf(ev, [e], env);
    // What cannot be unpacked stands for one item, but not where each is written or made by itself.
    if (items instanceof Unknown) return null;
    if (items.some((i) => i instanceof Unknown) && !isOfSingleItems(ev, e.operand, env)) return null;
    if (at < passed + items.length) return items[at - passed];
    passed += items.length;
  }
  return undefined;
}

/** Whether a name stands for what a comprehension makes, or for items that are written one by one. */
function isOfSingleItems(ev: Evaluation, list: Expr, env: Environment): boolean {
  const found = list.kind === 'name' ? ev.find(list.name, list.span.start, env) : null;
  return found?.declarations.every(({ init }) => init !== null && makesSingleItems(init)) === true;
}

const makesSingleItems = (e: Expr): boolean =>
  e.kind === 'comprehension' ||
  (e.kind === 'tuple' && e.items.every((item) => item.kind !== 'unary' || item.operator !== '*'));

/**
 * The item at a place of `*(f(x) for x in (a, b))`, whose items are written out: the others need not be known. Null: how many
 * there are is not written; no item: it is behind them.
 */
function writtenItem(
  ev: Evaluation,
  list: Expr,
  at: number,
  env: Environment,
): { readonly count: number; readonly item: Entity | Failure | undefined } | null {
  const first = comprehendedElement(ev, list, [0], env);
  if (first === null || list.kind !== 'comprehension' || list.source.kind !== 'tuple') return null;
  const count = list.source.items.length;
  const element = at < count ? comprehendedElement(ev, list, [at], env) : null;
  return { count, item: element === null ? undefined : ev.evaluate(element.expr, element.env) };
}
