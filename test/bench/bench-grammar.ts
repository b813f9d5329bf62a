// What colouring the layout literals of a whole source costs an editor, against its parse of the source itself.

import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { cudaParser } from '../support/cuda-parser.ts';
import { generateCuda } from './generate.ts';
import { type Measurement, median, timesOf } from './measure.ts';

async function literalsParser(): Promise<Parser> {
  const path = new URL('../../tree-sitter-layout/tree-sitter-layout-literals.wasm', import.meta.url);
  return new Parser().setLanguage(await Language.load(new Uint8Array(readFileSync(path))));
}

export async function benchGrammar(): Promise<readonly Measurement[]> {
  await loadGrammars(grammarFiles);
  const [cuda, literals] = [await cudaParser(), await literalsParser()];
  const text = generateCuda(10_000);
  const bare = median(timesOf(() => cuda.parse(text)!.delete(), 9));
  const own = median(timesOf(() => literals.parse(text)!.delete(), 9));
  const tree = literals.parse(text)!;
  const found = tree.rootNode.namedChildCount;
  tree.delete();
  return [
    { what: 'layout literals in 10,000 lines of CUDA', value: found, unit: 'literals' },
    { what: 'parsing them out, against the bare parse', value: own / bare, unit: '×', limit: 1.2 },
  ];
}
