// What a file sees of the files that it includes or imports. Who finds and reads those files is not known here.

import type { ConditionalRegion, Declaration, Directive, PlacedUnit } from '../../frontends/common/scope.ts';
import { INCLUDES } from '../../syntax/cpp/preprocessor-lines.ts';

/** The file that a unit is in. */
export interface UnitFile {
  /** Null for the document itself. */
  readonly uri: string | null;
  conditionals: readonly ConditionalRegion[];
  /** Where its names may come from something else: the conditional regions in which the file is included. */
  readonly regions: readonly ConditionalRegion[];
}

/** Whether a name may mean something else in another branch of the region. */
export const mayDiffer = (region: ConditionalRegion, name: string): boolean =>
  region.names.has(name) || region.names.has(INCLUDES);

/** A unit of an included file: the same object for as long as its text is the same. */
export interface ImportedUnit {
  readonly uri: string;
  /** Where it stands now; what it is lowered to is only worked out when it is asked for. */
  readonly placed: PlacedUnit;
  readonly conditionals: readonly ConditionalRegion[];
}

export interface ImportedDeclaration {
  readonly unit: ImportedUnit;
  readonly declaration: Declaration;
  readonly namespace: string;
  /** See Home. */
  readonly regions: readonly ConditionalRegion[];
}

/** An immutable view of all files that a document includes, directly or through others. */
export interface Imports {
  /** The declarations of a name outside of functions and classes, in the order of inclusion. */
  declarationsNamed(name: string): readonly ImportedDeclaration[];
  /** The units with a name in their text, in the order of inclusion. What they are lowered to costs time when it is read first. */
  unitsReferencing(name: string): Iterable<ImportedUnit>;
  /** Whether the unit is part of one of the files as they are now. */
  has(unit: ImportedUnit): boolean;
  readonly namespaces: ReadonlySet<string>;
  /** Namespaces that `using namespace` opens outside of functions. */
  readonly opened: ReadonlySet<string>;
  /** `layout-lens: assume` outside of functions and classes. */
  readonly assumptions: readonly {
    readonly unit: ImportedUnit;
    readonly directive: Directive & { readonly kind: 'assume' };
  }[];
  /** The files that were not found, as they are written. */
  readonly missing: readonly string[];
  /** Those that are not read, whether they are there or not. */
  readonly refused: readonly string[];
  /** Whether some of the files have not been read yet. */
  readonly isPending: boolean;
  /** In Python: the namespace of the module that a dotted path means in a file (null: the document itself). */
  moduleAt?(path: readonly string[], from: string | null): string | null;
  /** What differs from an earlier view; null when everything may. */
  changesSince(before: Imports): ImportChanges | null;
}

export interface ImportChanges {
  /** The names that may mean something else. */
  readonly names: ReadonlySet<string>;
  /** The units that have come or gone in files of both views, which are few: what their texts mention may be looked for. */
  readonly units: readonly ImportedUnit[];
}
