// An open document: text, tree, units, values. Everything is worked out when it is asked for, and
// what an edit leaves as it was is kept.

import { type Failure, isFailure, Violation } from '../algebra/failure.ts';
import { Trace } from '../algebra/trace.ts';
import { cppRules } from '../evaluate/cpp.ts';
import { cppValue } from '../evaluate/cpp-types.ts';
import type { DialectRules } from '../evaluate/dialect.ts';
import { Evaluator } from '../evaluate/evaluator.ts';
import type { Frame, Result, UnitState } from '../evaluate/frame.ts';
import type { Imports } from '../evaluate/imports.ts';
import { type Instantiation, instantiationsOf, templateAt } from '../evaluate/instantiations.ts';
import { thingKey } from '../evaluate/key.ts';
import { notationRules } from '../evaluate/notation-rules.ts';
import { pythonRules } from '../evaluate/python.ts';
import { asValue, type Thing } from '../evaluate/thing.ts';
import { TypeValue, Unknown, type Value } from '../evaluate/value.ts';
import { World } from '../evaluate/world.ts';
import { lowerCpp } from '../frontends/cpp.ts';
import { lowerLayoutDocument, type NotationModule } from '../frontends/descriptor.ts';
import type { EmbeddedScanner } from '../frontends/embedded.ts';
import type { Expr, Span } from '../frontends/expression.ts';
import { lowerPython } from '../frontends/python.ts';
import type { Dialect, Directive, Module, Scope } from '../frontends/scope.ts';
import { applyChanges, type Change, SyntaxDocument } from '../syntax/document.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { isDeclarationPlace, type Place, placeAt, placesOf, rootsOf } from './document-sites.ts';
import { embeddedScanner, readNotationText } from './embedded-notation.ts';
import type { DocumentModel, Evaluation, Finding, Origin, Site } from './model.ts';

export interface OpenOptions {
  /** Values of template parameters: `{ kBlockM: '128', Element: 'half_t' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What an integer without a mark is in the text notation; static when it is not said. */
  readonly unmarked?: 'static' | 'dynamic';
  /** What the file sees of the files that it includes. */
  readonly imports?: Imports | null;
}

/** A directive, in offsets of the whole text. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly span: Span;
}

/** A site with what it stands for. */
class PlacedSite implements Site {
  readonly span: Span;
  readonly role: Site['role'];
  readonly name: string | null;
  readonly valueSpan: Span | null;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly state: UnitState;
  readonly place: Place;
  readonly unit: object;
  readonly unitStart: number;
  constructor(state: UnitState, place: Place, dialect: Dialect) {
    const { start } = state.placed;
    this.state = state;
    this.place = place;
    this.unit = state;
    this.unitStart = start;
    this.span = { start: place.start + start, end: place.end + start };
    this.role = place.kind;
    this.depth = place.depth;
    // Layout text in a host's comment speaks the notation.
    this.dialect = place.kind === 'notation' ? 'notation' : dialect;
    if (place.kind === 'declaration') {
      const { declaration } = place;
      this.name = declaration.name;
      const init = declaration.init?.span ?? null;
      this.valueSpan = init === null ? null : { start: init.start + start, end: init.end + start };
    } else {
      this.name = null;
      this.valueSpan = this.span;
    }
  }
}

export class OpenDocument {
  readonly dialect: Dialect;
  readonly #grammars: Grammars;
  readonly #options: OpenOptions;
  readonly #syntax: SyntaxDocument;
  readonly #scan: EmbeddedScanner;
  #module: Module | null = null;
  #world: World | null = null;
  #model: DocumentModel | null = null;
  #isStale = false;
  #imports: Imports | null;

  /** Parses at once. The grammars of the dialect and of the notation must be ready. */
  constructor(grammars: Grammars, dialect: Dialect, text: string, options: OpenOptions) {
    this.dialect = dialect;
    this.#grammars = grammars;
    this.#options = options;
    this.#imports = options.imports ?? null;
    this.#scan = embeddedScanner(grammars);
    this.#syntax = new SyntaxDocument(grammars, dialect, text);
  }

  get text(): string {
    return this.#syntax.text;
  }

