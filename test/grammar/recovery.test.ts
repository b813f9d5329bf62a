// A wrong line never spoils the next one; trees cover their text; parsing is linear and never fails.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Node, Tree } from 'web-tree-sitter';
import { SEED } from '../algebra/properties-random.ts';
import { leastTime } from '../support/processor-time.ts';
import { checkEditedTrees } from './edited-tree.ts';
import { loadParser, sexp, withTree } from './support.ts';

const parser = await loadParser('notation');

const GOOD = [
  '(4,8):(8,1)',
  'A = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
  'composition(A, <4:1, 8:2>)',
  'p(i, j) = (2-i)*2 + (1-j)',
  'GroupBy([6,4]).OrderBy(GenP([3,2], p)).inv(6), p(i,j)=i',
  'L = f((4, 8),\n  (8, 1) # four by eight\n)',
  '((1@0, 8@1), 1/2@2)',
  'x = 8; y = 9',
  '- lane=1 -> (1, 1)',
];

// What notation is made of, in any order, and what it is not made of.
const piece = fc.constantFrom(
  ...'( ) [ ] { } < > : ; , . :: @ = -> + - * / % ^ & | ? _ o ∘ 4 _8 -3 0x1f e0 6e1 f5 A kBlockM Sw< size<0>( {} " \' $ € \\ auto where ?{div= where out dims are: is a size 1 dimension [16b]( unset 1e 𝕊'.split(
    ' ',
  ),
);
const garbage = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(' '));
const anyLine = fc.oneof(
  garbage,
  fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[\n\r\u0085\u2028\u2029]/g, '')),
);

function namedRoots(tree: Tree): Node[] {
  return tree.rootNode.children.filter((node) => node.isNamed);
}

test('whatever stands in other lines, a right statement is parsed as if it stood alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyLine, fc.constantFrom(...GOOD)), { minLength: 1, maxLength: 4 }),
      (pairs) => {
        const text = pairs.map(([wrong, right]) => `${wrong}\n${right}\n`).join('');
        withTree(parser, text, (tree) => {
          const found = new Map(namedRoots(tree).map((node) => [node.startIndex, sexp(node)]));
          let at = 0;
          for (const [wrong, right] of pairs) {
            at += wrong.length + 1;
            const alone = withTree(parser, right, (one) =>
              namedRoots(one).map((node) => [node.startIndex, sexp(node)] as const),
            );
            for (const [start, expected] of alone)
              assert.equal(found.get(at + start), expected, JSON.stringify(text));
            at += right.length + 1;
          }
        });
      },
    ),
    { numRuns: 1000, seed: SEED },
  );
});

test('children stand in order inside their parents, and the leaves leave only white space uncovered', () => {
  const covered = (node: Node, text: string): void => {
    let at = node.startIndex;
    for (const child of node.children) {
      assert.ok(child.startIndex >= at && child.endIndex <= node.endIndex, `${child.type} in ${node.type}`);
      if (node.type !== 'ERROR') assert.match(text.slice(at, child.startIndex), /^\s*;?\s*$/);
      covered(child, text);
      at = child.endIndex;
    }
  };
  fc.assert(
    fc.property(fc.array(fc.oneof(anyLine, fc.constantFrom(...GOOD)), { maxLength: 5 }), (lines) => {
      const text = lines.join('\n');
      withTree(parser, text, (tree) => covered(tree.rootNode, text));
    }),
    { numRuns: 500, seed: SEED },
  );
});

test('an edited tree is the tree of the edited text', () => {
  checkEditedTrees(parser, {
    line: fc.oneof(anyLine, fc.constantFrom(...GOOD)),
    inserted: fc.oneof(piece, fc.constant('\n'), fc.constant('')),
    withErrors: false,
    runs: 500,
  });
});

test('every expression of the worked examples parses', () => {
  const seeds = readFileSync(new URL('../golden/seeds.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of seeds) {
    const { expr } = JSON.parse(line) as { expr: string };
    withTree(parser, expr, (tree) => assert.equal(tree.rootNode.hasError, false, expr));
  }
});

test('the time to parse grows with the length of the text, right or wrong', () => {
  const time = (text: string): number =>
    leastTime(() => withTree(parser, text, (tree) => tree.rootNode.endIndex));
  const texts: Record<string, (n: number) => string> = {
    lines: (n) => 'A = composition((4,8):(8,1), 4:2) # c\n'.repeat(n),
    'a long tuple': (n) => `(${'4,'.repeat(4 * n)}8)`,
    'a long composition': (n) => 'A o '.repeat(4 * n),
    comments: (n) => '# a comment\n'.repeat(4 * n),
    'blank lines': (n) => '\n'.repeat(16 * n),
    'a line of commas': (n) => '4,'.repeat(4 * n),
    'closing brackets': (n) => '4)'.repeat(4 * n),
    'opening brackets': (n) => 'f(['.repeat(n),
    'a long wrong line': (n) => `(${'4 $, '.repeat(2 * n)}`,
    'many wrong lines': (n) => '(4 $, 8)):(8 1)\n'.repeat(n),
    'open brackets a line': (n) => 'A = f(g(4\n'.repeat(n),
  };
  for (const [name, make] of Object.entries(texts)) {
    time(make(200));
    const [small, large] = [time(make(1000)), time(make(8000))];
    assert.ok(large < 8 * 4 * Math.max(small, 0.5), `${name}: ${small} ms for 1000, ${large} ms for 8000`);
  }
});
