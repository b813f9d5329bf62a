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

/** How long files are expected to take, in milliseconds; of a file that never ran the length says something. */
function expected(files: readonly string[]): ReadonlyMap<string, number> {
  const durations = known();
  return new Map(files.map((file) => [file, durations[file] ?? statSync(join(root, file)).size / 10]));
}

/** Files by the time that they are expected to take. */
export function longestFirst(files: readonly string[]): readonly string[] {
  const times = expected(files);
  return [...files].sort((a, b) => times.get(b)! - times.get(a)!);
}

/**
 * The client's tests stand a browser, or an editor that is restarted, in the place of what Node has for all. What bounds
 * the time of an answer counts the collector's, too, who has the values of all in a process to look at.
 */
const isAlone = (file: string): boolean => /^test\/(?:client|pace)\/|\blimits\.test\.ts$/.test(file);

/** Groups of files that can share a process, at most so many, of about the same time; the longest first. */
export function evenGroups(files: readonly string[], count: number): readonly (readonly string[])[] {
  const times = expected(files);
  const shared = longestFirst(files.filter((file) => !isAlone(file)));
  const groups = Array.from({ length: Math.min(count, shared.length) }, () => ({
    files: [] as string[],
    time: 0,
  }));
  for (const file of shared) {
    const least = groups.reduce((a, b) => (b.time < a.time ? b : a));
    least.files.push(file);
    least.time += times.get(file)!;
  }
  const alone = longestFirst(files.filter(isAlone));
  return [...alone.map((file) => [file]), ...groups.map((group) => group.files)];
}

export function remember(milliseconds: ReadonlyMap<string, number>): void {
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...known(), ...Object.fromEntries(milliseconds) }));
}
