// Pictures of tensors of CuTe DSL whose pointer has a swizzle: their offsets are those in memory.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { offsetAt } from '../../server/src/render/panel/offset-function.ts';
import type { PictureView } from '../../server/src/render/panel/view.ts';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({});
});
after(() => client.stop());

const SOURCE = `import cutlass
import cutlass.cute as cute

@cute.kernel
def kernel(row: cutlass.Int32):
    memory = cutlass.utils.SmemAllocator()
    swizzle = cute.make_swizzle(3, 4, 3)
    tile = cute.make_layout((64, 64, 2), stride=(64, 1, 4096))
    sA = memory.allocate_tensor(cutlass.Float16, tile, 1024, swizzle)
    stage = sA[None, None, 1]
    part = sA[row, None, 0]
    plain = memory.allocate_tensor(cutlass.Float16, tile, 1024)
`;

let count = 0;

async function pictureOf(name: string): Promise<PictureView> {
  const uri = `file:///swizzled-${count++}.py`;
  await client.open(uri, 'python', SOURCE);
  const lines = SOURCE.split('\n');
  const line = lines.findIndex((text) => text.trim().startsWith(`${name} =`));
  const position = { line, character: lines[line]!.indexOf(name) };
  const view = await client.connection.sendRequest<PictureView | null>('layoutLens/picture', {
    textDocument: { uri },
    position,
  });
  assert.ok(view !== null, name);
  return view;
}

/** `Swizzle<3,4,3>` acts on bytes: of 8 × 16 bytes of a line of 128 each is moved by the number of the line. */
const swizzled = (row: number, column: number): number =>
  64 * row + 8 * (Math.floor(column / 8) ^ (row % 8)) + (column % 8);

const offset = ({ pictures }: PictureView, index: number): number => offsetAt(pictures[0]!.offsets!, index);

test('offsets of a buffer, and of one of its stages, are those behind the swizzle', async () => {
  const [all, stage] = [await pictureOf('sA'), await pictureOf('stage')];
  for (let row = 0; row < 64; row++)
    for (let column = 0; column < 64; column++) {
      assert.equal(offset(all, row + 64 * column), swizzled(row, column));
      assert.equal(offset(all, row + 64 * column + 4096), swizzled(row, column) + 4096);
      assert.equal(offset(stage, row + 64 * column), swizzled(row, column));
    }
});

test('what is before the swizzle stands beside it', async () => {
  const { pictures, summary } = await pictureOf('stage');
  const inner = pictures.find(({ link }) => link?.own === 'index');
  assert.deepEqual(inner?.offsets, [{ kind: 'strides', extents: [64, 64], strides: [64, 1] }]);
  assert.match(summary!, /cosize 4096/);
});

test('a row that the program chooses, and a pointer without a swizzle, have the offsets of their layouts', async () => {
  const [part, plain] = [await pictureOf('part'), await pictureOf('plain')];
  for (let column = 0; column < 64; column++) assert.equal(offset(part, column), column);
  assert.equal(offset(plain, 64 * 5 + 3), 64 * 3 + 5);
});
