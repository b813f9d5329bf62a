// The parsers compiled for Node, through the `tree-sitter` package, give the trees of the .wasm files.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Node } from 'web-tree-sitter';
import { readCorpus } from './corpus.ts';
import { GRAMMAR, grammarFolder, grammars, loadParser, sexp, withTree } from './support.ts';

const require = createRequire(import.meta.url);
const built = existsSync(`${GRAMMAR}build/Release/tree_sitter_layout_binding.node`);

for (const grammar of grammars) {
  test(`the native parser and the .wasm agree on the corpus of ${grammar}`, {
    skip: built ? false : 'the native parsers are not built: npm run build:native -w tree-sitter-layout',
  }, async () => {
    const NativeParser = require('tree-sitter') as new () => {
      setLanguage(language: unknown): void;
      parse(text: string): { rootNode: Node };
    };
    const languages = require(`${GRAMMAR}bindings/node`) as { layout: unknown; literals: unknown };
    const native = new NativeParser();
    native.setLanguage(grammar === 'notation' ? languages.layout : languages.literals);
    const parser = await loadParser(grammar);
    const folder = `${grammarFolder(grammar)}test/corpus/`;
    let count = 0;
    for (const file of readdirSync(folder)) {
      for (const { name, input } of readCorpus(readFileSync(folder + file, 'utf8'))) {
        const expected = withTree(parser, input, (tree) => sexp(tree.rootNode));
        assert.equal(sexp(native.parse(input).rootNode), expected, `${file}: ${name}`);
        count++;
      }
    }
    assert.ok(count > 40);
  });
}
