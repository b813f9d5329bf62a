// The numbers that an index has in the rounds of a loop whose statements say by themselves what it becomes,
// `if (++stage == STAGES) stage = 0;`, `slot = k + 2` below `if k + 2 < tiles`: they are run, round after round.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { namesOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { isLeftToBranch } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext } from '../rule.ts';
import { isBound } from './first-round.ts';
import {
  changedBy,
  counterOf,
  decidingNames,
  isRunOnce,
  type Numbers,
  numbersBefore,
} from './loop-numbers.ts';

type Context = Pick<RuleContext, 'model' | 'text'>;

interface Rounds {
  readonly largest: number;
  /** The first round that it is so large in, counted from 1. */
  readonly round: number;
}

/** So many rounds are run of a loop of known rounds, and of one in which variables begin anew. */
const MAXIMUM_ROUNDS = 256;
const MAXIMUM_CYCLE = 64;

/** The largest number that is known of an index in a round; null where no round says one, or no loop is around. */
export function largestInRounds(context: Context, site: Site): Rounds | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  const inside = path.slice(path.findLastIndex(({ kind }) => kind === 'function') + 1);
  const innermost = inside.at(-1);
  if (innermost === undefined || isLeftToBranch(innermost, expr.span.start, site.dialect === 'python'))
    return null;
  for (const [i, loop] of inside.entries()) {
    if (isRunOnce(loop) || inside.slice(i).some(leaves)) continue;
    const found = new Walk(context, site, expr).through(loop);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a jump may end a round, or the loop, early. */
const leaves = ({ jumps = [], returns = [], children }: Scope): boolean =>
  jumps.length > 0 || returns.length > 0 || children.some(leaves);

class Walk {
  readonly #context: Context;
  readonly #site: PlacedSite;
  readonly #expr: Expr;
  /** Where the number is asked for. */
  readonly #at: number;
  /** The names in the index: what bounds one is no bound of the rounds alone. */
  readonly #names: ReadonlySet<string>;
  /** What the index is in the round that is walked through; null: the round has not come to it. */
  #asked: number | undefined | null = null;
  /** A condition is asked once in a round, and its block run or not. */
  #conditions = new Map<Expr, number | undefined>();
  #numbers!: Numbers;

  constructor(context: Context, site: PlacedSite, expr: Expr) {
    this.#context = context;
    this.#site = site;
    this.#expr = expr;
    this.#at = expr.span.start;
    this.#names = new Set(namesOf(expr).map(({ name }) => name));
  }

  through(loop: Scope): Rounds | null {
    const numbers = numbersBefore(this.#context, this.#site, loop);
    if (numbers === null || !this.#isMoved(loop)) return null;
    this.#numbers = numbers;
    const deciding = decidingNames(loop, this.#names);
    const seen = new Set<string>();
    let found: Rounds | null = null;
    for (let round = 1; numbers.begin(round); round += 1) {
      const key = numbers.keyOf(deciding);
      const isNew = !seen.has(key);
      if (numbers.isCounted ? round > MAXIMUM_ROUNDS : !isNew) break;
      if (!numbers.isCounted && round > MAXIMUM_CYCLE) return null;
      seen.add(key);
      this.#asked = null;
      this.#conditions = new Map();
      this.#run(loop);
      numbers.end();
      const asked = this.#asked as number | undefined | null;
      if (asked != null && (found === null || asked > found.largest)) found = { largest: asked, round };
    }
    return found;
  }

  /** What no round changes is told where it stands. */
  #isMoved(loop: Scope): boolean {
    const changed = changedBy(loop);
    return [...this.#names].some((name) => changed.has(name));
  }

  #run(scope: Scope): void {
    for (const { at, run } of this.#stepsOf(scope)) {
      if (at > this.#at) this.#ask();
      run();
    }
    if (this.#isAround(scope)) this.#ask();
  }

  #ask(): void {
    if (this.#asked === null) this.#asked = this.#numbers.worth(this.#expr);
  }

  #isAround({ span }: Scope): boolean {
    return span.start <= this.#at && this.#at < span.end;
  }

  /** What a block does with numbers, in order. Branches of Python leave what they do to the statement behind them. */
  #stepsOf(scope: Scope): readonly { readonly at: number; readonly run: () => void }[] {
    const counter = counterOf(scope);
    // What the head of a loop of C++ declares has its number before the first round.
    const given =
      scope.loop === undefined ? scope.declarations.filter((d) => d !== counter && isGiven(d)) : [];
    const isOpen = (child: Scope): boolean =>
      this.#isAround(child) || (this.#site.dialect === 'cpp' && changedBy(child).size > 0);
    return [
      ...scope.expressions
        .filter((e) => !isOfHead(scope, e))
        .map((e) => ({ at: e.span.end, run: () => void this.#condition(e) })),
      ...given.map((d) => ({ at: d.nameSpan.start, run: () => this.#numbers.give(d) })),
      ...scope.children
        .filter(isOpen)
        .map((child) => ({ at: child.span.start, run: () => this.#enter(child) })),
    ].sort((a, b) => a.at - b.at);
  }

  #enter(scope: Scope): void {
    // The rounds of a loop inside are others.
    if (!isRunOnce(scope)) this.#numbers.forget(changedBy(scope));
    if (!this.#isPassed(scope)) this.#run(scope);
    else if (this.#isAround(scope)) this.#asked = undefined;
    if (!isRunOnce(scope)) this.#numbers.forget(changedBy(scope));
  }

  /** Whether the round leaves a block out, or it is not known if it does. */
  #isPassed(scope: Scope): boolean {
    const { guard } = scope;
    if (guard == null) return false;
    const is = this.#condition(guard.condition);
    if (is !== undefined) return (is !== 0) !== (guard.branch === 'then');
    const asks = namesOf(guard.condition).some(({ name }) => this.#names.has(name));
    if (guard.branch === 'then' && !asks && isBound(this.#numbers.textOf(guard.condition))) return false;
    this.#numbers.forget(changedBy(scope));
    return true;
  }

  #condition(condition: Expr): number | undefined {
    if (!this.#conditions.has(condition)) this.#conditions.set(condition, this.#numbers.worth(condition));
    return this.#conditions.get(condition);
  }
}

/** What the head of a loop asks and does, in its own time. */
const isOfHead = ({ loop }: Scope, e: Expr): boolean =>
  loop !== undefined && (loop.condition === e || loop.steps.includes(e));

const isGiven = ({ kind, init }: Declaration): boolean =>
  kind === 'value' && init !== null && init.kind !== 'mutated';
