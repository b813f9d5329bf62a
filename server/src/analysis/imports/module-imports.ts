// What a Python file sees of the modules of its workspace: each is a namespace of its own, named after its file.

import type {
  ImportChanges,
  ImportedDeclaration,
  ImportedUnit,
  Imports,
} from '../../evaluate/model/imports.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { Module } from '../../frontends/common/scope.ts';
import { wordNumber, wordNumbers } from '../../syntax/text/words.ts';

/** Where a dotted path of an import leads, from a file: the URI of a module. `path`: relative ones begin with dots. */
type ResolveModule = (path: readonly string[], from: string) => string | null;

/** A module of the workspace, lowered. */
export class ModuleFile {
  readonly uri: string;
  readonly stamp: string;
  readonly module: Module;
  readonly units: readonly ImportedUnit[];
  readonly #names = new Map<string, ImportedDeclaration[]>();
  /** The units that hold a word, by its number; made when somebody asks. */
  #words: ReadonlyMap<number, readonly ImportedUnit[]> | null = null;

  constructor(uri: string, stamp: string, module: Module) {
    this.uri = uri;
    this.stamp = stamp;
    this.module = module;
    const namespace = namespaceOf(uri);
    this.units = module.units.map((placed) => ({
      uri,
      placed: { ...placed, namespace: [namespace] },
      conditionals: [],
    }));
    for (const unit of this.units)
      for (const declaration of unit.placed.unit.scope.declarations)
        addTo(this.#names, declaration.name, { unit, declaration, namespace, regions: [] });
  }

  declared(name: string): readonly ImportedDeclaration[] {
    return this.#names.get(name) ?? [];
  }

  /** The units that may name something. */
  naming(name: string): readonly ImportedUnit[] {
    // Other letters than those of ASCII end what is numbered as a word.
    if (!/^\w+$/.test(name)) return this.units.filter(({ placed }) => placed.text.includes(name));
    this.#words ??= unitsByWord(this.units);
    return this.#words.get(wordNumber(name)) ?? NO_UNITS;
  }
}

const NO_UNITS: readonly ImportedUnit[] = [];

function unitsByWord(units: readonly ImportedUnit[]): ReadonlyMap<number, readonly ImportedUnit[]> {
  const found = new Map<number, ImportedUnit[]>();
  for (const unit of units) for (const word of wordNumbers(unit.placed.text)) addTo(found, word, unit);
  return found;
}

/** No name that a program can write begins so. */
const MODULE = 'module ';
const namespaceOf = (uri: string): string => `${MODULE}${uri}`;

export class ModuleImports implements Imports {
  readonly files: readonly ModuleFile[];
  readonly namespaces: ReadonlySet<string> = new Set();
  readonly opened: ReadonlySet<string> = new Set();
  readonly assumptions: Imports['assumptions'] = [];
  readonly missing: readonly string[] = [];
  readonly refused: readonly string[] = [];
  /** Whether modules are still being read. */
  readonly isPending: boolean;
  readonly #uri: string;
  readonly #resolve: ResolveModule;
  readonly #byUri: ReadonlyMap<string, ModuleFile>;

  /** `uri`: the document's. */
  constructor(uri: string, files: readonly ModuleFile[], resolve: ResolveModule, isPending = false) {
    this.#uri = uri;
    this.isPending = isPending;
    this.files = files;
    this.#resolve = resolve;
    this.#byUri = new Map(files.map((file) => [file.uri, file]));
  }

  declarationsNamed(name: string): readonly ImportedDeclaration[] {
    return this.files.flatMap((file) => file.declared(name));
  }

  *unitsReferencing(name: string): Iterable<ImportedUnit> {
    for (const file of this.files) yield* file.naming(name);
  }

  has(unit: ImportedUnit): boolean {
    return this.#byUri.get(unit.uri)?.units.includes(unit) ?? false;
  }

  changesSince(before: Imports): ImportChanges | null {
    const isSame =
      before instanceof ModuleImports &&
      before.files.length === this.files.length &&
      before.files.every((file, i) => file === this.files[i]);
    return isSame ? { names: new Set(), units: [] } : null;
  }

  /** The document itself is the namespace ''. A path may begin with a namespace that was found before. */
  moduleAt(path: readonly string[], from: string | null): string | null {
    const [first = '', ...rest] = path;
    const isModule = first.startsWith(MODULE);
    if (isModule && rest.length === 0) return first;
    const uri = isModule
      ? this.#resolve([`.${rest[0]}`, ...rest.slice(1)], first.slice(MODULE.length))
      : this.#resolve(path, from ?? this.#uri);
    if (uri === this.#uri) return '';
    return uri !== null && this.#byUri.has(uri) ? namespaceOf(uri) : null;
  }
}
