// The requests of the panel: pictures with what they are worked out from, cells, texts and edits.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { offsetAt } from '../../server/src/render/panel/offset-function.ts';
import { type PackedCells, unpackCells } from '../../server/src/render/panel/packed-cells.ts';
import type {
  EditAnswer,
  PanelRequests,
  PictureItem,
  PictureView,
} from '../../server/src/render/panel/view.ts';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({});
});
after(() => client.stop());

let count = 0;

interface Opened {
  readonly uri: string;
  readonly position: { readonly line: number; readonly character: number };
}

const LANGUAGES = {
  layout: 'layout',
  cu: 'cuda-cpp',
  py: 'python',
  md: 'markdown',
  mlir: 'mlir',
  txt: 'plaintext',
};

/** A file with a cursor, which is written `‸`. */
async function opened(ending: keyof typeof LANGUAGES, marked: string): Promise<Opened> {
  const language = LANGUAGES[ending];
  const uri = `file:///panel-${count++}.${ending}`;
  const before = marked.slice(0, marked.indexOf('‸')).split('\n');
  await client.open(uri, language, marked.replace('‸', ''));
  return { uri, position: { line: before.length - 1, character: before.at(-1)!.length } };
}

const ask = <R>(method: keyof PanelRequests, { uri, position }: Opened, more: object = {}): Promise<R> =>
  client.connection.sendRequest(method, { textDocument: { uri }, position, ...more });

async function viewOf(ending: Parameters<typeof opened>[0], marked: string): Promise<PictureView & Opened> {
  const at = await opened(ending, marked);
  const view = await ask<PictureView | null>('layoutLens/picture', at);
  assert.ok(view !== null, marked);
  return view;
}

const offsetsOf = ({ offsets, rows, columns }: PictureItem): readonly number[] => {
  const size = [...rows.extents, ...columns.extents].reduce((a, b) => a * b, 1);
  return Array.from({ length: size }, (_, index) => offsetAt(offsets!, index));
};

const cellsAt = (view: Opened, picture: number, window: object): Promise<PackedCells | null> =>
  ask('layoutLens/pictureCells', view, { version: 1, picture, window });

test('a layout is told by what its offsets are worked out from', async () => {
  const view = await viewOf('layout', 'mat‸rix = (4,8):(8,1)\n');
  assert.equal(view.title, 'matrix');
  assert.deepEqual(view.value, ['(4,8):(8,1)']);
  const [picture] = view.pictures;
  assert.deepEqual(picture!.offsets, [{ kind: 'strides', extents: [4, 8], strides: [8, 1] }]);
  assert.deepEqual(picture!.index, { row: 1, column: 4 });
  assert.deepEqual(picture!.literal, { shape: '(4,8)', stride: '(8,1)' });
  assert.equal(view.pictures.length, 1, 'shape and stride are no layouts');
});

test('a swizzled layout gives the offsets that its cells have, and what is before the swizzle', async () => {
  const view = await viewOf(
    'cu',
    'using namespace cute;\nauto s‸ = composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{});\n',
  );
  const [picture, ...others] = view.pictures;
  const packed = await cellsAt(view, 0, { row: 0, column: 0, rows: 8, columns: 64, every: 1 });
  const cells = unpackCells(packed!);
  const worked = offsetsOf(picture!);
  cells.forEach((cell, at) => {
    const [row, column] = [Math.floor(at / 64), at % 64];
    assert.equal(Number(cell!.label), worked[row + 8 * column]);
  });
  const inner = others.find(({ link }) => link?.own === 'index');
  assert.deepEqual(inner?.offsets, [{ kind: 'strides', extents: [8, 64], strides: [64, 1] }]);
});

