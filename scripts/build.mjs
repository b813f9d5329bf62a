// Bundles the extension, the language server, the command line and the algebra library.
//
//   node scripts/build.mjs [--watch] [--production]
//
// What comes out, and what reads it:
//   client/dist/extension.node.js   VS Code on the desktop (CommonJS, in the Node extension host)
//   client/dist/extension.web.js    VS Code in a browser (CommonJS, in the worker extension host)
//   client/dist/picture.{js,css}    the page of the panel, which is loaded when that is opened
//   server/dist/main.node.js        the server as a Node process (ES module)
//   server/dist/cli.js              the command line (ES module; loads main.node.js for --stdio)
//   server/dist/main.web.js         the server as a classic browser worker, with the grammars inside
//   server/dist/isl.{node,web}.js   the workers that hold libisl, started when it is first asked
//   server/dist/algebra.js          the layout algebra as a library of its own (ES module)
//   server/dist/*.wasm              the parser runtime and the grammars that the Node bundles read, and libisl
//   server/dist/THIRD-PARTY.txt     with --production: the licences of all code of others in these, and beside it
//   server/dist/sbom.cdx.json       the same as a bill of materials

import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { billOfMaterials, bundledPackages, licencesText } from './bundled.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

export const WASM_FILES = {
  'web-tree-sitter.wasm': () => require.resolve('web-tree-sitter/web-tree-sitter.wasm'),
  'tree-sitter-python.wasm': () => require.resolve('tree-sitter-python/tree-sitter-python.wasm'),
  'tree-sitter-layout.wasm': () => join(root, 'tree-sitter-layout', 'tree-sitter-layout.wasm'),
  'tree-sitter-layout-literals.wasm': () =>
    join(root, 'tree-sitter-layout', 'tree-sitter-layout-literals.wasm'),
  'isl.wasm': () => join(root, 'server', 'isl', 'isl.wasm'),
};

/**
 * Files inside of a bundle stand there as base64, in which an archive no longer finds much to shorten: they are
 * compressed before.
 */
const compressedWasm = {
  name: 'compressed-wasm',
  setup: (build) =>
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: gzipSync(await readFile(path), { level: 9 }),
      loader: 'binary',
    })),
};

/** The esbuild options of every bundle. */
export function bundles({ production = false } = {}) {
  const common = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    minify: production,
    sourcemap: production ? false : 'linked',
    logLevel: 'warning',
    // web-tree-sitter's Node branch, which a browser bundle never reaches, imports these.
    legalComments: 'none',
  };
  // Dependencies that are CommonJS call require() for Node's own modules; an ES module has to make one.
  const requireBanner = {
    js: "import { createRequire as layoutLensCreateRequire } from 'node:module'; const require = layoutLensCreateRequire(import.meta.url);",
  };
  return [
    {
      ...common,
      entryPoints: {
        'main.node': 'server/src/main.node.ts',
        cli: 'server/src/cli/cli.ts',
        'isl.node': 'server/src/isl/worker.node.ts',
      },
      outdir: 'server/dist',
      chunkNames: 'chunks/[name]-[hash]',
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      banner: requireBanner,
    },
    {
      ...common,
      entryPoints: { algebra: 'server/src/algebra/index.ts' },
      outdir: 'server/dist',
      platform: 'neutral',
      format: 'esm',
      target: 'es2022',
    },
    {
      ...common,
      entryPoints: { 'main.web': 'server/src/main.web.ts' },
      outdir: 'server/dist',
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      plugins: [compressedWasm],
      // The runtime looks for its own address only to find its .wasm file, which is embedded here.
      define: { 'import.meta.url': '"layout-lens:/server/"' },
      external: ['fs', 'fs/promises', 'module', 'url', 'path'],
    },
    {
      ...common,
      entryPoints: { 'isl.web': 'server/src/isl/worker.web.ts' },
      outdir: 'server/dist',
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
    },
    {
      ...common,
      entryPoints: { 'extension.node': 'client/src/extension.node.ts' },
      outdir: 'client/dist',
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      external: ['vscode'],
    },
    {
      ...common,
      entryPoints: { 'extension.web': 'client/src/extension.web.ts' },
      outdir: 'client/dist',
      platform: 'browser',
      format: 'cjs',
      target: 'es2022',
      external: ['vscode'],
    },
    {
      ...common,
      entryPoints: { picture: 'client/src/panel/webview/main.ts' },
      outdir: 'client/dist',
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      minify: true,
    },
  ];
}

async function copyStyle() {
  await mkdir(join(root, 'client', 'dist'), { recursive: true });
  await copyFile(
    join(root, 'client', 'src', 'panel', 'webview', 'style.css'),
    join(root, 'client', 'dist', 'picture.css'),
  );
}

async function copyWasm() {
  const target = join(root, 'server', 'dist');
  await mkdir(target, { recursive: true });
  await Promise.all(Object.entries(WASM_FILES).map(([name, from]) => copyFile(from(), join(target, name))));
}

/** Chunks carry a hash in their names, so an earlier build's would pile up beside the new ones. */
async function removeStaleChunks(outputs) {
  const folder = join(root, 'server', 'dist', 'chunks');
  const wanted = new Set(outputs);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!wanted.has(relative(root, join(folder, name)))) await rm(join(folder, name));
  }
}

async function main() {
  const production = process.argv.includes('--production');
  await Promise.all([copyWasm(), copyStyle()]);
  const all = bundles({ production });
  if (process.argv.includes('--watch')) {
    const contexts = await Promise.all(
      all.map((options) => esbuild.context({ ...options, logLevel: 'info' })),
    );
    await Promise.all(contexts.map((context) => context.watch()));
    return;
  }
  const started = performance.now();
  const results = await Promise.all(all.map((options) => esbuild.build(options)));
  await removeStaleChunks(results.flatMap((result) => Object.keys(result.metafile.outputs)));
  if (production) {
    const packages = bundledPackages(
      results.map(({ metafile }) => metafile),
      root,
    );
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const dist = join(root, 'server', 'dist');
    await writeFile(join(dist, 'THIRD-PARTY.txt'), licencesText(packages));
    await writeFile(join(dist, 'sbom.cdx.json'), billOfMaterials(packages, manifest));
  }
  console.log(`built ${all.length} bundles in ${Math.round(performance.now() - started)} ms`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
