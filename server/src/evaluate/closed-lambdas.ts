// Lambdas that come to the same for whoever names them, whatever an edit has changed in them: they return no value, and
// what has changed does not name a parameter that may stand for a function to be called.

import type { BodyEdit } from '../frontends/bodies.ts';
import { isInside, returnsValue } from '../frontends/bodies.ts';
import type { Statement } from '../frontends/cpp-statement-list.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';

/** Types of parameters that stand for no function. */
const PLAIN: ReadonlySet<string> = new Set(['int', 'bool', 'float', 'double', 'char', 'unsigned', 'size_t']);

export class ClosedLambdas {
  readonly #edit: BodyEdit;
  /** Where macros' calls stand: what these are replaced with is not among the words of statements. */
  readonly #expansions: readonly { readonly at: number }[];
  /** Of statements that declare such lambdas and nothing else: the parameters that may be called. */
  readonly #known = new Map<Statement, ReadonlySet<string> | null>();

  constructor(edit: BodyEdit, expansions: readonly { readonly at: number }[]) {
    this.#edit = edit;
    this.#expansions = expansions;
  }

  /** Whether what a statement declares is the same when statements with these words differ in its lambda. */
  isClosed(statement: Statement, words: ReadonlySet<string>): boolean {
    let parameters = this.#known.get(statement);
    if (parameters === undefined) {
      parameters = this.#parametersOf(statement);
      this.#known.set(statement, parameters);
    }
    if (parameters === null) return false;
    for (const name of parameters) if (words.has(name)) return false;
    return true;
  }

  #parametersOf({ own, extent }: Statement): ReadonlySet<string> | null {
    // Another lambda, in a capture, may say what is captured.
    const isOne = own.length === 2;
    if (!isOne || this.#expansions.some(({ at }) => extent.start <= at && at < extent.end)) return null;
    const names = new Set<string>();
    let isClosed = true;
    const visit = (scope: Scope): void => {
      if (scope !== this.#edit.scope && !isInside(extent, scope.span)) return;
      for (const d of scope.declarations) {
        if (!own.some((span) => isInside(d.nameSpan, span))) continue;
        const lambda = lambdaOf(d, scope);
        if (lambda === null || returnsValue(lambda) || this.#edit.returning.has(lambda.span.start))
          isClosed = false;
        else for (const p of lambda.declarations) if (mayBeCalled(p)) names.add(p.name);
      }
      for (const child of scope.children) visit(child);
    };
    visit(this.#edit.scope);
    return isClosed ? names : null;
  }
}

const lambdaOf = ({ init }: Declaration, { children }: Scope): Scope | null =>
  init?.kind === 'lambda'
    ? (children.find(
        ({ kind, span }) =>
          kind === 'function' && span.start === init.span.start && span.end === init.span.end,
      ) ?? null)
    : null;

const mayBeCalled = ({ kind, type }: Declaration): boolean =>
  kind === 'parameter' && !(type?.kind === 'name' && PLAIN.has(type.name));
