// Whether the .vsix that `npm run package` has made holds what an editor loads, and nothing that is ours alone.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { WASM_FILES } from './build.mjs';
import { keysIn, withTexts } from './languages/manifest.mjs';
import { walkthroughPictures } from './release/vsix.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Where a zip file's entries begin, by their names, from the directory at its end. */
function entriesOf(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const places = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const [method, length, place] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 42),
    ];
    places.set(zip.toString('utf8', at + 46, at + 46 + name), { method, length, place });
    at += 46 + name + extra + comment;
  }
  return places;
}

/** The text of an entry. */
function textOf(zip, { method, length, place }) {
  const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
  const bytes = zip.subarray(start, start + length);
  return (method === 0 ? bytes : inflateRawSync(bytes)).toString('utf8');
}

/** What an editor or a marketplace would show as `%key%`. */
function unspokenIn(zip, entries) {
  const read = (path) => textOf(zip, entries.get(path));
  const manifest = JSON.parse(read('extension/package.json'));
  const packs = [...entries.keys()].filter((path) => /^extension\/package\.nls(\.[\w-]+)?\.json$/.test(path));
  const unspoken = packs.flatMap((path) =>
    keysIn(withTexts(manifest, JSON.parse(read(path)))).map((key) => `${path} has no text for ${key}`),
  );
  const shown = read('extension.vsixmanifest').match(/%[\w.]+%/g) ?? [];
  return [...unspoken, ...shown.map((key) => `extension.vsixmanifest shows ${key}`)];
}

/** The package is handed out to whoever installs the extension. */
const MOST_BYTES = 3e6;

/** Each in English, and in the languages that there are besides. */
const LANGUAGE_FILES = [
  ...readdirSync(root).filter((name) => /^package\.nls\b.*\.json$/.test(name)),
  ...readdirSync(join(root, 'l10n')).map((name) => `l10n/${name}`),
];

/** What is missing from a package's entries, and what should not be there. */
function wrongIn(entries, manifest) {
  const { main, browser, contributes } = manifest;
  // A language that is only given the ends of its files' names has no file.
  const files = [...contributes.grammars, ...contributes.languages].flatMap(
    ({ path, configuration }) => path ?? configuration ?? [],
  );
  const wanted = [
    'package.json',
    ...LANGUAGE_FILES,
    'server/dist/THIRD-PARTY.txt',
    'client/dist/picture.js',
    'client/dist/picture.css',
    manifest.icon,
    ...walkthroughPictures(manifest),
    ...[main, browser, ...files].map((path) => path.replace(/^\.\//, '')),
    ...['main.node.js', 'main.web.js', 'isl.node.js', 'isl.web.js', ...Object.keys(WASM_FILES)].map(
      (name) => `server/dist/${name}`,
    ),
  ];
  const missing = wanted.filter((path) => !entries.includes(`extension/${path}`));
  // The command line is a package of its own.
  const ours = entries.filter((path) =>
    /\.(?:ts|map|vsix)$|node_modules|\/(?:test|scripts|examples|src)\/|\/server\/dist\/(?:cli|algebra)\.js$/.test(
      path,
    ),
  );
  return [...missing.map((path) => `missing: ${path}`), ...ours.map((path) => `too much: ${path}`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `${manifest.name}-${manifest.version}.vsix`;
  if (!readdirSync(root).includes(name)) throw new Error(`there is no ${name}: npm run package`);
  const zip = readFileSync(join(root, name));
  const entries = entriesOf(zip);
  const missing = wrongIn([...entries.keys()], manifest);
  const wrong = missing.length > 0 ? missing : unspokenIn(zip, entries);
  if (zip.length > MOST_BYTES) wrong.push(`too large: ${zip.length} bytes, of ${MOST_BYTES} at most`);
  for (const line of wrong) console.error(`${name}: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