test('operands belong to the result by offset or by index, and steps make parts of it', async () => {
  const view = await viewOf('layout', 'compos‸ition((4,6,8,10):(2,3,5,7), 6:12)\n');
  const [result, left, right] = view.pictures;
  assert.deepEqual(left!.link, { to: 0, own: 'offset', other: 'offset' });
  assert.deepEqual(right!.link, { to: 0, own: 'index', other: 'index' });
  const [offsets, all, indices] = [result!, left!, right!].map(offsetsOf);
  assert.deepEqual(
    offsets,
    indices!.map((index) => all![index]),
  );
  const made = view.steps.flatMap(({ picture }) =>
    picture === null ? [] : view.made[picture - view.pictures.length]!,
  );
  assert.ok(made.length > 0);
  for (const { link, notation } of made) {
    assert.deepEqual(link, { to: 0, own: 'offset', other: 'offset' }, notation);
  }
});

test('what counts in other elements than its operand is not linked with it', async () => {
  for (const [source, isLinked] of [
    ['recast_layout<half_t, float>(Layout<_8,_1>{})', false],
    ['coalesce(Layout<Shape<_2,_4>,Stride<_1,_2>>{})', true],
  ] as const) {
    const { pictures } = await viewOf('cu', `using namespace cute;\nauto r‸ = ${source};\n`);
    assert.equal(pictures.length, 2, source);
    assert.equal(pictures[1]!.link !== null, isLinked, source);
  }
});

test('the complement of a tiler counts the elements of what is divided', async () => {
  const view = await viewOf('layout', 'logical‸_divide((4,6):(6,1), 4:2)\n');
  const step = view.steps.find(({ text }) => text.startsWith('complement of'))!;
  const made = view.made[step.picture! - view.pictures.length]!;
  assert.deepEqual(made.link, { to: 1, own: 'offset', other: 'index' });
  const later = view.steps.find(({ text }) => text.startsWith('(4,6):(6,1) o'))!;
  assert.equal(view.made[later.picture! - view.pictures.length]!.link?.to, 0);
});

test('cells that cannot be worked out come window by window, also every so many', async () => {
  const view = await viewOf(
    'cu',
    'using namespace cute;\nauto m‸ = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>{};\n',
  );
  const [picture] = view.pictures;
  assert.equal(picture!.offsets, null);
  assert.ok(picture!.hasThreads);
  const all = unpackCells((await cellsAt(view, 0, { row: 0, column: 0, rows: 33, columns: 25, every: 1 }))!);
  const some = unpackCells((await cellsAt(view, 0, { row: 1, column: 0, rows: 16, columns: 8, every: 2 }))!);
  assert.equal(all.length, 33 * 25);
  some.forEach((cell, at) => {
    assert.deepEqual(cell, all[(1 + 2 * Math.floor(at / 8)) * 25 + 2 * (at % 8)]);
  });
  const held = all.flatMap((cell) => cell ?? []);
  for (const { label, key, value, group } of held) {
    assert.match(label, new RegExp(`^T${key}V${value}\\+?$`));
    assert.equal(group, Math.floor(key / 32));
  }
  await assert.rejects(
    cellsAt(view, 0, { row: 0, column: 0, rows: 34, columns: 25, every: 1 }),
    /no such cells/,
  );
  await assert.rejects(cellsAt(view, 0, { row: 0, column: 0, rows: 0, columns: 1, every: 1 }), /from 1 on/);
});

test('a million cells cost what a few do, until somebody asks for them', async () => {
  const view = await viewOf('layout', 'la‸rge = (1024,1024):(1024,1)\n');
  assert.ok(JSON.stringify(view).length < 2000);
  const window = { row: 0, column: 0, rows: 256, columns: 256, every: 4 };
  const cells = unpackCells((await cellsAt(view, 0, window))!);
  assert.equal(cells.at(-1)!.label, String(255 * 4 * 1024 + 255 * 4));
  await assert.rejects(cellsAt(view, 0, { ...window, rows: 512, every: 1 }), /too many/);
});

test('a picture of another version is not answered for', async () => {
  const view = await viewOf('layout', 'a‸ = (4,8):(8,1)\n');
  await client.edit(view.uri, [{ text: 'a = (4,8):(1,4)\n' }]);
  assert.equal(await cellsAt(view, 0, { row: 0, column: 0, rows: 1, columns: 1, every: 1 }), null);
  const edit = await ask<EditAnswer>('layoutLens/pictureEdit', view, {
    version: 1,
    picture: 0,
    layout: '4:1',
  });
  assert.deepEqual(edit, { ok: false, message: 'The text has changed since the picture was drawn.' });
});

