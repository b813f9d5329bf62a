// A document as it is with macros that its own conditions ask for and nobody defines: where a branch that is not read
// instantiates a template, that is one way of compiling it.

import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import type { Module } from '../../frontends/common/scope.ts';
import { lowerCppSupposing } from '../../frontends/cpp/cpp.ts';
import { type SupposedMacro, supposedNaming } from '../../syntax/cpp/supposed-macros.ts';
import { SyntaxDocument } from '../../syntax/document.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { IncludingEvaluator } from './includer-analyses.ts';

/** Whether one of the included files defines a macro of that name: then it is not for others to define. */
export const isMacroOf = (imports: Imports | null, name: string): boolean =>
  imports?.declarationsNamed(name).some(({ declaration }) => declaration.kind === 'macro') === true;

/** The includes of a file: where a macro makes them others, what these declare is not known. */
export const includedPaths = ({ includes }: Module): string => includes.map(({ path }) => path).join('\n');

/** A document as it is read without such macros. */
interface PlainReading {
  readonly syntax: SyntaxDocument;
  readonly module: Module;
  readonly imports: Imports | null;
  readonly db: AnalysisDb;
}

export class SupposedReadings {
  readonly #grammars: Grammars;
  readonly #scan: EmbeddedScanner;
  /** By the line that defines the macro. */
  readonly #known = new Map<string, IncludingEvaluator | null>();

  constructor(grammars: Grammars, scan: EmbeddedScanner) {
    this.#grammars = grammars;
    this.#scan = scan;
  }

  /** The document is another one. */
  forget(): void {
    this.#known.clear();
  }

  /** The readings in which a branch is read that has one of the names. */
  of(plain: PlainReading, names: ReadonlySet<string>): readonly IncludingEvaluator[] {
    const { text, masked } = plain.syntax;
    const found = supposedNaming(text, masked?.alternatives ?? [], names);
    return found.flatMap((supposed) => this.#with(plain, supposed) ?? []);
  }

  #with(plain: PlainReading, supposed: SupposedMacro): IncludingEvaluator | null {
    let known = this.#known.get(supposed.line);
    if (known === undefined) {
      known = isMacroOf(plain.imports, supposed.name) ? null : this.#read(plain, supposed);
      this.#known.set(supposed.line, known);
    }
    return known;
  }

  #read(
    { syntax, module: plain, imports, db: like }: PlainReading,
    supposed: SupposedMacro,
  ): IncludingEvaluator | null {
    const document = new SyntaxDocument(this.#grammars, 'cpp', syntax.text, supposed);
    const module = lowerCppSupposing(document, supposed, plain, this.#scan);
    document.dispose();
    if (includedPaths(module) !== includedPaths(plain)) return null;
    const db = new AnalysisDb(like.language, module, like.parameters, imports);
    db.expressions = like.expressions;
    return { uri: null, evaluator: new Evaluator(db), supposed, otherwise: () => [] };
  }
}
