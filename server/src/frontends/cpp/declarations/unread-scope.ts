// Classes and functions whose bodies are read when somebody first asks for what is in them.

import type { Expr } from '../../common/expression.ts';
import type { Declaration } from '../../common/scope.ts';
import { Cursor, type DeclarationContext, type OpenScope, type Readers } from '../expressions/cursor.ts';
import { tokenize, type UnreadBody } from '../text/tokens.ts';

/** The scope of such a body. What is told before it is known of the beginning. */
export class UnreadScope implements OpenScope {
  readonly kind: OpenScope['kind'];
  readonly name: string | null;
  readonly span: OpenScope['span'];
  readonly bases: Expr[];
  readonly isUnion: boolean;
  readonly body: number | undefined;
  readonly guard = null;
  readonly isLoop = false;
  readonly owner: Expr | undefined;
  readonly isVariadic: boolean | undefined;
  readonly requirements: Expr[];
  readonly isInFunction: boolean;
  /** Of a function. */
  readonly parameters: readonly Declaration[] | undefined;
  readonly #text: string;
  #read: (() => OpenScope) | null;
  #whole: OpenScope | null = null;

  /** `text`: the one that the scope stands in. `read` gives the scope with what is in the body. */
  constructor(begun: OpenScope, text: string, read: () => OpenScope) {
    this.#text = text;
    this.kind = begun.kind;
    this.name = begun.name;
    this.span = begun.span;
    this.bases = begun.bases;
    this.isUnion = begun.isUnion;
    this.body = begun.body;
    this.owner = begun.owner;
    this.isVariadic = begun.isVariadic;
    this.requirements = begun.requirements;
    this.isInFunction = begun.isInFunction;
    this.parameters = begun.kind === 'function' ? [...begun.declarations] : undefined;
    this.#read = read;
  }

  mentions(name: string): boolean {
    return this.#text.slice(this.span.start, this.span.end).includes(name);
  }

  get declarations(): OpenScope['declarations'] {
    return this.#all.declarations;
  }
  get children(): OpenScope['children'] {
    return this.#all.children;
  }
  get isPolymorphic(): boolean {
    return this.#all.isPolymorphic;
  }
  get expressions(): Expr[] {
    return this.#all.expressions;
  }
  get returns(): Expr[] {
    return this.#all.returns;
  }
  get assertions(): Expr[] {
    return this.#all.assertions;
  }
  get loop(): OpenScope['loop'] {
    return this.#all.loop;
  }
  get range(): Expr | undefined {
    return this.#all.range;
  }
  get choice(): Expr | undefined {
    return this.#all.choice;
  }
  get labels(): OpenScope['labels'] {
    return this.#all.labels;
  }
  get jumps(): OpenScope['jumps'] {
    return this.#all.jumps;
  }
  get assigned(): Set<string> {
    return this.#all.assigned;
  }
  get inductionVariables(): OpenScope['inductionVariables'] {
    return this.#all.inductionVariables;
  }
  get escapes(): OpenScope['escapes'] {
    return this.#all.escapes;
  }
  get usings(): Expr[] {
    return this.#all.usings;
  }
  get friends(): string[] {
    return this.#all.friends;
  }
  get enclosingCall(): OpenScope['enclosingCall'] {
    return this.#all.enclosingCall;
  }

  get #all(): OpenScope {
    if (this.#whole === null) {
      this.#whole = this.#read!();
      this.#read = null;
    }
    return this.#whole;
  }
}

/** Reads a body into its scope, but those in it. */
export function readUnread(
  { text, open, close }: UnreadBody,
  scope: OpenScope,
  context: DeclarationContext,
  readers: Readers,
  unread: readonly UnreadBody[] = [],
): Cursor {
  const { tokens } = tokenize(text, open, close + 1, unread);
  const cursor = new Cursor(tokens, scope, readers);
  readers.block(cursor, scope, context);
  return cursor;
}
