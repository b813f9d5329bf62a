// An included file: its includes, the names that its namespaces declare, and the declarations behind them, which are
// lowered one by one when they are first asked for.

import type { ImportedUnit, Imports } from '../../evaluate/model/imports.ts';
import type { EmbeddedScanner } from '../../frontends/common/embedded.ts';
import { pathText } from '../../frontends/common/expression-parts.ts';
import { addTo } from '../../frontends/common/lists.ts';
import { addNamespace } from '../../frontends/common/namespaces.ts';
import type {
  ConditionalRegion,
  Declaration,
  Module,
  PlacedUnit,
  Scope,
  Unit,
} from '../../frontends/common/scope.ts';
import { lowerCppHeading, lowerCppMacro, lowerCppUnit } from '../../frontends/cpp/cpp.ts';
import { cutChunks } from '../../frontends/cpp/text/chunks.ts';
import { fileMacros, headExpansion, relative } from '../../frontends/cpp/text/heads.ts';
import { skipSpace } from '../../frontends/cpp/text/scan.ts';
import { namesInText, statementEnd } from '../../frontends/cpp/text/statement-end.ts';
import { maskCpp } from '../../syntax/cpp/mask.ts';
import type { SupposedMacro } from '../../syntax/cpp/supposed-macros.ts';
import { WordSieve, wordsIn } from '../../syntax/text/words.ts';
import { HeaderUnit, KnownHeaderUnits, type Lower } from './header-unit.ts';

export interface PlacedInclude {
  readonly path: string;
  /** Other branches of these define names of their own. */
  readonly regions: readonly ConditionalRegion[];
}

/** Names for which the units that have them are remembered. */
const MAXIMUM_NAMES = 1024;
const NO_UNITS: readonly HeaderUnit[] = [];

export class HeaderFile {
  readonly uri: string;
  readonly includes: readonly PlacedInclude[];
  readonly units: readonly HeaderUnit[];
  readonly conditionals: readonly ConditionalRegion[];
  readonly namespaces: ReadonlySet<string>;
  readonly opened: ReadonlySet<string>;
  readonly assumptions: Imports['assumptions'];
  /** Characters kept. */
  readonly length: number;
  readonly #byName = new Map<string, HeaderUnit[]>();
  readonly #naming = new Map<string, readonly HeaderUnit[]>();
  #words: WordSieve | null = null;
  #units: ReadonlySet<ImportedUnit> | null = null;
  #module: Module | null = null;
  readonly #includes: Module['includes'];

