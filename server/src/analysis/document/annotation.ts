// Which declaration a shape annotation is about.
//
//   auto tCsA = thr_mma.partition_A(sA);   // (MMA,MMA_M,MMA_K)      behind the statement
//
//   # ((atom_v, rest_v), STAGE)                                      above it: one line for each name
//   # ((atom_v, rest_v), RestK)
//   tAsA, tAgA = cpasync.tma_partition(…)
//
// Below a statement when a blank line follows, in Python. Whatever is less clear belongs to nothing.

import type { AnnotatedTuple } from '../../frontends/common/annotation.ts';
import { annotationComments, type LineComment } from '../../frontends/common/annotation-comments.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { Concatenation } from '../../syntax/text/concatenation.ts';
import type { DocumentModel, Site, SitesOfUnit } from '../values/model.ts';
import type { OpenDocument } from './document.ts';

type AnnotationPlace = 'behind' | 'above' | 'below';

export interface Annotation {
  readonly tuple: AnnotatedTuple;
  /** The comment, from its sign to the end of its line. */
  readonly comment: Span;
  readonly node: AnnotationPlace;
  /** The declaration that it is about. */
  readonly site: Site;
  /** The function around it, the same object for all of one function; null outside of functions. */
  readonly within: object | null;
  /** Declarations on the lines that follow without a gap; a comment above may head all of them. */
  readonly followers: readonly Site[];
}

const known = new WeakMap<DocumentModel, readonly Annotation[]>();

/** The annotations of a document with the declarations that they are about, by position. */
export function annotationsOf(document: OpenDocument): readonly Annotation[] {
  const { model, dialect, text } = document;
  if (dialect === 'notation') return [];
  let found = known.get(model);
  if (found === undefined) {
    const comments = annotationComments(text, dialect);
    found = comments.length === 0 ? [] : new Attachment(document, comments).all();
    known.set(model, found);
  }
  return found;
}

/** Names that one statement declares, in order. Where it stands is asked of few of a file's statements. */
class DeclaringStatement {
  readonly sites: Site[];

  constructor(first: Site) {
    this.sites = [first];
  }

  get start(): number {
    return this.sites[0]!.span.start;
  }

  /** The end of its last expression. */
  get end(): number {
    const { span, valueSpan } = this.sites[0]!;
    return Math.max(span.end, valueSpan?.end ?? 0);
  }

  /** The names of `auto [a, b] = x` share their initialiser. */
  takes(site: Site): boolean {
    const [own, other] = [this.sites[0]!.valueSpan, site.valueSpan];
    return own !== null && other !== null && own.start === other.start && own.end === other.end;
  }
}

interface Statements {
  readonly byStart: readonly DeclaringStatement[];
  readonly byEnd: readonly DeclaringStatement[];
}

/** By units: an edit elsewhere moves their statements and leaves the order. */
const statementsOfUnit = new WeakMap<SitesOfUnit, Statements>();

function statementsOf(unit: SitesOfUnit): Statements {
  let known = statementsOfUnit.get(unit);
  if (known === undefined) {
    const byStart: DeclaringStatement[] = [];
    for (const { sites } of unit.parts)
      for (const site of sites) {
        if (site.role !== 'declaration') continue;
        const last = byStart.at(-1);
        if (last?.takes(site)) last.sites.push(site);
        else byStart.push(new DeclaringStatement(site));
      }
    known = { byStart, byEnd: [...byStart].sort((a, b) => a.end - b.end) };
    statementsOfUnit.set(unit, known);
  }
  return known;
}

