// A function of Python that was read again against its version before: what of it is as it was, and what the rest
// concerns. Names are compared as words, wherever in the function they stand: rather too much than too little.

import type { Expr, Span } from '../../common/expression.ts';
import { addTo } from '../../common/lists.ts';
import type { Declaration, Scope } from '../../common/scope.ts';
import { isSameStructure, spansNaming, wordsIn } from '../../common/structure.ts';
import { declaredIn, type Inner, meant, type Owner, wordOf } from './meant-names.ts';

type Written = Declaration | Expr;
export type Alone = ReadonlyMap<Written, number>;

/** A declaration or an expression of the later version. */
interface Part {
  /** The same of the version before, where there is one. */
  readonly before: Written | null;
  readonly now: Written;
  /** What it gives a value to. */
  readonly name: string | null;
  readonly words: ReadonlySet<string>;
  /** The function or class inside of this function that it stands in. */
  readonly owner: Owner | null;
  readonly within: Inner | null;
  isConcerned: boolean;
  /** Whether all of it is, and not alone what stands where names do. */
  isWhole: boolean;
}

/** A scope of the later version. */
interface Paired {
  readonly before: Scope | null;
  readonly now: Scope;
  readonly parts: readonly Part[];
  readonly inner: readonly Paired[];
  readonly within: Inner | null;
  /** What decides whether its statements run, and how often. */
  readonly head: ReadonlySet<string>;
}

interface Reconciled {
  /** The function, in which everything is that of the version before that nothing concerns; that takes its place then. */
  readonly merged: () => Scope;
  /** Where something is concerned, by whole statements. */
  readonly spans: readonly Span[];
  /** Where something stands in one of the versions alone. */
  readonly differing: readonly Span[];
  /** Elsewhere the expressions whose values may be others. */
  readonly otherwise: readonly Span[];
  /** What there is in one of the versions alone, with where the innermost scope around it begins. */
  readonly gone: Alone;
  readonly added: Alone;
  /** The names that mean something else, as words. */
  readonly names: ReadonlySet<string>;
}

/**
 * `used`: the names that something else is done with, so that what they hold may be another thing, by what there is in one
 * of the versions alone. Null where more than statements differ, or what the function takes or asserts is concerned.
 */
export function reconciled(
  before: Scope,
  now: Scope,
  used: (gone: Alone, added: Alone) => ReadonlySet<string>,
): Reconciled | null {
  const work = new Reconciliation();
  const root = work.pair(before, now, null);
  work.root = root;
  work.concernDeclared(used(work.gone, work.added));
  work.spread();
  if (work.isRefused) return null;
  const { spans, gone, added } = work;
  const names = new Set([...work.names].map(wordOf));
  const [differing, otherwise] = [work.differing(), work.otherwise()];
  return { merged: () => work.merged(root), spans, differing, otherwise, gone, added, names };
}

/** Fields of a block that say when its statements run. */
const HEAD = ['guard', 'counts', 'mayChangeCounts'] as const;
/** Fields of a scope that are not compared as a whole. What is changed in place is compared as uses of names. */
const COMPARED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...HEAD,
  ...['span', 'body', 'declarations', 'expressions', 'children', 'returns', 'assertions', 'changes'],
]);
const BODY: ReadonlySet<string> = new Set(['bodyScope']);
const NO_WORDS: ReadonlySet<string> = new Set();

const placeOf = ({ start, end }: Span): string => `${start} ${end}`;
const isDeclaration = (part: Written): part is Declaration => 'nameSpan' in part;
const isParameter = (part: Written): boolean => isDeclaration(part) && part.kind === 'parameter';
const keyOf = (part: Written): string =>
  isDeclaration(part)
    ? `${part.kind} ${part.name} ${placeOf(part.nameSpan)} ${part.span.start}`
    : `${part.kind} ${placeOf(part.span)}`;

/** What methods do to their objects is told by the whole class. */
const isWithMethods = ({ kind, children }: Scope): boolean => kind === 'class' && children.length > 0;

