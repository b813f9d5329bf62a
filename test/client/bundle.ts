// The extension as it is built, loaded as an editor loads it.

import type { ChildProcess } from 'node:child_process';
import * as childProcess from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { URI } from 'vscode-uri';
import { bundles, WASM_FILES } from '../../scripts/build.mjs';
import type { FakeEditor } from './fake-vscode.ts';

interface Extension {
  readonly activate: (context: object) => Promise<void>;
}

const optionsOf = (entry: string) =>
  bundles().find(({ entryPoints }) => Object.hasOwn(entryPoints as object, entry))!;

/** Where the runner of the tests has built the extension, if it has. */
const built = process.env['LAYOUT_LENS_TEST_EXTENSION'];

/** The program of a bundle. */
export async function bundleText(entry: string): Promise<string> {
  if (built !== undefined && entry.startsWith('extension.'))
    return readFileSync(join(built, `${entry}.js`), 'utf8');
  const { outputFiles } = await build({ ...optionsOf(entry), write: false, sourcemap: false });
  return outputFiles![0]!.text;
}

/** The exports of an extension's bundle, in an editor of its own. */
export async function loadExtension(
  entry: 'extension.node' | 'extension.web',
  editor: FakeEditor,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<Extension> {
  const require = createRequire(import.meta.url);
  const module = { exports: {} };
  const load = new Function('require', 'module', 'exports', ...Object.keys(globals), await bundleText(entry));
  const modules: Readonly<Record<string, unknown>> = {
    vscode: editor.module,
    child_process: recorded(editor),
  };
  load((name: string) => modules[name] ?? require(name), module, module.exports, ...Object.values(globals));
  return module.exports as Extension;
}

/** Node's module, which notes the processes that are started for an editor. */
function recorded({ processes }: FakeEditor): object {
  const noting =
    <A extends unknown[]>(start: (...words: A) => ChildProcess) =>
    (...words: A): ChildProcess => {
      const child = start(...words);
      processes.push(child);
      return child;
    };
  return { ...childProcess, fork: noting(childProcess.fork), spawn: noting(childProcess.spawn as never) };
}

/** A folder that holds the server where the extension looks for it. */
export async function extensionFolder(): Promise<{ readonly uri: URI; readonly remove: () => void }> {
  const path = mkdtempSync(join(tmpdir(), 'layout-lens-extension-'));
  const dist = join(path, 'server', 'dist');
  mkdirSync(dist, { recursive: true });
  await build({ ...optionsOf('main.node'), outdir: dist, sourcemap: false });
  for (const [name, from] of Object.entries(WASM_FILES)) copyFileSync(from(), join(dist, name));
  return { uri: URI.file(path), remove: () => rmSync(path, { recursive: true }) };
}
