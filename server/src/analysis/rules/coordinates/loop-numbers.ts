// The integers of a function while a loop of it is run: those that are known before it, and what its statements make of them.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { BinaryExpr, Expr } from '../../../frontends/common/expression.ts';
import { namesOf, partsOf } from '../../../frontends/common/expression-parts.ts';
import { fileSpan } from '../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import type { Declaration, Escape, Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { COMPARISONS, OPERATORS } from '../../document/number-operators.ts';
import type { PlacedSite } from '../../document/placed-site.ts';
import { siteOf, writtenCall } from '../../document/written-call.ts';
import type { RuleContext } from '../rule.ts';
import { changesOf } from './first-round.ts';

type Context = Pick<RuleContext, 'model' | 'text'>;

/** The body of a loop is a block of its head. */
export const isRunOnce = ({ kind, loop, range, counts, guard }: Scope): boolean =>
  (kind === 'block' && loop === undefined && range === undefined && counts === undefined) || guard != null;

const isAssignment = ({ operator }: BinaryExpr): boolean => /^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator);

/** What an expression changes by the way, `stage` of `++stage == n`. */
function changedIn(e: Expr, found: Set<string>): void {
  if (e.kind === 'binary' && isAssignment(e) && e.left.kind === 'name') found.add(e.left.name);
  for (const part of partsOf(e)) changedIn(part, found);
}

const changes = new WeakMap<Scope, ReadonlySet<string>>();

/** The names that the statements of a block give numbers. */
export function changedBy(scope: Scope): ReadonlySet<string> {
  const before = changes.get(scope);
  if (before !== undefined) return before;
  const found = new Set<string>();
  for (const { name, kind, init } of scope.declarations) {
    if (kind === 'value') found.add(name);
    if (init !== null) changedIn(init, found);
  }
  for (const e of [...scope.expressions, ...(scope.loop?.steps ?? [])]) changedIn(e, found);
  for (const child of scope.children) for (const name of changedBy(child)) found.add(name);
  changes.set(scope, found);
  return found;
}

/** What a statement of a loop makes a name of: the names in it, and in the conditions of the branches around. */
interface Given {
  readonly name: string;
  readonly of: readonly string[];
}

function assignmentsIn(e: Expr, asked: readonly string[], found: Given[]): void {
  if (e.kind === 'binary' && isAssignment(e) && e.left.kind === 'name')
    found.push({ name: e.left.name, of: [...asked, ...namesIn(e)] });
  for (const part of partsOf(e)) assignmentsIn(part, asked, found);
}

const namesIn = (e: Expr): readonly string[] => namesOf(e).map(({ name }) => name);

function givenIn(scope: Scope, around: readonly string[], found: Given[]): void {
  const asked = scope.guard == null ? around : [...around, ...namesIn(scope.guard.condition)];
  for (const { name, init } of scope.declarations) {
    if (init === null) continue;
    found.push({ name, of: [...asked, ...namesIn(init)] });
    assignmentsIn(init, asked, found);
  }
  for (const e of [...scope.expressions, ...(scope.loop?.steps ?? [])]) assignmentsIn(e, asked, found);
  for (const child of scope.children) givenIn(child, asked, found);
}

/** The names that decide what some names are in the rounds of a loop, themselves included. */
export function decidingNames(loop: Scope, names: Iterable<string>): ReadonlySet<string> {
  const given: Given[] = [];
  givenIn(loop, [], given);
  const deciding = new Set(names);
  for (let size = -1; size !== deciding.size; ) {
    size = deciding.size;
    for (const { name, of } of given) if (deciding.has(name)) for (const other of of) deciding.add(other);
  }
  return deciding;
}

/** What takes numbers by value, and changes none. */
const TAKES_VALUES = /^(?:min|max|make_coord|make_tuple|make_shape)$/;

/** The types of variables that are no references. */
const NUMBER = /^(?:auto|u?int(?:8|16|32|64)_t|s?size_t|int|unsigned|long|short|char|bool)$/;

/** Whether what is done with a variable of C++ may change it elsewhere: a function that it is handed to, a reference. */
function mayChange(path: readonly Scope[], use: Escape): boolean {
  if (use.kind === 'assigned') return false;
  if (use.kind === 'bound') return !(use.type?.kind === 'name' && NUMBER.test(use.type.name));
  if (use.kind !== 'argument' || use.form !== 'function' || use.callee === null) return true;
  // Tensors take coordinates.
  return !(TAKES_VALUES.test(use.callee) || isVariable(path, use.callee));
}

