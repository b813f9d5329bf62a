// What of edited statements is still there, elsewhere in them: `b` of `f(a, b)` when it is `f(ax, b)`.

import type { Expr } from '../../common/expression.ts';
import { addTo } from '../../common/lists.ts';
import type { Declaration } from '../../common/scope.ts';
import { isSameStructure, wordsIn } from '../../common/structure.ts';

type Part = Declaration | Expr;

interface PairedExpressions {
  /** The expressions of the version before that have one of the same kind in the same role, with that. */
  readonly pairs: ReadonlyMap<Expr, Expr>;
  /** The words of what has none, in both versions. */
  readonly words: ReadonlySet<string>;
}

/** `gone` and `added`: what there is in one of the versions alone. */
export function pairedExpressions(gone: readonly Part[], added: readonly Part[]): PairedExpressions {
  const work = new Pairing();
  const left = new Map<string, Part[]>();
  for (const part of gone) {
    addTo(left, roleOf(part), part);
  }
  for (const part of added) {
    const before = left.get(roleOf(part))?.shift();
    if (before === undefined) work.note(part);
    else work.pair(before, part);
  }
  for (const parts of left.values()) for (const part of parts) work.note(part);
  return work;
}

const roleOf = (part: Part): string =>
  'nameSpan' in part ? `${part.kind} ${part.name} ${part.element?.join() ?? ''}` : part.kind;

const PLACES: ReadonlySet<string> = new Set(['span', 'nameSpan']);
const LEFT_OUT: ReadonlySet<string> = new Set([...PLACES, 'bodyScope', 'reason']);

class Pairing implements PairedExpressions {
  readonly pairs = new Map<Expr, Expr>();
  readonly words = new Set<string>();
  readonly #seen = new Set<unknown>();

  note(part: object): void {
    for (const word of wordsIn(part)) this.words.add(word);
  }

  pair(a: unknown, b: unknown): void {
    if (typeof a === 'string' || typeof b === 'string') {
      if (a !== b) for (const text of [a, b]) if (typeof text === 'string') this.words.add(text);
    } else if (isObject(a) && isObject(b)) this.#pairObjects(a, b);
    else for (const each of [a, b]) if (isObject(each)) this.note(each);
  }

  #pairObjects(a: Fields, b: Fields): void {
    if (this.#seen.has(a)) return;
    this.#seen.add(a);
    const isAlike =
      a['kind'] === b['kind'] &&
      (Array.isArray(a) ? Array.isArray(b) && a.length === b.length : !Array.isArray(b)) &&
      (a['kind'] !== 'call' || isCalledAlike(a as unknown as Call, b as unknown as Call));
    if (!isAlike) {
      this.note(a);
      this.note(b);
      return;
    }
    // Who calls something is told with the line.
    if (a['kind'] === 'call' && isMoved(a as unknown as Call, b as unknown as Call))
      this.note(a['callee'] as object);
    if ('span' in a) this.pairs.set(a as unknown as Expr, b as unknown as Expr);
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      if (!LEFT_OUT.has(key)) this.pair(a[key], b[key]);
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Call = Extract<Expr, { kind: 'call' }>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isMoved = (a: Call, b: Call): boolean => a.span.start !== b.span.start;

/** Whether the same is called, with as many arguments of the same names. */
const isCalledAlike = (a: Call, b: Call): boolean =>
  isSameStructure(a.callee, b.callee, PLACES) &&
  a.args.length === b.args.length &&
  a.args.every((arg, i) => isUnpacked(arg) === isUnpacked(b.args[i]!)) &&
  isSameStructure(
    a.keywords.map(({ name }) => name),
    b.keywords.map(({ name }) => name),
  );

const isUnpacked = (e: Expr): boolean => e.kind === 'unary' && e.operator === '*';
