#!/usr/bin/env node
// The bundle where it was built, else the sources through tsx, so that a fresh checkout runs as well.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../dist/cli.js', import.meta.url))) {
  await import('../dist/cli.js');
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import('../src/cli/cli.ts');
}