const isHandedOn = (path: readonly Scope[], name: string): boolean =>
  path.some(({ escapes }) => [...(escapes?.get(name)?.values() ?? [])].some((e) => mayChange(path, e)));

const isVariable = (path: readonly Scope[], name: string): boolean =>
  path.some(({ declarations }) =>
    declarations.some((d) => d.name === name && (d.kind === 'value' || d.kind === 'parameter')),
  );

/** What a variable of C++ is where a loop begins; undefined where that is not known. */
function numberBefore(context: Context, site: PlacedSite, loop: Scope, name: string): number | undefined {
  const path = scopePath(site.memo.placed.unit.scope, loop.span.start);
  const isOfName = (d: Declaration): boolean => d.name === name;
  const of = path.findLast((scope) => scope !== loop && scope.declarations.some(isOfName));
  const [declared, ...others] = of?.declarations.filter(isOfName) ?? [];
  if (declared?.kind !== 'value' || declared.init === null || others.length > 0) return undefined;
  const init = siteOf(site, declared.init);
  const { start } = fileSpan(site.memo.placed, loop.span);
  if (changesOf(name).test(codeOf(context.text, 'cpp').slice(init.span.end, start))) return undefined;
  return isHandedOn(path, name) ? undefined : settledNumberAt(context.model, init);
}

/** Of Python: what the loop itself says that it was before. */
function numberCarried(context: Context, site: PlacedSite, loop: Scope, name: string): number | undefined {
  const init = loop.declarations.find((d) => d.name === name)?.init;
  return init?.kind === 'mutated' && init.how === 'carried'
    ? settledNumberAt(context.model, siteOf(site, init.before))
    : undefined;
}

/** The numbers before a loop; null where it is none that counts or changes any. */
export function numbersBefore(context: Context, site: PlacedSite, loop: Scope): Numbers | null {
  const before = new Map<string, number | undefined>();
  const of = site.dialect === 'python' ? numberCarried : numberBefore;
  for (const name of changedBy(loop)) before.set(name, of(context, site, loop, name));
  return before.size === 0 ? null : new Numbers(context, site, loop, before);
}

/** The counter of a loop of Python over a range, which no statement gives its number. */
export const counterOf = ({ counts, declarations }: Scope): Declaration | undefined =>
  counts === undefined
    ? undefined
    : declarations.find(({ init }) => init?.kind === 'dynamic' || init?.kind === 'opaque');

/** The numbers of `range(a, b, step)`; null where one is not known. */
function rangeOf(
  { model }: Context,
  site: PlacedSite,
  counts: Expr,
): readonly [number, number, number] | null {
  const call = writtenCall(siteOf(site, counts));
  if (call === null || !/^(?:static_)?range(?:_constexpr|_dynamic)?$/.test(call.name)) return null;
  const numbers = call.args.map((arg) => settledNumberAt(model, arg));
  if (numbers.length === 0 || numbers.includes(undefined)) return null;
  const [a, b, step = 1] = numbers as readonly number[];
  if (step <= 0) return null;
  return b === undefined ? [0, a!, 1] : [a!, b, step];
}

export class Numbers {
  readonly #context: Context;
  readonly #site: PlacedSite;
  readonly #loop: Scope;
  readonly #of: Map<string, number | undefined>;
  /** Of a loop of Python over a range. */
  readonly #range: readonly [number, number, number] | null;
  readonly #counter: string | null;
  /** Whether it is known of each round that there is one. */
  isCounted: boolean;

  constructor(context: Context, site: PlacedSite, loop: Scope, before: Map<string, number | undefined>) {
    this.#context = context;
    this.#site = site;
    this.#loop = loop;
    this.#of = before;
    this.#range = loop.counts === undefined ? null : rangeOf(context, site, loop.counts);
    this.#counter = counterOf(loop)?.name ?? null;
    this.isCounted = this.#range !== null;
    if (site.dialect === 'cpp') for (const d of loop.declarations) this.give(d);
  }

