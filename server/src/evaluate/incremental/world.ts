// A file's units with what was worked out about them, and the index of the names that they declare.
// After an edit, what depends on nothing that has changed is kept.

import { changedName, memberName } from '../../frontends/common/changed.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { mentions } from '../../frontends/common/mentions.ts';
import type { Declaration, Module, PlacedUnit, Unit } from '../../frontends/common/scope.ts';
import { ConstantNames } from '../core/constant-names.ts';
import type { Constant, FileAssumption, FileDeclaration, FileView, PlacedMention } from '../model/file.ts';
import { type Frame, topName, type UnitState, unitState } from '../model/frame.ts';
import type { Home, ImportedUnit, Imports } from '../model/imports.ts';
import type { Language } from '../model/language.ts';
import { Memo, Nesting } from '../model/memo.ts';
import type { Value } from '../model/value.ts';
import { changedNames, changesLookup, conditionsOf, declaredIn } from './faces.ts';
import { lookupOf } from './file-lookup.ts';
import { editedState } from './forget.ts';
import { Mentions } from './mentioned.ts';
import { type MemberDeclaration, membersIn, UnitIndex } from './unit-index.ts';

/** Templates that are searched for one: its callers, and theirs. A library's helpers are called from everywhere. */
const MAXIMUM_SEARCHES = 100;
const MAXIMUM_RUNS = 16;
const MAXIMUM_LOOPS = 2;

/** A home that follows the text of its document. */
type OwnHome = Home & { uri: null };

