// The glossary names what there is: every identifier that it has in code font is declared in the sources.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const sources = readdirSync(new URL('server/src/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => read(`server/src/${path}`));

/** The text of every class and interface by its name: formatted code closes them at the beginning of a line. */
const types = new Map<string, string>();
const declared = new Set<string>();
for (const source of sources) {
  const bodies = /^(?:export )?(?:abstract )?(?:class|interface) (\w+)[^{]*\{\n[\s\S]*?^\}/gm;
  for (const [text, name = ''] of source.matchAll(bodies)) types.set(name, (types.get(name) ?? '') + text);
  const names = /^(?:export )?(?:abstract )?(?:class|interface|type|function\*?|const) (\w+)/gm;
  for (const [, name = ''] of source.matchAll(names)) declared.add(name);
}

const hasMember = (type: string, member: string): boolean =>
  new RegExp(`^  (?:readonly |get |\\*)*${member}[?!]?[:(<]`, 'm').test(types.get(type) ?? '');

const codeSpans = (markdown: string): readonly string[] =>
  [...markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('every identifier that the glossary names is declared in the sources', () => {
  const identifiers = codeSpans(read('docs/glossary.md')).filter((code) =>
    /^[A-Za-z]\w*(?:\.\w+)?$/.test(code),
  );
  assert.ok(identifiers.length > 50, `${identifiers.length} identifiers`);
  const missing = identifiers.filter((code) => {
    const [name = '', member] = code.split('.');
    return member === undefined ? !declared.has(name) : !hasMember(name, member);
  });
  assert.deepEqual(missing, []);
});

test('the glossary draws the domain with the classes that it has', () => {
  const [, drawing = ''] = /^```\n([\s\S]*?)^```$/m.exec(read('docs/glossary.md')) ?? [];
  const names = drawing.match(/\b[A-Z]\w+/g) ?? [];
  assert.deepEqual(names, ['Unknown', 'OneOf']);
  for (const name of names) assert.ok(types.has(name), name);
});

test('the architecture page leads to the glossary', () => {
  assert.match(read('docs/architecture.md'), /\]\(glossary\.md\)/);
});
