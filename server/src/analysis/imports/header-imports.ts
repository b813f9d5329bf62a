// What a document sees of its includes: the files in the order in which the preprocessor would read them.

import type {
  ImportChanges,
  ImportedDeclaration,
  ImportedUnit,
  Imports,
} from '../../evaluate/model/imports.ts';
import type { ConditionalRegion } from '../../frontends/common/scope.ts';
import type { HeaderFile } from './header-file.ts';
import type { HeaderUnit } from './header-unit.ts';

export interface ImportedFile {
  readonly file: HeaderFile;
  /** The conditional regions in which it, or what includes it, is included. */
  readonly regions: readonly ConditionalRegion[];
}

const NONE: readonly ImportedDeclaration[] = [];

export class HeaderImports implements Imports {
  readonly files: readonly ImportedFile[];
  readonly missing: readonly string[];
  readonly refused: readonly string[];
  readonly isPending: boolean;
  readonly namespaces: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
  readonly assumptions: Imports['assumptions'];
  #byUri: ReadonlyMap<string, HeaderFile> | null = null;
  readonly #names = new Map<string, readonly ImportedDeclaration[]>();
  readonly #naming = new Map<string, readonly ImportedUnit[]>();

  constructor(
    files: readonly ImportedFile[],
    { missing, refused, isPending }: Pick<Imports, 'missing' | 'refused' | 'isPending'>,
  ) {
    this.files = files;
    this.missing = missing;
    this.refused = refused;
    this.isPending = isPending;
    this.namespaces = new Set(files.flatMap(({ file }) => [...file.namespaces]));
    this.opened = new Set(files.flatMap(({ file }) => [...file.opened]));
    this.assumptions = files.flatMap(({ file }) => file.assumptions);
  }

  declarationsNamed(name: string): readonly ImportedDeclaration[] {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    let found: ImportedDeclaration[] | null = null;
    for (const { file, regions } of this.files) {
      if (!file.mayDeclare(name)) continue;
      for (const entry of file.declared(name)) {
        found ??= [];
        found.push({ ...entry, regions });
      }
    }
    this.#names.set(name, found ?? NONE);
    return found ?? NONE;
  }

  unitsReferencing(name: string): readonly ImportedUnit[] {
    let found = this.#naming.get(name);
    if (found === undefined) {
      found = this.files.flatMap(({ file }) => file.naming(name));
      this.#naming.set(name, found);
    }
    return found;
  }

  has(unit: ImportedUnit): boolean {
    this.#byUri ??= new Map(this.files.map(({ file }) => [file.uri, file]));
    return this.#byUri.get(unit.uri)?.has(unit) ?? false;
  }

  changesSince(before: Imports): ImportChanges | null {
    if (!(before instanceof HeaderImports)) return null;
    if (!sameNames(before.namespaces, this.namespaces) || !sameNames(before.opened, this.opened)) return null;
    if (before.assumptions.length > 0 || this.assumptions.length > 0) return null;
    const names = new Set<string>();
    const units: HeaderUnit[] = [];
    const old = new Map(before.files.map((f) => [f.file.uri, f]));
    for (const { file, regions } of this.files) {
      const was = old.get(file.uri);
      old.delete(file.uri);
      if (was === undefined) addNames(names, file.units);
      else if (!sameRegions(was.regions, regions)) return null;
      else if (was.file !== file) {
        if (JSON.stringify(conditionsOf(was.file)) !== JSON.stringify(conditionsOf(file))) return null;
        units.push(...was.file.unitsUnlike(file));
      }
    }
    for (const { file } of old.values()) addNames(names, file.units);
    addNames(names, units);
    if (!isSameOrder(before.files, this.files)) addSharedNames(names, this.files);
    return { names, units };
  }
}

/** Whether the files that stand in both lists come one after the other in both alike. */
function isSameOrder(before: readonly ImportedFile[], now: readonly ImportedFile[]): boolean {
  const places = new Map(before.map(({ file }, i) => [file.uri, i]));
  let last = -1;
  for (const { file } of now) {
    const place = places.get(file.uri) ?? last;
    if (place < last) return false;
    last = place;
  }
  return true;
}

/** Those that several files declare: which of them comes first may say what they mean. */
function addSharedNames(names: Set<string>, files: readonly ImportedFile[]): void {
  const seen = new Set<string>();
  for (const { file } of files) {
    const own = new Set<string>();
    addNames(own, file.units);
    for (const name of own) (seen.has(name) ? names : seen).add(name);
  }
}

export const sameRegions = (a: ImportedFile['regions'], b: ImportedFile['regions']): boolean =>
  a === b || JSON.stringify(a.map(unitSignatureOf)) === JSON.stringify(b.map(unitSignatureOf));

const unitSignatureOf = ({ condition, names, suppositions }: ConditionalRegion): unknown => [
  condition,
  [...names],
  suppositions,
];

const sameNames = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((name) => b.has(name));

const conditionsOf = (file: HeaderFile): unknown => file.conditionals.map(unitSignatureOf);

function addNames(names: Set<string>, units: readonly HeaderUnit[]): void {
  for (const unit of units) for (const name of unit.names) names.add(name);
}
