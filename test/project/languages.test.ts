// The language packs: each text of the manifest and of the extension's messages, in every language.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keysIn, withTexts } from '../../scripts/languages/manifest.mjs';
import { messagesBelow, messagesIn } from '../../scripts/languages/messages.ts';
import { settingsProperties, settingsTexts } from '../../scripts/languages/settings.ts';
import { root } from '../../scripts/testing/files.ts';
import { settingsSchema } from '../../server/src/workspace/settings/settings-schema.ts';

type Texts = Readonly<Record<string, string>>;

const read = (path: string): Texts => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// manifest.test.ts holds package.json to that, and may be writing it now.
manifest.contributes.configuration.properties = settingsProperties(settingsSchema);
const keys = keysIn(manifest);
const messages = messagesBelow(join(root, 'client', 'src'));

const ENGLISH = 'package.nls.json';
const MESSAGES = 'l10n/bundle.l10n.json';

const filesOf = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder)).filter((name) => pattern.test(name));
const manifests = filesOf('', /^package\.nls(\.[\w-]+)?\.json$/);
const bundles = filesOf('l10n', /^bundle\.l10n(\.[\w-]+)?\.json$/).map((name) => `l10n/${name}`);

/** The texts under these keys alone, in their order. */
const inOrder = (texts: Texts, wanted: readonly string[]): Texts =>
  Object.fromEntries(wanted.flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]]])));

const write = (path: string, texts: Texts): void =>
  writeFileSync(join(root, path), `${JSON.stringify(texts, null, 2)}\n`);

if (process.env['LAYOUT_LENS_UPDATE']) {
  const english = { ...read(ENGLISH), ...settingsTexts(settingsSchema) };
  for (const path of manifests) write(path, inOrder(path === ENGLISH ? english : read(path), keys));
  const own = Object.fromEntries(messages.map((message) => [message, message]));
  for (const path of bundles) write(path, path === MESSAGES ? own : inOrder(read(path), messages));
}

/** Parts of a text that mean the same in every language: code, links, placeholders, rules' names, settings. */
const fixedParts = (text: string): readonly string[] =>
  [...text.matchAll(/`[^`]+`|\]\([^)]+\)|\$\([\w~-]+\)|\{\d+\}/g)].map(([part]) => part).sort();

test('there is a second language, for the manifest and for the messages alike', () => {
  const tags = (paths: readonly string[]) => paths.map((path) => /\.([\w-]+)\.json$/.exec(path)?.[1]);
  assert.deepEqual(tags(manifests).sort(), ['nls', 'zh-cn']);
  assert.deepEqual(tags(bundles).sort(), ['l10n', 'zh-cn']);
  assert.equal(manifest.l10n, './l10n');
});

for (const path of manifests)
  test(`${path} has a text for each key of the manifest, and for no other`, () => {
    assert.deepEqual(Object.keys(read(path)), [...new Set(keys)]);
    assert.deepEqual(keysIn(withTexts(manifest, read(path))), []);
  });

for (const path of bundles)
  test(`${path} has each message of the extension, and no other`, () => {
    assert.deepEqual(Object.keys(read(path)), messages);
  });

test('English is what the sources say (LAYOUT_LENS_UPDATE=1 writes it)', () => {
  const english = read(ENGLISH);
  for (const [key, text] of Object.entries(settingsTexts(settingsSchema)))
    assert.equal(english[key], text, key);
  for (const [message, text] of Object.entries(read(MESSAGES))) assert.equal(text, message);
});

test('a text has the same code, links and placeholders in every language', () => {
  const pairs = [
    ...manifests.map((path) => [path, read(ENGLISH)] as const),
    ...bundles.map((path) => [path, read(MESSAGES)] as const),
  ];
  for (const [path, english] of pairs)
    for (const [key, text] of Object.entries(read(path))) {
      assert.deepEqual(fixedParts(text), fixedParts(english[key]!), `${path}: ${key}`);
      assert.ok(text.trim().length > 0 && !/^\s|\s$/.test(text), `${path}: ${key}`);
    }
});

test('Chinese is written for every text that is no name', () => {
  for (const path of [...manifests, ...bundles].filter((name) => name.includes('zh-cn')))
    for (const [key, text] of Object.entries(read(path)))
      assert.match(text, /\p{Script=Han}/u, `${path}: ${key}`);
});

/** What an editor shows of a manifest. */
const SHOWN = [
  'title',
  'label',
  'description',
  'markdownDescription',
  'enumDescriptions',
  'altText',
  'displayName',
];
const NAME = 'Layout Lens';

function unnamedTexts(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const here = `${path}.${name}`;
    const isText = SHOWN.includes(name) && (typeof one === 'string' || Array.isArray(one));
    if (!isText) return unnamedTexts(one, here);
    return [one].flat().every((text) => text === NAME || keysIn(text).length === 1) ? [] : [here];
  });
}

test('no text of the manifest is written in it, but for the name', () => {
  assert.deepEqual(unnamedTexts(manifest), []);
  assert.deepEqual(unnamedTexts({ commands: [{ command: 'a', title: 'Open' }] }), ['.commands.0.title']);
});

test('the messages of a source are its calls, and each is a plain string', () => {
  assert.deepEqual(messagesIn("l10n.t('a {0}', x); vscode.l10n.t(\n  'it\\'s b',\n)"), ['a {0}', "it's b"]);
  assert.throws(() => messagesIn('l10n.t(`a`)'), /not a plain string/);
  assert.ok(messages.length > 20);
  for (const message of messages) {
    const placeholders = message.match(/\{\d+\}/g) ?? [];
    assert.deepEqual(
      placeholders,
      placeholders.map((_, at) => `{${at}}`),
    );
  }
});

/** Calls that show a reader a text, whose text is written there. */
const SPOKEN =
  /\b(?:show(?:Error|Warning|Information)Message|setStatusBarMessage)\(\s*['"`]|\b(?:title|detail|description|placeHolder|prompt): ['"`][A-Za-z]/g;

test('no message of the extension is shown that the language packs do not have', () => {
  const spoken = (source: string): readonly string[] =>
    [...source.matchAll(SPOKEN)].map(({ index }) => source.slice(index, index + 60));
  const folder = join(root, 'client', 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // The panel's page speaks English, as the server does of which it tells.
    (name) => name.endsWith('.ts') && !name.includes('webview'),
  );
  for (const name of files) {
    const source = readFileSync(join(folder, name), 'utf8').replaceAll(/`\$\([\w~-]+\) \$\{l10n/g, 'l10n');
    assert.deepEqual(spoken(source), [], name);
  }
  assert.equal(spoken("window.showErrorMessage(\n  'No.')").length, 1);
});
