// How long each test file took when it last ran, so that the longest ones begin first.

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './files.ts';

const path = join(cache, 'durations.json');

type Durations = Readonly<Record<string, number>>;

function known(): Durations {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Durations;
  } catch {
    return {};
  }
}

/** Files by the time that they are expected to take; of a file that never ran the length says something. */
export function longestFirst(files: readonly string[]): readonly string[] {
  const durations = known();
  const expected = new Map(
    files.map((file) => [file, durations[file] ?? statSync(join(root, file)).size / 10]),
  );
  return [...files].sort((a, b) => expected.get(b)! - expected.get(a)!);
}

export function remember(milliseconds: ReadonlyMap<string, number>): void {
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...known(), ...Object.fromEntries(milliseconds) }));
}
