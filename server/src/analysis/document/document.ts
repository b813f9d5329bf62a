// An open document: text, tree, units, values. Everything is worked out when it is asked for, and
// what an edit leaves as it was is kept.

import { languageOf } from '../../evaluate/hosts/languages.ts';
import { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { NotationReading } from '../../evaluate/notation/dialects.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Declaration, Dialect, Directive, Module } from '../../frontends/common/scope.ts';
import { lowerCpp, lowerCppSteps } from '../../frontends/cpp/cpp.ts';
import { lowerNotationDocument, type NotationModule } from '../../frontends/notation/notation.ts';
import { lowerPython } from '../../frontends/python/python.ts';
import { span } from '../../profile/profile.ts';
import type { Masked } from '../../syntax/cpp/mask.ts';
import { hostLines } from '../../syntax/cpp/preprocessor-condition.ts';
import { applyChanges, type Change, SyntaxDocument } from '../../syntax/document.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { AskedImporters } from '../values/asked-importers.ts';
import type { Choice } from '../values/choices.ts';
import {
  asImporter,
  type Includer,
  IncluderAnalyses,
  type IncludingEvaluator,
} from '../values/includer-analyses.ts';
import { isInstantiatedBy, namesLeadingTo } from '../values/instances.ts';
import type { DocumentModel } from '../values/model.ts';
import { settingExpressions, settingValues } from '../values/parameter-settings.ts';
import { SupposedReadings } from '../values/supposed-readings.ts';
import { TemplateReferences, templatesIn } from '../values/template-references.ts';
import { embeddedScanner, readNotationText } from './embedded-notation.ts';
import { Model } from './places.ts';

/** Files that include a document and name one of `names`. */
export type IncludersOf = (names: readonly string[]) => readonly Includer[];

export interface OpenOptions {
  /** Values of template parameters: `{ kBlockM: '128', Element: 'half_t' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** How the text notation is meant. */
  readonly notation?: NotationReading;
  /** What the file sees of the files that it includes. */
  readonly imports?: Imports | null;
  /**
   * Files that include this one and name one of `names`, asked for when a template of it is instantiated nowhere else.
   */
  readonly includers?: IncludersOf;
  /** By which URI those that import it name it. */
  readonly uri?: string;
  /** Where those are evaluated; documents may share it. */
  readonly includerAnalyses?: IncluderAnalyses;
  /** The text as it was lowered before, with the notation in its comments, if it was. */
  readonly lowered?: Module | null;
  /** Nobody types in it: its functions get no room to grow in, which takes time and memory. */
  readonly isOnlyRead?: boolean;
}

/** A directive, in offsets of the whole text. */
export interface PlacedDirective {
  readonly directive: Directive;
  readonly span: Span;
}

/** A file as host code is compiled from it, behind lines that say so. */
interface HostReading {
  readonly analysis: OpenDocument;
  /** How many characters these lines have. */
  readonly shift: number;
}

export class OpenDocument {
  readonly dialect: Dialect;
  /** The instantiations that the reader has chosen to see. They are asked for by views alone, so nothing that is kept depends on them. */
  choices: readonly Choice[] = [];
  readonly #grammars: Grammars;
  readonly #options: OpenOptions;
  readonly #syntax: SyntaxDocument;
  readonly #scan: EmbeddedScanner;
  #module: Module | null = null;
  #db: AnalysisDb | null = null;
  #model: DocumentModel | null = null;
  #isStale = false;
  readonly #including: IncluderAnalyses;
  readonly #templateNames = new TemplateReferences();
  readonly #importers = new AskedImporters();
  #imports: Imports | null;
  #host: HostReading | null = null;
  readonly #supposed: SupposedReadings;

  /** Parses at once. The grammars of the dialect and of the notation must be ready. */
  constructor(grammars: Grammars, dialect: Dialect, text: string, options: OpenOptions) {
    this.dialect = dialect;
    this.#grammars = grammars;
    this.#options = options;
    this.#imports = options.imports ?? null;
    this.#module = options.lowered ?? null;
    this.#including = options.includerAnalyses ?? new IncluderAnalyses();
    this.#scan = embeddedScanner(grammars);
    this.#supposed = new SupposedReadings(grammars, this.#scan);
    this.#syntax = new SyntaxDocument(grammars, dialect, text);
  }

  get text(): string {
    return this.#syntax.text;
  }

  /** The text as it is read: in C++ with the preprocessor's lines and branches blanked. */
  get parsed(): string {
    return this.#syntax.parsed;
  }

  /** What blanking found on the side, in C++. */
  get masked(): Masked | null {
    return this.#syntax.masked;
  }

  /** The lowered file. */
  get module(): Module {
    if (this.#module !== null && !this.#isStale) return this.#module;
    const isEdited = this.#options.isOnlyRead !== true;
    const module = span('read', () => lower(this.#syntax, this.#module, this.#scan, isEdited));
    this.#module = module;
    this.#isStale = false;
    return module;
  }

  /** Reads a text of C++ little by little, for those who give way to others in between; nobody may edit it meanwhile. */
  *opening(): Generator<void> {
    if (this.#module !== null || this.dialect !== 'cpp') return;
    const isEdited = this.#options.isOnlyRead !== true;
    this.#module = yield* lowerCppSteps(this.#syntax, null, this.#scan, isEdited);
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
    this.#forgetReadings();
  }

  /** The file as it is without __CUDA_ARCH__; null where that is the same. */
  get hostReading(): HostReading | null {
    if (this.#host !== null) {
      this.#host.analysis.choices = this.choices;
      return this.#host;
    }
    const lines = this.dialect === 'cpp' ? hostLines(this.text) : '';
    if (lines === '') return null;
    const options = { ...this.#options, imports: this.#imports, isOnlyRead: true };
    const analysis = new OpenDocument(this.#grammars, 'cpp', lines + this.text, options);
    analysis.choices = this.choices;
    this.#host = { analysis, shift: lines.length };
    return this.#host;
  }

  #forgetReadings(): void {
    this.#supposed.forget();
    this.#host?.analysis.dispose();
    this.#host = null;
  }

  get directives(): readonly PlacedDirective[] {
    return this.module.units.flatMap((placed) =>
      placed.unit.directives.map((directive) => ({ directive, span: fileSpan(placed, directive.span) })),
    );
  }

  /** The places and values of the text as it is now. */
  get model(): DocumentModel {
    if (this.#model !== null) return this.#model;
    const { module } = this;
    const { notation, parameters = {} } = this.#options;
    const read = (text: string): Expr | null => readNotationText(this.#grammars, text);
    const before = this.#db;
    // One that an exception leaves half updated is not used again.
    this.#db = null;
    const db =
      before ??
      new AnalysisDb(
        languageOf(this.dialect, notation),
        module,
        settingValues(parameters, read),
        this.#imports,
      );
    if (before === null) {
      db.expressions = settingExpressions(parameters, read);
      const { uri } = this.#options;
      if (this.dialect === 'python' && uri !== undefined)
        db.importers = this.#importers.of((name) =>
          this.#evaluatorsNaming(name, db).map((each) => asImporter(each, uri)),
        );
    } else span('update', () => db.update(module, this.#imports));
    this.#db = db;
    this.#model = new Model(
      db,
      this.dialect,
      this.text,
      languageOf('notation', notation),
      // Who imports a module is asked by the evaluation itself.
      {
        naming: (name) => (this.dialect === 'python' ? [] : this.#evaluatorsNaming(name, db)),
        otherwise: (names) =>
          this.#supposed.of({ syntax: this.#syntax, module, imports: this.#imports, db }, names),
      },
      () => this.choices,
    );
    return this.#model;
  }

  /** By which names a template of the file is asked for from outside. */
  namesLeadingTo(name: string): readonly string[] {
    return this.#templateNames.leadingTo(name, this.module);
  }

  /** Whether files that import this one give something else to what was asked for: values are to be forgotten then. */
  readonly isGivenOtherwise = (): boolean => this.#importers.isGivenOtherwise();

  /** Evaluators of files that instantiate the template of this file. */
  #evaluatorsNaming(name: string, like: AnalysisDb): readonly IncludingEvaluator[] {
    const { includers } = this.#options;
    return includers === undefined ? [] : this.#evaluatorsOf(includers(this.namesLeadingTo(name)), like);
  }

  #evaluatorsOf(includers: readonly Includer[], like: AnalysisDb): readonly IncludingEvaluator[] {
    return this.#including.evaluators(includers, like, JSON.stringify(this.#options.parameters ?? {}));
  }

  /**
   * Works out a little at a time how the files that include this one instantiate its templates, so that nobody who asks
   * for a value has to wait for all of it.
   */
  *preparing(includers: IncludersOf): Generator<void> {
    // The database comes with the model.
    void this.model;
    const db = this.#db;
    if (db === null) return;
    for (const name of templatesIn(this.module)) {
      const templates = db.memos.flatMap(({ placed }) =>
        placed.unit.scope.declarations.filter(
          (d) => d.name === name && d.template != null && d.bodyScope !== null,
        ),
      );
      const files: IncludingEvaluator[] = [];
      for (const includer of includers(this.namesLeadingTo(name))) {
        yield;
        files.push(...this.#evaluatorsOf([includer], db));
      }
      for (const template of templates) yield* preparing(template, files);
    }
  }

  /** Forgets what was worked out; the file stays lowered. */
  forgetValues(): void {
    this.#forgetReadings();
    this.#model = null;
    this.#db = null;
  }

  /** Makes the changes one after the other. `after`: the text that they make, where somebody has it. */
  edit(changes: readonly Change[], after?: string): void {
    // Units are reused from the last lowered version, however many edits ago that was.
    this.#isStale = true;
    this.#model = null;
    this.#forgetReadings();
    this.#syntax.update(applyChanges(this.text, changes, after));
  }

  /** Frees the tree. */
  dispose(): void {
    this.#forgetReadings();
    this.#syntax.dispose();
    this.#model = null;
    this.#db = null;
  }
}

/** Works out how files instantiate a template, and where none does, how they do with macros that nobody defines. */
function* preparing(template: Declaration, files: readonly IncludingEvaluator[]): Generator<void> {
  let isFound = false;
  for (const file of files) {
    yield;
    isFound = isInstantiatedBy(file, template) || isFound;
  }
  for (const file of isFound ? [] : files) {
    for (const reading of file.otherwise(namesLeadingTo(file.evaluator, template))) {
      yield;
      isInstantiatedBy(reading, template);
    }
  }
}

/** Opens a document; `grammars.ready(dialect)` and `grammars.ready('notation')` must be awaited before. */
export const openDocument = (
  grammars: Grammars,
  dialect: Dialect,
  text: string,
  options: OpenOptions = {},
): OpenDocument => new OpenDocument(grammars, dialect, text, options);

function lower(
  syntax: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner,
  isEdited: boolean,
): Module {
  switch (syntax.language) {
    case 'cpp':
      return lowerCpp(syntax, previous, scan, isEdited);
    case 'python':
      return lowerPython(syntax, previous, scan);
    case 'notation':
      return lowerNotationDocument(syntax.tree, syntax.text, scan, previous as NotationModule | null);
  }
}
