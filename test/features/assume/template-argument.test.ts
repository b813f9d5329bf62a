// What the commands about instantiations are handed may come from anywhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTemplateArgument } from '../../../server/src/features/assume/template-argument.ts';

test('a template is named by its document, its name and which of that name it is', () => {
  const least = { uri: 'file:///a.cu', template: 'kernel' };
  assert.deepEqual(readTemplateArgument(least), { ...least, nth: 0 });
  for (const choice of [null, '<half_t,128>'])
    assert.deepEqual(readTemplateArgument({ ...least, nth: 2, choice, more: 1 }), {
      ...least,
      nth: 2,
      choice,
    });
});

test('anything else is refused', () => {
  const right = { uri: 'file:///a.cu', template: 'kernel', nth: 0, choice: null };
  assert.ok(readTemplateArgument(right) !== null);
  for (const wrong of [
    undefined,
    null,
    'kernel',
    {},
    { ...right, uri: 1 },
    { ...right, uri: undefined },
    { ...right, template: null },
    { ...right, nth: '0' },
    { ...right, nth: -1 },
    { ...right, nth: 0.5 },
    { ...right, choice: 3 },
  ])
    assert.equal(readTemplateArgument(wrong), null, JSON.stringify(wrong));
});
