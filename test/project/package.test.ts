// What the extension is handed out with: what it starts, and all that this loads.

import { deepEqual } from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadedBy } from '../../scripts/release/loaded.mjs';

test('a package has the programs that are loaded at once, later and as threads, and no others', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'chunks'));
  const files = {
    'main.js':
      'import{a}from"./chunks/a.js";import("./chunks/b.js");new Worker(new URL("./thread.js",import.meta.url))',
    'thread.js': 'import "./chunks/a.js"',
    'cli.js': 'import "./chunks/c.js"',
    'chunks/a.js': 'import{d}from"./d.js";export const a="no program.js"',
    'chunks/b.js': "import'../main.js'",
    'chunks/c.js': '',
    'chunks/d.js': '',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  deepEqual([...loadedBy(folder, ['main.js'])].sort(), [
    'chunks/a.js',
    'chunks/b.js',
    'chunks/d.js',
    'main.js',
    'thread.js',
  ]);
});
