// Whether the .vsix that `npm run package` has made holds what an editor loads, and nothing that is ours alone.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASM_FILES } from './build.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The names of a zip file's entries, from the directory at its end. */
function entriesOf(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const names = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    names.push(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}

/** The package is handed out to whoever installs the extension. */
const MOST_BYTES = 3e6;

/** What is missing from a package's entries, and what should not be there. */
function wrongIn(entries, manifest) {
  const { main, browser, contributes } = manifest;
  // A language that is only given the ends of its files' names has no file.
  const files = [...contributes.grammars, ...contributes.languages].flatMap(
    ({ path, configuration }) => path ?? configuration ?? [],
  );
  const wanted = [
    'package.json',
    'server/dist/THIRD-PARTY.txt',
    'client/dist/picture.js',
    'client/dist/picture.css',
    manifest.icon,
    ...[main, browser, ...files].map((path) => path.replace(/^\.\//, '')),
    ...['main.node.js', 'main.web.js', 'cli.js', 'isl.node.js', 'isl.web.js', ...Object.keys(WASM_FILES)].map(
      (name) => `server/dist/${name}`,
    ),
  ];
  const missing = wanted.filter((path) => !entries.includes(`extension/${path}`));
  const ours = entries.filter((path) =>
    /\.(?:ts|map|vsix)$|node_modules|\/(?:test|scripts|examples|src)\//.test(path),
  );
  return [...missing.map((path) => `missing: ${path}`), ...ours.map((path) => `too much: ${path}`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `${manifest.name}-${manifest.version}.vsix`;
  if (!readdirSync(root).includes(name)) throw new Error(`there is no ${name}: npm run package`);
  const zip = readFileSync(join(root, name));
  const wrong = [...wrongIn(entriesOf(zip), manifest)];
  if (zip.length > MOST_BYTES) wrong.push(`too large: ${zip.length} bytes, of ${MOST_BYTES} at most`);
  for (const line of wrong) console.error(`${name}: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
