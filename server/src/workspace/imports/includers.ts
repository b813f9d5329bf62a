// The other direction of inclusion: which files of the workspace include a file, directly or through others. What a
// template in a header stands for is said by the files that instantiate it.

import { addTo } from '../../frontends/common/lists.ts';
import { isStandardHeader, resolveInclude } from './include-resolver.ts';
import type { HeaderSource } from './source.ts';
import { folderOf, normalUri } from './source.ts';
import { WordIndex } from './word-index.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")/gm;

/** The paths of a text's includes, those under conditions too. */
function includedPaths(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const match of text.matchAll(INCLUDE)) paths.add((match[1] ?? match[2])!);
  return [...paths];
}

/** How many files are chosen for a template. */
const MAXIMUM_CHOSEN = 5;
/** How many files that no other includes are read for a reference. */
const MAXIMUM_READ = 64;

const NONE: readonly string[] = [];

/** The files that include a file, directly or through others. */
interface Around {
  /** Those that no file includes, as many as are read. */
  readonly last: readonly string[];
  /** The others. */
  readonly between: readonly string[];
  /** The file itself and `between`. */
  readonly among: ReadonlySet<string>;
}

export class Includers {
  readonly #source: HeaderSource;
  /** A file's text as it is now; undefined when it has not come yet. */
  readonly #read: (uri: string) => string | null | undefined;
  /** The files that each file includes. */
  readonly #edges = new Map<string, readonly string[]>();
  #backwards: ReadonlyMap<string, readonly string[]> | null = null;
  /** What files include, directly or through others: it is asked after every keystroke. */
  readonly #forwards = new Map<string, ReadonlySet<string>>();
  /** The words of the files that were searched. */
  readonly #words = new WordIndex();
  /** What lies around each file. */
  readonly #around = new Map<string, Around>();
  /** The files that were chosen, by file and names. */
  readonly #chosen = new Map<string, readonly string[]>();
  /** The paths that each file includes, as one text. */
  readonly #paths = new Map<string, string>();
  /** Files whose text in an editor differs from the one that was read. */
  readonly #typed = new Set<string>();
  readonly #exists: (uri: string) => boolean | undefined;
  readonly #open: () => Iterable<string>;

  /** `open`: the files that editors show; they count as files of the workspace. */
  constructor(
    source: HeaderSource,
    read: (uri: string) => string | null | undefined,
    exists: (uri: string) => boolean | undefined,
    open: () => Iterable<string>,
  ) {
    this.#source = source;
    this.#read = read;
    this.#exists = exists;
    this.#open = open;
  }

  /** The file has another text in its editor. */
  typed(uri: string): void {
    this.#typed.add(uri);
  }

  /** The file has another text. */
  forget(uri?: string): void {
    if (uri === undefined) {
      this.#edges.clear();
      this.#words.clear();
    } else {
      this.#edges.delete(normalUri(uri));
      this.#words.delete(normalUri(uri));
    }
    this.#regroup();
  }

