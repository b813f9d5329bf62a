// Where a path leads that an include, a compile command or a setting names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinUri, normalUri, pathUri } from '../../server/src/workspace/imports/source.ts';

test('a relative path is followed from its folder, no further up than the root', () => {
  const folder = 'file:///w/kernels/';
  assert.equal(joinUri(folder, 'tile.hpp'), 'file:///w/kernels/tile.hpp');
  assert.equal(joinUri(folder, './/a/./tile.hpp'), 'file:///w/kernels/a/tile.hpp');
  assert.equal(joinUri(folder, '../common/tile.hpp'), 'file:///w/common/tile.hpp');
  assert.equal(joinUri('file:///w/kernels', '..\\common\\tile.hpp'), 'file:///w/common/tile.hpp');
  assert.equal(joinUri(folder, '../../../../tile.hpp'), 'file:///tile.hpp');
});

test('an absolute path stands for itself, on the machine of the file that names it', () => {
  assert.equal(
    joinUri('file:///w/', '/usr/include/../local/./cute/layout.hpp'),
    'file:///usr/local/cute/layout.hpp',
  );
  assert.equal(joinUri('vscode-remote://host/w/', '/opt/a.h'), 'vscode-remote://host/opt/a.h');
  assert.equal(pathUri('w', '/../../a.h'), 'file:///a.h');
  assert.equal(pathUri('file:///w/', 'C:\\Cutlass\\include\\..\\tools'), 'file:///c%3A/Cutlass/tools');
  assert.equal(joinUri('file:///w/', 'C:/Cutlass'), 'file:///c%3A/Cutlass');
});

test('one spelling, whatever an editor encodes', () => {
  const one = joinUri('file:///w/', "my kernel's [1]/c++/é(2)!.cu");
  assert.equal(one, 'file:///w/my%20kernel%27s%20%5B1%5D/c%2B%2B/%C3%A9%282%29%21.cu');
  for (const other of [
    "file:///w/my kernel's [1]/c++/é(2)!.cu",
    "file:///w/my%20kernel's%20[1]/c++/%c3%a9(2)!.cu",
    one,
  ])
    assert.equal(normalUri(other), one);
  assert.equal(normalUri('file:///C:/w/a.cu'), 'file:///c%3A/w/a.cu');
  assert.equal(normalUri('file:///w/100%/a.cu'), 'file:///w/100%/a.cu', 'no escape: as it is');
});
