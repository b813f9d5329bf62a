// A file's units with what was worked out about them, and the index of the names that they declare.
// After an edit, what depends on nothing that has changed is kept.

import type { Expr } from '../../frontends/common/expression.ts';
import { addTo } from '../../frontends/common/lists.ts';
import { memberFunctionKey, mutationKey, usedWord } from '../../frontends/common/mutations.ts';
import type { Declaration, Module, PlacedUnit } from '../../frontends/common/scope.ts';
import { count } from '../../profile/profile.ts';
import { wordsIn } from '../../syntax/text/words.ts';
import { ConstantNames } from '../core/constant-names.ts';
import { dependencyKey, type Environment, type UnitMemo, unitMemo } from '../model/environment.ts';
import type {
  Constant,
  Dependent,
  FileAssumption,
  FileDeclaration,
  FileView,
  Importer,
  PlacedReference,
} from '../model/file.ts';
import type { ImportedUnit, Imports, UnitFile } from '../model/imports.ts';
import type { Language } from '../model/language.ts';
import { Memo, NestingLimit } from '../model/memo.ts';
import type { Value } from '../model/value.ts';
import { askedIn, type IsAsked } from './asked-names.ts';
import { lookupOf } from './file-lookup.ts';
import { type ReusedMemo, reusableMemo } from './invalidate.ts';
import { type GoneUnit, matchUnits } from './matching.ts';
import { ReferenceIndex } from './reference-index.ts';
import { changeLookup, conditionsOf, declaredIn, reboundNames } from './signatures.ts';
import { type MemberDeclaration, membersIn, UnitIndex } from './unit-index.ts';
import { areAsBefore } from './verify.ts';

/** Templates that are searched for one: its callers, and theirs. A library's helpers are called from everywhere. */
const MAXIMUM_SEARCHES = 100;
const MAXIMUM_RUNS = 16;
const MAXIMUM_LOOPS = 2;

/** A home that follows the text of its document. */
type OwnHome = UnitFile & { uri: null };

/** What is different in included files. */
interface ImportedChange {
  /** The names that mean something else. */
  readonly names: ReadonlySet<string>;
  /** What the texts name that have come or gone. */
  readonly mentioned: Set<string>;
}

export class AnalysisDb implements FileView {
  readonly language: Language;
  /** Values of template parameters by name, from settings. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Settings that name entities of the file, by parameter. */
  expressions: ReadonlyMap<string, Expr> = new Map();
  /** What depends on it is forgotten by whoever knows that it answers otherwise. */
  importers: (name: string) => readonly Importer[] = () => NO_IMPORTERS;
  module: Module;
  /** The units of the file itself. */
  memos: readonly UnitMemo[] = [];
  readonly units = new UnitIndex();
  /** What the file includes; null when nobody looks for it. */
  imports: Imports | null;
  /** Namespaces that are opened or named by `using namespace` at file level, also in included files. */
  namespaces: ReadonlySet<string> = new Set();
  opened: ReadonlySet<string> = new Set();
  /** Those of them that are opened outside of all namespaces. */
  openedInFile: ReadonlySet<string> = new Set();
  assumptions: readonly FileAssumption[] = [];
  /** The names of functions and templates whose uses somebody has looked for. */
  readonly queriedNames = new Set<string>();
  readonly #constantNames = new ConstantNames();
  /**
   * What is in work: the values of declarations, which in Python ask the calls in the file, which may ask for what asked
   * for them; the instantiations of templates; and what a class or a macro's call is made of.
   */
  readonly values: Memo;
  readonly searches = new Memo('with-question', MAXIMUM_SEARCHES);
  readonly structures = new Memo('never');
  /** Functions that are run, and loops that are followed, inside of one another. */
  readonly runs = new NestingLimit(MAXIMUM_RUNS);
  readonly loops = new NestingLimit(MAXIMUM_LOOPS);
  readonly #home: OwnHome;
  #names: ReadonlyMap<string, readonly FileDeclaration[]> = new Map();
  readonly #references = new ReferenceIndex((name) => this.#naming(name));
  /** Units of included files that somebody has asked for. */
  readonly #imported = new Map<ImportedUnit, UnitMemo>();
  readonly #seen = new Map<string, readonly FileDeclaration[]>();
  /** By name, until the units change: a template may have a thousand specialisations. */
  readonly #statesOf = new Map<string, Map<Declaration, UnitMemo>>();
  readonly #byNamespace = new Map<string, ReadonlyMap<string, readonly FileDeclaration[]>>();

