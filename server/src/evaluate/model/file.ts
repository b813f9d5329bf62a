// What the evaluation asks of a file: its units, what they declare, and what is assumed there.

import type { Expr } from '../../frontends/common/expression.ts';
import type { Reference } from '../../frontends/common/references.ts';
import type { Declaration, Directive, Scope, Unit } from '../../frontends/common/scope.ts';
import type { Environment, UnitMemo } from './environment.ts';
import type { Evaluation } from './evaluation.ts';
import type { Imports } from './imports.ts';
import type { Language } from './language.ts';
import type { Memo, NestingLimit } from './memo.ts';
import type { Value } from './value.ts';

/** A declaration of the file, outside of functions and classes. */
export interface FileDeclaration {
  readonly memo: UnitMemo;
  readonly declaration: Declaration;
  readonly namespace: string;
}

/** What is worked out anew when a name that was looked up means something else. */
export type Dependent = Pick<UnitMemo, 'nameDependencies'>;

/** A reference to a name in a unit. */
export interface PlacedReference {
  readonly memo: UnitMemo;
  readonly reference: Reference;
}

/** A directive that gives parameters values. */
export interface FileAssumption {
  readonly memo: UnitMemo;
  readonly directive: Directive & { readonly kind: 'assume' };
}

/** A constant and the classes that it stands in. */
export interface Constant {
  readonly owners: readonly string[];
  readonly name: string;
}

/** A file that imports this one, as its own evaluation sees it. */
export interface Importer {
  readonly uri: string;
  readonly evaluator: Evaluation;
  /** The declaration of a name at the level of this file, as that one sees it; null: there is none, or are several. */
  readonly declared: (name: string) => FileDeclaration | null;
}

/** The names that something is said of in a unit, the same each time. An index is kept for each such function. */
export type NamesIn = (unit: Unit) => Iterable<string>;

export interface UnitsByName {
  /** The units of the file that have a name, in order. */
  having(namesIn: NamesIn, name: string): readonly UnitMemo[];
}

export interface FileView {
  readonly language: Language;
  /** Values of template parameters by name, from settings. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Settings that name entities of the file, by parameter. */
  readonly expressions: ReadonlyMap<string, Expr>;
  /** The units of the file itself. */
  readonly memos: readonly UnitMemo[];
  readonly units: UnitsByName;
  /** What the file includes; null when nobody looks for it. */
  readonly imports: Imports | null;
  /** Namespaces that are opened or named by `using namespace` at file level, also in included files. */
  readonly namespaces: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
  /** Those of them that are opened outside of all namespaces. */
  readonly openedInFile: ReadonlySet<string>;
  readonly assumptions: readonly FileAssumption[];
  /** The names of functions and templates whose uses somebody has looked for. */
  readonly queriedNames: Set<string>;
  /** The declarations of a name at file level, in order, those of included files first. */
  declarationsNamed(name: string): readonly FileDeclaration[];
  /** The same by namespace. */
  declarationsByNamespace(name: string): ReadonlyMap<string, readonly FileDeclaration[]>;
  /** The unit that a file-level declaration stands in; null for other declarations. */
  memoOf(declaration: Declaration): UnitMemo | null;
  /** The environment of that unit. */
  environmentOf(declaration: Declaration): Environment | null;
  /** What a constant of a class or namespace is called while its value is not known; null: nothing. */
  constantName(namespace: readonly string[], constant: Constant): string | null;
  /** Where a name is referenced, in the file and in those that include it. */
  referencesTo(name: string): Iterable<PlacedReference>;
  /** The units in which a variable of the file may be changed, by its name. `from` depends on them. */
  unitsMutating(name: string, from: Dependent): Iterable<UnitMemo>;
  /** The member functions of a name, of any class. `from` depends on them. */
  memberFunctions(
    name: string,
    from: UnitMemo,
    isLeftOut?: (namespace: readonly string[]) => boolean,
  ): Iterable<FileDeclaration & { readonly scope: Scope }>;
  /** The files that import this one and name what it declares by a name; none in C++, whose files include others as text. */
  readonly importers: (name: string) => readonly Importer[];
  /**
   * What is in work: the values of declarations, which in Python ask the calls in the file, which may ask for what asked
   * for them; the instantiations of templates; and what a class or a macro's call is made of.
   */
  readonly values: Memo;
  readonly searches: Memo;
  readonly structures: Memo;
  /** Functions that are run, and loops that are followed, inside of one another. */
  readonly runs: NestingLimit;
  readonly loops: NestingLimit;
}
