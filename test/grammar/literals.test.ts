// The grammar of literals takes every text: what is no literal, or a wrong one, is opaque, and spoils nothing beside it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tree } from 'web-tree-sitter';
import { SEED } from '../algebra/properties-random.ts';
import { leastTime } from '../support/processor-time.ts';
import { checkEditedTrees } from './edited-tree.ts';
import { loadParser, sexp, withTree } from './support.ts';

const parser = await loadParser('literals');

const GOOD = [
  '(4,8):(8,1)',
  'S<3,4,3> o 0 o (8,64):(64,1)',
  'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)',
  'Layout<Shape<_4,_8>,Stride<_8,_1>>{}',
  'composition(Swizzle<3,3,3>{}, make_layout(make_shape(_8{}, _64{})))',
  'cute.make_layout((128, 64), stride=(64, 1))',
  'gl.BlockedLayout([1, 4], [8, 4], [4, 1], [1, 0])',
  '#ttg.slice<{dim = 0, parent = #blocked}>',
  '!cute.layout<"(4,8):(8,1)">',
  'cute::_16{}',
];

const piece = fc.constantFrom(
  ...'( ) [ ] { } < > : ; , . :: @ = -> + - * / % ^ & | ? _ o ∘ 4 _8 -3 0x1f e0 6e1 f5 A kBlockM Sw< S<3,4,3> size<0>( {} " \' $ € \\ ?{div= ?{i64} [16b]( smem_ptr[16b](unset) 1e 𝕊 Layout< Layout( Shape<_4> make_layout( cute:: cute. gl.BlockedLayout( Int<4>{} _8{} (4,8) (4,8):(8,1) :(8,1) #ttg.blocked<{ }> a= !cute.layout<" "> #b // # /* */ .OrderBy( [1,2] {1} {"a":1} 4_c M_0|(2&2)=2 cute::_8 <4:1,8:2> [4:1;8:2]'.split(
    ' ',
  ),
);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Pieces in any order, and the brackets closed that they open: more of such texts are literals. */
const balanced = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', ',', ', ', '\n')), { maxLength: 16 })
  .map((pieces) => {
    const text = pieces.flat().join('');
    const open: string[] = [];
    for (const c of text) {
      if (c in CLOSING) open.push(CLOSING[c]!);
      else if (open.at(-1) === c) open.pop();
    }
    return text + open.reverse().join('');
  });
const anyText = fc.oneof(balanced, fc.string({ unit: 'binary', maxLength: 40 }));
const literals = (tree: Tree) => tree.rootNode.namedChildren.filter((node) => node.type === 'literal');

test('no text makes an error', () => {
  let count = 0;
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), (texts) => {
      const text = texts.join('\n');
      withTree(parser, text, (tree) => {
        assert.equal(tree.rootNode.hasError, false, JSON.stringify(text));
        count += literals(tree).length;
      });
    }),
    { numRuns: 5000, seed: SEED },
  );
  assert.ok(count > 1000, `${count} literals`);
});

test('a member of a module is no scope', () => {
  for (const text of ['Layout(cute.cute::_8)', 'Layout(cute.x::y, 4)', 'Layout(x.cute::Int<8>{})'])
    withTree(parser, text, (tree) => assert.equal(tree.rootNode.hasError, false, text));
});

test('a literal is found behind whatever does not close a bracket that is open before it', () => {
  const line = anyText.map((text) => text.replace(/[\n\r\u0085\u2028\u2029)\]}>"]/g, ' '));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 3 }), fc.constantFrom(...GOOD), (lines, good) => {
      const head = [...lines, ''].join('\n');
      const alone = withTree(parser, good, (tree) => literals(tree).map(sexp));
      assert.equal(alone.length, 1, good);
      withTree(parser, `${head}${good}\n`, (tree) => {
        const found = literals(tree).filter((node) => node.startIndex === head.length);
        assert.deepEqual(found.map(sexp), alone, JSON.stringify(head + good));
      });
    }),
    { numRuns: 2000, seed: SEED },
  );
});

test('a sign of composition without blanks is text, behind a literal and elsewhere', () => {
  for (const head of ['x', '_8{}', '(4,8):(8,1)', '_8{} '])
    withTree(parser, `${head}∘S<3,4,3>`, (tree) =>
      assert.equal(literals(tree).at(-1)?.text, 'S<3,4,3>', head),
    );
});

test('an edited tree is the tree of the edited text', () => {
  checkEditedTrees(parser, {
    line: fc.oneof(anyText, fc.constantFrom(...GOOD)),
    inserted: fc.oneof(piece, fc.constant('\n'), fc.constant('')),
    withErrors: true,
    runs: 1000,
  });
});

test('the time to parse grows with the length of the text', () => {
  const time = (text: string): number =>
    leastTime(() => withTree(parser, text, (tree) => tree.rootNode.endIndex));
  const texts: Record<string, (n: number) => string> = {
    code: (n) => 'int x = f(a, (b + c) * 4);  // prose\n'.repeat(n),
    literals: (n) => 'auto l = make_layout(make_shape(_4{}, _8{}));\n'.repeat(n),
    'one long line': (n) => 'x = (4,8):(8,1); '.repeat(2 * n),
    'a long tuple': (n) => `(${'4,'.repeat(4 * n)}8):(1,2)`,
    'a long chain': (n) => '(4,8):(8,1) o '.repeat(2 * n),
    'opening brackets': (n) => '('.repeat(4 * n),
    'heads that are not closed': (n) => 'make_layout('.repeat(n),
    'literals that are not closed': (n) => 'make_layout(4, Shape<4, '.repeat(n),
    'chains of calls': (n) => `Layout(4)${'.f(4)'.repeat(2 * n)}`,
    'blank lines': (n) => '\n'.repeat(16 * n),
  };
  for (const [name, make] of Object.entries(texts)) {
    time(make(200));
    const [small, large] = [time(make(1000)), time(make(8000))];
    assert.ok(large < 8 * 4 * Math.max(small, 0.5), `${name}: ${small} ms for 1000, ${large} ms for 8000`);
  }
});
