// Makes a release, as far as it needs no secret.
//
//   npm run release -- --tag v0.1.0      checks that the tag is the version and the changelog tells of it, builds,
//                                        packs and tries the packages
//   npm run release -- --dry-run         the same for a version that is not ready yet, and a rehearsal of publishing
//   … --built                            takes the packages that are there
//
// dist/release has then what is published: the packages, the extension, a bill of materials, the notes, and SHA256SUMS.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultsOf, topSection } from './checks.mjs';
import { publish, TARGETS } from './publish.mjs';
import { repositoryGiven } from './repository.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const target = join(root, 'dist', 'release');
const textOf = (path) => readFileSync(join(root, path), 'utf8');
const run = (...words) =>
  execFileSync('npm', words, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

function check(tag, isRehearsal) {
  const manifests = [
    'package.json',
    'server/package.json',
    'client/package.json',
    'tree-sitter-layout/package.json',
  ];
  const versions = Object.fromEntries(manifests.map((path) => [path, JSON.parse(textOf(path)).version]));
  const lock = JSON.parse(textOf('package-lock.json'));
  versions['package-lock.json'] = lock.packages[''].version;
  const repository = repositoryGiven(process.env.LAYOUT_LENS_REPOSITORY);
  const changelog = textOf('CHANGELOG.md');
  const faults = faultsOf({ tag, versions, changelog, repository, isRehearsal });
  for (const fault of faults) console.error(`release: ${fault}`);
  if (faults.length > 0) process.exit(1);
  return { version: versions['package.json'], notes: topSection(changelog).text };
}

function collect({ version, notes }) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const files = [
    `dist/layout-lens-${version}.tgz`,
    `dist/layout-lens-algebra-${version}.tgz`,
    `layout-lens-${version}.vsix`,
    'server/dist/sbom.cdx.json',
  ];
  for (const path of files) cpSync(join(root, path), join(target, basename(path)));
  const sums = files.map((path) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  writeFileSync(join(target, 'NOTES.md'), `${notes}\n`);
}

const { values } = parseArgs({
  options: { tag: { type: 'string' }, 'dry-run': { type: 'boolean' }, built: { type: 'boolean' } },
});
const isRehearsal = values['dry-run'] === true;
const release = check(values.tag, isRehearsal);
if (values.built !== true)
  for (const step of ['package', 'check-package', 'pack', 'check-packed']) run('run', step);
collect(release);
if (isRehearsal) for (const to of Object.keys(TARGETS)) publish(to, target, true);
console.log(`dist/release has what is published of ${release.version}`);
