// Writes docs/gallery.md and its pictures: npm run gallery

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadGrammars } from '../server/src/syntax/grammars.ts';
import { grammarFiles } from '../server/src/workspace/host/files.node.ts';
import { galleryFiles } from './gallery/files.ts';

const docs = new URL('../docs/', import.meta.url);
for (const [path, text] of await galleryFiles(await loadGrammars(grammarFiles))) {
  const file = fileURLToPath(new URL(path, docs));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
process.exit();
