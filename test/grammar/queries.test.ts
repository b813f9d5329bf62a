// The queries compile against the committed parsers, and colour what they are meant to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Language, Parser, Query } from 'web-tree-sitter';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { GRAMMAR, type GrammarName, loadLanguage, withTree } from './support.ts';

const source = (names: readonly string[]): string =>
  names.map((name) => readFileSync(`${GRAMMAR}queries/${name}.scm`, 'utf8')).join('\n');

/** The queries that tree-sitter.json names for a grammar. */
const packaged = JSON.parse(readFileSync(`${GRAMMAR}tree-sitter.json`, 'utf8')) as {
  readonly grammars: readonly { readonly path: GrammarName; readonly highlights: readonly string[] }[];
};
const highlightsOf = (grammar: GrammarName): readonly string[] =>
  packaged.grammars
    .find(({ path }) => path === grammar)!
    .highlights.map((file) => file.replace(/^queries\/(.*)\.scm$/, '$1'));

/** The last capture of each piece of text: in a highlight query later patterns win. */
async function captures(
  grammar: GrammarName,
  names: readonly string[],
  text: string,
): Promise<Map<string, string>> {
  const language = await loadLanguage(grammar);
  const parser = new Parser().setLanguage(language);
  const query = new Query(language, source(names));
  try {
    return withTree(parser, text, (tree) => {
      const last = new Map<string, { pattern: number; name: string }>();
      for (const { node, name: capture, patternIndex } of query.captures(tree.rootNode)) {
        const before = last.get(node.text);
        if (before === undefined || patternIndex >= before.pattern)
          last.set(node.text, { pattern: patternIndex, name: capture });
      }
      return new Map([...last].map(([key, value]) => [key, value.name]));
    });
  } finally {
    query.delete();
  }
}

test('highlights of the notation', async () => {
  const found = await captures(
    'notation',
    highlightsOf('notation'),
    'auto L = composition(Sw<3,4,3>, cute::make_layout(Shape<_8>{}, stride=M)) o 6e1@0 # note\np(i) = "s"\nL.size() ; x:?{div=8}',
  );
  const expected: Record<string, string> = {
    auto: 'keyword',
    L: 'constant',
    composition: 'function.call',
    Sw: 'function.builtin',
    cute: 'module',
    make_layout: 'function.call',
    Shape: 'type',
    _8: 'number',
    stride: 'variable.parameter',
    o: 'keyword.operator',
    '6e1': 'number',
    '@': 'operator',
    '# note': 'comment',
    p: 'function',
    i: 'variable.parameter',
    '"s"': 'string',
    size: 'function.method.call',
    x: 'variable',
    ':': 'punctuation.special',
    div: 'keyword',
    '?': 'variable.builtin',
  };
  for (const [text, capture] of Object.entries(expected)) assert.equal(found.get(text), capture, text);
});

test('injections', async () => {
  const found = await captures('notation', ['injections'], '4:1 # see (4,8):(8,1)');
  assert.equal(found.get('# see (4,8):(8,1)'), 'injection.content');
});

test('highlights of literals, and nothing of the text around them', async () => {
  const found = await captures(
    'literals',
    highlightsOf('literals'),
    'auto x = cute::Layout<Shape<_8, M>>{}; // 4\n(4,8):(8,1)\n#a = #ttg.slice<{dim = 1, parent = #b}>\n!cute.layout<"16:2">',
  );
  const expected: Record<string, string> = {
    cute: 'module',
    Layout: 'type',
    _8: 'number',
    M: 'constant',
    ':': 'punctuation.special',
    '#a': 'constant',
    '#ttg.slice': 'attribute',
    dim: 'property',
    '#b': 'constant',
    '!cute.layout': 'type',
    '16': 'number',
  };
  for (const [text, capture] of Object.entries(expected)) assert.equal(found.get(text), capture, text);
  for (const text of ['auto', 'x', '// 4', ';']) assert.equal(found.get(text), undefined, text);
});

test('the injections lay the grammar of literals over the whole source', async () => {
  const hosts = { cpp: 'cuda', cuda: 'cuda', c: 'cuda', python: 'python' } as const;
  await loadGrammars(grammarFiles);
  for (const [host, grammar] of Object.entries(hosts)) {
    const path = createRequire(import.meta.url).resolve(`tree-sitter-${grammar}/tree-sitter-${grammar}.wasm`);
    const language = await Language.load(readFileSync(path));
    const query = new Query(language, source([`injections/${host}`]));
    try {
      withTree(new Parser().setLanguage(language), 'a = 1\n', (tree) => {
        const [only, ...others] = query.captures(tree.rootNode);
        assert.deepEqual(
          [only?.name, only?.node.text, others.length],
          ['injection.content', 'a = 1\n', 0],
          host,
        );
        assert.equal(only?.setProperties?.['injection.language'], 'layout_literals');
      });
    } finally {
      query.delete();
    }
  }
});
