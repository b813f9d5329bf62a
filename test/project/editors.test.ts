// What docs/editors.md and the folders of editors tell an editor is what the server takes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/testing/files.ts';
import { dialectOf, dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { defaultSettings, readSettings } from '../../server/src/workspace/settings/settings.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Template {
  readonly programArgs: Readonly<Record<string, string>>;
  readonly fileTypeMappings: readonly {
    readonly fileType: { readonly patterns: readonly string[] };
    readonly languageId: string;
  }[];
}

test('the template for JetBrains sends the files that the server reads, as what they are', () => {
  const { programArgs, fileTypeMappings }: Template = JSON.parse(read('client/jetbrains/template.json'));
  for (const words of Object.values(programArgs)) assert.match(words, /\blayout-lens(?:\.cmd)? --stdio\b/);
  const sent = fileTypeMappings.flatMap(({ fileType, languageId }) =>
    fileType.patterns.map((pattern) => [pattern.replace('*', 'a'), languageId] as const),
  );
  assert.ok(sent.length > 10);
  for (const [file, languageId] of sent) {
    assert.notEqual(dialectOf(languageId, ''), null, languageId);
    assert.equal(dialectOf(languageId, ''), dialectOfPath(file), file);
  }
});

test('its settings are those that hold without it', () => {
  const { layoutLens } = JSON.parse(read('client/jetbrains/settings.json'));
  assert.ok(Object.keys(layoutLens).length > 0);
  assert.deepEqual(readSettings(layoutLens), defaultSettings);
});

/** The words of each command in a configuration. */
function commandsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'command' ? [JSON.stringify(one)] : commandsIn(one),
  );
}

test('the configurations of docs/editors.md start the server', () => {
  const blocks = [...read('docs/editors.md').matchAll(/```json\n([\s\S]*?)```/g)];
  assert.ok(blocks.length > 1);
  for (const [, block = ''] of blocks) {
    const commands = commandsIn(JSON.parse(block));
    assert.ok(commands.length > 0, block);
    for (const words of commands) assert.equal(words, '["layout-lens","--stdio"]');
  }
});
