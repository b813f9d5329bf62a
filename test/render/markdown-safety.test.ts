// Whatever text the user's code, comments and settings hold, a hover's Markdown has only the links, the picture and the
// blocks that the hover itself writes. Read as VS Code reads it, with its own parser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import type { HoverContent } from '../../server/src/features/hover/content.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../server/src/features/hover/markdown.ts';
import { escapeMarkdown, fenced, inlineCode, link } from '../../server/src/features/hover/markdown-text.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Scene } from '../../server/src/render/picture/scene.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';

/** All tokens of a text, nested ones included. */
function tokensOf(markdown: string): readonly Token[] {
  const found: Token[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    found.push(token);
  });
  return found;
}

const hrefOf = (token: Token): string => ('href' in token ? String(token.href) : '');

const OURS = 'command:layoutLens.copyText?%5B%22a)%20(b%22%5D';
const PICTURE = 'data:image/svg+xml;base64,';

/** What hides the steps: nothing of the user's. */
const FOLD = /^(?:<details><summary>\d+ steps?(?:, and a picture)?<\/summary>|<\/details>)$/;

/** What a text would show or run that the hover did not write. */
const foreign = (markdown: string): readonly Token[] =>
  tokensOf(markdown).filter(
    (token) =>
      (token.type === 'html' && !FOLD.test(token.raw.trim())) ||
      token.type === 'def' ||
      token.type === 'heading' ||
      token.type === 'table' ||
      token.type === 'hr' ||
      (token.type === 'link' && !hrefOf(token).startsWith('command:layoutLens.copyText?')) ||
      (token.type === 'image' && !hrefOf(token).startsWith(PICTURE)),
  );

const HOSTILE = [
  '](command:evil)',
  '[a](command:evil)',
  '![](http://evil.example/x.png)',
  '<img src=http://evil.example/x>',
  '<a href="command:evil">',
  '<http://evil.example>',
  'http://evil.example/',
  'https://evil.example',
  'HTTP://EVIL.example',
  'ftp://evil.example',
  'www.evil.example',
  'mail@evil.example',
  '&lt;img&gt;',
  '&#96;',
  '`',
  '``',
  '```',
  '````',
  '~~~',
  '\n',
  '\r',
  '\r\n\r\n',
  '\u2028',
  '\n```\n',
  '\n\n# x\n\n',
  '\n===\n',
  '\n[x]: command:evil\n\n[x]',
  '[x]',
  '$' + '{x}',
  '$(x)',
  '|a|b|\n|-|-|\n',
  '    indented',
  '\t',
  '\\',
  '\\`',
  ' ',
  '1. x',
  '- x',
  '>',
  '*',
  '_',
  '**',
  '<!--',
  '-->',
  'kBlockM',
  'x',
];
const hostile = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 6 }).map((a) => a.join(''));

const RUNS = { numRuns: 1000, seed: 20261122 };

test('escaped text is text', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const tokens = tokensOf(`before ${escapeMarkdown(text)} after`);
      const kinds = new Set(tokens.map(({ type }) => type));
      assert.deepEqual(
        [...kinds].filter((kind) => !['paragraph', 'text', 'escape'].includes(kind)),
        [],
        JSON.stringify(text),
      );
      const alone = tokensOf(escapeMarkdown(text)).filter(
        ({ type }) => !['paragraph', 'text', 'escape', 'space'].includes(type),
      );
      assert.deepEqual(alone, [], JSON.stringify(text));
    }),
    RUNS,
  );
});

test('code stays within its span, its fence and its link', () => {
  fc.assert(
    fc.property(hostile, hostile, (text, other) => {
      const spans = tokensOf(`- ${inlineCode(text)} and ${inlineCode(other)}`).filter(
        ({ type }) => !['list', 'list_item', 'text'].includes(type),
      );
      assert.deepEqual(
        spans.map(({ type }) => type),
        ['codespan', 'codespan'],
        JSON.stringify([text, other]),
      );
      const blocks = tokensOf(`${fenced('layout', [text, other])}\n\nx`);
      assert.deepEqual(
        blocks.map(({ type }) => type),
        ['code', 'space', 'paragraph', 'text'],
        JSON.stringify([text, other]),
      );
      const [target] = tokensOf(link(text, `command:a?${other}`)).filter(({ type }) => type === 'link');
      assert.ok(
        target !== undefined && hrefOf(target).startsWith('command:a?'),
        JSON.stringify([text, other]),
      );
    }),
    RUNS,
  );
});

const labelled = (text: string): Scene => ({
  title: text,
  description: text,
  rows: { name: text, extents: [1] },
  columns: { name: text, extents: [2] },
  cell: (_, key) => ({ label: text, key }),
  keys: 'names',
});