class Reconciliation {
  readonly spans: Span[] = [];
  readonly gone = new Map<Written, number>();
  readonly added = new Map<Written, number>();
  /** Where the scope begins that is compared. */
  #block = 0;
  #within: Inner | null = null;
  readonly #inner: Inner[] = [];
  readonly #goneSpans: Span[] = [];
  /** As they are meant. */
  readonly names = new Set<string>();
  /** Functions and classes inside in which something is concerned, as they are meant. */
  readonly #owners = new Set<string>();
  isRefused = false;
  /** The function itself. */
  root: Paired | null = null;
  readonly #parts: Part[] = [];
  readonly #scopes: Paired[] = [];
  /** Those of one assignment hold one expression. */
  readonly #sharing = new Map<object, Part[]>();
  readonly #open: string[] = [];
  readonly #differing: Part[] = [];
  readonly #changedHeads: Paired[] = [];
  /** The words of all that differs or is concerned. */
  readonly #called = new Set<string>();
  readonly #concernedHeads = new Set<Paired>();
  readonly #kept = new Map<object, object>();

  /** `owner`: the function or class that the scope is in, other than the outermost. */
  pair(before: Scope | null, now: Scope, owner: Owner | null): Paired {
    if (isWithMethods(now) || (before !== null && isWithMethods(before))) this.isRefused = true;
    const isAsserted =
      before === null ? now.assertions !== undefined : !isSameStructure(before.assertions, now.assertions);
    if (isAsserted || (before !== null && !isSameStructure(before, now, COMPARED_ELSEWHERE)))
      this.isRefused = true;
    const hasSameHead = before === null || HEAD.every((field) => isSameStructure(before[field], now[field]));
    this.#block = now.span.start;
    const parts = [
      ...this.#pairAll(before?.declarations ?? [], now.declarations, owner),
      ...this.#pairAll(before?.expressions ?? [], now.expressions, owner),
      ...this.#pairAll(before?.returns ?? [], now.returns ?? [], owner),
    ];
    const within = this.#within;
    const inner = this.#children(before?.children ?? [], now.children, owner);
    const { guard, counts } = now;
    const head = new Set<string>();
    for (const e of [guard?.condition, counts]) if (e != null) for (const word of wordsIn(e)) head.add(word);
    const paired = { before, now, parts, inner, within, head: head.size === 0 ? NO_WORDS : head };
    this.#scopes.push(paired);
    if (!hasSameHead) this.#changedHeads.push(paired);
    return paired;
  }

