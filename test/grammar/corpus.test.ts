// The grammar's corpus (tree-sitter-layout/test/corpus), run with the committed .wasm.
//
// LAYOUT_LENS_UPDATE=1 writes the trees that the parser gives now into the files; read each before keeping it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readCorpus, writeCorpus } from './corpus.ts';
import { GRAMMAR, loadParser, sexp, withTree } from './support.ts';

const folder = `${GRAMMAR}test/corpus/`;
const parser = await loadParser();

/** The input as it stands in the file, without the empty line that separates it from the divider. */
function parse(input: string): { tree: string; hasError: boolean } {
  return withTree(parser, input, (tree) => ({ tree: sexp(tree.rootNode), hasError: tree.rootNode.hasError }));
}

for (const file of readdirSync(folder).sort()) {
  const cases = readCorpus(readFileSync(folder + file, 'utf8'));
  if (process.env['LAYOUT_LENS_UPDATE'] === '1') {
    writeFileSync(
      folder + file,
      writeCorpus(cases.map((each) => ({ ...each, expected: parse(each.input).tree }))),
    );
    continue;
  }
  describe(file, () => {
    for (const { name, attributes, input, expected } of cases) {
      test(name, () => {
        const { tree, hasError } = parse(input);
        assert.equal(tree, expected);
        assert.equal(hasError, attributes.includes(':error'));
      });
    }
  });
}
