// Lambdas that come to the same for whoever names them, whatever an edit has changed in them: they return no value, change
// no argument, and what has changed does not name a parameter that may stand for a function to be called.

import { isInside, returnsValue, type StatementEdit } from '../../frontends/common/body-edits.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import type { Statement } from '../../frontends/common/statement.ts';

/** Types of parameters that stand for no function. */
const PLAIN: ReadonlySet<string> = new Set(['int', 'bool', 'float', 'double', 'char', 'unsigned', 'size_t']);

export class EffectFreeLambdas {
  readonly #edit: StatementEdit;
  /** Where macros' calls stand: what these are replaced with is not among the words of statements. */
  readonly #expansions: readonly { readonly at: number }[];
  /** Of statements with such a lambda that declare it or nothing: the parameters that may be called. */
  readonly #known = new Map<Statement, ReadonlySet<string> | null>();

  constructor(edit: StatementEdit, expansions: readonly { readonly at: number }[]) {
    this.#edit = edit;
    this.#expansions = expansions;
  }

  /** Whether what a statement declares or hands on is the same when statements with these words differ in its lambda. */
  isEffectFree(statement: Statement, words: ReadonlySet<string>): boolean {
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
    const { scope: root, formerReturningLambdas: returning } = this.#edit;
    const isDeclaredHere = ({ nameSpan }: Declaration): boolean =>
      own.some((span) => isInside(nameSpan, span));
    const isClosed = (scope: Scope): boolean => {
      for (const d of scope.declarations) if (isDeclaredHere(d) && d.init?.kind !== 'lambda') return false;
      for (const child of scope.children) {
        if (child.span.end <= extent.start || extent.end <= child.span.start) continue;
        if (child.kind !== 'function' || !isInside(child.span, extent)) {
          if (!isClosed(child)) return false;
          continue;
        }
        if (returnsValue(child) || returning.has(child.span.start)) return false;
        for (const p of child.declarations) {
          // What it does with its arguments is seen where it is called.
          if (p.kind === 'parameter' && p.isReference === true && p.isConstant !== true) return false;
          if (mayBeCalled(p)) names.add(p.name);
        }
      }
      return true;
    };
    return isClosed(root) ? names : null;
  }
}

const mayBeCalled = ({ kind, type }: Declaration): boolean =>
  kind === 'parameter' && !(type?.kind === 'name' && PLAIN.has(type.name));