export class World implements FileView {
  readonly language: Language;
  /** Values of template parameters by name, from settings. */
  readonly parameters: ReadonlyMap<string, Value>;
  /** Settings that name entities of the file, by parameter. */
  expressions: ReadonlyMap<string, Expr> = new Map();
  module: Module;
  /** The units of the file itself. */
  states: readonly UnitState[] = [];
  /** What the file includes; null when nobody looks for it. */
  imports: Imports | null;
  /** Namespaces that are opened or named by `using namespace` at file level, also in included files. */
  namespaces: ReadonlySet<string> = new Set();
  opened: ReadonlySet<string> = new Set();
  /** Those of them that are opened outside of all namespaces. */
  openedInFile: ReadonlySet<string> = new Set();
  assumptions: readonly FileAssumption[] = [];
  /** The names of functions and templates whose uses somebody has looked for. */
  readonly searched = new Set<string>();
  readonly #constantNames = new ConstantNames();
  /**
   * What is in work: the values of declarations, which in Python ask the calls in the file, which may ask for what asked
   * for them; the instantiations of templates; and what a class or a macro's call is made of.
   */
  readonly values: Memo;
  readonly searches = new Memo('with-question', MAXIMUM_SEARCHES);
  readonly structures = new Memo('never');
  /** Functions that are run, and loops that are followed, inside of one another. */
  readonly runs = new Nesting(MAXIMUM_RUNS);
  readonly loops = new Nesting(MAXIMUM_LOOPS);
  readonly #home: OwnHome;
  #names: ReadonlyMap<string, readonly FileDeclaration[]> = new Map();
  /** Of the units of the file itself. */
  #index = new UnitIndex([]);
  readonly #mentions = new Mentions((name) => this.#naming(name));
  /** Units of included files that somebody has asked for. */
  readonly #imported = new Map<ImportedUnit, UnitState>();
  readonly #seen = new Map<string, readonly FileDeclaration[]>();
  /** By name, until the units change: a template may have a thousand specialisations. */
  readonly #statesOf = new Map<string, Map<Declaration, UnitState>>();
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
  declared(name: string): readonly FileDeclaration[] {
    const own = this.#names.get(name) ?? NO_DECLARATIONS;
    if (this.imports === null) return own;
    let seen = this.#seen.get(name);
    if (seen === undefined) {
      seen = this.imports.declared(name).map(({ unit, declaration, namespace, regions }) => ({
        state: this.#importedState(unit, regions),
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
  declaredByNamespace(name: string): ReadonlyMap<string, readonly FileDeclaration[]> {
    const known = this.#byNamespace.get(name);
    if (known !== undefined) return known;
    const found = new Map<string, FileDeclaration[]>();
    const isNamespace = this.namespaces.has(name);
    for (const entry of this.declared(name)) {
      const { kind, isOutside } = entry.declaration;
      if (isOutside === true || (isNamespace && kind === 'macro')) continue;
      const same = found.get(entry.namespace);
      if (same === undefined) found.set(entry.namespace, [entry]);
      else same.push(entry);
    }
    this.#byNamespace.set(name, found);
    return found;
  }

  /** The unit that a file-level declaration stands in; null for other declarations. */
  stateOf(declaration: Declaration): UnitState | null {
    const { name } = declaration;
    let states = this.#statesOf.get(name);
    if (states === undefined) {
      states = new Map();
      for (const entry of this.declared(name))
        if (!states.has(entry.declaration)) states.set(entry.declaration, entry.state);
      this.#statesOf.set(name, states);
    }
    return states.get(declaration) ?? null;
  }

  constantName(namespace: readonly string[], constant: Constant): string | null {
    return this.#constantNames.nameOf(namespace, constant, () => this.states, this.imports);
  }

  /** The frame of that unit. */
  frameOf(declaration: Declaration): Frame | null {
    return this.stateOf(declaration)?.frame ?? null;
  }

  /**
   * Where something is called or given arguments: in the file itself, then in what it includes, whose units are lowered
   * as far as somebody reads on.
   */
  mentioning(name: string): Iterable<PlacedMention> {
    return this.#mentions.of(name);
  }

  /** The units that may name something: of the file itself, then of what it includes. */
  *#naming(name: string): Generator<UnitState, void> {
    yield* this.#index.mentioning(name);
    for (const unit of this.imports?.naming(name) ?? []) yield this.#importedState(unit, []);
  }

  /** The units in which a variable of the file may be changed, by its name. `from` depends on them. */
  *changing(name: string, from: UnitState): Iterable<UnitState> {
    const key = changedName(name);
    this.searched.add(key);
    from.lookedUp.add(key);
    yield* this.#index.changing(name);
    yield* this.#includedNaming(name, from);
  }

  /** The member functions of a name, of any class. `from` depends on them. */
  *members(name: string, from: UnitState): Iterable<MemberDeclaration> {
    from.lookedUp.add(memberName(name));
    yield* this.#index.members(name);
    for (const state of this.#includedNaming(name, from)) yield* membersIn(state, name);
  }

  *#includedNaming(name: string, from: UnitState): Iterable<UnitState> {
    if (this.imports === null) return;
    from.lookedUp.add(IMPORTS);
    for (const unit of this.imports.naming(name)) yield this.#importedState(unit, []);
  }

  #fresh(placed: PlacedUnit, index: number): UnitState {
    return unitState(placed, index, this.#home);
  }

  #importedState(unit: ImportedUnit, regions: Home['regions']): UnitState {
    let state = this.#imported.get(unit);
    if (state === undefined) {
      state = unitState(unit.placed, -1, { uri: unit.uri, conditionals: unit.conditionals, regions });
      this.#imported.set(unit, state);
    }
    return state;
  }

  /** Takes a new version of the file, and of what it includes. */
  update(module: Module, imports: Imports | null = null): void {
    const before = this.states;
    const available = new Map<Unit, UnitState[]>();
    for (const state of before) {
      const same = available.get(state.placed.unit);
      if (same === undefined) available.set(state.placed.unit, [state]);
      else same.push(state);
    }
    const byScope = new Map(before.map((state) => [state.placed.unit.scope, state]));
    const added: PlacedUnit[] = [];
    const kept = new Set<UnitState>();
    // What a name means may depend on the order of its declarations and uses.
    const moved: PlacedUnit[] = [];
    let last = -1;
    const states = module.units.map((placed, i) => {
      const state =
        available.get(placed.unit)?.shift() ??
        editedState(byScope.get(placed.unit.scope), placed, this.searched);
      if (state === undefined || state.placed.namespace.join() !== placed.namespace.join()) {
        added.push(placed);
        return this.#fresh(placed, i);
      }
      kept.add(state);
      if (state.index < last) {
        moved.push(placed);
        return this.#fresh(placed, i);
      }
      last = state.index;
      state.placed = placed;
      state.index = i;
      return state;
    });
    const removed = before.filter((s) => !kept.has(s)).map((s) => s.placed);
    const sameConditions =
      this.module.conditionals === module.conditionals ||
      JSON.stringify(conditionsOf(this.module)) === JSON.stringify(conditionsOf(module));
    this.module = module;
    this.#home.conditionals = module.conditionals ?? [];
    const changed = [...added, ...removed];
    const imported = this.#importedChange(imports);
    this.imports = imports;
    const sameNames = this.#constantNames.update(states, imports);
    if (imported === null || !sameNames || !sameConditions || changed.some((p) => changesLookup(p.unit))) {
      this.#constantNames.clear();
      this.#imported.clear();
      this.#seen.clear();
      this.#place(module.units.map((placed, i) => this.#fresh(placed, i)));
      return;
    }
    const mentioned = new Set<string>();
    for (const { unit } of changed) {
      for (const name of mentions(unit).keys()) mentioned.add(name);
      for (const name of this.language.units.mentioned(unit)) mentioned.add(name);
    }
    const names = changedNames(added, removed);
    for (const name of imported) names.add(name);
    for (const { unit } of moved) for (const d of unit.scope.declarations) names.add(d.name);
    this.#place(this.#invalidated(states, names, mentioned));
  }

  /** The names that mean something else in the included files; null when everything may. */
  #importedChange(imports: Imports | null): ReadonlySet<string> | null {
    const before = this.imports;
    if (before === imports) return NOTHING;
    if (before === null || imports === null) return null;
    const names = imports.changedSince(before);
    if (names === null) return null;
    const changed = new Set(names);
    changed.add(IMPORTS);
    this.#seen.clear();
    for (const [unit, state] of this.#imported) {
      if (!imports.has(unit)) {
        this.#imported.delete(unit);
        continue;
      }
      state.home.conditionals = unit.conditionals;
      const { placed } = unit;
      if (placed.unit !== state.placed.unit && editedState(state, placed, this.searched) === undefined) {
        this.#imported.delete(unit);
        for (const name of declaredIn(placed.unit.scope)) changed.add(name);
      }
      state.placed = placed;
    }
    return changed;
  }

  /** Replaces the states that depend on one of the names, directly or through others. */
  #invalidated(
    states: readonly UnitState[],
    names: Set<string>,
    mentioned: ReadonlySet<string>,
  ): readonly UnitState[] {
    // What is shown in a template depends on who instantiates it.
    const shows = (state: UnitState): boolean => {
      for (const name of state.shownTemplates) if (mentioned.has(name)) return true;
      return false;
    };
    const depends = (state: UnitState): boolean => {
      for (const name of state.lookedUp) if (names.has(name)) return true;
      return false;
    };
    const declares = (state: UnitState): void => {
      names.add(topName(state));
      for (const d of state.placed.unit.scope.declarations) names.add(d.name);
    };
    let result = states.map((state, i) => {
      if (!shows(state)) return state;
      // What it instantiates in turn is shown in other templates.
      declares(state);
      return this.#fresh(state.placed, i);
    });
    for (let before = -1; before !== names.size; ) {
      before = names.size;
      result = result.map((state, i) => {
        if (!depends(state)) return state;
        declares(state);
        return this.#fresh(state.placed, i);
      });
      for (const [unit, state] of this.#imported) {
        if (!depends(state)) continue;
        declares(state);
        this.#imported.delete(unit);
      }
    }
    if (this.#seen.size > 0) {
      // What was found may be among what was replaced.
      const current = new Set(this.#imported.values());
      for (const [name, found] of this.#seen)
        if (found.some((f) => !current.has(f.state))) this.#seen.delete(name);
    }
    return result;
  }

  #place(states: readonly UnitState[]): void {
    const lookup = lookupOf(states, this.imports, (unit) => this.#importedState(unit, []));
    this.states = states;
    this.#statesOf.clear();
    this.#byNamespace.clear();
    this.#index = new UnitIndex(states);
    this.#mentions.clear();
    this.#names = lookup.names;
    this.namespaces = lookup.namespaces;
    this.opened = lookup.opened;
    this.openedInFile = lookup.openedInFile;
    this.assumptions = lookup.assumptions;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
/** By what whoever has looked through all included files depends on them. */
const IMPORTS = '=';
const NO_DECLARATIONS: readonly FileDeclaration[] = [];
