// Which of our languages a document is written in.

import type { Dialect } from '../../frontends/common/scope.ts';

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ...['cpp', 'c', 'cuda', 'cuda-cpp', 'objective-cpp'].map((id) => [id, 'cpp'] as const),
  ['python', 'python'],
  ['layout', 'notation'],
]);

/** The dialect of a language id, else by the file's extension; null for what is not ours. */
export function dialectOf(languageId: string, uri: string): Dialect | null {
  return DIALECTS.get(languageId) ?? dialectOfPath(uri);
}

const EXTENSIONS: ReadonlyMap<string, Dialect> = new Map([
  ...'c cc cpp cxx c++ h hh hpp hxx inl cu cuh'.split(' ').map((end) => [end, 'cpp'] as const),
  ['py', 'python'],
  ['layout', 'notation'],
]);

export function dialectOfPath(path: string): Dialect | null {
  const extension = /\.([\w+]+)$/.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? null : (EXTENSIONS.get(extension) ?? null);
}