test('no part of a hover brings in what the hover does not write', () => {
  const content: fc.Arbitrary<HoverContent> = fc.record({
    value: fc.array(hostile, { maxLength: 2 }),
    form: fc.option(fc.record({ language: fc.constant('cpp' as const), text: hostile })),
    instances: fc.array(fc.record({ label: hostile, text: hostile }), { maxLength: 2 }),
    summary: fc.option(hostile),
    standing: fc.option(hostile),
    modes: fc.option(hostile),
    problem: fc.option(hostile),
    chain: fc.array(hostile, { maxLength: 2 }),
    picture: fc.option(
      fc.record({
        scene: hostile.map(labelled),
        alternative: hostile,
        label: hostile,
        others: fc.array(fc.record({ label: hostile, scene: hostile.map(labelled) }), { maxLength: 2 }),
      }),
    ),
    derivation: fc.option(
      fc.record({
        head: hostile,
        target: fc.option(fc.constant(OURS)),
        args: fc.array(fc.record({ text: hostile, target: fc.option(fc.constant(OURS)) }), { maxLength: 2 }),
        steps: fc
          .array(fc.record({ text: hostile, source: hostile }), { maxLength: 3 })
          .map((steps) => steps.map((step, depth) => ({ ...step, depth }))),
        scene: hostile.map((text) => () => labelled(text)),
      }),
    ),
    open: fc.array(hostile, { maxLength: 2 }),
    parameters: fc.array(hostile, { maxLength: 2 }),
    more: fc.array(fc.record({ label: hostile, text: hostile, code: fc.boolean() }), { maxLength: 2 }),
    links: fc.array(fc.record({ title: hostile, target: fc.constant(OURS) }), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(content, fc.boolean(), (parts, images) => {
      const markdown = hoverMarkdown(parts, { images, links: true, folds: images });
      const tokens = tokensOf(markdown);
      assert.deepEqual(foreign(markdown), [], markdown);
      const count = (type: string): number => tokens.filter((token) => token.type === type).length;
      const sources = [parts.derivation, ...(parts.derivation?.args ?? [])].filter((s) => s?.target != null);
      assert.equal(count('link'), parts.links.length + sources.length, markdown);
      const pictures = parts.picture === null ? 0 : 1;
      const drawn =
        pictures + (parts.picture?.others?.length ?? 0) + (parts.derivation?.steps.length ? 1 : 0);
      assert.equal(count('image'), images ? drawn : 0, markdown);
      const blocks = parts.more.filter(({ code, text }) => code && text.includes('\n')).length;
      const expected =
        (parts.value.length > 0 ? 1 : 0) + (parts.form === null ? 0 : 1) + blocks + (images ? 0 : pictures);
      assert.equal(count('code'), expected, markdown);
    }),
    RUNS,
  );
});

/** Sources in which hostile text stands in strings, comments, names and what is not understood. */
const SOURCES: readonly (readonly [Dialect, (text: string) => string])[] = [
  ['cpp', (t) => `using X = decltype(R"x(${t})x"); X b; auto c = R"x(${t})x"; auto d = c;`],
  ['cpp', (t) => `// ${t.replace(/\s/g, ' ')} (4,8):(8,1)\nauto a = cute::make_layout(f("${t}"), 4);`],
  ['cpp', (t) => `#include "${t}"\nauto l = cute::make_layout(cute::Int<kN>{}, ${t});\nauto m = l;`],
  [
    'cpp',
    (t) => `// layout-lens: assume kM = ${t}\ntemplate <int kM> void f() { auto a = cute::Int<kM>{}; }`,
  ],
  ['cpp', (t) => `template <class T> struct S { T v; };\nusing Q = S<decltype("${t}")>; Q q; auto r = q.v;`],
  [
    'python',
    (t) => `import cutlass.cute as cute\ns = """${t}"""\nl = cute.make_layout((4, s), stride=(s, 1))`,
  ],
  [
    'python',
    (t) => `import cutlass.cute as cute\n# ${t.replace(/\s/g, ' ')}\nl = cute.make_layout(${t})\nm = l`,
  ],
  ['notation', (t) => `A = (4,8):(8,1) # ${t}\nB = composition(A, ${t})\n${t} = (2,2)\n`],
];

test('hostile text in sources reaches no hover as anything but text', async () => {
  const grammars = await pythonGrammars();
  await grammars.ready('cpp');
  let seen = 0;
  for (const sample of fc.sample(hostile, { numRuns: 60, seed: 7 }))
    for (const [dialect, source] of SOURCES) {
      const document = openDocument(grammars, dialect, source(sample), { parameters: { kN: sample } });
      for (let offset = 0; offset < document.text.length; offset += 3) {
        const found = hoverAt(document, grammars, offset, {
          picture: true,
          derivation: true,
          links: (site, _evaluation, forms) =>
            forms.map(({ label, text }) => ({
              title: `${label} ${site.name}`,
              target: `command:layoutLens.copyText?${encodeURIComponent(JSON.stringify([{ text, label }]))}`,
            })),
        });
        if (found === null) continue;
        seen++;
        const markdown = hoverMarkdown(found.content, { images: true, links: true });
        assert.deepEqual(foreign(markdown), [], `${source(sample)}\n---\n${markdown}`);
      }
      document.dispose();
    }
  assert.ok(seen > 1000, String(seen));
});
