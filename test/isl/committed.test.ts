// The committed isl.wasm is the one that its script has built from the sources beside it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name: string): Buffer => readFileSync(new URL(`../../server/isl/${name}`, import.meta.url));

interface Lock {
  readonly source: string;
  readonly sourceSha256: string;
  readonly files: Readonly<Record<string, string>>;
}

test('isl.wasm, the shim and the list of functions belong together (scripts/build-isl.sh)', () => {
  const { files, source, sourceSha256 } = JSON.parse(read('isl.lock.json').toString()) as Lock;
  assert.deepEqual(Object.keys(files).sort(), ['exports.txt', 'isl.wasm', 'shim.c']);
  for (const [name, sum] of Object.entries(files))
    assert.equal(createHash('sha256').update(read(name)).digest('hex'), sum, `${name} is another file`);
  const script = read('../../scripts/build-isl.sh').toString();
  assert.ok(script.includes(`sha256=${sourceSha256}`) && source.startsWith('isl 0.25'));
});

test('isl.wasm exports the functions of the list, and takes no more than a bounded memory', async () => {
  const module = await WebAssembly.compile(new Uint8Array(read('isl.wasm')));
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
  for (const name of read('exports.txt').toString().trim().split('\n'))
    assert.ok(exported.includes(name), name);
  const imports = WebAssembly.Module.imports(module).map(({ name }) => name);
  assert.deepEqual(imports.sort(), [
    'emscripten_notify_memory_growth',
    'fd_close',
    'fd_seek',
    'fd_write',
    'proc_exit',
  ]);
});
