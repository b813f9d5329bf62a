// The integers of a function while a loop of it is run: those that are known before it, and what its statements make of them.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import type { BinaryExpr, CallExpr, Expr } from '../../../../frontends/common/expression.ts';
import { partsOf } from '../../../../frontends/common/expression-parts.ts';
import { fileSpan } from '../../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import type { Declaration, Escape, Scope } from '../../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { lastGiven } from '../../../document/written/names.ts';
import { COMPARISONS, OPERATORS } from '../../../document/written/number-operators.ts';
import { returnedBehind, returnedFor, takesNumbers } from '../../../indexing/returned.ts';
import { roundsOfRange } from '../../../indexing/rounds.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';
import { assignedIn, changedBy, counterOf, isAssignment, namesIn } from './statements.ts';

type Context = Pick<RuleContext, 'model' | 'text'>;

/** `x = …`, `x += …`, `++x`, `x--`, and what may do so to it elsewhere: `&x`, `f(x)`. */
const changesOf = (name: string): RegExp => {
  const word = escaped(name);
  const own = `\\b${word}\\s*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\\+\\+|--)`;
  return new RegExp(`${own}|(?:\\+\\+|--|&)\\s*${word}\\b|[(,]\\s*${word}\\s*[,)]`);
};

/** What takes numbers by value, and changes none. */
const TAKES_VALUES = /^(?:min|max|make_coord|make_tuple|make_shape)$/;

/** The types of variables that are no references. */
const NUMBER = /^(?:auto|u?int(?:8|16|32|64)_t|s?size_t|int|unsigned|long|short|char|bool)$/;

/** Whether what is done with a variable of C++ may change it elsewhere: a function that it is handed to, a reference. */
function mayChange(context: Context, path: readonly Scope[], use: Escape): boolean {
  if (use.kind === 'assigned') return false;
  if (use.kind === 'bound') return !(use.type?.kind === 'name' && NUMBER.test(use.type.name));
  if (use.kind !== 'argument' || use.form !== 'function' || use.callee === null) return true;
  // Tensors take coordinates.
  if (TAKES_VALUES.test(use.callee) || variablesOf(path).has(use.callee)) return false;
  return !takesNumbers(context.model, use.callee);
}

const variablesOf = (path: readonly Scope[]): ReadonlySet<string> =>
  new Set(
    path.flatMap(({ declarations }) =>
      declarations.flatMap(({ kind, name }) => (kind === 'value' || kind === 'parameter' ? [name] : [])),
    ),
  );

/** What is declared in the function around a place, and what it is handed. */
export const variablesAround = ({ memo, node }: PlacedSite): ReadonlySet<string> =>
  variablesOf(scopePath(memo.placed.unit.scope, node.start));

/** Whether something else than the statements of a function may change a variable of C++. */
export function isHandedOn(context: Context, site: PlacedSite, name: string): boolean {
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.some(({ escapes }) =>
    [...(escapes?.get(name)?.values() ?? [])].some((use) => mayChange(context, path, use)),
  );
}

/** What a variable of C++ is at a place, where nothing may have changed it since it was declared. */
export function numberUntil(
  { model, text }: Context,
  site: PlacedSite,
  name: string,
  at: number,
): number | undefined {
  const path = scopePath(site.memo.placed.unit.scope, at);
  const isOfName = (d: Declaration): boolean => d.name === name;
  const of = path.findLast(({ declarations, span }) => span.start < at && declarations.some(isOfName));
  const [declared, ...others] = of?.declarations.filter(isOfName) ?? [];
  if (declared?.kind !== 'value' || declared.init === null || others.length > 0) return undefined;
  const init = siteOf(site, declared.init);
  const { start } = fileSpan(site.memo.placed, { start: at, end: at });
  if (changesOf(name).test(codeOf(text, 'cpp').slice(init.span.end, start))) return undefined;
  return settledNumberAt(model, init);
}

/** What Python's loop itself says that a variable was before. */
function numberCarried({ model }: Context, site: PlacedSite, loop: Scope, name: string): number | undefined {
  const init = loop.declarations.find((d) => d.name === name)?.init;
  return init?.kind === 'mutated' && init.how === 'carried'
    ? settledNumberAt(model, siteOf(site, init.before))
    : undefined;
}

interface Called {
  readonly site: PlacedSite;
  readonly given: ReadonlyMap<string, number | undefined>;
}

export class Numbers {
  readonly #context: Context;
  readonly #site: PlacedSite;
  readonly #loop: Scope;
  /** The names that the loop gives numbers. */
  readonly #moving: ReadonlySet<string>;
  readonly #of = new Map<string, number | undefined>();
  /** The counter of a loop of Python over a range, and what it counts through, where that is known. */
  readonly #range: ReturnType<typeof roundsOfRange>;
  readonly #counter: string | null;
  /** The function of the file whose result is being worked out, and what it is given. */
  #called: Called | null = null;
  /** Whether it is known of each round that there is one. */
  isCounted: boolean;

  constructor(context: Context, site: PlacedSite, loop: Scope) {
    this.#context = context;
    this.#site = site;
    this.#loop = loop;
    this.#moving = changedBy(loop);
    this.#range = loop.counts === undefined ? null : roundsOfRange(context.model, siteOf(site, loop.counts));
    this.#counter = counterOf(loop)?.name ?? null;
    this.isCounted = this.#range !== null;
    if (site.dialect === 'cpp') for (const d of loop.declarations) this.give(d);
  }

