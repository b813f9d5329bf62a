// The packages whose code is in what is handed out, with their licences: from the bundles themselves, so that none is
// forgotten and none is listed that only builds or tests use.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is copied beside the bundles: the packages of the grammars, and libisl, which is built from Debian's sources. */
const COPIED = ['web-tree-sitter', 'tree-sitter-python'];

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** The folders of the packages that the bundles' inputs come from. */
function foldersIn(metafiles) {
  const folders = metafiles.flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...new Set([...folders, ...COPIED.map((name) => `node_modules/${name}`)])];
}

function packageAt(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`${name} does not say its licence`);
  const file = readdirSync(folder).find((entry) => LICENCE_FILE.test(entry));
  return { name, version, license, homepage, text: file && readFileSync(join(folder, file), 'utf8').trim() };
}

/** Everything of others that is handed out, in the order of the names. */
export function bundledPackages(metafiles, root) {
  const { source } = JSON.parse(readFileSync(join(root, 'server', 'isl', 'isl.lock.json'), 'utf8'));
  const isl = {
    name: 'isl',
    version: source.split(' ')[1],
    license: 'MIT',
    homepage: 'https://libisl.sourceforge.io',
  };
  const text = readFileSync(join(root, 'server', 'isl', 'LICENSE'), 'utf8').trim();
  const packages = foldersIn(metafiles).map((folder) => packageAt(join(root, folder)));
  return [...packages, { ...isl, text }].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The licences, one below the other. */
export const licencesText = (packages) =>
  packages
    .map(
      ({ name, version, license, text }) =>
        `${name} ${version} (${license})\n\n${text ?? `Licence: ${license}`}\n`,
    )
    .join(`\n${'-'.repeat(80)}\n\n`);

/** A bill of materials in CycloneDX 1.5. */
export const billOfMaterials = (packages, { name, version, license }) =>
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        component: { type: 'application', name, version, licenses: [{ license: { id: license } }] },
      },
      components: packages.map((part) => ({
        type: 'library',
        name: part.name,
        version: part.version,
        licenses: [{ license: { id: part.license } }],
        ...(part.name === 'isl' ? {} : { purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}` }),
        ...(part.homepage ? { externalReferences: [{ type: 'website', url: part.homepage }] } : {}),
      })),
    },
    null,
    2,
  )}\n`;
