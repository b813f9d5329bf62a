// The TextMate grammars and the language configuration: well formed, and right on samples.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { layoutSpans } from '../../server/src/frontends/notation/scan.ts';
import { processorTime } from '../support/processor-time.ts';
import { grammarFiles, HOST, type Token, tokenizer } from './textmate.ts';

const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
const notation = await tokenizer('source.layout');
const inHost = await tokenizer(HOST);

test('every grammar of the folder is tested', () => {
  const folder = new URL('../../syntaxes/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.tmLanguage.json'));
  assert.deepEqual(
    files.sort(),
    Object.values(grammarFiles)
      .map(({ pathname }) => basename(pathname))
      .sort(),
  );
  for (const [scopeName, file] of Object.entries(grammarFiles))
    assert.equal((read(file) as { scopeName: string }).scopeName, scopeName);
});

test('no line takes long', () => {
  for (const part of ['(', '(4,', '(4,8):', 'A o ', '<', 'a(']) {
    const line = part.repeat(5000).slice(0, 5000);
    const time = processorTime(() => {
      notation(line);
      inHost(`// ${line}`);
    });
    assert.ok(time < 3000, `${part}: ${time} ms`);
  }
});

/** The innermost scope of each text, where it stands first. */
function scopes(tokens: readonly Token[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { text, scopes: all } of tokens) {
    const key = text.trim();
    if (!found.has(key)) found.set(key, (all.at(-1) ?? '').replace(/\.layout$/, ''));
  }
  return found;
}

describe('the notation', () => {
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'auto L = composition(A, stride=_8) # why': {
      auto: 'storage.modifier',
      L: 'variable.other.definition',
      composition: 'support.function',
      A: 'variable.other',
      stride: 'variable.parameter',
      _8: 'constant.numeric.static',
      '#': 'punctuation.definition.comment',
      why: 'comment.line',
    },
    'Sw<3,4,3> o smem_ptr[16b](unset) o (4,?{div=8}):(-1@0,6e1)': {
      Sw: 'support.function.swizzle',
      o: 'keyword.operator.composition',
      smem_ptr: 'support.function.pointer',
      '16b': 'constant.numeric.width',
      unset: 'constant.numeric.address',
      '4': 'constant.numeric',
      '?': 'variable.language.dynamic',
      div: 'keyword.other',
      ':': 'keyword.operator.stride',
      '@': 'keyword.operator.basis',
      '6e1': 'constant.numeric.basis',
    },
    'p(i, j) = i*3 + j': { p: 'entity.name.function', i: 'variable.parameter', '*': 'keyword.operator' },
    ' - lane=1 -> (1, 1)': { lane: 'entity.name.tag.dimension', '->': 'keyword.operator.arrow' },
    'where out dims are: [dim0 (size 4)]': { 'where out dims are:': 'keyword.other', size: 'keyword.other' },
    '# layout-lens: assume N = 128': {
      '#': 'punctuation.definition.comment',
      'layout-lens:': 'keyword.control.directive',
      assume: 'keyword.control.directive',
      '128': 'constant.numeric',
    },
    'GroupBy([6,6]).apply(4,2)': { GroupBy: 'support.class', apply: 'entity.name.function.call' },
    'cute::Layout<Shape<_4>>{}': {
      cute: 'entity.name.namespace',
      Layout: 'support.type',
      Shape: 'support.type',
    },
    'A(2,_)': { _: 'variable.language.underscore' },
    'f("s", f5, true)': { '"s"': 'string.quoted', f5: 'constant.numeric.binary', true: 'constant.language' },
  };
  for (const [line, expected] of Object.entries(cases)) {
    test(line, () => {
      const found = scopes(notation(line));
      for (const [text, scope] of Object.entries(expected)) assert.equal(found.get(text), scope, text);
    });
  }
});

describe('layout text in comments and strings', () => {
  const embedded = (line: string): string[] => {
    const spans: string[] = [];
    let isInside = false;
    for (const { text, scopes: all } of inHost(line)) {
      const isEmbedded = all.includes('meta.embedded.layout');
      if (isEmbedded) spans.push(isInside ? spans.pop() + text : text);
      isInside = isEmbedded;
    }
    return spans;
  };

  // Colour follows what the server would take for layout text.
  const samples = [
    'the tile is (4,8):(8,1), row-major.',
    'prints _4:_1 here',
    'smem is Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1).',
    'with Swizzle<3,4,3>{} applied',
    '((4,8),2):((16,1),8) o 4:1',
    'L=(4,8):(8,1)(2,_)',
    '(M,K):(K,1)',
    'see 4:1 at 12:30, (see 4:1)',
    '(a,b): the pair',
    'foo(1,2):(3,4)',
    'x[1:4, 2:8]',
    '(1):(2):(3)',
    '{8} o ((2,3),2):((2,15),100)',
  ];
  for (const sample of samples) {
    test(sample, () => {
      const expected = layoutSpans(sample).map(({ start, end }) => sample.slice(start, end));
      assert.deepEqual(embedded(`// ${sample}`), expected, 'in a comment');
      assert.deepEqual(embedded(`"${sample}"`), expected, 'in a string');
      assert.deepEqual(embedded(sample), [], 'in code');
    });
  }

  test('a layout in a comment has its parts coloured', () => {
    const found = scopes(inHost('// see (_4,8):(1@0,M)'));
    assert.equal(found.get('_4'), 'constant.numeric.static');
    assert.equal(found.get(':'), 'keyword.operator.stride');
    assert.equal(found.get('M'), 'variable.other');
  });

  test('directives', () => {
    const found = scopes(inHost('// layout-lens: assume kBlockM = 128'));
    assert.equal(found.get('layout-lens:'), 'keyword.control.directive');
    assert.equal(found.get('kBlockM'), 'variable.parameter');
    assert.equal(found.get('128'), 'constant.numeric');
    assert.equal(
      scopes(inHost('# layout-lens: ignore[over-tiling]')).get('[over-tiling]'),
      'entity.name.tag',
    );
  });
});

test('the language configuration', () => {
  const configuration = read(
    new URL('../../syntaxes/layout.language-configuration.json', import.meta.url),
  ) as {
    comments: { lineComment: string };
    brackets: [string, string][];
    wordPattern: string;
  };
  assert.equal(configuration.comments.lineComment, '#');
  assert.ok(configuration.brackets.every((pair) => pair.length === 2));
  assert.deepEqual('A_1:_-4 o σ'.match(new RegExp(configuration.wordPattern, 'g')), ['A_1', '_-4', 'o', 'σ']);
});
