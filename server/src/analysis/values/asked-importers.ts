// What the files that import a module give to what it declares, as it was when somebody asked.

import type { Importer } from '../../evaluate/model/file.ts';
import { argumentText } from '../../evaluate/values/argument-text.ts';
import { fileOffset } from '../../frontends/common/gap-map.ts';
import { instantiationsIn } from './parameters.ts';

type FindImporters = (name: string) => readonly Importer[];

export class AskedImporters {
  #find: FindImporters = () => [];
  /** By the name that was asked for. */
  readonly #given = new Map<string, string>();

  /** Whoever asks is remembered, until another one finds them. */
  of(find: FindImporters): FindImporters {
    this.#find = find;
    this.#given.clear();
    return (name) => {
      const found = find(name);
      this.#given.set(name, textOf(found, name));
      return found;
    };
  }

  isGivenOtherwise(): boolean {
    return [...this.#given].some(([name, text]) => textOf(this.#find(name), name) !== text);
  }
}

/** Who gives what to a declaration, and where. */
const textOf = (importers: readonly Importer[], name: string): string =>
  importers
    .flatMap(({ uri, evaluator, declared }) => {
      const there = declared(name);
      if (there === null) return [];
      return instantiationsIn(evaluator, there.declaration, there.memo).map(
        (i) =>
          `${uri}:${fileOffset(i.memo.placed, i.expr.span.start)} ${i.arguments.map((a) => `${a.name}=${argumentText(a.value)}`).join(';')}`,
      );
    })
    .join('\n');
