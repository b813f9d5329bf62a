// A file's units with what was worked out about them, and the index of the names that they declare.
// After an edit, what depends on nothing that has changed is kept.

import { editsBetween, returnsValue } from '../../frontends/common/bodies.ts';
import {
  changedName,
  changesIn,
  effectText,
  memberFunctions,
  memberName,
} from '../../frontends/common/changed.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { pathText } from '../../frontends/common/expression-parts.ts';
import { mentions } from '../../frontends/common/mentions.ts';
import type { Declaration, Module, PlacedUnit, Scope, Unit } from '../../frontends/common/scope.ts';
import { ConstantNames } from '../core/constant-names.ts';
import type { Constant, FileAssumption, FileDeclaration, FileView, PlacedMention } from '../model/file.ts';
import { type Frame, topName, type UnitState, unitState } from '../model/frame.ts';
import type { Home, ImportedUnit, Imports } from '../model/imports.ts';
import type { Language } from '../model/language.ts';
import { Memo, Nesting } from '../model/memo.ts';
import { isObserved } from '../model/observed.ts';
import type { Value } from '../model/value.ts';
import { forgetEdited } from './forget.ts';

/** What names something: what was found so far, and where it goes on. */
interface Mentioned {
  readonly found: PlacedMention[];
  readonly rest: Iterator<UnitState, void>;
}

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
  /** Settings that name things of the file, by parameter. */
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
  #mentioning: ReadonlyMap<string, readonly UnitState[]> | null = null;
  #members: ReadonlyMap<string, readonly (FileDeclaration & { readonly scope: Scope })[]> | null = null;
  #changing: ReadonlyMap<string, readonly UnitState[]> | null = null;
  /** By name, until the units change. */
  readonly #mentioned = new Map<string, Mentioned>();
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
   * as far as somebody reads on. A template with a thousand specialisations is looked for by each of them.
   */
  *mentioning(name: string): Iterable<PlacedMention> {
    let known = this.#mentioned.get(name);
    if (known === undefined) {
      known = { found: [], rest: this.#naming(name) };
      this.#mentioned.set(name, known);
    }
    for (let i = 0; ; ) {
      if (i < known.found.length) yield known.found[i++]!;
      else if (!this.#findMore(name, known)) return;
    }
  }

  /** Looks into one more unit for the mentions of a name; false when there is none. */
  #findMore(name: string, known: Mentioned): boolean {
    let isWhole = false;
    try {
      const next = known.rest.next();
      const { value: state } = next;
      const found = state === undefined ? [] : (mentions(state.placed.unit).get(name) ?? []);
      for (const mention of found) known.found.push({ state: state!, mention });
      isWhole = true;
      return next.done !== true;
    } finally {
      // An iterator that an exception has ended says that there are no more.
      if (!isWhole) this.#mentioned.delete(name);
    }
  }

  /** The units that may name something: of the file itself, then of what it includes. */
  *#naming(name: string): Generator<UnitState, void> {
    yield* this.#ownNaming().get(name) ?? NO_STATES;
    for (const unit of this.imports?.naming(name) ?? []) yield this.#importedState(unit, []);
  }

  /** The units of the file by the names that they call or give arguments to. */
  #ownNaming(): ReadonlyMap<string, readonly UnitState[]> {
    if (this.#mentioning !== null) return this.#mentioning;
    const found = new Map<string, UnitState[]>();
    for (const state of this.states) {
      for (const name of mentions(state.placed.unit).keys()) {
        const known = found.get(name);
        if (known === undefined) found.set(name, [state]);
        else known.push(state);
      }
    }
    this.#mentioning = found;
    return found;
  }

  /** The units in which a variable of the file may be changed, by its name. `from` depends on them. */
  *changing(name: string, from: UnitState): Iterable<UnitState> {
    const key = changedName(name);
    this.searched.add(key);
    from.lookedUp.add(key);
    if (this.#changing === null) {
      const found = new Map<string, UnitState[]>();
      for (const state of this.states) {
        for (const changed of changesIn(state.placed.unit).keys()) {
          const known = found.get(changed);
          if (known === undefined) found.set(changed, [state]);
          else known.push(state);
        }
      }
      this.#changing = found;
    }
    yield* new Set([...(this.#changing.get(name) ?? []), ...(this.#changing.get(`.${name}`) ?? [])]);
    if (this.imports === null) return;
    from.lookedUp.add(IMPORTS);
    for (const unit of this.imports.naming(name)) yield this.#importedState(unit, []);
  }

  /** The member functions of a name, of any class. `from` depends on them. */
  *members(name: string, from: UnitState): Iterable<FileDeclaration & { readonly scope: Scope }> {
    from.lookedUp.add(memberName(name));
    if (this.#members === null) {
      const found = new Map<string, (FileDeclaration & { readonly scope: Scope })[]>();
      for (const state of this.states) {
        for (const { declaration, scope } of memberFunctions(state.placed.unit)) {
          const member = { declaration, scope, state, namespace: state.placed.namespace.join('::') };
          const known = found.get(declaration.name);
          if (known === undefined) found.set(declaration.name, [member]);
          else known.push(member);
        }
      }
      this.#members = found;
    }
    yield* this.#members.get(name) ?? [];
    if (this.imports === null) return;
    from.lookedUp.add(IMPORTS);
    for (const unit of this.imports.naming(name)) {
      const state = this.#importedState(unit, []);
      for (const { declaration, scope } of memberFunctions(unit.placed.unit))
        if (declaration.name === name)
          yield { declaration, scope, state, namespace: unit.placed.namespace.join('::') };
    }
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
        available.get(placed.unit)?.shift() ?? this.#edited(byScope.get(placed.unit.scope), placed);
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

  /** The state of a unit's version before, where nothing but bodies that nobody looks into differs since. */
  #edited(state: UnitState | undefined, placed: PlacedUnit): UnitState | undefined {
    // A unit that stands in the file twice has a state for each.
    if (state === undefined || state.placed.unit === placed.unit) return undefined;
    const edits = editsBetween(state.placed.unit, placed.unit);
    if (edits === null) return undefined;
    for (const { region, names } of edits)
      if (isObserved(region) || names.some((name) => this.searched.has(name))) return undefined;
    for (const edit of edits) forgetEdited(state, edit);
    return state;
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
      if (placed.unit !== state.placed.unit && this.#edited(state, placed) === undefined) {
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
    const names = new Map<string, FileDeclaration[]>();
    const namespaces = new Set<string>(this.imports?.namespaces);
    const opened = new Set<string>(this.imports?.opened);
    const openedInFile = new Set(opened);
    const assumptions: FileAssumption[] = [];
    for (const { unit, directive } of this.imports?.assumptions ?? [])
      assumptions.push({ state: this.#importedState(unit, []), directive });
    for (const state of states) {
      const { unit, namespace } = state.placed;
      for (let n = 1; n <= namespace.length; n++) namespaces.add(namespace.slice(0, n).join('::'));
      collect(state, unit.scope, namespace.join('::'), names);
      for (const using of unit.scope.usings ?? []) {
        opened.add(pathText(using));
        if (namespace.length === 0) openedInFile.add(pathText(using));
      }
      for (const directive of unit.directives) {
        if (directive.kind === 'assume') assumptions.push({ state, directive });
      }
    }
    this.states = states;
    this.#statesOf.clear();
    this.#byNamespace.clear();
    this.#mentioning = null;
    this.#changing = null;
    this.#members = null;
    this.#mentioned.clear();
    this.#names = names;
    this.namespaces = namespaces;
    this.opened = opened;
    this.openedInFile = openedInFile;
    this.assumptions = assumptions;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
/** By what whoever has looked through all included files depends on them. */
const IMPORTS = '=';
const NO_STATES: readonly UnitState[] = [];
const NO_DECLARATIONS: readonly FileDeclaration[] = [];

function collect(
  state: UnitState,
  scope: Scope,
  namespace: string,
  names: Map<string, FileDeclaration[]>,
): void {
  for (const declaration of scope.declarations) {
    const entry = { state, declaration, namespace };
    const known = names.get(declaration.name);
    if (known === undefined) names.set(declaration.name, [entry]);
    else known.push(entry);
  }
  // Namespaces inside a unit, when a file could only be read as a whole.
  for (const child of scope.children) {
    if (child.kind !== 'namespace') continue;
    collect(state, child, namespace === '' ? (child.name ?? '') : `${namespace}::${child.name ?? ''}`, names);
  }
}

const declaredIn = ({ declarations, children }: Scope): readonly string[] => [
  ...declarations.map((d) => d.name),
  ...children.flatMap((child) => (child.kind === 'namespace' ? declaredIn(child) : [])),
];

const conditionsOf = (module: Module): unknown =>
  (module.conditionals ?? []).map((c) => [c.condition, [...c.names], [...c.declared], c.suppositions]);

/** `using namespace`, an assumption, a namespace's alias: they change what other units see in ways that names do not tell. */
const changesLookup = (unit: Unit): boolean =>
  (unit.scope.usings?.length ?? 0) > 0 ||
  unit.directives.some((d) => d.kind === 'assume') ||
  unit.scope.declarations.some((d) => d.kind === 'namespace' || d.kind === 'import') ||
  unit.scope.children.some((s) => s.kind === 'namespace');

/** The names that mean something else after the edit: declared differently, or not at all before or after. */
function changedNames(added: readonly PlacedUnit[], removed: readonly PlacedUnit[]): Set<string> {
  const before = facesOf(removed);
  const after = facesOf(added);
  const names = new Set<string>();
  for (const [name, face] of before) if (after.get(name) !== face) names.add(name);
  for (const name of after.keys()) if (!before.has(name)) names.add(name);
  // A class is told from others by its declaration, which is a new one even where it says the same.
  for (const { unit } of added)
    for (const d of unit.scope.declarations) if (d.kind === 'class') names.add(d.name);
  return names;
}

/** By name, what others can see of its declarations. */
function facesOf(units: readonly PlacedUnit[]): Map<string, string> {
  const faces = new Map<string, string>();
  for (const { unit, text, namespace } of units) {
    for (const d of unit.scope.declarations) {
      const face = `${namespace.join('::')} ${faceOf(d, text)}${unit.head ?? ''}`;
      faces.set(d.name, `${faces.get(d.name) ?? ''}\n${face}`);
    }
    for (const { declaration } of memberFunctions(unit)) {
      const key = memberName(declaration.name);
      faces.set(key, `${faces.get(key) ?? ''}\n${faceOf(declaration, text)}`);
    }
    for (const [name, text] of changesIn(unit)) {
      const key = changedName(name.startsWith('.') ? name.slice(1) : name);
      faces.set(key, `${faces.get(key) ?? ''}\n${text}`);
    }
  }
  return faces;
}

/** A function that returns no value is seen by its parameters alone, and by what it does to them. */
function faceOf(d: Declaration, text: string): string {
  const body = d.kind === 'function' && d.opens !== null && !returnsValue(d.opens) ? d.opens : null;
  if (body === null) return text.slice(d.span.start, d.span.end);
  const first = [
    ...body.children,
    ...body.declarations.filter((p) => p.kind !== 'parameter'),
    ...body.expressions,
  ];
  const bodyStart = Math.min(d.span.end, ...first.map((x) => x.span.start));
  const effects = body.declarations.map((p) => (p.kind === 'parameter' ? effectText(body, p.name) : ''));
  return `${text.slice(d.span.start, bodyStart)} ${effects.join('|')}`;
}
