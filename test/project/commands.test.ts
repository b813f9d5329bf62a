// docs/commands.md lists the commands of the manifest, their shortcuts, and where else they are.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTexts } from '../../scripts/languages/manifest.mjs';
import { root } from '../../scripts/testing/files.ts';

interface Command {
  readonly command: string;
  readonly title: string;
}

interface Shortcut {
  readonly command: string;
  readonly key: string;
  readonly mac: string;
}

interface Contributes {
  readonly commands: readonly Command[];
  readonly keybindings: readonly Shortcut[];
  readonly menus: Readonly<
    Record<string, readonly { readonly command?: string; readonly submenu?: string }[]>
  >;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = JSON.parse(read('package.nls.json'));
const { contributes }: { contributes: Contributes } = withTexts(JSON.parse(read('package.json')), texts);
const PAGE = 'docs/commands.md';

/** `Ctrl+K V` for `ctrl+k v`, as VS Code writes it. */
const written = (key: string): string =>
  key.replaceAll(/[a-z]+/g, (word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);

/** The same on macOS: `⌘K V`. */
const writtenOnMac = (key: string): string => written(key).replaceAll('Cmd+', '⌘');

function rowOf({ command, title }: Command): string {
  const shortcuts = contributes.keybindings
    .filter((each) => each.command === command)
    .map(({ key, mac }) => `\`${written(key)}\`, on macOS \`${writtenOnMac(mac)}\``);
  const isInMenu = Object.values(contributes.menus).some((entries) =>
    entries.some((entry) => entry.command === command),
  );
  return `| ${title} | \`${command}\` | ${shortcuts.join(', ')} | ${isInMenu ? 'yes' : ''} |`;
}

test('docs/commands.md has the commands of the manifest (LAYOUT_LENS_UPDATE=1 writes them)', () => {
  const table = [
    '| command | its name in `keybindings.json` | shortcut | in the editor’s menu |',
    '|---|---|---|---|',
    ...contributes.commands.map(rowOf),
  ].join('\n');
  const [start, end] = [
    '<!-- commands: written by LAYOUT_LENS_UPDATE=1 npm test -->\n',
    '<!-- /commands -->',
  ];
  const page = read(PAGE);
  const from = page.indexOf(start) + start.length;
  const to = page.indexOf(end, from);
  assert.ok(from >= start.length && to >= from);
  if (process.env['LAYOUT_LENS_UPDATE'])
    writeFileSync(join(root, PAGE), `${page.slice(0, from)}${table}\n${page.slice(to)}`);
  else assert.equal(page.slice(from, to).trim(), table);
});

test('what the page says of a command names each of them, and its example commands that there are', () => {
  const page = read(PAGE);
  for (const { title } of contributes.commands) assert.ok(page.includes(`\n- *${title}* `), title);
  const known = contributes.commands.map(({ command }) => command);
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const keys: readonly { readonly command: string }[] = JSON.parse(example);
  assert.ok(keys.length > 0);
  for (const { command } of keys) assert.ok(known.includes(command), command);
});

test('the menus hold commands and groups that there are', () => {
  const known = contributes.commands.map(({ command }) => command);
  for (const [menu, entries] of Object.entries(contributes.menus))
    for (const { command, submenu } of entries)
      assert.ok(
        submenu === undefined ? known.includes(command ?? '') : submenu in contributes.menus,
        `${menu}: ${command ?? submenu}`,
      );
});