  constructor(
    language: Language,
    module: Module,
    parameters: ReadonlyMap<string, Value>,
    imports: Imports | null = null,
  ) {
    this.language = language;
    this.values = new Memo(language.units.memo);
    this.parameters = parameters;
    this.module = module;
    this.imports = imports;
    this.#home = { uri: null, conditionals: module.conditionals ?? [], regions: [] };
    this.#place(module.units.map((placed, i) => this.#fresh(placed, i)));
  }

  /** The declarations of a name at file level, in order, those of included files first. */
  declarationsNamed(name: string): readonly FileDeclaration[] {
    const own = this.#names.get(name) ?? NO_DECLARATIONS;
    if (this.imports === null) return own;
    let seen = this.#seen.get(name);
    if (seen === undefined) {
      seen = this.imports.declarationsNamed(name).map(({ unit, declaration, namespace, regions }) => ({
        memo: this.#importedState(unit, regions),
        declaration,
        namespace,
      }));
      this.#seen.set(name, seen);
    }
    return own.length === 0 ? seen : seen.length === 0 ? own : [...seen, ...own];
  }

  /**
   * The same by namespace; the lists are the same objects until something changes. A macro with the name of a namespace
   * is left out: it gives all of that another name. So are members that are defined outside of their classes.
   */
  declarationsByNamespace(name: string): ReadonlyMap<string, readonly FileDeclaration[]> {
    const known = this.#byNamespace.get(name);
    if (known !== undefined) return known;
    const found = new Map<string, FileDeclaration[]>();
    const isNamespace = this.namespaces.has(name);
    for (const entry of this.declarationsNamed(name)) {
      const { kind, isOutOfClass: isOutside } = entry.declaration;
      if (isOutside === true || (isNamespace && kind === 'macro')) continue;
      addTo(found, entry.namespace, entry);
    }
    this.#byNamespace.set(name, found);
    return found;
  }

  /** The unit that a file-level declaration stands in; null for other declarations. */
  memoOf(declaration: Declaration): UnitMemo | null {
    const { name } = declaration;
    let memos = this.#statesOf.get(name);
    if (memos === undefined) {
      memos = new Map();
      for (const entry of this.declarationsNamed(name))
        if (!memos.has(entry.declaration)) memos.set(entry.declaration, entry.memo);
      this.#statesOf.set(name, memos);
    }
    return memos.get(declaration) ?? null;
  }

  constantName(namespace: readonly string[], constant: Constant): string | null {
    return this.#constantNames.nameOf(namespace, constant, () => this.memos, this.imports);
  }

  /** The environment of that unit. */
  environmentOf(declaration: Declaration): Environment | null {
    return this.memoOf(declaration)?.env ?? null;
  }

  /**
   * Where something is called or given arguments: in the file itself, then in what it includes, whose units are lowered
   * as far as somebody reads on.
   */
  referencesTo(name: string): Iterable<PlacedReference> {
    return this.#references.of(name);
  }