  private constructor(
    uri: string,
    parts: readonly Part[],
    module: Pick<Module, 'includes' | 'conditionals'>,
    previous: HeaderFile | null,
  ) {
    this.uri = uri;
    this.conditionals = module.conditionals ?? [];
    this.includes = placedIncludes(module);
    this.#includes = module.includes;
    const known = new KnownHeaderUnits(previous?.units ?? []);
    const units: HeaderUnit[] = [];
    const namespaces = new Set<string>();
    const opened = new Set<string>();
    const assumptions: Imports['assumptions'][number][] = [];
    let length = 0;
    for (const { text, namespace, names, start, lower, unit, head } of parts) {
      let kept =
        unit === null ? known.withText(text, namespace, head) : known.of(unit, text, namespace, head);
      if (kept === undefined) kept = new HeaderUnit(this, text, namespace, names(), start, lower, head);
      else kept.moveTo(this, start);
      if (unit !== null) kept.adopt(unit, text);
      units.push(kept);
      length += text.length;
      for (const name of kept.names) {
        addTo(this.#byName, name, kept);
      }
      addNamespace(namespaces, namespace.join('::'));
      if (/\busing\s+namespace\b/.test(text)) {
        // A check unit is read where it may open a namespace for those around it.
        const isLocal = unit === null && isInBody(text);
        for (const opens of isLocal ? [] : (kept.placed.unit.scope.usings ?? [])) opened.add(pathText(opens));
      }
      if (unit === null ? text.includes('layout-lens:') : unit.directives.length > 0) {
        for (const directive of kept.placed.unit.directives)
          if (directive.kind === 'assume') assumptions.push({ unit: kept, directive });
      }
    }
    this.units = units;
    this.namespaces = namespaces;
    this.opened = opened;
    this.assumptions = assumptions;
    this.length = length;
  }

  /** Reads a file's text. Units that are the same as in an earlier version are taken from there. `supposed`: see maskCpp. */
  static read(
    uri: string,
    text: string,
    scan: EmbeddedScanner | null = null,
    previous: HeaderFile | null = null,
    supposed: SupposedMacro | null = null,
  ): HeaderFile {
    const masked = maskCpp(text, null, supposed);
    // Comments stand before what they belong to, and only those that say something to us are kept.
    const comments = scan !== null && text.includes('layout-lens:');
    const macros = fileMacros(text, masked.macros);
    const lower: Lower = (t) => (comments ? lowerCppUnit(t, scan, macros) : lowerCppHeading(t, macros));
    const parts: Part[] = [];
    let end = 0;
    for (const checkUnit of cutChunks({ text: masked.text, written: text }, 'without comments')) {
      let { start } = checkUnit;
      const before = comments ? masked.text.slice(end, start) : '';
      if (before.includes('layout-lens:')) start = end + before.search(/\/[/*]/);
      const written = masked.text.slice(start, checkUnit.end);
      const head = headExpansion(written, macros);
      const names = (): ReadonlySet<string> => withHead(checkUnit.names, written, head);
      const { namespace } = checkUnit;
      parts.push({ start, text: written, namespace, names, lower, unit: null, head });
      end = checkUnit.end;
    }
    for (const macro of masked.macros) {
      parts.push({
        start: macro.start,
        text: text.slice(macro.start, macro.end),
        namespace: [],
        names: () => new Set([macro.name]),
        lower: (t) => lowerCppMacro(t, relative(macro)),
        unit: null,
        head: '',
      });
    }
    parts.sort((a, b) => a.start - b.start);
    const includes = masked.includes.map(({ path, start, end: to }) => ({ path, span: { start, end: to } }));
    return new HeaderFile(uri, parts, { includes, conditionals: masked.conditionals }, previous);
  }

  /** A file that is open, with the units of its document, so that both mean the same objects. */
  static ofModule(uri: string, module: Module, previous: HeaderFile | null = null): HeaderFile {
    const parts = module.units.filter(saysSomething).map(
      ({ start, text, namespace, unit }): Part => ({
        start,
        text,
        namespace,
        names: () => namesOf(unit, text),
        lower: () => unit,
        unit,
        head: unit.head ?? '',
      }),
    );
    return new HeaderFile(uri, parts, module, previous);
  }

  /** The file as a module. Its units are lowered when they are read. */
  get module(): Module {
    this.#module ??= {
      dialect: 'cpp',
      units: this.units.map((u) => u.placed),
      includes: this.#includes,
      conditionals: this.conditionals,
    };
    return this.#module;
  }

  mayDeclare(name: string): boolean {
    return this.#byName.has(name);
  }

  /** The declarations of a name in the file's namespaces, in order. */
  declared(name: string): readonly FoundInFile[] {
    const found: FoundInFile[] = [];
    for (const unit of this.#byName.get(name) ?? []) {
      collect(unit, unit.placed.unit.scope, unit.namespace.join('::'), name, found);
    }
    return found;
  }

  /** The units with a name in their text. Every file that includes this one asks for the same names. */
  naming(name: string): readonly HeaderUnit[] {
    let found = this.#naming.get(name);
    if (found === undefined) {
      this.#words ??= new WordSieve(this.units.map(({ text }) => text));
      found = this.#words.mayHold(name) ? this.units.filter((unit) => hasWord(unit.text, name)) : NO_UNITS;
      if (this.#naming.size >= MAXIMUM_NAMES) this.#naming.clear();
      this.#naming.set(name, found.length === 0 ? NO_UNITS : found);
    }
    return found;
  }

  has(unit: ImportedUnit): boolean {
    this.#units ??= new Set(this.units);
    return this.#units.has(unit);
  }

  /** The units that only one of two versions of the file has. */
  unitsUnlike(other: HeaderFile): readonly HeaderUnit[] {
    return [
      ...this.units.filter((unit) => !other.has(unit)),
      ...other.units.filter((unit) => !this.has(unit)),
    ];
  }
}

interface FoundInFile {
  readonly unit: HeaderUnit;
  readonly declaration: Declaration;
  readonly namespace: string;
}

interface Part {
  readonly start: number;
  readonly text: string;
  readonly namespace: readonly string[];
  readonly names: () => ReadonlySet<string>;
  readonly lower: Lower;
  readonly unit: Unit | null;
  readonly head: string;
}

/** A comment before nothing is no declaration of the file. */
const saysSomething = ({ text, unit }: PlacedUnit): boolean =>
  unit.directives.length > 0 || skipSpace(text, 0) < text.length;

/** Whether a name stands in a text, and not only as a part of a longer one: what has it is lowered. */
function hasWord(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + name.length)) return true;
  return false;
}

function isWordAt(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95;
}

/** What a macro declares is named among its arguments. */
function withHead(names: ReadonlySet<string>, text: string, head: string): ReadonlySet<string> {
  return head === ''
    ? names
    : new Set([...names, ...wordsIn(text.slice(skipSpace(text, 0))), ...wordsIn(head)]);
}

/** The names of a unit that is lowered already: those of its text, as of one that is not. */
function namesOf({ scope, head = '' }: Unit, text: string): ReadonlySet<string> {
  const [first] = scope.declarations;
  return first?.kind === 'macro' ? new Set([first.name]) : withHead(namesInText(text), text, head);
}

/** Whether the only place where a namespace is opened is the body of a function or class that is closed. */
function isInBody(text: string): boolean {
  const { end, isClosed } = statementEnd(text, skipSpace(text, 0));
  const body = text.indexOf('{');
  const before = body < 0 ? text : text.slice(0, body);
  return isClosed && end >= text.length && !/\busing\s+namespace\b/.test(before);
}

function collect(
  unit: HeaderUnit,
  scope: Scope,
  namespace: string,
  name: string,
  found: FoundInFile[],
): void {
  for (const declaration of scope.declarations) {
    if (declaration.name === name) found.push({ unit, declaration, namespace });
  }
  for (const child of scope.children) {
    if (child.kind !== 'namespace') continue;
    const inner = child.name ?? '';
    collect(unit, child, namespace === '' ? inner : `${namespace}::${inner}`, name, found);
  }
}

/** The includes of a file with the conditional regions that they stand in. */
export const placedIncludes = ({
  includes,
  conditionals,
}: Pick<Module, 'includes' | 'conditionals'>): readonly PlacedInclude[] =>
  includes.map(({ path, span }) => ({
    path,
    regions: (conditionals ?? []).filter(
      (c) => c.start <= span.start && span.start < c.end && c.names.size > 0,
    ),
  }));
