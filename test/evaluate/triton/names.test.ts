// The names that completion tells of Triton and Gluon are those that the notation evaluates, and the other way round.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalog } from '../../../server/src/algebra/catalog/catalog.ts';
import { notationLibrary } from '../../../server/src/evaluate/notation/library.ts';
import { tritonNames } from '../../../server/src/evaluate/triton/names.ts';
import { linearFunction, tritonFunction } from '../../../server/src/evaluate/triton/triton.ts';
import { TestClient } from '../../protocol/client.ts';

const NAMES = tritonNames(new Set()).map(({ name }) => name);

test('every name is a function of the notation, and Triton’s own', () => {
  const library = notationLibrary('static');
  for (const name of NAMES) {
    const path = name.split('.');
    assert.notEqual(library.builtin(path), undefined, name);
    assert.notEqual(tritonFunction(path) ?? linearFunction(name), undefined, name);
  }
  assert.equal(new Set(NAMES).size, NAMES.length);
  assert.ok(NAMES.length > 50, `only ${NAMES.length} names`);
});

test('completion in a notebook has every name once', async () => {
  const client = await TestClient.start();
  try {
    const uri = 'file:///names.layout';
    await client.open(uri, 'layout', 'x = ');
    const items = await client.request<{ label: string }[]>('textDocument/completion', uri, {
      position: { line: 0, character: 4 },
    });
    const labels = items.map(({ label }) => label);
    for (const name of [...NAMES, ...catalog.keys()])
      assert.equal(labels.filter((label) => label === name).length, 1, name);
  } finally {
    await client.stop();
  }
});
