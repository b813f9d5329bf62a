// Whether what `npm run pack` has made installs without a network, and works where nothing else is.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packed = (name) => join(root, 'dist', `${name}-${version}.tgz`);
const isWindows = process.platform === 'win32';

const clean = mkdtempSync(join(tmpdir(), 'layout-lens-packed-'));

/** Nobody answers there, and nothing was fetched before. */
const env = {
  ...process.env,
  npm_config_cache: join(clean, 'cache'),
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_offline: 'true',
};

/** A shell of Windows, which `npm` and the command need there, takes words apart at spaces. */
const quoted = (word) => (isWindows ? `"${word}"` : word);

const run = (command, words, cwd = clean) =>
  execFileSync(quoted(command), words.map(quoted), {
    cwd,
    env,
    encoding: 'utf8',
    shell: isWindows,
  }).replaceAll('\r\n', '\n');

function expect(what, got, wanted) {
  if (got.includes(wanted)) return;
  throw new Error(`${what}: expected ${JSON.stringify(wanted)} in\n${got}`);
}

function checkCommand() {
  const prefix = join(clean, 'prefix');
  run('npm', ['install', '--global', '--prefix', prefix, packed('layout-lens')]);
  const command = isWindows ? join(prefix, 'layout-lens.cmd') : join(prefix, 'bin', 'layout-lens');
  expect('--version', run(command, ['--version']), version);
  expect('eval', run(command, ['eval', 'composition((4,6,8,10):(2,3,5,7),6:12)']), '(2,3):(9,5)');
  // This one asks libisl, in its worker.
  expect('a relation', run(command, ['eval', 'domain({ [c] -> [2c] : 0 <= c < 4 })']), '0 <= c <= 3');
  const sources = join(clean, 'a folder');
  mkdirSync(sources);
  const kernel = join(sources, 'kernel.cu');
  writeFileSync(
    kernel,
    '#include <cute/tensor.hpp>\nusing namespace cute;\nauto tiled = composition(Layout<Shape<_6, _2>, Stride<_1, _8>>{}, Layout<_8, _1>{});\n',
  );
  expect('hover', run(command, ['hover', `${kernel}:3:7`]), 'composition');
  let status = 0;
  try {
    run(command, ['check', kernel]);
  } catch (error) {
    status = error.status;
    expect('check', String(error.stdout), 'kernel.cu:3:');
  }
  if (status !== 1) throw new Error(`check found no error: exit status ${status}`);
}

function checkLibrary() {
  const folder = join(clean, 'library');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  run('npm', ['install', packed('layout-lens-algebra')], folder);
  // The example of its README is what a reader tries first.
  const [, example] = /```js\n([\s\S]*?)```/.exec(
    readFileSync(join(folder, 'node_modules', '@layout-lens', 'algebra', 'README.md'), 'utf8'),
  );
  writeFileSync(join(folder, 'example.ts'), example);
  writeFileSync(join(folder, 'example.js'), example);
  const [, comment] = /\/\/ (.*)\n/.exec(example);
  expect('the example', run(process.execPath, ['example.js'], folder), comment);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options =
    '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext';
  run(process.execPath, [compiler, ...options.split(' '), 'example.ts'], folder);
}

try {
  checkCommand();
  checkLibrary();
} finally {
  rmSync(clean, { recursive: true, force: true });
}