test('what differs between instantiations is drawn for one of them, which can be chosen', async () => {
  const at = await opened(
    'cu',
    'using namespace cute;\ntemplate <int N> void f() { auto l‸ = make_layout(Int<N>{}, _2{}); }\nvoid g() { f<4>(); f<8>(); }\n',
  );
  const [first, second] = await Promise.all(
    [0, 1].map((instance) => ask<PictureView>('layoutLens/picture', at, { instance })),
  );
  assert.deepEqual(first!.instances, ['N = 4', 'N = 8']);
  assert.deepEqual(
    [first, second].map((view) => view!.pictures[0]!.notation),
    ['_4:_2', '_8:_2'],
  );
  assert.equal(second!.instance, 1);
});

test('an instantiation without a value has no picture of another one', async () => {
  const at = await opened(
    'cu',
    'using namespace cute;\ntemplate <int N> void f() { auto l‸ = composition(Layout<_6,_2>{}, Layout<Int<N>,_4>{}); }\n' +
      'void g() { f<1>(); f<K>(); }\n',
  );
  const views = await Promise.all(
    [0, 1].map((instance) => ask<PictureView>('layoutLens/picture', at, { instance })),
  );
  for (const { pictures, value, instances, problem } of views) {
    assert.equal(pictures.length > 0, value.length > 0, JSON.stringify({ value, instances, problem }));
    assert.ok(pictures.length > 0 || problem !== null);
  }
});

test('relations, literals in other texts and what has no picture', async () => {
  const relation = await viewOf('layout', 'x‸ = { [c] -> [(-3c) mod 16] : 0 <= c < 16 }\n');
  const packed = await cellsAt(relation, 0, { row: 0, column: 0, rows: 1, columns: 3, every: 1 });
  assert.deepEqual(
    unpackCells(packed!).map((cell) => cell?.label),
    ['0', '13', '10'],
  );
  const comment = await viewOf('cu', '// the tile is (4,8)‸:(8,1)\n');
  assert.equal(comment.pictures.length, 1);
  const none = await viewOf('layout', 'n‸ = size((4,8):(8,1))\n');
  assert.deepEqual(none.pictures, []);
  assert.equal(await ask('layoutLens/picture', await opened('layout', '# ‸nothing\n')), null);
});