  /** The lowered file. */
  get module(): Module {
    if (this.#module !== null && !this.#isStale) return this.#module;
    const before = this.#module;
    this.#isStale = false;
    this.#module = lower(this.#syntax, before, this.#scan);
    return this.#module;
  }

  /** What the file sees of the files that it includes. */
  get imports(): Imports | null {
    return this.#imports;
  }

  /** Takes another view of the included files; what depends on nothing that differs is kept. */
  set imports(imports: Imports | null) {
    if (imports === this.#imports) return;
    this.#imports = imports;
    this.#model = null;
  }

  get directives(): readonly PlacedDirective[] {
    return this.module.units.flatMap(({ start, unit }) =>
      unit.directives.map((directive) => ({
        directive,
        span: { start: directive.span.start + start, end: directive.span.end + start },
      })),
    );
  }

  /** The places and values of the text as it is now. */
  get model(): DocumentModel {
    if (this.#model !== null) return this.#model;
    const { module } = this;
    const rules = rulesOf(this.dialect, this.#options);
    if (this.#world === null) this.#world = new World(rules, module, this.#parameters(rules), this.#imports);
    else this.#world.update(module, this.#imports);
    this.#model = new Model(
      this.#world,
      this.dialect,
      this.text,
      notationRules(this.#options.unmarked ?? 'static'),
    );
    return this.#model;
  }

  /** Makes the changes one after the other. */
  edit(changes: readonly Change[]): void {
    this.#syntax.update(applyChanges(this.text, changes));
    // Units are reused from the last lowered version, however many edits ago that was.
    this.#isStale = true;
    this.#model = null;
  }

  /** Frees the tree. */
  dispose(): void {
    this.#syntax.dispose();
    this.#model = null;
    this.#world = null;
  }

  #parameters(rules: DialectRules): ReadonlyMap<string, Value> {
    const values = new Map<string, Value>();
    for (const [name, text] of Object.entries(this.#options.parameters ?? {})) {
      const value = this.#parameter(text.trim(), rules);
      if (value !== null) values.set(name, value);
    }
    return values;
  }

  #parameter(text: string, rules: DialectRules): Value | null {
    if (/^-?\d+$/.test(text)) return Number(text);
    if (text === 'true' || text === 'false') return text === 'true';
    const type = cppValue(text.split('::'));
    if (type !== undefined) return type;
    const expr = readNotationText(this.#grammars, text);
    if (expr === null) return null;
    const scratch = new World({ ...notationRules('static') }, EMPTY_MODULE, new Map());
    const value = new Evaluator(scratch).result(expr, scratch.states[0]!.frame).value;
    void rules;
    return isFailure(value) ? null : asValue(value);
  }
}

const EMPTY_SCOPE: Scope = {
  kind: 'file',
  name: null,
  span: { start: 0, end: 0 },
  declarations: [],
  children: [],
  bases: [],
  expressions: [],
};
const EMPTY_MODULE: Module = {
  dialect: 'notation',
  units: [{ start: 0, text: '', namespace: [], unit: { scope: EMPTY_SCOPE, notations: [], directives: [] } }],
  includes: [],
};

/** Opens a document; `grammars.ready(dialect)` and `grammars.ready('notation')` must be awaited before. */
export const openDocument = (
  grammars: Grammars,
  dialect: Dialect,
  text: string,
  options: OpenOptions = {},
): OpenDocument => new OpenDocument(grammars, dialect, text, options);

function lower(syntax: SyntaxDocument, previous: Module | null, scan: EmbeddedScanner): Module {
  switch (syntax.language) {
    case 'cpp':
      return lowerCpp(syntax, previous, scan);
    case 'python':
      return lowerPython(syntax, previous, scan);
    case 'notation':
      return lowerLayoutDocument(syntax.tree, syntax.text, scan, previous as NotationModule | null);
  }
}

const rulesOf = (dialect: Dialect, options: OpenOptions): DialectRules =>
  dialect === 'cpp'
    ? cppRules
    : dialect === 'python'
      ? pythonRules
      : notationRules(options.unmarked ?? 'static');

/** Member functions that are called for what they do. */
const VOID_METHODS = new Set([
  'begin',
  'end',
  'push_back',
  'wait',
  'arrive',
  'sync',
  'producer_acquire',
  'consumer_wait',
  'consumer_release',
]);

/** Values for how many instantiations of a template are shown. */
const MAXIMUM_INSTANCES = 4;

const shifted = (span: Span, by: number): Span => ({ start: span.start + by, end: span.end + by });

/** A tuple of which nothing is known is not known. */
function settledTuple(value: Value): Value {
  const leaves = (v: Value): readonly Value[] =>
    Array.isArray(v) ? (v as readonly Value[]).flatMap(leaves) : [v];
  if (!Array.isArray(value) || value.length === 0) return value;
  const all = leaves(value);
  return all.length > 0 && all.every((v) => v instanceof Unknown) ? all[0]! : value;
}

/** Known in full: the same in every instantiation. */
function isSettled(value: Value | Failure): boolean {
  if (isFailure(value) || value instanceof Unknown) return false;
  if (value instanceof TypeValue && value.instance === null) return true;
  return !outcomeHasSymbol(value);
}

function outcomeHasSymbol(value: Value): boolean {
  const text = thingKey(value);
  return /[A-Za-z]/.test(text.replace(/type [^:]*:|Sw<|ptr\[|smem|gmem|rmem|unset/g, ''));
}

function instanceParameters(instantiation: Instantiation, text: string): Evaluation['parameters'] {
  const offset = instantiation.state.placed.start + instantiation.expr.span.start;
  const line = text.slice(0, offset).split('\n').length;
  return instantiation.arguments.map(({ name, value }) => ({
    name,
    value: shortText(value),
    source: `instantiated in line ${line}`,
  }));
}

/** A template argument in a word or two. */
function shortText(value: Thing): string {
  const plain = asValue(value);
  if (plain instanceof Unknown) return '?';
  if (plain instanceof TypeValue) return plain.name;
  return thingKey(plain);
}

const layoutPlacesOf = new WeakMap<UnitState, readonly Place[]>();
const findingsOf = new WeakMap<UnitState, readonly Finding[]>();

class Model implements DocumentModel {
  readonly dialect: Dialect;
  readonly #world: World;
  readonly #text: string;
  readonly #evaluator: Evaluator;
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluator;
  #sites: readonly PlacedSite[] | null = null;
  #findings: readonly Finding[] | null = null;

  constructor(world: World, dialect: Dialect, text: string, notation: DialectRules) {
    this.dialect = dialect;
    this.#world = world;
    this.#text = text;
    this.#evaluator = new Evaluator(world);
    this.#notation = dialect === 'notation' ? this.#evaluator : new Evaluator(world, notation);
  }

  get sites(): readonly Site[] {
    if (this.#sites !== null) return this.#sites;
    const sites: PlacedSite[] = [];
    for (const state of this.#world.states) {
      let places = layoutPlacesOf.get(state);
      if (places === undefined) {
        places = placesOf(state.placed.unit).filter((place) => this.#mayHoldLayout(place, state.frame));
        layoutPlacesOf.set(state, places);
      }
      for (const place of places) sites.push(new PlacedSite(state, place, this.dialect));
    }
    this.#sites = sites;
    return sites;
  }

  /** Calls of functions that nobody knows, such as `printf`, are no layouts; those of variables may be. */
  #mayHoldLayout(place: Place, frame: Frame): boolean {
    if (place.kind !== 'expression' || place.expr.kind !== 'call') return true;
    let callee = place.expr.callee;
    while (callee.kind === 'template') callee = callee.target;
    if (callee.kind === 'member') return place.depth > 0 || !VOID_METHODS.has(callee.name.name);
    if (callee.kind !== 'name') return true;
    if (this.#evaluator.rules.builtin([callee.name]) !== undefined) return true;
    const found = this.#evaluator.find(callee.name, callee.span.start, frame);
    if (found === null) return false;
    const { kind } = found.declarations[0]!;
    return kind !== 'macro' && kind !== 'function';
  }

  siteAt(offset: number): Site | null {
    const states = this.#world.states;
    for (const state of states) {
      const { start, text, unit } = state.placed;
      if (offset < start || offset > start + text.length) continue;
      const place = placeAt(unit, offset - start);
      if (place !== null) return new PlacedSite(state, place, this.dialect);
    }
    return null;
  }

  evaluate(site: Site): Evaluation {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    if (place.kind === 'notation') {
      const { expr } = place.notation;
      return this.#evaluation(this.#notation.result(expr, state.frame), expr, state.frame, this.#notation);
    }
    const shown = this.#instantiations(state, place.start);
    if (shown.length === 1)
      return this.#within(place, shown[0]!.frame, instanceParameters(shown[0]!, this.#text));
    const generic = this.#within(place, state.frame, []);
    if (shown.length === 0 || isSettled(generic.value)) return generic;
    const instances = shown.slice(0, MAXIMUM_INSTANCES).map((instantiation) => ({
      label: instantiation.arguments.map(({ name, value }) => `${name} = ${shortText(value)}`).join(', '),
      value: this.#within(place, instantiation.frame, []).value,
      span: shifted(instantiation.expr.span, instantiation.state.placed.start),
    }));
    return { ...generic, instances };
  }

  /** The value of a declaration or expression in a frame. */
  #within(
    place: Exclude<Place, { kind: 'notation' }>,
    frame: Frame,
    given: Evaluation['parameters'],
  ): Evaluation {
    const evaluator = this.#evaluator;
    let result: Result;
    let expr: Expr | null;
    if (place.kind === 'declaration') {
      result = evaluator.declared(place.declaration, place.scope, frame);
      expr = place.declaration.init;
    } else {
      result = evaluator.result(place.expr, frame);
      expr = place.expr;
    }
    const evaluation = this.#evaluation(result, expr, frame, evaluator);
    return given.length === 0
      ? evaluation
      : { ...evaluation, parameters: [...given, ...evaluation.parameters] };
  }

  /** The instantiations of the template that an offset of a unit stands in. */
  #instantiations(state: UnitState, offset: number): readonly Instantiation[] {
    const template = templateAt(state.placed.unit.scope, offset);
    if (template === null) return [];
    // What the user says about a parameter goes before what the file shows.
    if (template.template!.declarations.some((p) => this.#evaluator.isGiven(p, state.frame))) return [];
    return instantiationsOf(this.#evaluator, template, state);
  }

  #evaluation(result: Result, expr: Expr | null, frame: Frame, evaluator: Evaluator): Evaluation {
    const { value } = result;
    return {
      value: isFailure(value) ? value : this.#noting(settledTuple(asValue(value))),
      origin: expr === null ? null : this.#origin(expr, frame, evaluator, 0),
      parameters: result.parameters,
    };
  }

  /** A name that nobody declares may be declared in a file that was not found, or not read yet. */
  #noting(value: Value): Value {
    const { imports } = this.#world;
    if (!(value instanceof Unknown) || value.category !== 'missing-name' || imports === null) return value;
    const note = missingNote(imports);
    if (note === null) return value;
    return new Unknown(value.category, `${value.reason}; ${note}`, value.chain, value.subject);
  }

  evaluateExpected(directive: Directive): Evaluation | null {
    if (directive.kind !== 'expect') return null;
    const state = this.#world.states.find((s) => s.placed.unit.directives.includes(directive));
    if (state === undefined) return null;
    return this.#evaluation(
      this.#notation.result(directive.value, state.frame),
      directive.value,
      state.frame,
      this.#notation,
    );
  }

  /** The operation behind an expression; names are followed to what they were initialised with. */
  #origin(expr: Expr, frame: Frame, evaluator: Evaluator, depth: number): Origin | null {
    if (expr.kind === 'name' && depth < 8) {
      const found = evaluator.find(expr.name, expr.span.start, frame);
      const declaration = found?.declarations.at(-1);
      if (found === null || declaration?.init == null || found.isAmbiguous) return null;
      if (declaration.init === expr) return null;
      return this.#origin(declaration.init, found.frame, evaluator, depth + 1);
    }
    const made = frame.expressions.get(expr)?.made;
    if (made === undefined || made === null) return null;
    const written = writtenArguments(expr);
    const { placed, home } = frame.unit;
    const { start } = placed;
    const args = made.call.args.map((value, i) => {
      const at = written[i]?.span ?? expr.span;
      const isWritten = written[i] !== undefined;
      if (home.uri !== null)
        return { text: isWritten ? placed.text.slice(at.start, at.end) : '', value, span: null };
      const span = { start: at.start + start, end: at.end + start };
      return { text: isWritten ? this.#text.slice(span.start, span.end) : '', value, span };
    });
    return {
      operation: made.call.name,
      key: made,
      args,
      explain: () => {
        const trace = new Trace();
        made.builtin({ ...made.call, trace });
        return trace.steps;
      },
    };
  }

  findings(): readonly Finding[] {
    this.#findings ??= this.#world.states.flatMap((state) => {
      let found = findingsOf.get(state);
      if (found === undefined) {
        found = this.#findingsIn(state);
        findingsOf.set(state, found);
      }
      const { start } = state.placed;
      return found.map((f) => ({ ...f, span: { start: f.span.start + start, end: f.span.end + start } }));
    });
    return this.#findings;
  }

  /** Violations in a unit, in its own offsets. */
  #findingsIn(state: UnitState): readonly Finding[] {
    const { frame } = state;
    const visit = (scope: Scope, within: Frame): void => {
      if (scope.guard != null && this.#isDead(scope, within)) return;
      for (const d of scope.declarations) {
        if (isDeclarationPlace(d)) this.#evaluator.declared(d, scope, within);
      }
      for (const e of rootsOf(scope)) this.#evaluator.result(e, within);
      for (const child of scope.children) visit(child, within);
    };
    visit(state.placed.unit.scope, frame);
    for (const { expr } of state.placed.unit.notations) this.#notation.result(expr, frame);
    const found: Finding[] = [];
    const collect = (within: Frame): void => {
      for (const [expr, { value }] of within.expressions) {
        if (!(value instanceof Violation)) continue;
        const isKnown = found.some((f) => f.span.start === expr.span.start && f.span.end === expr.span.end);
        if (!isKnown) found.push(finding(value, expr.span));
      }
    };
    collect(frame);
    for (const scope of state.placed.unit.scope.children) {
      for (const instantiation of this.#instantiations(state, scope.span.start).slice(0, MAXIMUM_INSTANCES)) {
        visit(scope, instantiation.frame);
        collect(instantiation.frame);
      }
    }
    for (const { span, message } of state.placed.unit.errors ?? []) {
      found.push({ rule: 'malformed-notation', severity: 'error', message, span });
    }
    return found.sort((a, b) => a.span.start - b.span.start);
  }

  /** The branch of an `if` whose condition is known not to hold. */
  #isDead(scope: Scope, frame: Frame): boolean {
    const guard = scope.guard!;
    const condition = this.#evaluator.result(guard.condition, frame).value;
    return condition === (guard.branch === 'else');
  }
}

/** How many missing files are named. */
const MAXIMUM_MISSING = 3;

/** What may be behind a missing name; null when every included file was read. */
function missingNote({ missing, isPending }: Imports): string | null {
  if (isPending) return 'the included files are still being read';
  if (missing.length === 0) return null;
  const named = missing.slice(0, MAXIMUM_MISSING).map((path) => `"${path}"`);
  const more = missing.length - named.length;
  return `not found: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const finding = (violation: Violation, span: Span): Finding => ({
  rule: violation.code,
  severity: 'error',
  message: violation.message,
  span,
  data: { ...violation.detail },
});

/** The arguments of an operation as they are written, the object of a member function first. */
function writtenArguments(expr: Expr): readonly Expr[] {
  if (expr.kind === 'compose') return expr.operands;
  if (expr.kind === 'layout') return [expr.shape, expr.stride];
  if (expr.kind === 'construct') return expr.args;
  return expr.kind === 'call' ? expr.args : [];
}

/** The value of an evaluation that is a value. */
export const isKnown = (value: Value | Failure): value is Exclude<Value, Unknown> =>
  !isFailure(value) && !(value instanceof Unknown);
