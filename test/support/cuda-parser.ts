// Tree-sitter's parser of C++ and CUDA: what the project's own reading of C++ is measured against, and judged by.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

/** The runtime must have been started, as `loadGrammars` does. */
export async function cudaParser(): Promise<Parser> {
  const path = createRequire(import.meta.url).resolve('tree-sitter-cuda/tree-sitter-cuda.wasm');
  return new Parser().setLanguage(await Language.load(new Uint8Array(readFileSync(path))));
}
