// package.json is read by VS Code before any code runs, so it repeats what the code says. Here the two are compared.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES, literalLanguages } from '../../client/src/languages.ts';
import { bundles } from '../../scripts/build.mjs';
import { withTexts } from '../../scripts/languages/manifest.mjs';
import { settingsProperties } from '../../scripts/languages/settings.ts';
import { repositoryGiven } from '../../scripts/release/repository.mjs';
import { manifestFor, withPicture } from '../../scripts/release/vsix.mjs';
import { settingsSchema } from '../../server/src/workspace/settings/settings-schema.ts';

const readme = new URL('../../README.md', import.meta.url);
const path = new URL('../../package.json', import.meta.url);
const manifest = JSON.parse(readFileSync(path, 'utf8'));

test('the manifest lists the settings that the server knows (LAYOUT_LENS_UPDATE=1 writes them)', () => {
  const properties = settingsProperties(settingsSchema);
  if (process.env.LAYOUT_LENS_UPDATE) {
    manifest.contributes.configuration = { title: 'Layout Lens', properties };
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  assert.deepEqual(manifest.contributes.configuration.properties, properties);
});

test("the README's table lists the same settings", () => {
  const rows = Object.entries(settingsSchema).map(
    ([name, { default: value, enum: values, markdownDescription }]) => {
      const choices = values ? ` (${values.map((choice) => `\`${choice}\``).join(', ')})` : '';
      return `| \`${name}\` | \`${JSON.stringify(value)}\` | ${markdownDescription}${choices} |`;
    },
  );
  const table = ['| setting | default | |', '|---|---|---|', ...rows].join('\n');
  const [start, end] = [
    '<!-- settings: written by LAYOUT_LENS_UPDATE=1 npm test -->\n',
    '<!-- /settings -->',
  ];
  const text = readFileSync(readme, 'utf8');
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (process.env.LAYOUT_LENS_UPDATE) {
    writeFileSync(readme, `${text.slice(0, from)}${table}\n${text.slice(to)}`);
    return;
  }
  assert.equal(text.slice(from, to).trim(), table);
});

test('the extension is activated by every language that the client sends to the server', () => {
  assert.deepEqual(
    [...manifest.activationEvents].sort(),
    [...LANGUAGES, ...literalLanguages(settingsSchema['layoutLens.literals.languages']?.default)]
      .map((language) => `onLanguage:${language}`)
      .sort(),
  );
});

test('every file that the manifest names exists, or is built', () => {
  const { grammars, languages } = manifest.contributes;
  const named: string[] = [...grammars, ...languages].flatMap(
    // A language of others, which is given another file extension, has a configuration of theirs.
    (entry) => entry.path ?? entry.configuration ?? [],
  );
  for (const file of named) JSON.parse(readFileSync(new URL(file, path), 'utf8'));
  const built = bundles().flatMap(({ outdir, entryPoints }) =>
    Object.keys(entryPoints as object).map((name) => `./${outdir}/${name}.js`),
  );
  for (const file of [manifest.main, manifest.browser]) assert.ok(built.includes(file), file);
  // What the extension starts; loading it is test/client's.
  for (const server of ['main.node', 'main.web'])
    assert.ok(built.includes(`./server/dist/${server}.js`), server);
});

test('the extension has an icon of at least 128 pixels', () => {
  const icon = readFileSync(new URL(manifest.icon, path));
  assert.equal(icon.toString('latin1', 1, 4), 'PNG');
  // The header's width and height.
  assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
});

test('a README without a repository has its first picture inside, and says what the others show', () => {
  const text = readFileSync(readme, 'utf8');
  const shown = [...text.matchAll(/!\[([^\]]*)\]/g)].map(([, each]) => each!);
  assert.ok(shown.length >= 5);
  const inside = withPicture(text, (picture) => readFileSync(new URL(`../../${picture}`, import.meta.url)));
  const pictures = [...inside.matchAll(/!\[([^\]]*)\]\(data:image\/png;base64,iVBOR[\w+/=]+\)/g)];
  assert.deepEqual(
    pictures.map(([, each]) => each),
    shown.slice(0, 1),
  );
  for (const each of shown.slice(1)) assert.ok(inside.includes(`*${each}.*`), each);
  assert.doesNotMatch(inside, /\]\([\w./-]+\.png\)/);
});

test('the manifest that is handed out names the repository that is given, and nothing that only builds use', () => {
  const given = repositoryGiven('https://github.com/owner/layouts.git');
  const made = manifestFor(manifest, given);
  assert.deepEqual(made.repository, { type: 'git', url: 'git+https://github.com/owner/layouts.git' });
  assert.equal('scripts' in made || 'devDependencies' in made || 'private' in made, false);
  assert.deepEqual(made.contributes, manifest.contributes);
  assert.equal('repository' in manifestFor(manifest, repositoryGiven('')), false);
  assert.throws(() => repositoryGiven('https://example.org/owner/layouts'));
});

for (const file of ['package.nls.json', 'package.nls.zh-cn.json'])
  test(`${file}: each step of the walkthrough has a picture with a description, and runs commands that there are`, () => {
    const texts = JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
    const spoken = withTexts(manifest, texts);
    const steps: {
      id: string;
      description: string;
      media: { image: string; altText: string };
    }[] = spoken.contributes.walkthroughs.flatMap(({ steps: each }: { steps: object[] }) => each);
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['hover', 'finding', 'instantiations', 'picture', 'notebook'],
    );
    const ours = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    for (const { description, media } of steps) {
      assert.equal(readFileSync(new URL(media.image, path)).toString('latin1', 1, 4), 'PNG', media.image);
      assert.ok(media.altText.length > 0);
      for (const [, command = ''] of description.matchAll(/command:([\w.]+)/g))
        assert.ok(command.startsWith('workbench.') || ours.includes(command), command);
      for (const [, argument = ''] of description.matchAll(/command:[\w.]+\?([^)]*)/g))
        JSON.parse(decodeURIComponent(argument));
    }
  });
