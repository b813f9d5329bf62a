// The dependency rules of docs/architecture.md, checked on every import of the server's sources, types included.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'server', 'src');

interface Import {
  /** File with the import, relative to server/src, with forward slashes. */
  readonly from: string;
  /** The same of the imported file, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .map((file) => file.split(sep).join('/'));

const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8');
  const statements = text.matchAll(
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
  );
  return [...statements].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const isPackage = !name.startsWith('.');
    const to = isPackage
      ? name
      : relative(source, resolve(source, dirname(file), name))
          .split(sep)
          .join('/');
    return { from: file, to, isPackage };
  });
}

/** `algebra` of `algebra/layout/layout.ts`; a file at the top, such as `main.web.ts`, stands for itself. */
const part = (file: string): string => file.split('/')[0] ?? file;

/** What each part may import, itself always included; null stands for everything. */
const MAY_IMPORT: Record<string, readonly string[] | null> = {
  algebra: [],
  hardware: ['algebra'],
  syntax: [],
  frontends: ['algebra', 'syntax'],
  evaluate: ['algebra', 'hardware', 'syntax', 'frontends'],
  render: ['algebra', 'hardware', 'frontends', 'evaluate', 'analysis'],
  analysis: ['algebra', 'hardware', 'syntax', 'frontends', 'evaluate', 'render'],
  workspace: null,
  cli: null,
  features: null,
};

/** Packages that a part may import; the rest of the parts may import any but the language server's. */
const MAY_IMPORT_PACKAGES: Record<string, readonly string[]> = { algebra: [], hardware: [], render: [] };

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

test('each part of the server imports only the parts below it', () => {
  const unknown = files.filter((file) => file.includes('/') && !(part(file) in MAY_IMPORT));
  assert.deepEqual(unknown, [], 'a folder that docs/architecture.md does not know');
  refuse(
    imports.filter(({ from, to, isPackage }) => {
      const allowed = MAY_IMPORT[part(from)];
      return !isPackage && allowed && part(to) !== part(from) && !allowed.includes(part(to));
    }),
    'a part imports one that it must not know',
  );
});

test('the algebra, the hardware and the renderer import no package', () => {
  refuse(
    imports.filter(({ from, to, isPackage }) => {
      const allowed = MAY_IMPORT_PACKAGES[part(from)];
      return isPackage && allowed && !allowed.includes(to);
    }),
    'a pure part imports a package',
  );
});

test('only features, workspace and the entries know the language server protocol', () => {
  refuse(
    imports.filter(
      ({ from, to }) =>
        to.startsWith('vscode-') &&
        to !== 'vscode-uri' &&
        !['features', 'workspace'].includes(part(from)) &&
        !/^main\.[a-z]+\.ts$/.test(from),
    ),
    'the protocol leaks',
  );
});

test("only Node's own entries and the command line import Node's modules", () => {
  refuse(
    imports.filter(
      ({ from, to }) => to.startsWith('node:') && !from.endsWith('.node.ts') && part(from) !== 'cli',
    ),
    'this would not run in a browser',
  );
});

test('imports form no cycle', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => join(source, file)),
    outdir: join(root, 'server', 'dist'),
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    loader: { '.wasm': 'empty' },
    logLevel: 'silent',
  });
  const edges = new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter((found) => !found.external).map((found) => found.path),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

/**
 * Variables of modules that change. None says anything about a document: they number things, hold what each operation
 * clears before it reads it, or are made once.
 */
const CHANGING_VARIABLES: readonly string[] = [
  'algebra/integer/overflow.ts widest',
  'algebra/property/view.ts scratch',
  'evaluate/model/frame.ts frames',
  'evaluate/model/frame.ts namelessUnits',
  'evaluate/values/key.ts fresh',
  'syntax/grammars.ts runtime',
  'workspace/documents/documents.ts opened',
];

/** Collections of modules that grow: tables of constants filled as they are asked for, and a register of operations. */
const GROWING_COLLECTIONS: readonly string[] = [
  'algebra/term/assumptions.ts supposed',
  'evaluate/python/dsl/pipelines.ts OBJECTS',
  'hardware/atom/atoms-data.ts layouts',
];

test('no module remembers anything about a document: an exception would leave it wrong for all', () => {
  const variables: string[] = [];
  const collections: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, name] of text.matchAll(/^(?:export )?let (\w+)/gm)) variables.push(`${file} ${name}`);
    const made = text.matchAll(/^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:new (?:Map|Set)\b|\[\])/gm);
    for (const [, name] of made) {
      const isWritten = new RegExp(
        `\\b${name}\\.(?:set|add|push|delete|clear|splice|pop)\\(|\\b${name}\\[.+\\] = `,
      );
      if (isWritten.test(text)) collections.push(`${file} ${name}`);
    }
  }
  assert.deepEqual(variables.sort(), CHANGING_VARIABLES);
  assert.deepEqual(collections.sort(), GROWING_COLLECTIONS);
});
