// What the findings of a file depend on besides its own text, as a text that differs where anything of it does: for C++
// the files that it includes and those that include it, with all that these include, and which file each include means;
// for Python the folders in which modules are looked for, and all files of Python in them.
//
// It is more than a check reads, never less: includes of branches that are not read count as well.

import { addTo } from '../../frontends/common/lists.ts';
import { SynchronousDisk } from '../../workspace/host/disk.node.ts';
import { HeaderFiles } from '../../workspace/imports/files.ts';
import { IncludePaths } from '../../workspace/imports/include-paths.ts';
import { isStandardHeader, resolveInclude } from '../../workspace/imports/include-resolver.ts';
import { PythonPaths } from '../../workspace/imports/python-paths.ts';
import { DiskSource } from '../../workspace/imports/source.node.ts';
import { folderOf } from '../../workspace/imports/source.ts';
import type { HeaderOptions } from '../../workspace/settings/header-options.ts';
import { headerOptions, rootsOf, type Searched } from '../common/headers.node.ts';
import { type Answers, answersAgain, digest } from './module-answers.ts';

/** Every line that a preprocessor, or whoever looks for includers, may take for an include, and more. */
const INCLUDE = /#(?:\s|\\\r?\n)*include(?:\s|\\\r?\n)*(?:<([^>\n]*)>|"([^"\n]*)")/g;

interface IncludingText {
  readonly digest: string;
  readonly paths: readonly string[];
}

interface Node {
  /** Of the file's address, its text, and what its includes mean. */
  readonly digest: string;
  readonly to: readonly string[];
}

/** Which files include which, where includes are looked for in certain folders. */
class IncludeGraph {
  readonly #folders: readonly string[];
  readonly #source: DiskSource;
  readonly #textOf: (uri: string) => IncludingText | null;
  readonly #nodes = new Map<string, Node>();
  readonly #below = new Map<string, string>();

  constructor(folders: readonly string[], source: DiskSource, textOf: (uri: string) => IncludingText | null) {
    this.#folders = folders;
    this.#source = source;
    this.#textOf = textOf;
  }

  node(uri: string): Node {
    let node = this.#nodes.get(uri);
    if (node === undefined) {
      node = this.#read(uri);
      this.#nodes.set(uri, node);
    }
    return node;
  }

  #read(uri: string): Node {
    const text = this.#textOf(uri);
    const means = (text?.paths ?? []).map((path) => [path, this.#meaning(folderOf(uri), path)] as const);
    return {
      digest: digest(JSON.stringify([uri, text?.digest ?? null, means])),
      to: means.flatMap(([, meant]) => meant ?? []),
    };
  }

  #meaning(folder: string, path: string): string | null {
    const exists = (uri: string): boolean => this.#source.exists(uri) === true;
    const withSuffix = (suffix: string): readonly string[] => this.#source.withSuffix(suffix) ?? [];
    return resolveInclude(folder, path, this.#folders, exists, withSuffix) ?? null;
  }

  /** Of a file and all that it includes, directly or through others. */
  below(uri: string): string {
    let known = this.#below.get(uri);
    if (known === undefined) {
      const reached = new Set([uri]);
      const digests: string[] = [];
      for (const file of reached) {
        const node = this.node(file);
        digests.push(node.digest);
        for (const to of node.to) reached.add(to);
      }
      known = digest(digests.join());
      this.#below.set(uri, known);
    }
    return known;
  }
}

export class Worlds {
  readonly #source: DiskSource;
  readonly #modules: DiskSource;
  readonly #paths: IncludePaths;
  readonly #options: HeaderOptions;
  readonly #texts = new Map<string, IncludingText | null>();
  readonly #graphs = new Map<string, IncludeGraph>();
  readonly #common: IncludeGraph;
  readonly #backwards = new Map<string, string[]>();
  /** What holds for all files of a language. */
  readonly #ofCpp: string;
  #ofPython: string | null = null;

  constructor(searched: Searched) {
    const roots = rootsOf(searched);
    this.#options = headerOptions(searched);
    this.#source = new DiskSource(roots);
    this.#source.work(Number.POSITIVE_INFINITY);
    this.#paths = new IncludePaths(this.#source, new HeaderFiles(this.#source, null, () => null));
    this.#paths.allowAll(this.#options);
    this.#common = this.#graph(this.#paths.common(this.#options));
    for (const file of [...(this.#source.files('cpp') ?? [])].sort()) {
      for (const to of this.#common.node(file).to) {
        addTo(this.#backwards, to, file);
      }
    }
    const commands = (this.#source.compileCommands() ?? []).map((uri) => [
      uri,
      this.#source.read(uri)?.text ?? '',
    ]);
    this.#ofCpp = digest(JSON.stringify([roots, this.#options, commands]));
    this.#modules = new DiskSource(roots, new SynchronousDisk());
  }

  /** What a C++ file at a URI is checked in. */
  ofCpp(uri: string): string {
    const seen = (file: string): string => {
      const own = this.#graph(this.#paths.of(file, this.#options).folders);
      return `${own.below(file)} ${this.#common.below(file)}`;
    };
    const around = new Set([uri]);
    for (const file of around) for (const includer of this.#backwards.get(file) ?? []) around.add(includer);
    return digest([this.#ofCpp, ...[...around].map((file) => `${file} ${seen(file)}`)].join('\n'));
  }

  /** What a Python file is checked in, but for what it asks about modules elsewhere. */
  ofPython(): string {
    this.#ofPython ??= this.#digestOfPython();
    return this.#ofPython;
  }

  #digestOfPython(): string {
    const source = this.#modules;
    source.work(Number.POSITIVE_INFINITY);
    const { folders } = new PythonPaths(source).of(this.#options.includePaths);
    // Whoever imports a module says what it is made with, and any file may.
    const files = [...(source.files('python') ?? [])].sort();
    const texts = files.map((file) => [file, digest(source.read(file)?.text ?? '')]);
    return digest(JSON.stringify([source.roots, this.#options, folders, texts]));
  }

  /** Whether what a Python file has asked about modules has the same answers. */
  answersAgain(answers: Answers): boolean {
    return answersAgain(answers, this.#modules);
  }

  #graph(folders: readonly string[]): IncludeGraph {
    const key = folders.join('\n');
    let graph = this.#graphs.get(key);
    if (graph === undefined) {
      graph = new IncludeGraph(folders, this.#source, (uri) => this.#textOf(uri));
      this.#graphs.set(key, graph);
    }
    return graph;
  }

  #textOf(uri: string): IncludingText | null {
    let known = this.#texts.get(uri);
    if (known === undefined) {
      const text = this.#source.read(uri)?.text ?? null;
      known = text === null ? null : { digest: digest(text), paths: includedPaths(text) };
      this.#texts.set(uri, known);
    }
    return known;
  }
}

const includedPaths = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(INCLUDE)]
      .map(([, angled, quoted]) => (angled ?? quoted)!)
      .filter((path) => !isStandardHeader(path)),
  ),
];