  /** Takes what was typed. Returns whether a file includes others than before. */
  reread(): boolean {
    let isRegrouped = false;
    for (const file of this.#typed) {
      if (this.#words.has(file) && this.#readWords(file)) this.#chosen.clear();
      const text = this.#read(file);
      if (text === undefined) continue;
      const isSame = this.#edges.has(file) && this.#paths.get(file) === includedPaths(text ?? '').join('\n');
      if (isSame) continue;
      this.#edges.delete(file);
      isRegrouped = true;
    }
    this.#typed.clear();
    if (isRegrouped) this.#regroup();
    return isRegrouped;
  }

  /** What a file includes, directly or through others, under conditions too, as far as the workspace has been read. */
  includedBy(uri: string): ReadonlySet<string> {
    const before = this.#forwards.get(uri);
    if (before !== undefined) return before;
    const found = new Set([uri]);
    for (const file of found) for (const included of this.#edges.get(file) ?? NONE) found.add(included);
    found.delete(uri);
    // Until then there is more to read.
    if (this.#backwards !== null) this.#forwards.set(uri, found);
    return found;
  }

  /** Includes of such paths mean other files. Returns whether there are some. */
  forgetIncluding(isMeant: (path: string) => boolean): boolean {
    let isRegrouped = false;
    for (const [file, paths] of this.#paths) {
      if (!paths.split('\n').some(isMeant)) continue;
      this.#edges.delete(file);
      isRegrouped = true;
    }
    if (isRegrouped) this.#regroup();
    return isRegrouped;
  }

  #regroup(): void {
    this.#chosen.clear();
    this.#around.clear();
    this.#forwards.clear();
    this.#backwards = null;
  }

  /**
   * The files of the workspace that include `uri`, the nearest first. Undefined while the workspace has not been read
   * as far as that takes: ask again. `includePaths`: URIs of folders.
   */
  of(uri: string, includePaths: readonly string[], milliseconds: number): readonly string[] | undefined {
    const backwards = this.#graph(includePaths, performance.now() + milliseconds);
    return backwards === undefined ? undefined : behind([normalUri(uri)], backwards);
  }

  /**
   * A handful of the files that instantiate a template of `uri`, which is asked for by one of `names`: those that name
   * it themselves first, then those that include a file that does. Only files that nobody includes are chosen: they see
   * everything that is between. Undefined as in `of`.
   */
  naming(
    uri: string,
    names: readonly string[],
    includePaths: readonly string[],
    milliseconds: number,
  ): readonly string[] | undefined {
    this.reread();
    const backwards = this.#graph(includePaths, performance.now() + milliseconds);
    if (backwards === undefined) return undefined;
    const key = `${uri} ${names.join()}`;
    let chosen = this.#chosen.get(key);
    if (chosen === undefined) {
      chosen = this.#choose(normalUri(uri), names, backwards);
      if (chosen !== undefined) this.#chosen.set(key, chosen);
    }
    return chosen;
  }

  /** Undefined while texts have not come yet. */
  #choose(
    uri: string,
    names: readonly string[],
    backwards: ReadonlyMap<string, readonly string[]>,
  ): readonly string[] | undefined {
    const isIncluded = (file: string): boolean => (backwards.get(file) ?? NONE).length > 0;
    let around = this.#around.get(uri);
    if (around === undefined) {
      const all = behind([uri], backwards);
      const last = sourcesOf(all.filter((file) => !isIncluded(file)));
      const between = all.filter(isIncluded);
      around = { last: spread(last, MAXIMUM_READ), between, among: new Set([uri, ...between]) };
      this.#around.set(uri, around);
    }
    let holding: ReadonlySet<string> | null = null;
    let isWaiting = false;
    const isNaming = (file: string): boolean => {
      if (!this.#words.has(file)) {
        if (this.#readWords(file)) holding = null;
        else isWaiting ||= !this.#words.has(file);
      }
      holding ??= this.#words.holding(names);
      return holding.has(file);
    };
    const direct = around.last.filter(isNaming);
    const between = around.between.filter(isNaming);
    const beside = this.#besides(around, isNaming);
    if (isWaiting) return undefined;
    const naming = [...new Set([...between, ...beside])];
    const through = sourcesOf(behind(naming, backwards).filter((file) => !isIncluded(file)));
    const own = spread(direct, through.length === 0 ? MAXIMUM_CHOSEN : Math.ceil(MAXIMUM_CHOSEN / 2));
    const others = through.filter((file) => !own.includes(file));
    return [...own, ...spread(others, MAXIMUM_CHOSEN - own.length)];
  }

  /**
   * The includers of the file that also include another file, which names it: a header that brings
   * templates together with what chooses among them.
   */
  #besides({ between, among }: Around, isNaming: (file: string) => boolean): readonly string[] {
    let left = MAXIMUM_READ;
    return between.filter((file) =>
      (this.#edges.get(file) ?? NONE).some((other) => !among.has(other) && left-- > 0 && isNaming(other)),
    );
  }

  /** Returns whether the file holds other words than before, as far as it has come. */
  #readWords(file: string): boolean {
    const text = this.#read(file);
    return text !== undefined && this.#words.set(file, text ?? '');
  }

  #graph(includePaths: readonly string[], until: number): ReadonlyMap<string, readonly string[]> | undefined {
    if (this.#backwards !== null) return this.#backwards;
    const files = this.#source.files('cpp');
    if (files === undefined) return undefined;
    let isComplete = true;
    for (const file of [...files, ...this.#open()]) {
      if (this.#edges.has(file)) continue;
      if (performance.now() > until) return undefined;
      const text = this.#read(file);
      const included =
        text === undefined ? undefined : this.#included(file, includedPaths(text ?? ''), includePaths);
      if (included === undefined) isComplete = false;
      else this.#edges.set(file, included);
    }
    if (!isComplete) return undefined;
    const backwards = new Map<string, string[]>();
    // Not in the order in which they have come: what is shown is not to depend on a disk.
    for (const file of [...this.#edges.keys()].sort()) {
      for (const uri of this.#edges.get(file)!) {
        addTo(backwards, uri, file);
      }
    }
    this.#backwards = backwards;
    return backwards;
  }

  /** Undefined while it is not known of all which files they mean. */
  #included(
    file: string,
    paths: readonly string[],
    includePaths: readonly string[],
  ): readonly string[] | undefined {
    this.#paths.set(file, paths.join('\n'));
    const included: string[] = [];
    let isComplete = true;
    for (const path of paths) {
      if (isStandardHeader(path)) continue;
      const found = resolveInclude(
        folderOf(file),
        path,
        includePaths,
        (uri) => this.#exists(uri),
        (suffix) => this.#source.withSuffix(suffix),
      );
      if (found === undefined) isComplete = false;
      else if (found !== null) included.push(found);
    }
    return isComplete ? included : undefined;
  }
}

/** The files that include one of `files`, directly or through others, the nearest first. */
function behind(
  files: readonly string[],
  backwards: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const found = new Set(files);
  for (const at of found) for (const includer of backwards.get(at) ?? NONE) found.add(includer);
  for (const file of files) found.delete(file);
  return [...found];
}

/** Those that are compiled by themselves, where there are any. */
function sourcesOf(files: readonly string[]): readonly string[] {
  const sources = files.filter((file) => /\.(?:cu|cpp|cc|cxx)$/i.test(file));
  return sources.length > 0 ? sources : files;
}

/** At most `count` of the items, from the first to the last at even distances: files of one name differ little. */
const spread = <T>(items: readonly T[], count: number): readonly T[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, i) =>
        count === 1 ? items[0]! : items[Math.floor((i * (items.length - 1)) / (count - 1))]!,
      );
