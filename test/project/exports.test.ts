// Nothing is exported that nobody imports, and nothing is shipped that only tests import.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unusedExports } from '../../scripts/rooms/exports.ts';
import { importsOf, sourcesIn } from '../../scripts/rooms/imports.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const FOLDERS = ['server/src', 'client/src', 'scripts', 'test'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.d\.m?ts$/.test(file))
    .map((file) => `${folder}/${file.split(sep).join('/')}`),
);

/** Called by others than the project's own files. */
const CALLED_FROM_OUTSIDE: readonly string[] = [
  'client/src/extension.node.ts activate',
  'client/src/extension.web.ts activate',
  'test/vscode/suite.ts run',
];

/** Named where tests are built: one stands in for `node:test`, the others begin the programs that run tests. */
const NAMED_IN_TEXT = [
  'scripts/testing/registry.ts',
  'scripts/testing/group.ts',
  'scripts/testing/worker.ts',
];

test('what a file exports is used in another file', () => {
  assert.ok(files.length > 500);
  const unused = unusedExports(root, files)
    .filter(({ file }) => !NAMED_IN_TEXT.includes(file))
    .map(({ file, name }) => `${file} ${name}`);
  assert.deepEqual(
    unused.filter((one) => !CALLED_FROM_OUTSIDE.includes(one)),
    [],
    'needs no `export`, or is not needed at all',
  );
  // The search finds what is there to be found.
  assert.deepEqual(unused.toSorted(), CALLED_FROM_OUTSIDE);
});

/** What is built: the server in a process and in a browser, the command line, and the algebra as a library. */
const ENTRIES = [
  'main.node.ts',
  'main.web.ts',
  'cli/cli.ts',
  'algebra/index.ts',
  'isl/worker.node.ts',
  'isl/worker.web.ts',
];

/** Facts that are measured and tested, and that no feature asks for yet. */
const NOT_ASKED_YET: readonly string[] = ['algebra/semimodule/semimodule.ts'];

test('what is shipped is used by what is shipped', () => {
  const source = join(root, 'server/src');
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { to, isPackage } of importsOf(source, file)) if (!isPackage && to.endsWith('.ts')) visit(to);
  };
  for (const entry of ENTRIES) visit(entry);
  const others = sourcesIn(source).filter((file) => !reached.has(file));
  assert.deepEqual(others, NOT_ASKED_YET, 'only tests import it');
});