const TEXTS: Readonly<Record<string, RegExp>> = {
  svg: /^<svg .*<\/svg>\n$/s,
  tikz: /\\begin\{tikzpicture\}/,
  markdown: /^`a` is `\(4,8\):\(8,1\)`\n\n```text\n/,
  layout: /^a = \(4,8\):\(8,1\)\n$/,
};

test('a picture is written as SVG, TikZ, Markdown and as a line', async () => {
  const view = await viewOf('layout', 'a‸ = (4,8):(8,1)\n');
  for (const [format, expected] of Object.entries(TEXTS))
    assert.match(await ask('layoutLens/pictureText', view, { version: 1, picture: 0, format }), expected);
});

/** The document after the edits of an answer. */
async function edited(
  ending: 'layout' | 'cu' | 'py',
  marked: string,
  layout: string,
  picture = 0,
): Promise<string> {
  const view = await viewOf(ending, marked);
  const answer = await ask<EditAnswer>('layoutLens/pictureEdit', view, { version: 1, picture, layout });
  if (!answer.ok) return `refused: ${answer.message}`;
  const lines = marked.replace('‸', '').split('\n');
  for (const { range, newText } of answer.edits.toReversed()) {
    assert.equal(range.start.line, range.end.line);
    const line = lines[range.start.line]!;
    lines[range.start.line] =
      line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return lines.join('\n');
}

test('a shape and a stride are changed where they are written, number by number', async () => {
  assert.equal(
    await edited('layout', 'a‸ = (4, 8):(8, 1)  # rows', '(4,8):(1,4)'),
    'a = (4, 8):(1, 4)  # rows',
  );
  const cpp =
    'using namespace cute;\nauto a‸ = make_layout(make_shape(Int<4>{}, _8{}), make_stride(_8{}, 1));';
  assert.equal(
    await edited('cu', cpp, '(4,8):(25,3)'),
    'using namespace cute;\nauto a = make_layout(make_shape(Int<4>{}, _8{}), make_stride(Int<25>{}, 3));',
  );
  const python = 'import cutlass.cute as cute\na‸ = cute.make_layout((4, 8), stride=(8, 1))';
  assert.equal(
    await edited('py', python, '(4,16):(16,1)'),
    'import cutlass.cute as cute\na = cute.make_layout((4, 16), stride=(16, 1))',
  );
});

test('another profile is written anew', async () => {
  assert.equal(
    await edited('layout', 'a‸ = (4,8):(8,1)', '((2,2),8):((1,16),2)'),
    'a = ((2,2),8):((1,16),2)',
  );
});

test('an operand is changed where it is declared', async () => {
  assert.equal(
    await edited('layout', 'a = (4,8):(8,1)\ncom‸position(a, 4:2)', '(4,8):(1,4)', 1),
    'a = (4,8):(1,4)\ncomposition(a, 4:2)',
  );
});

test('what is no layout, or does not stand there in numbers, is refused', async () => {
  for (const [wrong, reason] of [
    ['(4,8):(8', /refused/],
    ['(4,8):(1,2,3)', /profile/],
    ['(4,N):(1,4)', /not known|N/],
    ['4', /no layout/],
    ['a = 4:1\nb', /shape:stride/],
    ['', /shape:stride/],
  ] as const)
    assert.match(await edited('layout', 'a‸ = (4,8):(8,1)', wrong), reason);
  assert.match(
    await edited('cu', 'using namespace cute;\nconstexpr int n = 4;\nauto a‸ = make_layout(n, 2);', '8:2'),
    /is not written out in numbers/,
  );
  assert.match(await edited('layout', 'a = 4:1\nb‸ = coalesce(a)', '8:2'), /is not written out in numbers/);
});

test('literals in texts of other languages are drawn, with their cells and exports', async () => {
  const markdown = await viewOf('md', 'See:\n\n```cpp\nauto l = make_lay‸out(make_shape(_4{}, 8));\n```\n');
  const mlir = await viewOf(
    'mlir',
    '#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n' +
      '#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>\n' +
      'tt.func @f(%x: tensor<32x16xf32, #blo‸cked>) { tt.return }\n',
  );
  assert.deepEqual(markdown.value, ['(_4,8):(_1,_4)']);
  const [picture] = markdown.pictures;
  assert.deepEqual([picture!.rows.extents, picture!.columns.extents], [[4], [8]]);
  assert.equal(picture!.literal, null, 'what is no source of ours is not edited');
  const packed = await cellsAt(markdown, 0, { row: 0, column: 0, rows: 4, columns: 8, every: 1 });
  const labels = unpackCells(packed!).map((cell) => Number(cell!.label));
  assert.deepEqual(
    labels,
    labels.map((_, at) => Math.floor(at / 8) + 4 * (at % 8)),
  );
  const tikz = await ask<string>('layoutLens/pictureText', markdown, {
    version: 1,
    picture: 0,
    format: 'tikz',
  });
  assert.match(tikz, /\\begin\{tikzpicture\}[\s\S]*\{31\};/, 'down to the last cell');
  assert.match(mlir.value.join('\n'), /^tensor<32x16xf32>\nBlockedLayout\n/);
  const [tensor] = mlir.pictures;
  assert.deepEqual([tensor!.rows.extents, tensor!.columns.extents], [[32], [16]]);
  assert.equal(tensor!.hasThreads, true);

  assert.equal(await cellsAt(markdown, 1, { row: 0, column: 0, rows: 1, columns: 1, every: 1 }), null);
  const stale = await ask('layoutLens/pictureText', markdown, { version: 0, picture: 0, format: 'svg' });
  assert.equal(stale, null, 'of another version');
  const unnamed = await opened('txt', 'the tile is (4,8‸):(8,1)');
  assert.equal(await ask('layoutLens/picture', unnamed), null, 'no setting names the language');
});
