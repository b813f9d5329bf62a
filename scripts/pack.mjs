// Packs what npm is given, for `npm install` without a network: every bundle holds what it needs.
//
//   node scripts/pack.mjs        after `npm run build -- --production`
//
//   dist/layout-lens-VERSION.tgz            the command and the language server
//   dist/layout-lens-algebra-VERSION.tgz    the layout algebra as a library, with its types
//
// With LAYOUT_LENS_REPOSITORY, the address of the repository on GitHub, both name it.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFields, repositoryGiven } from './release/repository.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const built = join(root, 'server', 'dist');

/** What both packages say of themselves. */
const common = {
  version: manifest.version,
  license: manifest.license,
  type: 'module',
  engines: { node: manifest.engines.node },
  keywords: manifest.keywords,
  ...repositoryFields(repositoryGiven(process.env.LAYOUT_LENS_REPOSITORY)),
};

/** A folder with the package's own files, packed by npm, which adds nothing and installs nothing. */
function pack(name, about, fill) {
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  fill(folder);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...about, ...common }, null, 2)}\n`);
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    }),
  );
  rmSync(folder, { recursive: true });
  console.log(`dist/${packed.filename}: ${packed.files.length} files, ${Math.ceil(packed.size / 1000)} kB`);
}

function fillCommand(folder) {
  const wanted = (name) => /^(?:cli|main\.node|isl\.node)\.js$|\.(?:wasm|txt|json)$|^chunks$/.test(name);
  for (const name of readdirSync(built).filter(wanted))
    cpSync(join(built, name), join(folder, 'dist', name), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  cpSync(join(root, 'server', 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(root, 'server', 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
}

function fillAlgebra(folder) {
  const sources = join(root, 'server', 'src', 'algebra');
  cpSync(join(built, 'algebra.js'), join(folder, 'algebra.js'));
  cpSync(join(sources, 'README.md'), join(folder, 'README.md'));
  const types = join(folder, 'types');
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --target es2022 --lib es2023 --module esnext --moduleResolution bundler --strict --verbatimModuleSyntax --allowImportingTsExtensions --skipLibCheck';
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      ...options.split(' '),
      '--types',
      '',
      '--outDir',
      types,
      join(sources, 'index.ts'),
    ],
    { stdio: 'inherit' },
  );
  // Sources name each other by `.ts`; whoever reads declarations looks for what stands beside `.js`.
  for (const path of readdirSync(types, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(join(types, path), 'utf8');
    writeFileSync(join(types, path), text.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

if (!existsSync(join(built, 'THIRD-PARTY.txt')))
  throw new Error('there is no production build: npm run build -- --production');
pack(
  'layout-lens',
  {
    name: 'layout-lens',
    description: 'Language server and command line for tensor layouts: CuTe, CuTe DSL, Triton, LEGO.',
    bin: { 'layout-lens': 'bin/layout-lens.js' },
  },
  fillCommand,
);
pack(
  'algebra',
  {
    name: '@layout-lens/algebra',
    description:
      'CuTe layout algebra: layouts, composition, complement, divides, products, inverses, swizzles.',
    exports: { '.': { types: './types/index.d.ts', default: './algebra.js' } },
    sideEffects: false,
  },
  fillAlgebra,
);
