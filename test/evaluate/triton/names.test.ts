// The names that completion tells are those that the notation evaluates, each once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalog } from '../../../server/src/algebra/catalog/catalog.ts';
import { LEGO_NAMES } from '../../../server/src/evaluate/lego/names.ts';
import { FUNCTION_NAMES } from '../../../server/src/evaluate/notation/by-function.ts';
import { notationLibrary } from '../../../server/src/evaluate/notation/library.ts';
import { RELATION_NAMES } from '../../../server/src/evaluate/relation/names.ts';
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

const OWN = [...LEGO_NAMES, ...FUNCTION_NAMES, ...RELATION_NAMES].map(({ name }) => name);

test('every name of the notation’s own is a function of it', () => {
  const library = notationLibrary('static');
  for (const name of OWN) {
    assert.notEqual(library.builtin([name]), undefined, name);
    assert.equal(library.value([name]), undefined, `${name} is no symbol`);
  }
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
    for (const name of [...NAMES, ...OWN, ...catalog.keys()])
      assert.equal(labels.filter((label) => label === name).length, 1, name);
  } finally {
    await client.stop();
  }
});
