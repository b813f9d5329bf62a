// The corpora of both grammars (tree-sitter-layout/*/test/corpus), run with the committed .wasm files.
//
// LAYOUT_LENS_UPDATE=1 writes the trees that the parsers give now into the files; read each before keeping it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readCorpus, writeCorpus } from './corpus.ts';
import { type GrammarName, grammarFolder, grammars, loadParser, sexp, withTree } from './support.ts';

async function testCorpus(grammar: GrammarName): Promise<void> {
  const folder = `${grammarFolder(grammar)}test/corpus/`;
  const parser = await loadParser(grammar);
  /** The input as it stands in the file, without the empty line that separates it from the divider. */
  const parse = (input: string): { tree: string; hasError: boolean } =>
    withTree(parser, input, (tree) => ({ tree: sexp(tree.rootNode), hasError: tree.rootNode.hasError }));

  for (const file of readdirSync(folder).sort()) {
    const cases = readCorpus(readFileSync(folder + file, 'utf8'));
    if (process.env['LAYOUT_LENS_UPDATE'] === '1') {
      writeFileSync(
        folder + file,
        writeCorpus(cases.map((each) => ({ ...each, expected: parse(each.input).tree }))),
      );
      continue;
    }
    describe(`${grammar}: ${file}`, () => {
      for (const { name, attributes, input, expected } of cases) {
        test(name, () => {
          const { tree, hasError } = parse(input);
          assert.equal(tree, expected);
          assert.equal(hasError, attributes.includes(':error'));
        });
      }
    });
  }
}

for (const grammar of grammars) await testCorpus(grammar);
