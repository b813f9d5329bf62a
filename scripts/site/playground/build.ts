// Builds the playground: a page, the language server for browsers, libisl, and the panel's page.

import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { bundles, WASM_FILES } from '../../build.mjs';

const SOURCES = 'scripts/site/playground';
const EXAMPLES = { '.layout': 'text', '.cu': 'text', '.cpp': 'text', '.py': 'text' } as const;
/** Of what the extension in a browser is made of too. */
const SHARED = ['main.web', 'isl.web', 'picture'];

function optionsFor(root: string, outdir: string): readonly esbuild.BuildOptions[] {
  const own = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    loader: EXAMPLES,
    outdir,
  } as const;
  const shared = bundles({ production: true }).filter(({ entryPoints }) =>
    Object.keys(entryPoints ?? {}).some((name) => SHARED.includes(name)),
  );
  return [
    { ...own, format: 'esm', entryPoints: { main: `${SOURCES}/main.ts` } },
    { ...own, format: 'iife', entryPoints: { 'picture-frame': `${SOURCES}/picture-frame.ts` } },
    ...shared.map((options) => ({ ...options, outdir })),
  ];
}

/** Builds into a folder; the inputs of its bundles. */
export async function buildPlayground(root: string, outdir: string): Promise<readonly esbuild.Metafile[]> {
  await mkdir(outdir, { recursive: true });
  const built = await Promise.all(optionsFor(root, outdir).map((options) => esbuild.build(options)));
  const copied = [
    ...['index.html', 'picture.html', 'style.css', 'theme.css'].map((name) => join(root, SOURCES, name)),
    join(root, 'client/src/panel/webview/style.css'),
    WASM_FILES['isl.wasm']!(),
  ];
  const names = ['index.html', 'picture.html', 'style.css', 'theme.css', 'picture.css', 'isl.wasm'];
  await Promise.all(copied.map((from, at) => copyFile(from, join(outdir, names[at]!))));
  return built.map(({ metafile }) => metafile!);
}
