// What files that include a document make of its templates: each of them evaluated as a whole, once for all documents
// that ask.

import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Importer } from '../../evaluate/model/file.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { SupposedMacro } from '../../syntax/cpp/supposed-macros.ts';

/** A file that includes the document, directly or through others. */
export interface Includer {
  readonly uri: string;
  readonly module: Module;
  readonly imports: Imports;
  /** The macro that it is read with. */
  readonly supposed?: SupposedMacro;
  /** The file as it is with macros that branches with one of the names ask for. */
  readonly otherwise?: (names: ReadonlySet<string>) => readonly Includer[];
}

export interface IncludingEvaluator {
  /** Null: the document itself. */
  readonly uri: string | null;
  readonly evaluator: Evaluation;
  readonly supposed: SupposedMacro | null;
  /** See Includer. */
  readonly otherwise: (names: ReadonlySet<string>) => readonly IncludingEvaluator[];
}

/** The same of a file that imports a module: what the module declares it sees as the module's own. `of`: its URI. */
export const asImporter = (
  { uri, evaluator }: Pick<IncludingEvaluator, 'uri' | 'evaluator'>,
  of: string,
): Importer => ({
  uri: uri ?? of,
  evaluator,
  declared: (name) => {
    const found = evaluator.db.declarationsNamed(name).filter(({ memo }) => memo.file.uri === of);
    return found.length === 1 ? found[0]! : null;
  },
});

interface Kept {
  readonly module: Module;
  readonly imports: Imports;
  readonly db: AnalysisDb;
  readonly evaluator: Evaluation;
}

function opened(module: Module, imports: Imports, like: AnalysisDb): Kept {
  const db = new AnalysisDb(like.language, module, like.parameters, imports);
  db.expressions = like.expressions;
  return { module, imports, db, evaluator: new Evaluator(db) };
}

/** Databases that are kept: those of a handful of files for each of the headers that somebody looks at. */
const MAXIMUM_WORLDS = 24;

export class IncluderAnalyses {
  /** What is kept by file and parameters, the one asked for last at the end. */
  readonly #databases = new Map<string, Kept>();

  /** `parameters`: what was set for parameters, as a text; `like`: a database with these settings. */
  evaluators(
    includers: readonly Includer[],
    like: AnalysisDb,
    parameters: string,
  ): readonly IncludingEvaluator[] {
    return includers.map(({ uri, module, imports, supposed = null, otherwise }) => {
      const key = `${uri} ${supposed?.line ?? ''} ${parameters}`;
      const kept = this.#databases.get(key) ?? opened(module, imports, like);
      if (kept.module !== module || kept.imports !== imports) kept.db.update(module, imports);
      this.#databases.delete(key);
      this.#databases.set(key, { ...kept, module, imports });
      if (this.#databases.size > MAXIMUM_WORLDS) this.#databases.delete(this.#databases.keys().next().value!);
      return {
        uri,
        evaluator: kept.evaluator,
        supposed,
        otherwise: (names) => this.evaluators(otherwise?.(names) ?? [], like, parameters),
      };
    });
  }
}
