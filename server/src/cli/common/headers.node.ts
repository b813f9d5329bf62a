// Included files for the command line: read from the disk, once for all files of a run.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import { embeddedScanner } from '../../analysis/document/embedded-notation.ts';
import { IncluderAnalyses } from '../../analysis/values/includer-analyses.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { SynchronousDisk } from '../../workspace/host/disk.node.ts';
import { HeaderIndex } from '../../workspace/imports/index.ts';
import { cutlassOfProject, installedCutlass } from '../../workspace/imports/installed-cutlass.node.ts';
import { type ModuleSource, PythonModules } from '../../workspace/imports/python-modules.ts';
import { DiskSource, workspaceRoot } from '../../workspace/imports/source.node.ts';
import { normalUri } from '../../workspace/imports/source.ts';
import type { HeaderOptions } from '../../workspace/settings/header-options.ts';
import type { OpenFile } from './open.ts';

/** So many characters of included files are lowered as a whole before their turn comes. */
const MOST_AHEAD = 24 * 2 ** 20;

export const uriOf = (path: string): string => normalUri(pathToFileURL(resolve(path)).href);

/** What the commands' own folders and files are, and where else included files are looked for. */
export interface Searched {
  /** The files and folders that the command works on: includes are looked for in their repositories, or else in themselves. */
  readonly operands: readonly string[];
  /** Folders to search before. */
  readonly include: readonly string[];
}

export const rootsOf = ({ operands }: Searched): readonly string[] => [
  ...new Set(operands.map((operand) => uriOf(workspaceRoot(resolve(operand))))),
];

export const headerOptions = ({ include }: Searched): HeaderOptions => ({
  includePaths: include.map((folder) => resolve(folder)),
  followLibrary: false,
  isEnabled: true,
});

/** What somebody wants to know of a run besides. */
interface Watching {
  /** Told of files that are there and are not read. */
  readonly refused?: (path: string, reason: string) => void;
  /** Stands before what Python modules are read from. */
  readonly modules?: (source: ModuleSource) => ModuleSource;
}

/** The folders to search for included files: those that are named, and the CUTLASS that is found. */
export async function includeFolders(
  operands: readonly string[],
  named: readonly string[],
): Promise<readonly string[]> {
  for (const operand of operands) {
    const root = workspaceRoot(resolve(operand));
    const found = (await cutlassOfProject(root)) ?? (await installedCutlass(root));
    if (found !== null) return [...named, found];
  }
  return named;
}

/** Opens files with what they include. `parameters`: values of template parameters. */
export function fileOpener(
  grammars: Grammars,
  operands: readonly string[],
  include: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
  watching: Watching = {},
): OpenFile {
  const opener = new FileOpener(grammars, { operands, include }, parameters, watching);
  return (file) => opener.open(file);
}

/** The same, with how the files are compiled. */
export function compiledFileOpener(
  grammars: Grammars,
  path: string,
  include: readonly string[],
  parameters: Readonly<Record<string, string>>,
  watching: Watching,
): { readonly open: OpenFile; readonly compiling: () => ReturnType<HeaderIndex['compiling']> } {
  const opener = new FileOpener(grammars, { operands: [path], include }, parameters, watching);
  return { open: (file) => opener.open(file), compiling: () => opener.compiling(path) };
}

class FileOpener {
  readonly #grammars: Grammars;
  readonly #parameters: Readonly<Record<string, string>>;
  /** The addresses of the files and folders of the run. */
  readonly #ofRun: readonly string[];
  readonly #options: HeaderOptions;
  readonly #worlds = new IncluderAnalyses();
  readonly #modules: PythonModules;
  readonly #index: HeaderIndex;
  /** Files of the run that others have asked for: they are the same objects when their turn comes. */
  readonly #ahead = new Map<string, OpenDocument>();
  readonly #lowered = new Set<string>();
  #charactersAhead = 0;
  #isAllowed = false;

  constructor(
    grammars: Grammars,
    searched: Searched,
    parameters: Readonly<Record<string, string>>,
    { refused, modules = (source) => source }: Watching,
  ) {
    this.#grammars = grammars;
    this.#parameters = parameters;
    this.#ofRun = searched.operands.map(uriOf);
    this.#options = headerOptions(searched);
    const roots = rootsOf(searched);
    const disk = new SynchronousDisk(refused);
    // Each of its own: what one may read is no matter of whether the other was asked before.
    const scan = embeddedScanner(grammars);
    this.#modules = new PythonModules(grammars, modules(new DiskSource(roots, disk)), { scan });
    this.#index = new HeaderIndex(new DiskSource(roots, disk), scan, (uri, text) =>
      this.#lowerAhead(uri, text),
    );
  }

  open({ path, dialect, text }: Parameters<OpenFile>[0]): OpenDocument {
    const parameters = this.#parameters;
    if (dialect === 'python' && path !== undefined) {
      const uri = uriOf(path);
      const { includePaths } = this.#options;
      const document = openDocument(this.#grammars, dialect, text, {
        parameters,
        uri,
        lowered: this.#modules.asDocument(uri, text),
        includerAnalyses: this.#worlds,
        includers: (names) => this.#modules.importers.of(uri, names, includePaths) ?? [],
      });
      document.imports = this.#modules.importsOf({ uri, module: document.module }, includePaths);
      return document;
    }
    if (dialect !== 'cpp' || path === undefined)
      return openDocument(this.#grammars, dialect, text, { parameters, isOnlyRead: true });
    const uri = uriOf(path);
    const known = this.#ahead.get(uri);
    this.#ahead.delete(uri);
    const document = known?.text === text ? known : this.#openCpp(uri, text);
    document.imports = this.#index.importsOf({ uri, module: document.module }, this.#options);
    return document;
  }

  compiling(path: string): ReturnType<HeaderIndex['compiling']> {
    return this.#index.compiling(uriOf(path), this.#options);
  }

  #openCpp(uri: string, text: string): OpenDocument {
    if (!this.#isAllowed) this.#index.allowAll(this.#options);
    this.#isAllowed = true;
    const document: OpenDocument = openDocument(this.#grammars, 'cpp', text, {
      isOnlyRead: true,
      parameters: this.#parameters,
      includerAnalyses: this.#worlds,
      includers: (names) => {
        // The files that include this one have to mean the same declarations.
        if (!this.#lowered.has(uri)) {
          this.#lowered.add(uri);
          const { module } = document;
          this.#index.opened(uri, () => ({ stamp: 'open', text, module }));
        }
        return this.#index.including(uri, names, this.#options) ?? [];
      },
    });
    return document;
  }

  #lowerAhead(uri: string, text: string): Module | null {
    if (this.#charactersAhead + text.length > MOST_AHEAD) return null;
    if (!this.#ofRun.some((operand) => uri === operand || uri.startsWith(`${operand}/`))) return null;
    this.#charactersAhead += text.length;
    const document = this.#openCpp(uri, text);
    const { module } = document;
    // Of the file only what it was lowered to is needed from here on.
    document.dispose();
    this.#ahead.set(uri, document);
    this.#lowered.add(uri);
    return module;
  }
}
