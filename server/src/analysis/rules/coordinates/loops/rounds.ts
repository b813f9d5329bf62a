// The numbers that an index has in the rounds of a loop whose statements say by themselves what it becomes,
// `if (++stage == STAGES) stage = 0;`, `slot = k + 2` below `if k + 2 < tiles`: they are run, round after round.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { isLeftToBranch, leavesBefore } from '../../../indexing/rounds.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';
import { isHandedOn, Numbers, numberUntil, variablesAround } from './numbers.ts';
import {
  assignedIn,
  changedBy,
  comparesData,
  counterOf,
  holdsFromThereOn,
  isRunOnce,
  namesAsked,
  namesIn,
  reasonsOf,
} from './statements.ts';

type Context = Pick<RuleContext, 'model' | 'text'>;

interface Rounds {
  readonly largest: number;
  /** The first round that it is so large in, counted from 1. */
  readonly round: number;
  /** Whether all rounds were looked at that differ, and not the first one alone. */
  readonly isWhole: boolean;
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
  const names = namesIn(expr);
  if (innermost === undefined || names.length === 0) return null;
  if (isLeftToBranch(innermost, expr.span.start, site.dialect === 'python')) return null;
  for (const loop of inside) {
    const changed = isRunOnce(loop) ? null : changedBy(loop);
    // What no round changes is told where it stands.
    const isMoved = changed !== null && names.some((name) => changed.has(name));
    const found = isMoved ? new Walk(context, site, expr, loop).through() : null;
    if (found !== null) return found;
  }
  return null;
}

/** Whether a jump may end a round, or the loop, early. */
const leaves = ({ jumps = [], returns = [], children }: Scope): boolean =>
  jumps.length > 0 || returns.length > 0 || children.some(leaves);

/** A branch that the first rounds take, as far as there are rounds: `if (next < tiles)`. */
const BOUND = /^[^<>=!&|]*<=?[^<>=!&|]*$/;

interface Step {
  readonly at: number;
  readonly run: () => void;
}

class Walk {
  readonly #context: Context;
  readonly #site: PlacedSite;
  readonly #expr: Expr;
  readonly #loop: Scope;
  /** Where the number is asked for. */
  readonly #at: number;
  /** The names in the index and those that it is worked out of: what bounds one is no bound of the rounds alone. */
  readonly #reasons: ReadonlySet<string>;
  /** Those and the ones that decide which statements are run. */
  readonly #relevant: ReadonlySet<string>;
  readonly #numbers: Numbers;
  /** What is declared around the place: called, it is asked for an element. */
  readonly #variables: ReadonlySet<string>;
  readonly #steps = new Map<Scope, readonly Step[]>();
  /** What tells the first round apart. */
  readonly #start: string;
  /** What the index is in the round that is walked through; null: the round has not come to it. */
  #asked: number | undefined | null = null;
  /** A condition is asked once in a round, and its block run or not. */
  #conditions = new Map<Expr, number | undefined>();

  constructor(context: Context, site: PlacedSite, expr: Expr, loop: Scope) {
    this.#context = context;
    this.#site = site;
    this.#expr = expr;
    this.#loop = loop;
    this.#at = expr.span.start;
    this.#reasons = reasonsOf(namesIn(expr), loop);
    this.#relevant = reasonsOf([...this.#reasons, ...namesAsked(loop)], loop);
    this.#numbers = new Numbers(context, site, loop);
    this.#variables = variablesAround(site);
    this.#start = this.#numbers.keyOf(this.#reasons);
  }

