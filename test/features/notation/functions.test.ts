// What signature help says of the notation's functions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalog } from '../../../server/src/algebra/catalog/catalog.ts';
import { LEGO_NAMES } from '../../../server/src/evaluate/lego/names.ts';
import { FUNCTION_NAMES } from '../../../server/src/evaluate/notation/by-function.ts';
import { RELATION_NAMES } from '../../../server/src/evaluate/relation/names.ts';
import { NOTATION_FUNCTIONS, parameterLists } from '../../../server/src/features/notation/functions.ts';
import { parameterDoc } from '../../../server/src/features/notation/parameter-words.ts';

const listsOf = (name: string) => parameterLists(NOTATION_FUNCTIONS.find((f) => f.name === name)!);

test('a signature is read as its ways of calling, template arguments behind the first parameter', () => {
  assert.deepEqual(listsOf('make_layout'), [['shape', 'stride?'], ['layouts…']]);
  assert.deepEqual(listsOf('recast_layout'), [['layout', 'old bits', 'new bits']]);
  assert.deepEqual(listsOf('append'), [['layout or tuple', 'n', 'x?']]);
  assert.deepEqual(listsOf('make_swizzle'), [['Y mask', 'Z mask']]);
  assert.deepEqual(listsOf('GroupBy'), [['[n1, …]', '…']]);
  assert.deepEqual(listsOf('layout_of'), [
    ['table or relation', 'shape'],
    ['expression', 'i=8', '…'],
  ]);
});

test('of every parameter it is said what it is', () => {
  const own = [...catalog.values(), ...LEGO_NAMES, ...FUNCTION_NAMES, ...RELATION_NAMES];
  const untold = own.flatMap(({ name }) =>
    listsOf(name)
      .flat()
      .filter((parameter) => parameter !== '…' && parameterDoc(parameter) === null)
      .map((parameter) => `${name}: ${parameter}`),
  );
  assert.deepEqual(untold, []);
});
