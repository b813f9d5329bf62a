// The grammars' bytes, read when they are first needed: beside the bundle, or from node_modules in a checkout.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { GrammarBytes } from '../../syntax/grammars.ts';

const PACKAGES = {
  'web-tree-sitter.wasm': 'web-tree-sitter',
  'tree-sitter-python.wasm': 'tree-sitter-python',
  'tree-sitter-layout.wasm': 'tree-sitter-layout',
  'tree-sitter-layout-literals.wasm': 'tree-sitter-layout',
} as const;

function read(name: keyof typeof PACKAGES): Uint8Array {
  // Code shared by two bundles stands in a folder below them.
  const beside = ['./', '../'].map((folder) => fileURLToPath(new URL(folder + name, import.meta.url)));
  const path =
    beside.find((candidate) => existsSync(candidate)) ??
    createRequire(import.meta.url).resolve(`${PACKAGES[name]}/${name}`);
  return new Uint8Array(readFileSync(path));
}

export const grammarFiles = {
  runtime: () => read('web-tree-sitter.wasm'),
  python: () => read('tree-sitter-python.wasm'),
  layout: () => read('tree-sitter-layout.wasm'),
  literals: () => read('tree-sitter-layout-literals.wasm'),
} satisfies GrammarBytes;
