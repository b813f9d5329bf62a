// Where included files come from. Files are named by URI; texts arrive at once (from a disk) or later (through a client).

import type { ReadableFolders } from './readable-folders.ts';

export interface SourceText {
  readonly text: string;
  /** Differs when the text may. */
  readonly stamp: string;
}

export interface HeaderSource {
  /** What may be read: everything else counts as not there. */
  readonly reach: ReadableFolders;
  /** The file's text; null when there is no such file; undefined when that is not known yet: ask again after a change. */
  read(uri: string): SourceText | null | undefined;
  /** Whether there is such a file; undefined as in `read`. */
  exists(uri: string): boolean | undefined;
  /** Files of the workspace whose path ends with `/` and the given path; undefined while they are being listed. */
  withSuffix(path: string): readonly string[] | undefined;
  /** The files of the workspace in a language; undefined while they are being listed. */
  files(dialect: 'cpp' | 'python'): readonly string[] | undefined;
  /** `compile_commands.json` in the workspace's folders and their build folders; undefined as in `read`. */
  compileCommands(): readonly string[] | undefined;
  /** Whether something was asked for that has not come yet. */
  readonly isWaiting: boolean;
  /** Folders of the workspace. */
  readonly roots: readonly string[];
  /** An editor shows a file: a list of its folder without it is old, or one of a folder above without that. */
  shown?(uri: string): void;
  /** Forgets what is known of a file, or of all. */
  forget(uri?: string): void;
  /** Goes on listing the workspace's files for at most `milliseconds`; true when there is nothing left to do. */
  work(milliseconds: number): boolean;
}

/** The URI of a path relative to a folder. Absolute paths stand for themselves. */
export function joinUri(folder: string, path: string): string {
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return pathUri(folder, path);
  const scheme = /^[A-Za-z][\w+.-]*:(?:\/\/[^/]*)?/.exec(folder)?.[0] ?? '';
  const parts = folder.slice(scheme.length).split('/');
  if (parts.at(-1) === '') parts.pop();
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.length > 1) parts.pop();
    } else parts.push(encodeSegment(part));
  }
  return `${scheme}${parts.join('/')}`;
}

/** An absolute path on the machine that `near` is on. */
export function pathUri(near: string, path: string): string {
  const scheme = /^[A-Za-z][\w+.-]*:(?:\/\/[^/]*)?/.exec(near)?.[0] ?? 'file://';
  const clean = path.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const part of clean.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(encodeSegment(part));
  }
  return `${scheme}/${parts.join('/')}`;
}

/** As `vscode-uri` writes it, so that the URIs of open documents are the same text. */
const encodeSegment = (part: string): string =>
  encodeURIComponent(/^[A-Za-z]:$/.test(part) ? part.toLowerCase() : part).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Nothing in it is ever written in another way. */
const NORMAL = /^[a-z]+:\/\/[\w./~-]*$/;

/** One spelling for every URI: editors encode more or fewer characters. */
export function normalUri(uri: string): string {
  if (NORMAL.test(uri)) return uri;
  const match = /^([A-Za-z][\w+.-]*:(?:\/\/[^/]*)?)(.*)$/s.exec(uri);
  if (match === null) return uri;
  try {
    return (
      match[1]! +
      match[2]!
        .split('/')
        .map((part) => encodeSegment(decodeURIComponent(part)))
        .join('/')
    );
  } catch {
    // A lone `%` is no escape: the client's own spelling is all there is.
    return uri;
  }
}

export const folderOf = (uri: string): string => uri.slice(0, Math.max(uri.lastIndexOf('/'), 0));

/** The last part of a path or URI. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
