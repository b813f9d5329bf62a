// What files that include a document make of its templates: each of them evaluated as a whole, once for all documents
// that ask.

import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { World } from '../../evaluate/incremental/world.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { Module } from '../../frontends/common/scope.ts';

/** A file that includes the document, directly or through others. */
export interface Includer {
  readonly uri: string;
  readonly module: Module;
  readonly imports: Imports;
}

export interface IncludingEvaluator {
  readonly uri: string;
  readonly evaluator: Evaluation;
}

interface Kept {
  readonly module: Module;
  readonly imports: Imports;
  readonly world: World;
  readonly evaluator: Evaluation;
}

function opened(module: Module, imports: Imports, like: World): Kept {
  const world = new World(like.language, module, like.parameters, imports);
  world.expressions = like.expressions;
  return { module, imports, world, evaluator: new Evaluator(world) };
}

/** Worlds that are kept: those of a handful of files for each of the headers that somebody looks at. */
const MAXIMUM_WORLDS = 24;

export class IncludingWorlds {
  /** What is kept by file and parameters, the one asked for last at the end. */
  readonly #worlds = new Map<string, Kept>();

  /** `parameters`: what was set for parameters, as a text; `like`: a world with these settings. */
  evaluators(includers: readonly Includer[], like: World, parameters: string): readonly IncludingEvaluator[] {
    return includers.map(({ uri, module, imports }) => {
      const key = `${uri} ${parameters}`;
      const kept = this.#worlds.get(key) ?? opened(module, imports, like);
      if (kept.module !== module || kept.imports !== imports) kept.world.update(module, imports);
      this.#worlds.delete(key);
      this.#worlds.set(key, { ...kept, module, imports });
      if (this.#worlds.size > MAXIMUM_WORLDS) this.#worlds.delete(this.#worlds.keys().next().value!);
      return { uri, evaluator: kept.evaluator };
    });
  }
}