  /** The units that may name something: of the file itself, then of what it includes. */
  *#naming(name: string): Generator<UnitMemo, void> {
    yield* this.units.mentioning(name);
    for (const unit of this.imports?.unitsReferencing(name) ?? []) yield this.#importedState(unit, []);
  }

  /** The units in which a variable of the file, or `.x` of an object, may be changed, or items (`x[]`). `from` depends on them. */
  *unitsMutating(name: string, from: Dependent): Iterable<UnitMemo> {
    const key = mutationKey(name);
    this.queriedNames.add(key);
    from.nameDependencies.add(key);
    yield* this.units.unitsMutating(name);
    yield* this.#includedReferencing(usedWord(name), from);
  }

  /**
   * The member functions of a name, of any class in a namespace that is not left out: what is, is not lowered for it.
   * `from` depends on them.
   */
  *memberFunctions(
    name: string,
    from: UnitMemo,
    isLeftOut: (namespace: readonly string[]) => boolean = () => false,
  ): Iterable<MemberDeclaration> {
    from.nameDependencies.add(memberFunctionKey(name));
    for (const found of this.units.memberFunctions(name))
      if (!isLeftOut(found.memo.placed.namespace)) yield found;
    for (const memo of this.#includedReferencing(name, from, isLeftOut)) yield* membersIn(memo, name);
  }

  *#includedReferencing(
    name: string,
    from: Dependent,
    isLeftOut: (namespace: readonly string[]) => boolean = () => false,
  ): Iterable<UnitMemo> {
    if (this.imports === null) return;
    from.nameDependencies.add(IMPORTS);
    for (const unit of this.imports.unitsReferencing(name))
      if (!isLeftOut(unit.placed.namespace)) yield this.#importedState(unit, []);
  }

  #fresh(placed: PlacedUnit, index: number): UnitMemo {
    return unitMemo(placed, index, this.#home);
  }

  #importedState(unit: ImportedUnit, regions: UnitFile['regions']): UnitMemo {
    let memo = this.#imported.get(unit);
    if (memo === undefined) {
      memo = unitMemo(unit.placed, -1, { uri: unit.uri, conditionals: unit.conditionals, regions });
      this.#imported.set(unit, memo);
    }
    return memo;
  }

  /** Takes a new version of the file, and of what it includes. */
  update(module: Module, imports: Imports | null = null): void {
    const { memos, added, gone, moved, reused } = matchUnits(
      this.memos,
      module.units,
      this.#isAsked(),
      (placed, i) => this.#fresh(placed, i),
    );
    const sameConditions =
      this.module.conditionals === module.conditionals ||
      JSON.stringify(conditionsOf(this.module)) === JSON.stringify(conditionsOf(module));
    this.module = module;
    this.#home.conditionals = module.conditionals ?? [];
    count('units read', added.length);
    const changed = [...added, ...gone].map(({ placed }) => placed);
    const imported = this.#importedChange(imports);
    this.imports = imports;
    const sameNames = this.#constantNames.update(memos, imports);
    if (imported === null || !sameNames || !sameConditions || changeLookup(gone, added)) {
      this.#constantNames.clear();
      this.#imported.clear();
      this.#seen.clear();
      count('units invalidated', module.units.length);
      this.#place(module.units.map((placed, i) => this.#fresh(placed, i)));
      return;
    }
    const { mentioned } = imported;
    for (const { unit } of changed)
      for (const name of this.language.units.referencedNames(unit)) mentioned.add(name);
    const names = reboundNames(added, gone, this.queriedNames);
    for (const name of imported.names) names.add(name);
    for (const { unit } of moved) for (const d of unit.scope.declarations) names.add(d.name);
    this.#place(this.#invalidated(memos, gone, names, mentioned));
    this.#verify(reused);
  }

  /** Begins anew with units of which something is worth something else now to whoever has seen it outside. */
  #verify(reused: readonly ReusedMemo[]): void {
    const stale = reused.filter(({ observations }) => !areAsBefore(this, observations));
    if (stale.length === 0) return;
    count('units invalidated', stale.length);
    const gone = stale.map(({ memo, before }) => ({ memo, placed: before, rank: memo.index }));
    const added = stale.map(({ memo }) => ({ placed: memo.placed, rank: memo.index }));
    const mentioned = new Set<string>();
    for (const { placed } of [...gone, ...added])
      for (const name of this.language.units.referencedNames(placed.unit)) mentioned.add(name);
    const replaced = new Set(stale.map(({ memo }) => memo));
    const memos = this.memos.map((memo, i) => (replaced.has(memo) ? this.#fresh(memo.placed, i) : memo));
    const names = reboundNames(added, gone, this.queriedNames);
    this.#place(this.#invalidated(memos, gone, names, mentioned));
  }

  #isAsked(): IsAsked {
    return askedIn(this.queriedNames, () => [...this.memos, ...this.#imported.values()]);
  }

  /** What is different in the included files; null when everything may be. */
  #importedChange(imports: Imports | null): ImportedChange | null {
    const before = this.imports;
    if (before === imports) return { names: new Set(), mentioned: new Set() };
    if (before === null || imports === null) return null;
    const changes = imports.changesSince(before);
    if (changes === null) return null;
    const names = new Set(changes.names);
    names.add(IMPORTS);
    const mentioned = new Set(changes.units.flatMap(({ placed }) => wordsIn(placed.text)));
    this.#seen.clear();
    const isAsked = this.#isAsked();
    for (const [unit, memo] of this.#imported) {
      if (!imports.has(unit)) {
        this.#imported.delete(unit);
        continue;
      }
      memo.file.conditionals = unit.conditionals;
      const { placed } = unit;
      if (placed.unit !== memo.placed.unit && !this.#isReusable(memo, placed, isAsked)) {
        this.#imported.delete(unit);
        for (const name of declaredIn(placed.unit.scope)) names.add(name);
        for (const { text } of [memo.placed, placed]) for (const name of wordsIn(text)) mentioned.add(name);
      }
      memo.placed = placed;
    }
    return { names, mentioned };
  }

  /** Of an included file nothing is compared. */
  #isReusable(memo: UnitMemo, placed: PlacedUnit, isAsked: IsAsked): boolean {
    return reusableMemo(memo, placed, isAsked)?.observations.length === 0;
  }

  /**
   * Replaces the states that depend on one of the names, directly or through others. `gone`: states of units that have
   * another text now: what depended on them may have through them depended on something else that has changed as well.
   */
  #invalidated(
    memos: readonly UnitMemo[],
    gone: readonly GoneUnit[],
    names: Set<string>,
    mentioned: ReadonlySet<string>,
  ): readonly UnitMemo[] {
    // What is shown in a template depends on who instantiates it.
    const shows = (memo: UnitMemo): boolean => {
      for (const name of memo.useDependencies) if (mentioned.has(name)) return true;
      return false;
    };
    const depends = (memo: UnitMemo): boolean => {
      for (const name of memo.nameDependencies) if (names.has(name)) return true;
      return false;
    };
    const declares = (memo: UnitMemo): void => {
      names.add(dependencyKey(memo));
      for (const d of memo.placed.unit.scope.declarations) names.add(d.name);
    };
    let result = memos;
    /** What such a state instantiates or declares in turn is seen by others. */
    const replaceWhere = (concerned: (memo: UnitMemo) => boolean): void => {
      result = result.map((memo, i) => {
        if (!concerned(memo)) return memo;
        count('units invalidated');
        declares(memo);
        return this.#fresh(memo.placed, i);
      });
      for (const [unit, memo] of this.#imported) {
        if (!concerned(memo)) continue;
        declares(memo);
        this.#imported.delete(unit);
      }
    };
    replaceWhere(shows);
    for (let before = -1; before !== names.size; ) {
      before = names.size;
      for (const { memo } of gone) if (depends(memo)) declares(memo);
      replaceWhere(depends);
    }
    if (this.#seen.size > 0) {
      // What was found may be among what was replaced.
      const current = new Set(this.#imported.values());
      for (const [name, found] of this.#seen)
        if (found.some((f) => !current.has(f.memo))) this.#seen.delete(name);
    }
    return result;
  }

  #place(memos: readonly UnitMemo[]): void {
    const lookup = lookupOf(memos, this.imports, (unit) => this.#importedState(unit, []));
    this.memos = memos;
    this.#statesOf.clear();
    this.#byNamespace.clear();
    this.units.update(memos);
    this.#references.clear();
    this.#names = lookup.names;
    this.namespaces = lookup.namespaces;
    this.opened = lookup.opened;
    this.openedInFile = lookup.openedInFile;
    this.assumptions = lookup.assumptions;
  }
}

/** By what whoever has looked through all included files depends on them. */
const IMPORTS = '=';
const NO_DECLARATIONS: readonly FileDeclaration[] = [];
const NO_IMPORTERS: readonly Importer[] = [];