  /** What tells rounds apart in some names. */
  keyOf(names: ReadonlySet<string>): string {
    return [...this.#of].flatMap(([name, number]) => (names.has(name) ? [number] : [])).join();
  }

  /** Whether there may be another round, the first of which is 1. */
  begin(round: number): boolean {
    if (this.#range !== null) {
      const [first, end, step] = this.#range;
      const count = first + step * (round - 1);
      if (count >= end) return false;
      if (this.#counter !== null) this.#of.set(this.#counter, count);
    }
    const { loop } = this.#loop;
    if (loop?.condition == null || (loop.isDo && round === 1)) return true;
    const is = this.worth(loop.condition);
    this.isCounted = is !== undefined && round === 1 ? true : this.isCounted && is !== undefined;
    return is !== 0;
  }

  /** What is done behind a round. */
  end(): void {
    for (const step of this.#loop.loop?.steps ?? []) this.worth(step);
  }

  give({ name, init, element }: Declaration): void {
    const number = init === null ? undefined : this.worth(init);
    this.#of.set(name, element === null || element.length === 0 ? number : undefined);
  }

  forget(names: ReadonlySet<string>): void {
    for (const name of names) this.#of.set(name, undefined);
  }

  textOf(e: Expr): string {
    const { start, end } = siteOf(this.#site, e).span;
    return this.#context.text.slice(start, end);
  }

  /** Undefined where it is not known; what it changes is changed. */
  worth(e: Expr): number | undefined {
    switch (e.kind) {
      case 'integer':
        return e.value;
      case 'name':
        if (this.#of.has(e.name)) return this.#of.get(e.name);
        break;
      case 'binary':
        return isAssignment(e) && e.left.kind === 'name' ? this.#assign(e, e.left.name) : this.#operate(e);
      case 'conditional': {
        const is = this.worth(e.condition);
        if (is !== undefined) return this.worth(is === 0 ? e.otherwise : e.then);
        this.#forgetIn(e);
        return undefined;
      }
      case 'unary': {
        const of = this.worth(e.operand);
        if (e.operator === '!') return of === undefined ? undefined : Number(of === 0);
        return e.operator === '-' && of !== undefined ? -of : undefined;
      }
      case 'call':
        if (isConversion(e.callee) && e.args.length === 1 && e.keywords.length === 0)
          return this.worth(e.args[0]!);
        break;
    }
    this.#forgetIn(e);
    return this.#isMoving(e) ? undefined : settledNumberAt(this.#context.model, siteOf(this.#site, e));
  }

  /** Whether an expression has a name in it that rounds change. */
  #isMoving(e: Expr): boolean {
    return e.kind === 'name' ? this.#of.has(e.name) : partsOf(e).some((part) => this.#isMoving(part));
  }

  #forgetIn(e: Expr): void {
    const changed = new Set<string>();
    changedIn(e, changed);
    this.forget(changed);
  }

  #operate({ operator, left, right }: BinaryExpr): number | undefined {
    const a = this.worth(left);
    if (/^(?:&&|and)$/.test(operator) && a === 0) return 0;
    if (/^(?:\|\||or)$/.test(operator) && a !== undefined && a !== 0) return a;
    if (/^(?:&&|\|\||and|or)$/.test(operator) && a === undefined) {
      this.#forgetIn(right);
      return undefined;
    }
    const b = this.worth(right);
    return a === undefined || b === undefined ? undefined : binaryNumber(operator, a, b);
  }

  #assign({ operator, right, isPostfix }: BinaryExpr, name: string): number | undefined {
    const given = this.worth(right);
    const before = this.worth({ kind: 'name', name, span: right.span });
    const number =
      given === undefined || operator === '='
        ? given
        : before === undefined
          ? undefined
          : binaryNumber(operator.slice(0, -1), before, given);
    if (this.#of.has(name)) this.#of.set(name, number);
    return isPostfix === true ? before : number;
  }
}

/** `cutlass.Int32(0)`, `int(x)`, and `const_expr(x)`, which asks when the program is compiled. */
function isConversion(callee: Expr): boolean {
  const name = callee.kind === 'member' ? callee.name.name : callee.kind === 'name' ? callee.name : '';
  return /^(?:u?int|U?[Ii]nt(?:8|16|32|64)|u?int(?:8|16|32|64)_t|const_expr|dynamic_expr)$/.test(name);
}

/** Undefined for other operators, and where there is no such whole number. */
function binaryNumber(operator: string, a: number, b: number): number | undefined {
  const compared = COMPARISONS[operator]?.(a, b);
  if (compared !== undefined) return Number(compared);
  if (operator === '&&' || operator === 'and') return a === 0 ? a : b;
  if (operator === '||' || operator === 'or') return a === 0 ? b : a;
  const number = OPERATORS[operator]?.(a, b);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}
