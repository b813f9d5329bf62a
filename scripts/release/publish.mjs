// Publishes what a release has made. It installs nothing of ours, so that what holds a secret runs little.
//
//   node scripts/release/publish.mjs npm|marketplace|open-vsx [--dry-run] FOLDER
//
// The secrets are those of the tools: NODE_AUTH_TOKEN (npm), VSCE_PAT (the marketplace), OVSX_PAT (Open VSX). A version
// that is there already is left, so that a run that has failed in the middle is repeated.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The tools, in the versions that were tried. */
export const VSCE = '@vscode/vsce@3.9.2';
const OVSX = 'ovsx@1.3.0';

/** The command for each file that goes somewhere. */
export const TARGETS = {
  npm: (file) =>
    file.endsWith('.tgz') ? ['npm', 'publish', `./${file}`, '--access', 'public', '--provenance'] : null,
  marketplace: (file) =>
    file.endsWith('.vsix')
      ? ['npx', '--yes', VSCE, 'publish', '--skip-duplicate', '--packagePath', file]
      : null,
  'open-vsx': (file) =>
    file.endsWith('.vsix') ? ['npx', '--yes', OVSX, 'publish', '--skip-duplicate', file] : null,
};

/** The files of a release as SHA256SUMS lists them. Throws where one is another. */
export function releasedFiles(folder) {
  const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [, sum, file] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    if (file === undefined) throw new Error(`SHA256SUMS has a line that is none: ${line}`);
    const own = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    if (own !== sum) throw new Error(`${file} is not the file of SHA256SUMS`);
    return file;
  });
}

const run = ([command, ...words], folder, environment = {}) =>
  execFileSync(command, words, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });

/** Whether npm has this version: it refuses a second one. */
function isOnNpm(file, folder) {
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', file, 'package/package.json'], { cwd: folder, encoding: 'utf8' }),
  );
  try {
    execFileSync('npm', ['view', `${manifest.name}@${manifest.version}`, 'version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Nobody answers there: a rehearsal asks no registry. */
const OFFLINE = { npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9' };

/** Publishes what goes to one of the targets; a rehearsal reaches no network, and says what would be run. */
export function publish(to, folder, isRehearsal) {
  for (const file of releasedFiles(folder)) {
    const command = TARGETS[to](file);
    if (command === null) continue;
    console.log(`${to}: ${command.join(' ')}`);
    if (!isRehearsal && to === 'npm' && isOnNpm(file, folder)) console.log(`${file} is there already`);
    else if (!isRehearsal) run(command, folder);
    else if (to === 'npm') {
      const words = command.filter((word) => word !== '--provenance');
      run([...words, '--dry-run', '--ignore-scripts', '--loglevel', 'warn'], folder, OFFLINE);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [to, ...rest] = process.argv.slice(2);
  const [folder] = rest.filter((word) => word !== '--dry-run');
  if (!Object.hasOwn(TARGETS, to ?? '') || folder === undefined)
    throw new Error(`publish needs one of ${Object.keys(TARGETS).join(', ')}, and a folder`);
  publish(to, folder, rest.includes('--dry-run'));
}
