// Which file a request's path means. Only what is mounted is served, wherever `..`, escapes or links lead.

import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file, or a folder with everything in it, and the path that it is served at. A folder's path ends in `/`. */
export type Mount = { readonly path: string } & ({ readonly file: string } | { readonly folder: string });

/**
 * The path that a request's target asks for, decoded once; null when it is not a plain path: another form of target, a
 * broken escape, a character that separates folders once it is decoded, or a part that goes up.
 */
export function requestedPath(target: string): string | null {
  const raw = target.replace(/[?#].*$/s, '');
  if (!raw.startsWith('/')) return null;
  const parts: string[] = [];
  for (const part of raw.slice(1).split('/')) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(part);
    } catch {
      return null;
    }
    if (/[/\\\0]/.test(decoded) || decoded === '.' || decoded === '..') return null;
    parts.push(decoded);
  }
  return `/${parts.join('/')}`;
}

/** The file that is served at a path, with its links resolved; null when none is. */
export async function servedFile(mounts: readonly Mount[], path: string): Promise<string | null> {
  for (const mount of mounts) {
    try {
      if ('file' in mount) {
        if (path === mount.path) return mount.file;
      } else if (path.startsWith(mount.path)) {
        const base = await realpath(mount.folder);
        const file = await realpath(join(base, path.slice(mount.path.length)));
        if (file.startsWith(base + sep) && (await stat(file)).isFile()) return file;
      }
    } catch {
      // There is no such file here; another mount may have it.
    }
  }
  return null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** The media type that a file is served as. */
export const mediaType = (file: string): string => TYPES[extname(file)] ?? 'application/octet-stream';