  #children(before: readonly Scope[], now: readonly Scope[], owner: Owner | null): readonly Paired[] {
    const nameOf = (s: Scope): string => `${s.kind} ${s.name} ${s.span.start}`;
    const left = new Map(before.map((child) => [nameOf(child), child]));
    const inner = now.map((child) => {
      const same = left.get(nameOf(child));
      left.delete(nameOf(child));
      if (child.kind === 'block') return this.pair(same ?? null, child, owner);
      const own = child.name === null ? owner : { name: child.name, within: this.#within };
      return this.#inside(child.kind === 'function' ? [child, same] : [], () =>
        this.pair(same ?? null, child, own),
      );
    });
    for (const gone of left.values()) this.#forget(gone);
    return inner;
  }

  /** What is done in a function inside, in the versions that there are of it. */
  #inside<T>(versions: readonly (Scope | undefined)[], work: () => T): T {
    const outer = this.#within;
    const declared = new Set<string>();
    for (const scope of versions) if (scope !== undefined) declaredIn(scope, declared);
    this.#within = declared.size === 0 ? outer : { nth: this.#inner.length, declared, outer };
    if (this.#within !== outer) this.#inner.push(this.#within!);
    try {
      return work();
    } finally {
      this.#within = outer;
    }
  }

  /** What was declared in a block that is gone. */
  #forget(scope: Scope): void {
    if (scope.assertions !== undefined) this.isRefused = true;
    this.#block = scope.span.start;
    for (const part of [...scope.declarations, ...scope.expressions]) this.#gone(part);
    for (const child of scope.children)
      this.#inside(child.kind === 'function' ? [child] : [], () => this.#forget(child));
  }

  #pairAll(before: readonly Written[], now: readonly Written[], owner: Owner | null): readonly Part[] {
    const left = new Map<string, Written[]>();
    for (const part of before) {
      addTo(left, keyOf(part), part);
    }
    const parts = now.map((part): Part => {
      const same = left.get(keyOf(part))?.shift() ?? null;
      const isSame = same !== null && isSameStructure(same, part, BODY);
      const found: Part = {
        before: isSame ? same : null,
        now: part,
        name: isDeclaration(part) ? part.name : null,
        words: wordsIn(isSame ? same : part),
        owner,
        within: this.#within,
        isConcerned: false,
        isWhole: !isSame,
      };
      this.#parts.push(found);
      this.#share(isDeclaration(part) ? part.init : part, found);
      if (!isSame) {
        if (same !== null) this.#gone(same);
        this.added.set(part, this.#block);
        this.#differing.push(found);
      }
      return found;
    });
    for (const gone of left.values()) for (const part of gone) this.#gone(part);
    return parts;
  }

  #share(expr: Expr | null, part: Part): void {
    if (expr === null) return;
    addTo(this.#sharing, expr, part);
  }

  #gone(part: Written): void {
    this.spans.push(part.span);
    this.#goneSpans.push(part.span);
    this.gone.set(part, this.#block);
    this.#noteCalls(wordsIn(part));
    if (isDeclaration(part)) this.#rebind(part.name, this.#within);
  }

  /** `names`: as words, wherever they stand. */
  concernDeclared(names: ReadonlySet<string>): void {
    for (const name of names) for (const within of [null, ...this.#inner]) this.#rebind(name, within);
    for (const part of this.#parts) if (part.name !== null && names.has(part.name)) this.#concern(part);
  }

  /** What the parameters of a function inside hold, its calls say. */
  #noteCalls(words: ReadonlySet<string>): void {
    for (const word of words) this.#called.add(word);
  }

  #rebind(word: string, within: Inner | null): void {
    const name = meant(word, within);
    if (this.names.has(name)) return;
    this.names.add(name);
    this.#open.push(name);
  }

  /** `isWhole`: not for a name in it. */
  #concern(part: Part, isWhole = true): void {
    part.isWhole ||= isWhole;
    if (part.isConcerned) return;
    part.isConcerned = true;
    const { now, name, owner, within } = part;
    if (owner === null && isParameter(now)) this.isRefused = true;
    this.spans.push(now.span);
    if (name !== null) this.#rebind(name, within);
    if (owner !== null) {
      this.#owners.add(meant(owner.name, owner.within));
      this.#rebind(owner.name, owner.within);
    }
    const expr = isDeclaration(now) ? now.init : now;
    if (expr !== null) for (const other of this.#sharing.get(expr) ?? []) this.#concern(other, isWhole);
    this.#noteCalls(part.words);
  }

  spread(): void {
    for (const part of this.#differing) this.#concern(part);
    for (const scope of this.#changedHeads) this.#concernAll(scope);
    const begins = this.#begins();
    const rebound = new Set(this.names);
    do this.#spreadNames();
    while (this.#concernCalled());
    for (const { now, within } of this.#scopes)
      for (const e of now.assertions ?? []) {
        const isBefore = this.#end(now, e) <= begins;
        for (const word of wordsIn(e)) {
          const name = meant(word, within);
          // A function sees what its names hold whenever it is called.
          const isAsBefore = isBefore && !rebound.has(name) && !this.#owners.has(name);
          if (this.names.has(name) && !isAsBefore) this.isRefused = true;
        }
      }
  }

  /** The block or function of the outermost level that an offset is in; undefined where it is in none. */
  #outermostAt(offset: number): Scope | undefined {
    const { now, before } = this.root!;
    const holds = ({ span }: Scope): boolean => span.start <= offset && offset < span.end;
    return now.children.find(holds) ?? before!.children.find(holds);
  }

  /** Where the first statement begins that differs: what stands before it holds what it held, but for names in functions. */
  #begins(): number {
    const differing = [
      ...this.#goneSpans,
      ...this.#parts.flatMap(({ now, isConcerned }) => (isConcerned ? [now.span] : [])),
      ...this.#changedHeads.map(({ now }) => now.span),
    ];
    return Math.min(
      ...differing.map(({ start }) => Math.min(start, this.#outermostAt(start)?.span.start ?? start)),
    );
  }

  /** Where the statement ends that asserts something; never in functions, which are called later. */
  #end(scope: Scope, { span }: Expr): number {
    if (scope === this.root!.now) return span.end;
    const outermost = this.#outermostAt(scope.span.start);
    return outermost?.kind === 'block' ? outermost.span.end : Number.POSITIVE_INFINITY;
  }

  #concernCalled(): boolean {
    for (const part of this.#parts)
      if (part.owner !== null && this.#called.has(part.owner.name) && isParameter(part.now))
        this.#concern(part);
    return this.#open.length > 0 && !this.isRefused;
  }

  #spreadNames(): void {
    for (let name = this.#open.pop(); name !== undefined && !this.isRefused; name = this.#open.pop()) {
      const word = wordOf(name);
      const isMeant = ({ within }: Part | Paired): boolean => meant(word, within) === name;
      for (const part of this.#parts)
        if (!part.isConcerned && part.words.has(word) && isMeant(part)) this.#concern(part, false);
      for (const scope of this.#scopes) if (scope.head.has(word) && isMeant(scope)) this.#concernAll(scope);
    }
  }

  #concernAll(scope: Paired): void {
    const { parts, inner } = scope;
    this.#concernedHeads.add(scope);
    for (const part of parts) this.#concern(part);
    for (const block of inner) this.#concernAll(block);
  }

  differing(): readonly Span[] {
    return [
      ...this.#goneSpans,
      ...this.#parts.flatMap((part) => (part.isConcerned && part.before === null ? [part.now.span] : [])),
    ];
  }

  otherwise(): readonly Span[] {
    return this.#parts.flatMap((part) =>
      !part.isConcerned || part.before === null
        ? []
        : part.isWhole
          ? [part.now.span]
          : spansNaming(this.#namesIn(part), part.now),
    );
  }

  /** The words in a part that mean something else. */
  #namesIn({ words, within }: Part): ReadonlySet<string> {
    return new Set([...words].filter((word) => this.names.has(meant(word, within))));
  }

  /** The scope of the later version with what nothing concerns of the one before in it. */
  merged(paired: Paired): Scope {
    const { before, now, parts, inner } = paired;
    const children = inner.map((scope) => this.merged(scope));
    // What stands in the function is known by its scope: comments are read with it.
    const isKept =
      before !== null &&
      paired !== this.root &&
      !this.#concernedHeads.has(paired) &&
      parts.every((part) => !part.isConcerned) &&
      isSameStructure(before.span, now.span) &&
      before.declarations.length + before.expressions.length + (before.returns?.length ?? 0) ===
        parts.length &&
      children.length === before.children.length &&
      children.every((child, i) => child === before.children[i]);
    if (isKept) return before;
    for (const part of parts)
      if (!part.isConcerned && part.before !== null) this.#kept.set(part.now, part.before);
    const bodies = new Map(inner.map((scope, i) => [scope.now, children[i]!]));
    const kept = <T extends Written>(part: T): T => {
      const same = (this.#kept.get(part) ?? part) as T;
      if (isDeclaration(same) && isDeclaration(part) && part.bodyScope !== null)
        same.bodyScope = bodies.get(part.bodyScope) ?? part.bodyScope;
      return same;
    };
    return {
      ...now,
      declarations: now.declarations.map(kept),
      expressions: now.expressions.map(kept),
      children,
      ...(now.returns === undefined ? {} : { returns: now.returns.map(kept) }),
      ...(now.assertions === undefined ? {} : { assertions: now.assertions.map(kept) }),
    };
  }
}
