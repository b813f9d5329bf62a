// Puts the extension's files into a folder of their own and makes the .vsix of it.
//
//   node scripts/release/vsix.mjs        after `npm run build -- --production`
//
// With LAYOUT_LENS_REPOSITORY, the address of the repository on GitHub, what the README links to are pages of this
// version there, and the manifest names it. Without it the README's first picture is inside of it, so that it loads
// where nothing is known of a repository; the walkthrough, which is in the package, shows the others.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadedBy } from './loaded.mjs';
import { VSCE } from './publish.mjs';
import { repositoryFields, repositoryGiven } from './repository.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the editor loads: a folder, and which of its files. */
const FILES = [
  ['', /^(?:CHANGELOG\.md|LICENSE|package\.nls(?:\.[\w-]+)?\.json)$/],
  ['l10n', /^bundle\.l10n(?:\.[\w-]+)?\.json$/],
  ['syntaxes', /\.json$/],
  ['client/dist', /\.(?:js|css)$/],
  ['client/media', /\.png$/],
  ['server', /^package\.json$/],
  ['server/dist', /\.(?:wasm|txt|json)$/],
];

/** The programs of the server that the extension starts. The algebra and the command line are packages of their own. */
const SERVER = ['main.node.js', 'main.web.js', 'isl.node.js', 'isl.web.js'];

/** Fields that are of use to whoever builds it. */
const OURS = ['private', 'workspaces', 'scripts', 'overrides', 'devDependencies'];

/** The manifest as it is handed out. */
export function manifestFor(manifest, repository) {
  const kept = Object.fromEntries(Object.entries(manifest).filter(([field]) => !OURS.includes(field)));
  return { ...kept, ...repositoryFields(repository) };
}

/**
 * The README with its first picture inside, and what the others show in words: all of them would be a tenth of the
 * package. `read` gives a picture's bytes.
 */
export function withPicture(readme, read) {
  let isInside = false;
  return readme.replace(/!\[([^\]]*)\]\(([\w./-]+\.png)\)/g, (_, shown, path) => {
    if (isInside) return `*${shown}.*`;
    isInside = true;
    return `![${shown}](data:image/png;base64,${read(path).toString('base64')})`;
  });
}

/** Where vsce finds what the README links to. */
const linkOptions = (repository, version) =>
  repository === undefined
    ? ['--allow-missing-repository', '--no-rewrite-relative-links']
    : [
        `--baseContentUrl=${repository}/blob/v${version}`,
        `--baseImagesUrl=${repository.replace('//github.com/', '//raw.githubusercontent.com/')}/v${version}`,
      ];

/** The pictures of the walkthrough, which are read from the package. */
export const walkthroughPictures = ({ contributes }) =>
  contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image));

function stage(folder, manifest, repository) {
  rmSync(folder, { recursive: true, force: true });
  for (const path of walkthroughPictures(manifest)) cpSync(join(root, path), join(folder, path));
  for (const [place, wanted] of FILES) {
    mkdirSync(join(folder, place), { recursive: true });
    for (const entry of readdirSync(join(root, place), { withFileTypes: true }))
      if (entry.isFile() && wanted.test(entry.name))
        cpSync(join(root, place, entry.name), join(folder, place, entry.name));
  }
  const programs = join(root, 'server', 'dist');
  for (const path of loadedBy(programs, SERVER))
    cpSync(join(programs, path), join(folder, 'server', 'dist', path));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  writeFileSync(
    join(folder, 'README.md'),
    repository === undefined ? withPicture(readme, (path) => readFileSync(join(root, path))) : readme,
  );
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestFor(manifest, repository), null, 2)}\n`,
  );
}

function main() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const repository = repositoryGiven(process.env.LAYOUT_LENS_REPOSITORY);
  const folder = join(root, 'dist', 'vsix');
  stage(folder, manifest, repository);
  const to = join(root, `${manifest.name}-${manifest.version}.vsix`);
  const words = ['--yes', VSCE, 'package', '--no-dependencies', '--out', to];
  execFileSync('npx', [...words, ...linkOptions(repository, manifest.version)], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  rmSync(folder, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
