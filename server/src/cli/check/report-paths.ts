// Paths as reports name them: from the folder in which the command runs, so that they are the same everywhere.

import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const encoded = (path: string): string => path.split(/[\\/]/).map(encodeURIComponent).join('/');

/** A relative URI reference, or a `file:` URI for what lies outside of the folder. */
export function uriOf(path: string): string {
  const inside = relative(process.cwd(), path);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? pathToFileURL(path).href : encoded(inside);
}
