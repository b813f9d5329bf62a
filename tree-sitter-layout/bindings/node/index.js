// The grammars for the tree-sitter package of Node. The parsers are compiled by `npm run build:native`;
// without that, use tree-sitter-layout.wasm and tree-sitter-layout-literals.wasm with web-tree-sitter.

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

const { layout, literals } = require(join(root, 'build', 'Release', 'tree_sitter_layout_binding.node'));

const nodeTypes = (folder) => JSON.parse(readFileSync(join(root, folder, 'src', 'node-types.json'), 'utf8'));

layout.nodeTypeInfo = nodeTypes('notation');
literals.nodeTypeInfo = nodeTypes('literals');

module.exports = { layout, literals };
