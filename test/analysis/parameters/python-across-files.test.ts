// A class or compiled function of a Python module: what the files that import the module make it with.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeLens } from 'vscode-languageserver-protocol';
import { TestClient } from '../../protocol/client.ts';

const KERNEL = `import cutlass
import cutlass.cute as cute

WIDE = 256

class Gemm:
    def __init__(self, tile, dtype, stages=2):
        self.tile = tile
        self.dtype = dtype
        self.stages = stages

    @cute.jit
    def __call__(self):
        staged = cute.make_layout((self.tile, 8, self.stages))
        self.kernel(staged).launch(grid=(1, 1, 1))

    @cute.kernel
    def kernel(self, handed):
        inner = cute.make_layout((self.tile, cute.rank(handed)))

@cute.jit
def tiled(rows: cutlass.Constexpr[int], columns: cutlass.Constexpr[int]):
    made = cute.make_layout((rows, columns))

class Epilogue:
    def __init__(self, width):
        self.width = width

    @cute.jit
    def __call__(self):
        row = cute.make_layout((self.width, 2))

class Alone:
    def __init__(self, n):
        self.n = n

    @cute.jit
    def __call__(self):
        lonely = cute.make_layout((self.n, 2))
`;
const TEST = `import cutlass
import pytest
from kernel import Gemm, tiled as under_test

@pytest.mark.parametrize("tile", [64, 128])
@pytest.mark.parametrize("stages, dtype", [(3, cutlass.Float16)])
def test_gemm(tile, stages, dtype):
    Gemm(tile, dtype, stages=stages)()

def test_tiled():
    under_test(16, 4)
`;
const FILES: Readonly<Record<string, string>> = {
  'kernel.py': KERNEL,
  'test_kernel.py': TEST,
  'other/kernel.py': 'class Gemm:\n    pass\n',
  'other/use.py': 'import cutlass\nfrom kernel import Gemm\nGemm(512, cutlass.Float16)\n',
  'run.py': `import kernel

def run(n: int):
    kernel.Epilogue(kernel.WIDE)()
    kernel.Epilogue(n)()
`,
};

let path: string;
let client: TestClient;
before(async () => {
  path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  mkdirSync(join(path, '.git'));
  mkdirSync(join(path, 'other'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text);
  client = await TestClient.start({ markdown: false, rootUri: pathToFileURL(path).href, refresh: true });
  await client.open(uri('kernel.py'), 'python', KERNEL);
});
after(async () => {
  await client.stop();
  rmSync(path, { recursive: true });
});

const uri = (name: string) => pathToFileURL(join(path, name)).href;

/** The hover at a word, when it is as wanted: files are read behind the first answer. */
async function hover(word: string, wanted: RegExp, text = KERNEL): Promise<string> {
  const lines = text.split('\n');
  const line = lines.findIndex((l) => l.includes(`${word} =`));
  return client.answered(() => client.hoverText(uri('kernel.py'), line, lines[line]!.indexOf(word)), wanted);
}

test('the objects that tests make of a class, one for each of their arguments', async () => {
  const shown = await hover('staged', /tile = 64/);
  assert.match(shown, /tile = 64: \(64,8,3\):\(1,64,512\)/);
  assert.match(shown, /tile = 128: \(128,8,3\):\(1,128,1024\)/);
  // A class of that name in another module is another one.
  assert.doesNotMatch(shown, /512,8/);
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', uri('kernel.py'));
  assert.equal(lenses[0]!.command!.title, '2 instantiations: test_gemm · tile = 64 | test_gemm · tile = 128');
});

test('what a method hands to another one follows from the object', async () => {
  const shown = await hover('inner', /tile = 64/);
  assert.match(shown, /tile = 64: \(64,3\):\(1,64\)/);
});

test('a compiled function, by the name that an import gives it', async () => {
  const shown = await hover('made', /^\(16,4\):\(1,16\)/);
  assert.match(
    shown,
    /rows = 16, columns = 4 \(from instantiation tiled\(rows=16, columns=4\), test_kernel\.py\)/,
  );
});

test('a size that the caller does not know itself gives no value, and no name of another file', async () => {
  const shown = await hover('row', /256/);
  assert.match(shown, /^\(256,2\):\(1,256\)/);
  assert.doesNotMatch(shown, /\(n,2\)/);
});

test('who is made by nobody has no values', async () => {
  assert.match(
    await hover('lonely', /n is a parameter/),
    /^modes: \(n,2\)\n\nnot known: n is a parameter of the function/,
  );
});

test('an edit in the importing file, and one in the module, change what is shown', async () => {
  await client.open(uri('test_kernel.py'), 'python', TEST);
  await client.edit(uri('test_kernel.py'), [{ text: TEST.replace('(16, 4)', '(32, 4)') }]);
  await hover('made', /^\(32,4\):\(1,32\)/);
  await client.edit(uri('test_kernel.py'), [{ text: TEST.replace('from kernel', 'from elsewhere') }]);
  await hover('made', /^\(rows,columns\)/);
  await client.edit(uri('test_kernel.py'), [{ text: TEST }]);
  await hover('made', /^\(16,4\):\(1,16\)/);
  const edited = KERNEL.replace('WIDE = 256', 'WIDE = 1024').replace(
    'def tiled(rows',
    'def tiled(more: int, rows',
  );
  await client.edit(uri('kernel.py'), [{ text: edited }]);
  await hover('row', /^\(1024,2\):\(1,1024\)/, edited);
  await hover('made', /^\(4,/, edited);
  await client.edit(uri('kernel.py'), [{ text: KERNEL }]);
  await hover('made', /^\(16,4\):\(1,16\)/);
});
