// Files as they are with macros that their own conditions ask for and nobody defines, read when somebody looks for what
// such a branch instantiates.

import { HeaderFile } from '../../analysis/imports/header-file.ts';
import type { Includer } from '../../analysis/values/includer-analyses.ts';
import { includedPaths, isMacroOf } from '../../analysis/values/supposed-readings.ts';
import type { Module } from '../../frontends/common/scope.ts';
import { supposedUnit } from '../../frontends/cpp/cpp.ts';
import { maskCpp } from '../../syntax/cpp/mask.ts';
import { type Alternative, type SupposedMacro, supposedNaming } from '../../syntax/cpp/supposed-macros.ts';

interface Known {
  readonly text: string;
  readonly alternatives: readonly Alternative[];
  /** By the line that defines the macro; null: it includes other files then, which are not looked for. */
  readonly modules: Map<string, Module | null>;
}

/** Of how many files they are kept. */
const MAXIMUM_FILES = 32;

export class SupposedFiles {
  readonly #known = new Map<string, Known>();

  /** The readings of a file in which a branch is read that has one of the names. `plain`: as it is without. */
  of(plain: Includer, text: string, names: ReadonlySet<string>): readonly Includer[] {
    const known = this.#of(plain.uri, text);
    return supposedNaming(text, known.alternatives, names).flatMap((supposed): Includer[] => {
      if (isMacroOf(plain.imports, supposed.name)) return [];
      const module = this.#module(known, plain, supposed);
      return module === null ? [] : [{ uri: plain.uri, module, imports: plain.imports, supposed }];
    });
  }

  #of(uri: string, text: string): Known {
    let known = this.#known.get(uri);
    if (known?.text !== text) {
      if (this.#known.size >= MAXIMUM_FILES) this.#known.clear();
      known = { text, alternatives: maskCpp(text).alternatives, modules: new Map() };
      this.#known.set(uri, known);
    }
    return known;
  }

  #module({ text, modules }: Known, plain: Includer, supposed: SupposedMacro): Module | null {
    let module = modules.get(supposed.line);
    if (module === undefined) {
      module = read(plain, text, supposed);
      modules.set(supposed.line, module);
    }
    return module;
  }
}

function read({ uri, module: plain }: Includer, text: string, supposed: SupposedMacro): Module | null {
  const { module } = HeaderFile.read(uri, text, null, null, supposed);
  if (includedPaths(module) !== includedPaths(plain)) return null;
  return { ...module, units: [supposedUnit(supposed), ...module.units] };
}
