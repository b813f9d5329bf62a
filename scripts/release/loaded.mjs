// Which of a folder's programs some of them load: what nobody loads need not be handed out.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Another program of the folder, as imports and addresses of threads have it. */
const PROGRAM = /["'`](\.{1,2}\/[\w./-]+\.js)["'`]/g;

/** The paths of the entries and of all that they load, at once or later, relative to the folder. */
export function loadedBy(folder, entries) {
  const loaded = new Set();
  const visit = (path) => {
    if (loaded.has(path) || !existsSync(join(folder, path))) return;
    loaded.add(path);
    for (const [, other] of readFileSync(join(folder, path), 'utf8').matchAll(PROGRAM))
      visit(posix.join(posix.dirname(path), other));
  };
  entries.forEach(visit);
  return loaded;
}