/** Between a statement's last expression and the comment behind it, without the blanks in front of that. */
const CLOSING = /^[\s)\]}>]*[;,]?$/;
/** Between a comment and the first name of the declaration on the lines below. */
const OPENING = {
  cpp: /^\r?\n(?!\s*\n)[^;{}=()/#]*\[?$/,
  python: /^\r?\n[ \t]*(?:[A-Za-z_]\w*\.)*\(?$/,
} as const;

class Attachment {
  readonly #text: string;
  readonly #opening: RegExp;
  readonly #isPython: boolean;
  readonly #comments: readonly LineComment[];
  readonly #byStart: Concatenation<DeclaringStatement>;
  readonly #byEnd: Concatenation<DeclaringStatement>;

  constructor({ model, text, dialect }: OpenDocument, comments: readonly LineComment[]) {
    this.#text = text;
    this.#isPython = dialect === 'python';
    this.#opening = this.#isPython ? OPENING.python : OPENING.cpp;
    this.#comments = comments;
    const units = model.sitesByUnit.map(statementsOf);
    this.#byStart = new Concatenation(units.map((unit) => unit.byStart));
    this.#byEnd = new Concatenation(units.map((unit) => unit.byEnd));
  }

  all(): readonly Annotation[] {
    const found: Annotation[] = [];
    const comments = this.#comments;
    for (let i = 0; i < comments.length; i++) {
      const { annotation: tuple, ownLine, span } = comments[i]!;
      if (tuple === null) continue;
      if (!ownLine) {
        const site = this.#only(this.#before(span.start));
        if (site !== null) found.push(this.#annotation(tuple, span, 'behind', site));
        continue;
      }
      const block = this.#blockFrom(i);
      i += block.length - 1;
      found.push(...this.#attached(block));
    }
    return found;
  }

  #annotation(tuple: AnnotatedTuple, comment: Span, node: AnnotationPlace, site: Site): Annotation {
    const followers = node === 'above' ? this.#followers(site) : [];
    return { tuple, comment, node, site, within: site.within, followers };
  }

  /** Up to the next blank line or comment. */
  #followers(site: Site): readonly Site[] {
    const all = this.#byStart;
    const own = all.at(this.#firstFrom(site.span.start));
    const end = own?.sites.includes(site) ? own.end : site.span.end;
    const stop = /\n[ \t]*(?:\r?\n|#|\/\/|$)/.exec(this.#text.slice(end));
    const limit = stop === null ? this.#text.length : end + stop.index;
    return all.slice(this.#firstFrom(end), this.#firstFrom(limit)).flatMap((s) => s.sites);
  }

  #only(statement: DeclaringStatement | null): Site | null {
    return statement?.sites.length === 1 ? statement.sites[0]! : null;
  }

  /** Annotations on successive lines of their own. */
  #blockFrom(index: number): readonly LineComment[] {
    const block = [this.#comments[index]!];
    for (let next = index + 1; next < this.#comments.length; next++) {
      const comment = this.#comments[next]!;
      const gap = this.#text.slice(block.at(-1)!.span.end, comment.span.start);
      if (comment.annotation === null || !/^\r?\n[ \t]*$/.test(gap)) break;
      block.push(comment);
    }
    return block;
  }

  #attached(block: readonly LineComment[]): readonly Annotation[] {
    const of = (node: AnnotationPlace, sites: readonly Site[]): readonly Annotation[] =>
      block.length !== sites.length
        ? []
        : block.map(({ annotation, span }, i) => this.#annotation(annotation!, span, node, sites[i]!));
    const end = block.at(-1)!.span.end;
    const next = this.#after(end);
    if (next !== null) return of('above', next.sites);
    const isLast = /^\r?\n[ \t]*(?:\r?\n|$)|^$/.test(this.#text.slice(end));
    if (!this.#isPython || !isLast) return [];
    const start = block[0]!.span.start;
    const previous = this.#before(start);
    if (previous === null) return [];
    const gap = this.#text.slice(previous.end, start);
    return /\n.*\n/.test(gap.replace(/^[\s)\]]*[)\]]/, '')) ? [] : of('below', previous.sites);
  }

  /** The statement that ends before an offset with nothing but what closes it in between. */
  #before(offset: number): DeclaringStatement | null {
    const all = this.#byEnd;
    const statement = all.at(all.countOfFirst(({ end }) => end <= offset) - 1);
    if (statement === undefined) return null;
    let end = offset;
    while (end > statement.end && ' \t'.includes(this.#text[end - 1]!)) end--;
    return CLOSING.test(this.#text.slice(statement.end, end)) ? statement : null;
  }

  /** The place of the first statement that begins at an offset or behind it. */
  #firstFrom(offset: number): number {
    return this.#byStart.countOfFirst(({ start }) => start < offset);
  }

  /** The statement whose declaration begins on the line below an offset. */
  #after(offset: number): DeclaringStatement | null {
    const statement = this.#byStart.at(this.#firstFrom(offset));
    return statement !== undefined && this.#opening.test(this.#text.slice(offset, statement.start))
      ? statement
      : null;
  }
}