  through(): Rounds | null {
    const isOne = this.#isOneRound();
    if (isOne === null || this.#numbers.begin(1, this.#reasons) === false) return null;
    const first = this.#inRound();
    const inFirst = first === undefined ? null : { largest: first, round: 1, isWhole: false };
    return isOne ? inFirst : (this.#throughOthers(inFirst) ?? inFirst);
  }

  /** Null where it is not known which others there are. */
  #throughOthers(inFirst: Rounds | null): Rounds | null {
    const numbers = this.#numbers;
    const seen = new Set([this.#start]);
    let found = inFirst;
    for (let round = 2; round <= MAXIMUM_ROUNDS; round += 1) {
      const begins = numbers.begin(round, this.#reasons);
      const key = numbers.keyOf(this.#reasons);
      if (begins === false || (!numbers.isCounted && seen.has(key)))
        return found === null ? null : { ...found, isWhole: true };
      if (begins === null || (!numbers.isCounted && round > MAXIMUM_CYCLE)) return null;
      seen.add(key);
      const asked = this.#inRound();
      if (asked !== undefined && asked > (found?.largest ?? -1))
        found = { largest: asked, round, isWhole: true };
    }
    return found;
  }

  /** Whether the first round alone is known, for what may leave the loop or change a number behind the place; null: not even that. */
  #isOneRound(): boolean | null {
    const handed =
      this.#site.dialect === 'cpp'
        ? [...this.#relevant].filter((name) => isHandedOn(this.#context, this.#site, name))
        : [];
    if (handed.length === 0 && !leaves(this.#loop)) return false;
    const isKnown = (name: string): boolean =>
      numberUntil(this.#context, this.#site, name, this.#at) !== undefined;
    return leavesBefore(this.#loop, this.#at) || !handed.every(isKnown) ? null : true;
  }

  #inRound(): number | undefined {
    this.#asked = null;
    this.#conditions = new Map();
    this.#run(this.#loop);
    this.#numbers.end();
    return this.#asked ?? undefined;
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

  #stepsOf(scope: Scope): readonly Step[] {
    const before = this.#steps.get(scope);
    if (before !== undefined) return before;
    const steps = this.#stepsIn(scope);
    this.#steps.set(scope, steps);
    return steps;
  }

  /** What a block does with numbers that count, in order. Branches of Python leave what they do to the statement behind them. */
  #stepsIn(scope: Scope): readonly Step[] {
    const { declarations, expressions, children, loop } = scope;
    const counter = counterOf(scope);
    const isRelevant = (names: Iterable<string>): boolean =>
      [...names].some((name) => this.#relevant.has(name));
    const assigns = (e: Expr): boolean => isRelevant(assignedIn(e).map(({ name }) => name));
    // What the head of a loop of C++ declares has its number before the first round.
    const given = (loop === undefined ? declarations : []).filter(
      (d) => d !== counter && isGiven(d) && (this.#relevant.has(d.name) || assigns(d.init!)),
    );
    const isOpen = (child: Scope): boolean =>
      this.#isAround(child) || (this.#site.dialect === 'cpp' && isRelevant(changedBy(child)));
    return [
      ...expressions
        .filter((e) => e !== loop?.condition && loop?.steps.includes(e) !== true && assigns(e))
        .map((e) => ({ at: e.span.end, run: () => void this.#condition(e) })),
      ...given.map((d) => ({ at: d.nameSpan.start, run: () => this.#numbers.give(d) })),
      ...children.filter(isOpen).map((child) => ({ at: child.span.start, run: () => this.#enter(child) })),
    ].sort((a, b) => a.at - b.at);
  }

  #enter(scope: Scope): void {
    // The rounds of a loop inside are others.
    const others = isRunOnce(scope) ? [] : changedBy(scope);
    this.#numbers.forget(others);
    if (!this.#isPassed(scope)) this.#run(scope);
    else if (this.#isAround(scope)) this.#asked = undefined;
    this.#numbers.forget(others);
  }

  /** Whether the round leaves a block out, or it is not known if it does. */
  #isPassed(scope: Scope): boolean {
    const { guard } = scope;
    if (guard == null) return false;
    const is = this.#condition(guard.condition);
    if (is !== undefined) return (is !== 0) !== (guard.branch === 'then');
    const asksNoReason = !namesIn(guard.condition).some((name) => this.#reasons.has(name));
    const counter = counterOf(this.#loop)?.name;
    const isOfRounds =
      guard.branch === 'then' &&
      ((asksNoReason
        ? BOUND.test(this.#codeOf(guard.condition))
        : comparesData(guard.condition, this.#reasons, this.#variables)) ||
        (counter !== undefined && holdsFromThereOn(guard.condition, new Set([counter]), this.#loop)));
    if (!isOfRounds) this.#numbers.forget(changedBy(scope));
    return !isOfRounds;
  }

  #codeOf(e: Expr): string {
    const { start, end } = siteOf(this.#site, e).span;
    return codeOf(this.#context.text, this.#site.dialect === 'python' ? 'python' : 'cpp').slice(start, end);
  }

  #condition(condition: Expr): number | undefined {
    if (!this.#conditions.has(condition)) this.#conditions.set(condition, this.#numbers.worth(condition));
    return this.#conditions.get(condition);
  }
}

const isGiven = ({ kind, init }: Declaration): boolean =>
  kind === 'value' && init !== null && init.kind !== 'mutated';
