// Sources to mutate: the project's own fixtures and examples, and whole projects that are named.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';

export interface Source {
  readonly path: string;
  readonly dialect: Dialect;
  text(): string;
}

const OWN = ['../../test/fixtures', '../../examples'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const LARGEST = 200_000;
const SKIPPED = /^(?:\..*|node_modules)$/;

/** The sources in a folder, in the same order everywhere. */
function* sourcesIn(folder: string): Generator<Source> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const dialect = dialectOfPath(entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.test(entry.name)) yield* sourcesIn(path);
    } else if (entry.isFile() && dialect !== null && statSync(path).size <= LARGEST)
      yield { path, dialect, text: () => readFileSync(path, 'utf8') };
  }
}

/** `isOwn`: whether a source is the project's own. */
export const sources = (
  folders: readonly string[],
): { own: readonly Source[]; others: readonly Source[] } => ({
  own: OWN.flatMap((folder) => [...sourcesIn(folder)]),
  others: folders.flatMap((folder) => [...sourcesIn(folder)]),
});
