// The grammar for the tree-sitter package of Node. The parser is compiled by `npm run build:native`;
// without it, use tree-sitter-layout.wasm with web-tree-sitter.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

const binding = require(join(root, 'build', 'Release', 'tree_sitter_layout_binding.node'));

binding.nodeTypeInfo = JSON.parse(readFileSync(join(root, 'src', 'node-types.json'), 'utf8'));

module.exports = binding;
