const assert = require('node:assert/strict');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const test = require('node:test');

const built = existsSync(join(__dirname, '..', '..', 'build', 'Release', 'tree_sitter_layout_binding.node'));

const skip = built ? false : 'the native parsers are not built: npm run build:native -w tree-sitter-layout';

test('the grammar of the notation loads into the tree-sitter package', { skip }, () => {
  const Parser = require('tree-sitter');
  const { layout } = require('.');
  const parser = new Parser();
  parser.setLanguage(layout);

  const root = parser.parse('A = (_4,_8):(_8,_1)\nB = (4,\nA o 6:1 # six\n').rootNode;
  assert.equal(root.type, 'document');
  const [first, , last] = root.namedChildren;
  assert.equal(first.hasError, false);
  assert.equal(first.childForFieldName('right').childForFieldName('stride').text, '(_8,_1)');
  assert.equal(last.type, 'composition');
  assert.equal(last.hasError, false);
  assert.equal(
    layout.nodeTypeInfo.some((type) => type.type === 'layout' && type.named),
    true,
  );
});

test('the grammar of literals loads into the tree-sitter package', { skip }, () => {
  const Parser = require('tree-sitter');
  const { literals } = require('.');
  const parser = new Parser();
  parser.setLanguage(literals);

  const root = parser.parse('auto l = Layout<Shape<_4,_8>>{}; (4,\nreturn (4,8):(8,1);').rootNode;
  assert.equal(root.hasError, false);
  assert.deepEqual(
    root.namedChildren.map((node) => [node.type, node.text]),
    [
      ['literal', 'Layout<Shape<_4,_8>>{}'],
      ['literal', '(4,8):(8,1)'],
    ],
  );
});
