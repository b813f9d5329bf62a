// What a Python file sees of the modules of its workspace: each is a namespace of its own, named after its file.

import type {
  ImportChanges,
  ImportedDeclaration,
  ImportedUnit,
  Imports,
} from '../../evaluate/model/imports.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { Module, PlacedUnit, Unit } from '../../frontends/common/scope.ts';
import { declaredNames } from '../../frontends/python/unread.ts';
import { wordNumber, wordNumbers } from '../../syntax/text/words.ts';

/** Where a dotted path of an import leads, from a file: the URI of a module. `path`: relative ones begin with dots. */
type ResolveModule = (path: readonly string[], from: string) => string | null;

/** A unit of a module, in the namespace that is named after the file. */
class ModuleUnit implements ImportedUnit, PlacedUnit {
  readonly uri: string;
  readonly conditionals = [];
  readonly namespace: readonly string[];
  readonly #whole: PlacedUnit;
  #unit: Unit | null = null;

  constructor(uri: string, namespace: string, whole: PlacedUnit) {
    this.uri = uri;
    this.namespace = [namespace];
    this.#whole = whole;
  }

  get placed(): PlacedUnit {
    return this;
  }

  get start(): number {
    return this.#whole.start;
  }

  get text(): string {
    return this.#whole.text;
  }

  /** What stands in its comments and strings is no matter of those who import it. */
  get unit(): Unit {
    this.#unit ??= withoutNotation(this.#whole.unit);
    return this.#unit;
  }
}

const withoutNotation = (unit: Unit): Unit =>
  unit.notations.length === 0 && unit.directives.length === 0
    ? unit
    : { ...unit, notations: [], directives: [] };

/** A module of the workspace. */
export class ModuleFile {
  readonly uri: string;
  readonly stamp: string;
  /** With the notation in its comments and strings, as a document reads it; classes and functions may not be read yet. */
  readonly whole: Module;
  readonly units: readonly ModuleUnit[];
  readonly #namespace: string;
  readonly #units = new Map<string, ModuleUnit[]>();
  readonly #declared = new Map<string, readonly ImportedDeclaration[]>();
  /** The units that hold a word, by its number; made when somebody asks. */
  #words: ReadonlyMap<number, readonly ImportedUnit[]> | null = null;
  #module: Module | null = null;

  constructor(uri: string, stamp: string, whole: Module) {
    this.uri = uri;
    this.stamp = stamp;
    this.whole = whole;
    this.#namespace = namespaceOf(uri);
    this.units = whole.units.map((placed) => new ModuleUnit(uri, this.#namespace, placed));
    for (const [i, placed] of whole.units.entries())
      for (const name of new Set(declaredNames(placed))) addTo(this.#units, name, this.units[i]!);
  }

  /** As a file of its own: all of it is read. */
  get module(): Module {
    this.#module ??= {
      ...this.whole,
      units: this.units.map(({ start, unit, text }) => ({ start, unit, text, namespace: [] })),
    };
    return this.#module;
  }

  declared(name: string): readonly ImportedDeclaration[] {
    let found = this.#declared.get(name);
    if (found === undefined) {
      found = (this.#units.get(name) ?? []).flatMap((unit) =>
        unit.unit.scope.declarations
          .filter((declaration) => declaration.name === name)
          .map((declaration) => ({ unit, declaration, namespace: this.#namespace, regions: [] })),
      );
      this.#declared.set(name, found);
    }
    return found;
  }

  /** The units that may name something. */
  naming(name: string): readonly ImportedUnit[] {
    // Other letters than those of ASCII end what is numbered as a word.
    if (!/^\w+$/.test(name)) return this.units.filter(({ text }) => text.includes(name));
    this.#words ??= unitsByWord(this.units);
    return this.#words.get(wordNumber(name)) ?? NO_UNITS;
  }
}

const NO_UNITS: readonly ImportedUnit[] = [];

function unitsByWord(units: readonly ModuleUnit[]): ReadonlyMap<number, readonly ImportedUnit[]> {
  const found = new Map<number, ImportedUnit[]>();
  for (const unit of units) for (const word of wordNumbers(unit.text)) addTo(found, word, unit);
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
    return unit instanceof ModuleUnit && (this.#byUri.get(unit.uri)?.units.includes(unit) ?? false);
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