  /** What tells rounds apart in some names that the loop changes. */
  keyOf(names: ReadonlySet<string>): string {
    return [...names].map((name) => this.#numberOf(name)).join();
  }

  /**
   * Whether there may be another round, the first of which is 1; null where names decide that in a way that is not known.
   */
  begin(round: number, names: ReadonlySet<string>): boolean | null {
    if (this.#range !== null) {
      const { first, last, step } = this.#range;
      const count = first + step * (round - 1);
      if (count > last) return false;
      if (this.#counter !== null) this.#of.set(this.#counter, count);
    }
    const { loop } = this.#loop;
    if (loop?.condition == null || (loop.isDo && round === 1)) return true;
    const is = this.worth(loop.condition);
    this.isCounted = is !== undefined && (round === 1 || this.isCounted);
    return is === undefined && namesIn(loop.condition).some((name) => names.has(name)) ? null : is !== 0;
  }

  /** What is done behind a round. */
  end(): void {
    for (const step of this.#loop.loop?.steps ?? []) this.worth(step);
  }

  give({ name, init, element }: Declaration): void {
    const number = init === null ? undefined : this.worth(init);
    this.#of.set(name, element === null || element.length === 0 ? number : undefined);
  }

  forget(names: Iterable<string>): void {
    for (const name of names) this.#of.set(name, undefined);
  }

  /** What it was given in the loop, or else before. */
  #numberOf(name: string): number | undefined {
    if (!this.#of.has(name)) {
      const { start } = this.#loop.span;
      const before =
        this.#site.dialect === 'python'
          ? numberCarried(this.#context, this.#site, this.#loop, name)
          : numberUntil(this.#context, this.#site, name, start);
      this.#of.set(name, before);
    }
    return this.#of.get(name);
  }

  /** Undefined where it is not known; what it changes is changed. */
  worth(e: Expr): number | undefined {
    switch (e.kind) {
      case 'integer':
        return e.value;
      case 'name':
        if (this.#called !== null) {
          const own = lastGiven(siteOf(this.#called.site, e));
          if (own instanceof PlacedSite && own.node.kind === 'expression') return this.worth(own.node.expr);
        }
        if (this.#called?.given.has(e.name) === true) return this.#called.given.get(e.name);
        if (this.#isMoving(e)) return this.#numberOf(e.name);
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
        return e.operator === '!' && of !== undefined ? Number(of === 0) : undefined;
      }
      case 'call':
        if (isConversion(e.callee) && e.args.length === 1 && e.keywords.length === 0)
          return this.worth(e.args[0]!);
        if (this.#isMoving(e)) return this.#resultOf(e);
        break;
    }
    this.#forgetIn(e);
    if (this.#isMoving(e)) return undefined;
    const site = this.#called?.site ?? this.#site;
    return settledNumberAt(this.#context.model, siteOf(site, e));
  }

  #isMoving(e: Expr): boolean {
    if (e.kind !== 'name') return partsOf(e).some((part) => this.#isMoving(part));
    return this.#called === null ? this.#moving.has(e.name) : this.#called.given.has(e.name);
  }

  /** What a function of the file returns, `next(stage)`; undefined for those that do more, or call others. */
  #resultOf(e: CallExpr): number | undefined {
    const site = this.#called === null ? siteOf(this.#site, e) : null;
    const call = site === null ? null : writtenCall(site);
    const returned =
      call === null
        ? null
        : (returnedFor(this.#context, site!, call) ?? returnedBehind(this.#context, site!, call));
    if (returned === null) {
      this.#forgetIn(e);
      return undefined;
    }
    const numbers = e.args.map((arg) => this.worth(arg));
    const given = new Map([...returned.given.keys()].map((name, i) => [name, numbers[i]] as const));
    this.#called = { site: returned.site, given };
    const number = this.worth(returned.expr);
    this.#called = null;
    return number;
  }

  #forgetIn(e: Expr): void {
    this.forget(assignedIn(e).map(({ name }) => name));
  }

  #operate({ operator, left, right }: BinaryExpr): number | undefined {
    const a = this.worth(left);
    const isAnd = /^(?:&&|and)$/.test(operator);
    if (isAnd || /^(?:\|\||or)$/.test(operator)) {
      if (a === undefined) this.#forgetIn(right);
      // The right side is evaluated where the left one does not decide.
      return a === undefined || (a === 0) === isAnd ? a : this.worth(right);
    }
    const b = this.worth(right);
    return a === undefined || b === undefined ? undefined : this.#combined(operator, a, b);
  }

  /** Undefined for other operators, and below zero, which unsigned numbers are not. */
  #combined(operator: string, a: number, b: number): number | undefined {
    const compared = COMPARISONS[operator]?.(a, b);
    if (compared !== undefined) return Number(compared);
    // Python divides into fractions by it.
    if (operator === '/' && this.#site.dialect === 'python') return undefined;
    const number = OPERATORS[operator]?.(a, b);
    return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
  }

  #assign({ operator, left, right, isPostfix }: BinaryExpr, name: string): number | undefined {
    if (this.#called !== null) return undefined;
    const given = this.worth(right);
    const before = this.worth(left);
    const isKnown = given !== undefined && before !== undefined;
    const combined = isKnown ? this.#combined(operator.slice(0, -1), before, given) : undefined;
    const number = operator === '=' ? given : combined;
    this.#of.set(name, number);
    return isPostfix === true ? before : number;
  }
}

/** `cutlass.Int32(0)`, `int(x)`, and `const_expr(x)`, which asks when the program is compiled. */
function isConversion(callee: Expr): boolean {
  const name = callee.kind === 'member' ? callee.name.name : callee.kind === 'name' ? callee.name : '';
  return /^(?:u?int|U?[Ii]nt(?:8|16|32|64)|u?int(?:8|16|32|64)_t|const_expr|dynamic_expr)$/.test(name);
}
