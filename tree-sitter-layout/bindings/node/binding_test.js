const assert = require('node:assert/strict');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const test = require('node:test');

const built = existsSync(join(__dirname, '..', '..', 'build', 'Release', 'tree_sitter_layout_binding.node'));

test('the grammar loads into the tree-sitter package', {
  skip: built ? false : 'the native parser is not built: npm run build:native -w tree-sitter-layout',
}, () => {
  const Parser = require('tree-sitter');
  const layout = require('.');
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
