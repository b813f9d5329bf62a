// Which of our languages a document is written in.

import type { Dialect } from '../frontends/scope.ts';

const DIALECTS: Readonly<Record<string, Dialect>> = {
  cpp: 'cpp',
  c: 'cpp',
  cuda: 'cpp',
  'cuda-cpp': 'cpp',
  'objective-cpp': 'cpp',
  python: 'python',
  layout: 'notation',
};

/** The dialect of a language id, else by the file's extension; null for what is not ours. */
export function dialectOf(languageId: string, uri: string): Dialect | null {
  return DIALECTS[languageId] ?? dialectOfPath(uri);
}

const EXTENSIONS: Readonly<Record<string, Dialect>> = {
  layout: 'notation',
  py: 'python',
  ...Object.fromEntries(
    ['c', 'cc', 'cpp', 'cxx', 'c++', 'h', 'hh', 'hpp', 'hxx', 'inl', 'cu', 'cuh'].map((e) => [e, 'cpp']),
  ),
};

export function dialectOfPath(path: string): Dialect | null {
  const extension = /\.([\w+]+)$/.exec(path)?.[1]?.toLowerCase();
  return (extension !== undefined && EXTENSIONS[extension]) || null;
}
