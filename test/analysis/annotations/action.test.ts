// "Add shape annotation" and the hints' setting, asked of a real server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applyEdit, TestClient } from '../../protocol/client.ts';
import { seen } from './support.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({});
});
after(() => client.stop());

let count = 0;

/** The text after the action at `‸`; null when it is not offered. */
async function annotated(host: 'cpp' | 'python', marked: string): Promise<string | null> {
  const uri = `file:///annotations/${count++}.${host === 'cpp' ? 'cu' : 'py'}`;
  const text = marked.replace('‸', '');
  await client.open(uri, host === 'cpp' ? 'cuda-cpp' : 'python', text);
  const before = marked.slice(0, marked.indexOf('‸')).split('\n');
  const at = { line: before.length - 1, character: before.at(-1)!.length };
  const actions = await client.codeActions(
    uri,
    { start: at, end: at },
    [],
    ['refactor.rewrite.layoutLens.annotate'],
  );
  await client.close(uri);
  assert.ok(actions.length <= 1);
  const [action] = actions;
  if (action?.edit === undefined) return null;
  assert.match(action.title, /^Add shape annotation (\/\/|#) \(/);
  const edited = applyEdit(text, action.edit, uri);
  // What is written is read again as the annotation of that declaration, and fits.
  const comment = action.title.slice('Add shape annotation '.length);
  const line = edited.split('\n').findIndex((each) => each.includes(comment));
  assert.ok(line >= 0);
  assert.equal((await seen(host, edited)).includes('shape-annotation]'), false);
  const wrong = edited.replace(comment, comment.replace(/\)$/, ', ONE_MORE)'));
  assert.ok(
    (await seen(host, wrong)).includes('shape-annotation]'),
    'the annotation belongs to the declaration',
  );
  return edited;
}

test('C++: behind the statement, static integers with their mark', async () => {
  assert.equal(
    await annotated('cpp', 'auto ‸a = Layout<Shape<Shape<_8, _2>, _64>>{};\nint b;\n'),
    'auto a = Layout<Shape<Shape<_8, _2>, _64>>{};  // ((_8,_2),_64)\nint b;\n',
  );
});

test('what is not known gets a placeholder, run-time names are kept', async () => {
  assert.equal(
    await annotated(
      'cpp',
      'void f(float* p, int m, int n) {\n  Tensor t = make_tensor(p, ‸make_shape(_8{}, m, m * n + 1));\n}\n',
    ),
    'void f(float* p, int m, int n) {\n  Tensor t = make_tensor(p, make_shape(_8{}, m, m * n + 1));  // (_8,m,mode2)\n}\n',
  );
});

test("in the file's own manner", async () => {
  const file = (line: string) => `auto a = Layout<Shape<_8, _4>>{};  // (8, 4)\n${line}\n`;
  assert.equal(
    await annotated('cpp', file('auto ‸b = Layout<Shape<_2, _4>>{};')),
    file('auto b = Layout<Shape<_2, _4>>{};  // (2, 4)'),
  );
  const above = (line: string) =>
    `struct T {\r\n  // (M,N)\r\n  using A = Layout<Shape<_8, _4>>;\r\n${line}};\r\n`;
  assert.equal(
    await annotated('cpp', above('  using ‸B = Layout<Shape<_2, _4>>;\r\n')),
    above('  // (_2,_4)\r\n  using B = Layout<Shape<_2, _4>>;\r\n'),
  );
});

test('Python: above the statement', async () => {
  assert.equal(
    await annotated(
      'python',
      'import cutlass.cute as cute\ndef f():\n    x = 1\n    ‸a = cute.make_layout((8, 4))\n',
    ),
    'import cutlass.cute as cute\ndef f():\n    x = 1\n    # (8, 4)\n    a = cute.make_layout((8, 4))\n',
  );
});

const REFUSED: Readonly<Record<string, string>> = {
  'an annotation that is there': 'auto ‸a = Layout<Shape<_8, _4>>{};  // (M,N)\n',
  'another comment on the line': 'auto ‸a = Layout<Shape<_8, _4>>{};  // the tile\n',
  'a plain integer': 'auto ‸a = Int<4>{};\n',
  'a plain shape': 'auto ‸a = make_shape(_4{}, _8{});\n',
  'nothing known': 'template <class L> void f(L l, float* p) { Tensor ‸t = make_tensor(p, l); }\n',
  'two names': 'auto [‸a, b] = make_tuple(Layout<_8>{}, Layout<_4>{});\n',
  'a value that is only supposed':
    '// layout-lens: assume N = 64\ntemplate <int N> void f() {\n  auto ‸a = make_layout(Shape<Int<N>, _2>{});\n}\n',
  'a macro that goes on': '#define A \\\n  auto ‸a = Layout<Shape<_8, _4>>{}; \\\n  f(a);\n',
};
for (const [title, source] of Object.entries(REFUSED))
  test(`not offered: ${title}`, async () => assert.equal(await annotated('cpp', source), null));

test('hints follow their setting', async () => {
  const uri = 'file:///annotations/setting.cu';
  const text = 'auto a = Layout<Shape<_8, _4>>{};  // (BLK_M,BLK_N)\n';
  for (const annotations of [true, false]) {
    const settings = { inlayHints: { values: false, annotations } };
    const own = await TestClient.start({ initializationOptions: { settings } });
    try {
      await own.open(uri, 'cuda-cpp', text);
      const labels = (await own.inlayHints(uri)).map(
        ({ label, position }) => `${position.character}${label}`,
      );
      assert.deepEqual(labels, annotations ? ['44=8', '50=4'] : []);
    } finally {
      // A client that is left open keeps the test process alive.
      await own.stop();
    }
  }
});
