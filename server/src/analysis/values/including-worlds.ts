// What files that include a document make of its templates: each of them evaluated as a whole, once for all documents
// that ask.

import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { World } from '../../evaluate/incremental/world.ts';
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
  readonly evaluator: Evaluator;
}

/** Worlds that are kept: those of a handful of files for each of the headers that somebody looks at. */
const MAXIMUM_WORLDS = 24;

export class IncludingWorlds {
  /** By file and parameters, the one asked for last at the end. */
  readonly #worlds = new Map<string, { module: Module; imports: Imports; evaluator: Evaluator }>();

  /** `parameters`: what was set for parameters, as a text; `like`: a world with these settings. */
  evaluators(includers: readonly Includer[], like: World, parameters: string): readonly IncludingEvaluator[] {
    return includers.map(({ uri, module, imports }) => {
      const key = `${uri} ${parameters}`;
      const known = this.#worlds.get(key);
      let evaluator = known?.evaluator;
      // One that an exception leaves half updated is not used again.
      this.#worlds.delete(key);
      if (evaluator === undefined) {
        const world = new World(like.rules, module, like.parameters, imports);
        world.expressions = like.expressions;
        evaluator = new Evaluator(world);
      } else if (known!.module !== module || known!.imports !== imports) {
        evaluator.world.update(module, imports);
      }
      this.#worlds.set(key, { module, imports, evaluator });
      if (this.#worlds.size > MAXIMUM_WORLDS) this.#worlds.delete(this.#worlds.keys().next().value!);
      return { uri, evaluator };
    });
  }
}
