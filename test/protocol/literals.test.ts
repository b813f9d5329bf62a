// Layout literals where nothing is evaluated: in texts of other languages, and in what is not compiled of a source.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ initializationOptions: { commandLinks: true, images: true } });
});
after(async () => {
  assert.equal(await client.stop(), 0);
  assert.equal(client.errors, '');
});

const MARKDOWN = 'See `x`:\n\n```cpp\nauto l = make_layout(make_shape(_4{}, 8));\n```\n';

test('Markdown: the value, its picture, and that it is not compiled; a link to the panel, and none that would edit', async () => {
  const uri = 'file:///test/notes.md';
  await client.open(uri, 'markdown', MARKDOWN);
  const text = await client.hoverText(uri, 3, 12);
  assert.match(text, /^```layout\n\(_4,8\):\(_1,_4\)\n```/);
  assert.match(text, /\*a literal on its own: not compiled here\*/);
  assert.match(text, /!\[[^\]]*\]\(data:image\/svg\+xml;base64,/);
  assert.deepEqual(
    [...text.matchAll(/command:([\w.]+)/g)].map(([, command]) => command),
    ['layoutLens.openPicture'],
  );
  assert.equal(await client.hoverText(uri, 3, 2), '');
  assert.deepEqual(await client.diagnostics(uri), []);
  assert.equal(await client.inlayHints(uri), null);

  await client.edit(uri, [{ range: [3, 38, 3, 39], text: '_2{}' }]);
  assert.match(await client.hoverText(uri, 3, 12), /^```layout\n\(_4,_2\):\(_1,_4\)\n```/);
  await client.close(uri);
  assert.equal(await client.hoverText(uri, 3, 12), '');
});

test('a document that is opened again in a language of ours is no text any more', async () => {
  const uri = 'file:///test/changing.md';
  const source = 'constexpr auto l = cute::make_layout(cute::make_shape(cute::_4{}, 8));\n';
  await client.open(uri, 'markdown', source);
  assert.match(await client.hoverText(uri, 0, 26), /on its own/);
  await client.close(uri);
  await client.open(uri, 'cpp', source);
  assert.doesNotMatch(await client.hoverText(uri, 0, 26), /on its own/);
  assert.match(await client.hoverText(uri, 0, 26), /\(_4,8\):\(_1,_4\)/);
});

test('what nobody names is not looked through', async () => {
  const uri = 'file:///test/notes.txt';
  await client.open(uri, 'plaintext', MARKDOWN);
  assert.equal(await client.hoverText(uri, 3, 12), '');
});

test('a setting names the languages', async () => {
  const other = await TestClient.start({
    initializationOptions: { settings: { literals: { languages: ['plaintext'] } } },
  });
  try {
    await other.open('file:///test/notes.txt', 'plaintext', 'the tile is (4,8):(8,1)\n');
    assert.match(await other.hoverText('file:///test/notes.txt', 0, 14), /on its own/);
    await other.open('file:///test/notes.md', 'markdown', MARKDOWN);
    assert.equal(await other.hoverText('file:///test/notes.md', 3, 12), '');
  } finally {
    await other.stop();
  }
});

test('names around a literal that is not compiled say nothing about it', async () => {
  const uri = 'file:///test/names.cu';
  const source = `using namespace cute;
constexpr int M = 4;
using E = Int<M>;
#if 0
auto l = make_layout(make_shape(Int<8>{}, Int<M>{}));
auto k = make_layout(make_shape(Int<8>{}, E{}));
using A = Layout<Shape<_4,_8>>;
using B = Layout<cute::Shape<_4,_8>>;
#endif
struct Own {
  template <class T> using Shape = T;
};
`;
  await client.open(uri, 'cuda-cpp', source);
  assert.match(await client.hoverText(uri, 4, 12), /not known: M is not known here/);
  assert.match(await client.hoverText(uri, 5, 12), /not known: .*E/);
  assert.match(await client.hoverText(uri, 6, 12), /not known: .*Shape/);
  assert.match(await client.hoverText(uri, 7, 12), /\(_4,_8\):\(_1,_4\)/);
  assert.deepEqual(await client.diagnostics(uri), []);
});
