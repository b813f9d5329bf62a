// What one document sees of its includes, put together file by file in the order in which the preprocessor reads them.

import { HeaderFile, type PlacedInclude } from '../../analysis/imports/header-file.ts';
import { type HeaderImports, type ImportedFile, sameRegions } from '../../analysis/imports/header-imports.ts';
import type { HeaderOptions } from '../settings/header-options.ts';
import type { HeaderFiles } from './files.ts';
import { FollowedIncludes } from './followed-includes.ts';
import type { IncludePaths, SearchPath } from './include-paths.ts';

/** The most that is read for one document. */
const MAXIMUM_FILES = 2000;
const MAXIMUM_CHARACTERS = 64 * 2 ** 20;

/** A view that is being put together. */
interface Building {
  readonly files: ImportedFile[];
  /** The place among `files` by URI, -1 while its own includes are followed. */
  readonly places: Map<string, number>;
  readonly missing: Set<string>;
  readonly refused: Set<string>;
  readonly search: SearchPath;
  readonly options: HeaderOptions;
  readonly until: number;
  characters: number;
  isPending: boolean;
}

/** What a document sees, and whether there is more to come. */
interface BuiltView {
  readonly files: readonly ImportedFile[];
  readonly uris: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly isPending: boolean;
}

export class HeaderViews {
  readonly #files: HeaderFiles;
  readonly #paths: IncludePaths;
  readonly #followed: FollowedIncludes;

  constructor(files: HeaderFiles, paths: IncludePaths) {
    this.#files = files;
    this.#paths = paths;
    this.#followed = new FollowedIncludes(paths);
  }

  /** Follows the includes of a document for as long as there is time. */
  build(key: string, direct: readonly PlacedInclude[], options: HeaderOptions, until: number): BuiltView {
    const search = this.#paths.of(key, options);
    const building: Building = {
      files: [],
      places: new Map([[key, -1]]),
      missing: new Set(),
      refused: new Set(),
      search,
      options,
      until,
      characters: 0,
      isPending: search.isPending,
    };
    if (search.defines !== null && search.defines.size > 0)
      building.files.push({ file: definesFile(key, search.defines), regions: NO_REGIONS });
    this.#follow(building, key, direct, NO_REGIONS);
    const { files, places, missing, refused, isPending } = building;
    return { files, uris: new Set(places.keys()), missing, refused, isPending };
  }

  #follow(
    building: Building,
    from: string,
    includes: HeaderFile['includes'],
    regions: ImportedFile['regions'],
  ): void {
    const { search, options } = building;
    for (const { include, uri } of this.#followed.of(includes, from, search, options.followLibrary)) {
      const { path } = include;
      if (uri === undefined) building.isPending = true;
      else if (uri === null) {
        const isRefused = this.#paths.isRefused(search, from, path);
        (isRefused ? building.refused : building.missing).add(path);
      } else this.#include(building, uri, path, joined(regions, include.regions));
    }
  }

  #include(building: Building, uri: string, path: string, regions: ImportedFile['regions']): void {
    const { places, files } = building;
    const place = places.get(uri);
    if (place !== undefined) {
      // Also included without the condition: then it is there in any case.
      const known = files[place];
      if (known !== undefined && known.regions.length > 0 && regions.length === 0)
        files[place] = { ...known, regions };
      return;
    }
    const isTooMuch = places.size > MAXIMUM_FILES || building.characters > MAXIMUM_CHARACTERS;
    const file = isTooMuch ? null : this.#files.file(uri, building.until);
    if (file === undefined) {
      building.isPending = true;
      return;
    }
    if (file === null) {
      building.missing.add(path);
      return;
    }
    places.set(uri, -1);
    building.characters += file.length;
    this.#follow(building, uri, file.includes, regions);
    places.set(uri, files.length);
    files.push({ file, regions });
  }
}

const NO_REGIONS: ImportedFile['regions'] = [];

const joined = (a: ImportedFile['regions'], b: ImportedFile['regions']): ImportedFile['regions'] =>
  a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];

/** The same text for the same includes under the same conditions. */
export const includeFingerprint = (includes: readonly PlacedInclude[]): string =>
  includes
    .map(({ path, regions }) =>
      [path, ...regions.map((r) => `${r.condition} ${[...r.names].join()}`)].join('|'),
    )
    .join('\n');

export function isSameView(
  before: HeaderImports,
  { files, missing, refused, isPending }: BuiltView,
): boolean {
  return (
    before.isPending === isPending &&
    before.files.length === files.length &&
    before.files.every((f, i) => f.file === files[i]!.file && sameRegions(f.regions, files[i]!.regions)) &&
    before.missing.length === missing.size &&
    before.missing.every((path) => missing.has(path)) &&
    before.refused.length === refused.size &&
    before.refused.every((path) => refused.has(path))
  );
}

const definesFiles = new WeakMap<ReadonlyMap<string, string>, HeaderFile>();

/** The macros of a command line, as the preprocessor sees them: defined before everything else. */
function definesFile(document: string, defines: ReadonlyMap<string, string>): HeaderFile {
  let file = definesFiles.get(defines);
  if (file === undefined) {
    const text = [...defines].map(([name, value]) => `#define ${name} ${value}\n`).join('');
    file = HeaderFile.read(`${document}#command-line`, text);
    definesFiles.set(defines, file);
  }
  return file;
}
