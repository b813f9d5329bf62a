// The program that runs: what its threads run as well, and what tells it from every other version of it.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { libraryPath } from '../../isl/host.node.ts';
import { grammarFiles } from '../../workspace/host/files.node.ts';

/** What a thread is started with. Sources need what translates them. */
export function programOfThread(): string | URL {
  const path = realpathSync(process.argv[1]!);
  if (!path.endsWith('.ts')) return path;
  const translating = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const program = JSON.stringify(pathToFileURL(path).href);
  return new URL(
    `data:text/javascript,import{register}from${translating};register();await import(${program})`,
  );
}

/** The folder of all code that runs: that of the bundle, of which this may be in a chunk, or the sources. */
function folderOfCode(): string {
  const own = fileURLToPath(import.meta.url);
  if (own.endsWith('.ts')) return fileURLToPath(new URL('../..', import.meta.url));
  return fileURLToPath(new URL(/[\\/]chunks[\\/][^\\/]*$/.test(own) ? '..' : '.', import.meta.url));
}

/** Another text for each version of the code, of the grammars, of libisl and of Node. */
export function programDigest(): string {
  const hash = createHash('sha256').update(process.version);
  const folder = folderOfCode();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(?:js|ts|wasm)$/.test(name)) hash.update(`\n${name}\n`).update(readFileSync(join(folder, name)));
  for (const read of [grammarFiles.runtime, grammarFiles.python, grammarFiles.layout, grammarFiles.literals])
    hash.update(read());
  return hash.update(readFileSync(libraryPath())).digest('base64url');
}
