// The dependency rules of docs/architecture.md, checked on every import of the server's sources, types included.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  edgesBetween,
  type Import,
  importsOf,
  ringsIn,
  roomOf,
  sourcesIn,
} from '../../scripts/rooms/imports.ts';
import { ROOMS } from '../../scripts/rooms/order.ts';
import { largeRoom, roomsPicture } from '../../scripts/rooms/picture.ts';

const source = fileURLToPath(new URL('../../server/src', import.meta.url));
const files = sourcesIn(source);
const imports = files.flatMap((file) => importsOf(source, file));
const rank = new Map(ROOMS.map(({ path }, i) => [path, i]));

const MAXIMUM_FILES = 25;
/** An environment binds things that have environments; an evaluation has a language, whose methods are given it. */
const MAXIMUM_RING = 3;
/** So many files with one beginning of their names are a folder of that name. */
const SHARED_PREFIX = 4;

function refuse(found: readonly Import[], rule: string): void {
  assert.deepEqual(
    found.map(({ from, to }) => `${from} imports ${to}`),
    [],
    rule,
  );
}

test('the imports of the sources are found', () => {
  assert.ok(files.length > 10 && imports.length > files.length);
  assert.ok(imports.some(({ from, to }) => from === 'algebra/layout/layout.ts' && to.startsWith('algebra/')));
});

test('every folder is a room of the plan, and every room has files', () => {
  assert.deepEqual([...new Set(files.map(roomOf))].sort(), ROOMS.map(({ path }) => path).sort());
});

test('no room is crowded, and no file says again what its room says', () => {
  for (const { path } of ROOMS) {
    const names = files.filter((file) => roomOf(file) === path).map((file) => posix.basename(file, '.ts'));
    assert.ok(names.length <= MAXIMUM_FILES, `${path} has ${names.length} files`);
    const prefixes = names.map((name) => name.split('-')[0]!);
    for (const prefix of new Set(prefixes)) {
      const count = prefixes.filter((other) => other === prefix).length;
      assert.ok(count < SHARED_PREFIX, `${path}: ${count} files begin with ${prefix}`);
    }
  }
});

test('each room imports only the rooms below it', () => {
  const upward = imports.filter(({ from, to, isPackage }) => {
    const [a, b] = [roomOf(from), roomOf(to)];
    return !isPackage && a !== b && rank.get(b)! > rank.get(a)!;
  });
  refuse(upward, 'a room imports one that it must not know');
});

test('languages do not know each other', () => {
  const language = (file: string): string | null =>
    /^(?:frontends|evaluate)\/(cpp|python)\//.exec(file)?.[1] ?? null;
  const mixed = imports.filter(({ from, to }) => {
    const [a, b] = [language(from), language(to)];
    return a !== null && b !== null && a !== b;
  });
  refuse(mixed, 'what two languages share is common, or core');
});

test('evaluation asks no language for its name', () => {
  const asking = files.filter(
    (file) =>
      largeRoom(file) === 'evaluate' &&
      roomOf(file) !== 'evaluate/hosts' &&
      /\.name [!=]== '(?:cpp|python|notation)'/.test(readFileSync(posix.join(source, file), 'utf8')),
  );
  assert.deepEqual(asking, [], 'what differs between languages is a method of Language');
});

test('the algebra, the hardware and the renderer import no package; the algebra nothing outside itself', () => {
  const pure = new Set(['algebra', 'hardware', 'render']);
  refuse(
    imports.filter(({ from, isPackage }) => isPackage && pure.has(largeRoom(from))),
    'a pure room imports a package',
  );
  refuse(
    imports.filter(({ from, to }) => largeRoom(from) === 'algebra' && largeRoom(to) !== 'algebra'),
    'the algebra is a library of its own',
  );
});

test('front ends and evaluation know no editor; only features, workspace and the entries know the protocol', () => {
  refuse(
    imports.filter(
      ({ from, to }) =>
        to.startsWith('vscode-') &&
        to !== 'vscode-uri' &&
        !['features', 'workspace', 'main'].includes(largeRoom(from)),
    ),
    'the protocol leaks',
  );
});

test("only Node's own entries and the command line import Node's modules", () => {
  refuse(
    imports.filter(
      ({ from, to }) => to.startsWith('node:') && !from.endsWith('.node.ts') && largeRoom(from) !== 'cli',
    ),
    'this would not run in a browser',
  );
});

test('imports of values form no ring', () => {
  const values = files.flatMap((file) =>
    importsOf(source, file).filter(({ isType, isPackage }) => !isType && !isPackage),
  );
  assert.deepEqual(ringsIn(edgesBetween(values, (file) => file)), []);
});

test('no more than three files know each other in a ring, types counted', () => {
  const own = imports.filter(({ isPackage }) => !isPackage);
  const rings = ringsIn(edgesBetween(own, (file) => file));
  assert.deepEqual(
    rings.filter((ring) => ring.length > MAXIMUM_RING),
    [],
  );
});

test('the picture in docs/architecture.md is that of the imports (npm run rooms -- --write draws it)', () => {
  const drawn = readFileSync(new URL('../../docs/images/rooms.svg', import.meta.url), 'utf8');
  assert.ok(drawn === roomsPicture(files, imports), 'docs/images/rooms.svg is out of date');
});
