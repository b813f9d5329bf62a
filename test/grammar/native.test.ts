// The parser compiled for Node, through the `tree-sitter` package, gives the trees of the .wasm.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Node } from 'web-tree-sitter';
import { readCorpus } from './corpus.ts';
import { GRAMMAR, loadParser, sexp, withTree } from './support.ts';

const require = createRequire(import.meta.url);
const built = existsSync(`${GRAMMAR}build/Release/tree_sitter_layout_binding.node`);

test('the native parser and the .wasm agree on the corpus', {
  skip: built ? false : 'the native parser is not built: npm run build:native -w tree-sitter-layout',
}, async () => {
  const NativeParser = require('tree-sitter') as new () => {
    setLanguage(language: unknown): void;
    parse(text: string): { rootNode: Node };
  };
  const native = new NativeParser();
  native.setLanguage(require(`${GRAMMAR}bindings/node`));
  const parser = await loadParser();
  const folder = `${GRAMMAR}test/corpus/`;
  let count = 0;
  for (const file of readdirSync(folder)) {
    for (const { name, input } of readCorpus(readFileSync(folder + file, 'utf8'))) {
      const expected = withTree(parser, input, (tree) => sexp(tree.rootNode));
      assert.equal(sexp(native.parse(input).rootNode), expected, `${file}: ${name}`);
      count++;
    }
  }
  assert.ok(count > 100);
});
