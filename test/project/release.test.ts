// A release: what has to hold before it, what is published where, and the workflows that run it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { faultsOf, topSection } from '../../scripts/release/checks.mjs';
import { releasedFiles, TARGETS } from '../../scripts/release/publish.mjs';
import { repositoryFields } from '../../scripts/release/repository.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const CHANGELOG = '# Changelog\n\n## 1.2.0\n\n- One.\n- Two.\n\n## 1.1.0 (2026-01-01)\n\nOld.\n';
const READY = {
  tag: 'v1.2.0',
  versions: { 'package.json': '1.2.0', 'server/package.json': '1.2.0' },
  changelog: CHANGELOG,
  repository: 'https://github.com/owner/layouts',
  isRehearsal: false,
};

test('the notes of a release are the first section of the changelog', () => {
  assert.deepEqual(topSection(CHANGELOG), { version: '1.2.0', remark: null, text: '- One.\n- Two.' });
  assert.equal(topSection('## 1.2.0 (unreleased)\n- One.')?.remark, 'unreleased');
  assert.equal(topSection('# Changelog\n'), null);
});

test('a release needs its tag, one version everywhere, a section that says it is released, and a repository', () => {
  assert.deepEqual(faultsOf(READY), []);
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{ tag: 'v1.2.1' }, /^the tag is v1\.2\.1, and the version 1\.2\.0$/],
    [{ tag: '1.2.0' }, /^the tag is 1\.2\.0/],
    [{ tag: undefined }, /^the tag is undefined/],
    [
      { versions: { ...READY.versions, 'client/package.json': '1.1.0' } },
      /^client\/package\.json has version 1\.1\.0, and package\.json 1\.2\.0$/,
    ],
    [{ changelog: CHANGELOG.replace('1.2.0', '1.2.0 (unreleased)') }, /says that 1\.2\.0 is unreleased$/],
    [{ changelog: CHANGELOG.replace('1.2.0', '1.3.0') }, /^CHANGELOG\.md begins with 1\.3\.0/],
    [{ changelog: '## 1.2.0\n\n## 1.1.0\n\n- Old.\n' }, /says nothing of 1\.2\.0$/],
    [{ changelog: '' }, /has no section$/],
    [{ repository: undefined }, /LAYOUT_LENS_REPOSITORY is not set/],
  ];
  for (const [changed, why] of wrong) {
    const faults = faultsOf({ ...READY, ...changed });
    assert.equal(faults.length, 1, faults.join());
    assert.match(faults[0]!, why);
  }
});

test('a rehearsal asks for no tag, but for one version everywhere', () => {
  const unready = { ...READY, isRehearsal: true, tag: undefined, repository: undefined };
  assert.deepEqual(faultsOf({ ...unready, changelog: '## 1.2.0 (unreleased)\n- One.\n' }), []);
  assert.equal(faultsOf({ ...unready, versions: { a: '1.2.0', b: '1.1.0' } }).length, 1);
});

test('this project could be rehearsed', () => {
  const versions = Object.fromEntries(
    ['package.json', 'server/package.json', 'client/package.json'].map((path) => [
      path,
      JSON.parse(textOf(path)).version,
    ]),
  );
  const changelog = textOf('CHANGELOG.md');
  assert.deepEqual(
    faultsOf({ tag: undefined, repository: undefined, isRehearsal: true, versions, changelog }),
    [],
  );
});

test('each file of a release goes where it belongs, by a tool of one version', () => {
  const sent = (file: string): readonly string[] =>
    Object.values(TARGETS).flatMap((command) => command(file)?.join(' ') ?? []);
  assert.deepEqual(sent('a-1.0.0.tgz'), ['npm publish ./a-1.0.0.tgz --access public --provenance']);
  const editors = sent('a-1.0.0.vsix');
  assert.equal(editors.length, 2);
  for (const command of editors)
    assert.match(command, /^npx --yes \S+@\d+\.\d+\.\d+ publish .*a-1\.0\.0\.vsix$/);
  assert.deepEqual(sent('sbom.cdx.json'), []);
});

test('what is published is what SHA256SUMS says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-release-'));
  try {
    writeFileSync(join(folder, 'a.tgz'), '');
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    writeFileSync(join(folder, 'SHA256SUMS'), `${empty}  a.tgz\n`);
    assert.deepEqual(releasedFiles(folder), ['a.tgz']);
    const publish = (...words: readonly string[]) =>
      spawnSync(process.execPath, [join(root, 'scripts/release/publish.mjs'), ...words], {
        encoding: 'utf8',
      });
    // A rehearsal of a target that nothing goes to asks nobody.
    assert.equal(publish('open-vsx', '--dry-run', folder).status, 0);
    writeFileSync(join(folder, 'a.tgz'), 'other');
    assert.throws(() => releasedFiles(folder), /a\.tgz is not the file of SHA256SUMS/);
    assert.match(publish('npm', '--dry-run', folder).stderr, /a\.tgz is not the file of SHA256SUMS/);
    writeFileSync(join(folder, 'SHA256SUMS'), `${empty}  ../a.tgz\n`);
    assert.throws(() => releasedFiles(folder), /a line that is none/);
    assert.notEqual(publish('elsewhere', folder).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('packages name the repository where one is given', () => {
  assert.deepEqual(repositoryFields(undefined), {});
  assert.deepEqual(repositoryFields('https://github.com/owner/layouts')['repository'], {
    type: 'git',
    url: 'git+https://github.com/owner/layouts.git',
  });
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly needs?: string | readonly string[]; readonly steps: readonly Step[] }>
  >;
}

const workflows = readdirSync(join(root, '.github/workflows')).map(
  (name) => [name, parse(textOf(`.github/workflows/${name}`)) as Workflow] as const,
);
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };

for (const [name, { jobs }] of workflows)
  test(`${name} runs scripts that there are`, () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    assert.ok(steps.length > 0);
    for (const { needs = [] } of Object.values(jobs))
      for (const other of [needs].flat()) assert.ok(Object.hasOwn(jobs, other), other);
    for (const { run = '', uses } of steps) {
      assert.notEqual(run === '', uses === undefined);
      for (const [, script = ''] of run.matchAll(/\bnpm run ([\w:-]+)/g))
        assert.ok(Object.hasOwn(scripts, script), script);
      for (const [path] of run.matchAll(/(?:scripts|\.ci)\/[\w./-]+/g))
        assert.ok(existsSync(join(root, path)), path);
    }
  });

test('what the release trusts is pinned by its commit, and only jobs that run no install see a secret', () => {
  const { jobs } = new Map(workflows).get('release.yml')!;
  for (const [name, { steps }] of Object.entries(jobs)) {
    for (const { uses } of steps)
      if (uses !== undefined) assert.match(uses, /^actions\/[\w-]+@[0-9a-f]{40}$/, name);
    const text = JSON.stringify(steps);
    assert.equal(/secrets\./.test(text) && /npm (?:ci|install|run)/.test(text), false, name);
  }
  const { build, npm } = jobs;
  assert.match(JSON.stringify(build), /npm run release -- --tag \\"\$GITHUB_REF_NAME\\"/);
  assert.match(JSON.stringify(npm), /"id-token":"write"/);
});
