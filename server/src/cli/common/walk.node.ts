// The files that a command works on: the named ones, and those of the named folders that git would not skip.

import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Dialect } from '../../frontends/common/scope.ts';
import { dialectOfPath } from '../../workspace/host/dialects.ts';
import { isNotebookPath, notebookText } from '../../workspace/host/notebook-file.ts';
import { isRefusal, readTextSync, refusalOfError } from '../../workspace/host/read-file.node.ts';

export interface SourceFile {
  /** As a user would write it: relative to where the command runs when it lies below. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly text: string;
}

export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}

/** A file that is there, before its text is read. */
export interface FoundFile {
  readonly dialect: Dialect;
  /** Null for what turns out to be none of ours. */
  readonly read: () => SourceFile | Unreadable | null;
}

const reasonOf = (error: unknown): string => refusalOfError(error).reason;

interface Rules {
  readonly folder: string;
  readonly matcher: Ignore;
}

function* rulesIn(folder: string): Generator<Unreadable, Rules | null> {
  const path = join(folder, '.gitignore');
  const read = readTextSync(path);
  if (!isRefusal(read)) return { folder, matcher: ignore().add(read.text) };
  // Most folders have none.
  if (!read.isAbsent) yield { path: shown(path), reason: read.reason };
  return null;
}

/** The .gitignore files above a folder, up to the repository's root. */
function* rulesAbove(folder: string): Generator<Unreadable, readonly Rules[]> {
  const found: Rules[] = [];
  for (let at = folder; ; at = dirname(at)) {
    let isRoot = false;
    try {
      lstatSync(join(at, '.git'));
      isRoot = true;
    } catch {
      // Not the root of a repository.
    }
    if (at !== folder) {
      const rules = yield* rulesIn(at);
      if (rules !== null) found.unshift(rules);
    }
    if (isRoot) return found;
    if (dirname(at) === at) return [];
  }
}

function isIgnored(path: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { folder, matcher } of rules) {
    const inside = relative(folder, path).split(sep).join('/') + (isFolder ? '/' : '');
    const result = matcher.test(inside);
    // A deeper file overrules a higher one, in both directions.
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

const shown = (path: string): string => {
  const below = relative(process.cwd(), path);
  return below === '' || below.startsWith('..') ? path : below;
};

/** A file of another language, which is read as it is. */
export function textFile(path: string): { readonly text: string } | Unreadable {
  const read = readTextSync(path);
  return isRefusal(read) ? { path: shown(path), reason: read.reason } : { text: read.text };
}

function read(path: string, dialect: Dialect): SourceFile | Unreadable {
  const read = readTextSync(path);
  return isRefusal(read)
    ? { path: shown(path), reason: read.reason }
    : { path: shown(path), dialect, text: read.text };
}

/** The cells of a notebook are one text of Python; null for a notebook of another language. */
function readNotebook(path: string): SourceFile | Unreadable | null {
  const read = readTextSync(path);
  const found = isRefusal(read) ? read : notebookText(read.text);
  if (found === null) return null;
  return 'reason' in found
    ? { path: shown(path), reason: found.reason }
    : { path: shown(path), dialect: 'python', text: found.text };
}

function* walkFolder(folder: string, above: readonly Rules[]): Generator<FoundFile | Unreadable> {
  const own = yield* rulesIn(folder);
  const rules = own === null ? above : [...above, own];
  let entries: import('node:fs').Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: shown(folder), reason: reasonOf(error) };
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Links are not followed: what they point to is found where it lies, or is not part of the folder.
    if (entry.isSymbolicLink() || entry.name === '.git') continue;
    if (isIgnored(path, entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) yield* walkFolder(path, rules);
    else if (entry.isFile()) {
      const dialect = dialectOfPath(entry.name);
      if (dialect !== null) yield { dialect, read: () => read(path, dialect) };
      else if (isNotebookPath(entry.name)) yield { dialect: 'python', read: () => readNotebook(path) };
    }
  }
}

/** What there is to read. The rules of .gitignore are all that is read yet. */
export function* foundFiles(paths: readonly string[]): Generator<FoundFile | Unreadable> {
  for (const operand of paths) {
    const path = resolve(operand);
    let isFolder: boolean;
    try {
      isFolder = statSync(path).isDirectory();
    } catch (error) {
      yield { path: operand, reason: reasonOf(error) };
      continue;
    }
    if (isFolder) yield* walkFolder(path, yield* rulesAbove(path));
    else if (isNotebookPath(path)) {
      const other = { path: operand, reason: 'a notebook of another language than Python' };
      yield { dialect: 'python', read: () => readNotebook(path) ?? other };
    } else {
      const dialect = dialectOfPath(path);
      yield dialect === null
        ? { path: operand, reason: 'not a C++, CUDA, Python or .layout file, and no notebook' }
        : { dialect, read: () => read(path, dialect) };
    }
  }
}

/** Reads the files one by one, so that a repository does not have to fit into memory. */
export function* sourceFiles(paths: readonly string[]): Generator<SourceFile | Unreadable> {
  for (const found of foundFiles(paths)) {
    const file = isUnreadable(found) ? found : found.read();
    if (file !== null) yield file;
  }
}

export const isUnreadable = (file: FoundFile | SourceFile | Unreadable): file is Unreadable =>
  'reason' in file;
