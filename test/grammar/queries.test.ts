// The queries compile against the committed parser, and colour what they are meant to.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Parser, Query } from 'web-tree-sitter';
import { GRAMMAR, loadLanguage, withTree } from './support.ts';

const language = await loadLanguage();
const parser = new Parser();
parser.setLanguage(language);
const source = (name: string): string => readFileSync(`${GRAMMAR}queries/${name}.scm`, 'utf8');

/** The last capture of each piece of text: in a highlight query later patterns win. */
function captures(name: string, text: string): Map<string, string> {
  const query = new Query(language, source(name));
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

test('highlights', () => {
  const found = captures(
    'highlights',
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

test('injections', () => {
  assert.equal(captures('injections', '4:1 # see (4,8):(8,1)').get('# see (4,8):(8,1)'), 'injection.content');
});
