// Parameters of Python: objects made of a class, compiled functions, and what a comment assumes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CodeAction, CodeLens } from 'vscode-languageserver-protocol';
import { applyEdit, TestClient } from '../../protocol/client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ markdown: false });
});
after(() => client.stop());

let documents = 0;
async function open(text: string): Promise<string> {
  const uri = `file:///parameters/${++documents}.py`;
  await client.open(uri, 'python', text);
  return uri;
}

function placeOf(text: string, mark: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}

async function hover(text: string, mark: string): Promise<string> {
  const { line, character } = placeOf(text, mark);
  return client.hoverText(await open(text), line, character);
}

async function assumptions(text: string, mark: string): Promise<[string, CodeAction[]]> {
  const uri = await open(text);
  const at = placeOf(text, mark);
  return [
    uri,
    await client.codeActions(uri, { start: at, end: at }, [], ['refactor.rewrite.layoutLens.assume']),
  ];
}

const CLASS = `import cutlass
import cutlass.cute as cute

class Gemm:
    def __init__(self, tile, stages=2):
        self.tile = tile
        self.stages = stages

    @cute.kernel
    def kernel(self):
        staged = cute.make_layout((self.tile, 8, self.stages))
`;

test('an object of the class gives its fields a value', async () => {
  const text = `${CLASS}\ndef main():\n    Gemm(64, stages=3).kernel()\n`;
  const shown = await hover(text, 'staged');
  assert.match(shown, /^\(64,8,3\):\(1,64,512\)/);
  assert.match(shown, /tile = 64, stages = 3 \(from instantiation Gemm\(tile=64, stages=3\), line 14\)/);
});

test('several objects: a value for each, and a lens', async () => {
  const text = `${CLASS}\ndef main():\n    Gemm(64, stages=3).kernel()\n    Gemm(tile=128, stages=4).kernel()\n`;
  const shown = await hover(text, 'staged');
  assert.match(shown, /tile = 64, stages = 3: \(64,8,3\):\(1,64,512\)/);
  assert.match(shown, /tile = 128, stages = 4: \(128,8,4\):\(1,128,1024\)/);
  const [lens] = await client.request<CodeLens[]>('textDocument/codeLens', await open(text));
  assert.equal(lens!.command!.title, '2 instantiations: main · stages = 3 | main · stages = 4');
  const [uri, actions] = await assumptions(text, 'Gemm:');
  const pick = actions.find((a) => a.title === 'Pin Gemm(tile=128, stages=4) as a comment')!;
  const edited = applyEdit(text, pick.edit!, uri);
  assert.match(edited, /\n# layout-lens: assume tile = 128, stages = 4\nclass Gemm:/);
  assert.match(await hover(edited, 'staged'), /^\(128,8,4\):\(1,128,1024\)/);
});

test('compiled functions take their Constexpr arguments from calls, run-time ones stay open', async () => {
  const text = `import cutlass
import cutlass.cute as cute

@cute.jit
def tiled(rows: cutlass.Constexpr[int], columns: cutlass.Int32):
    made = cute.make_layout((rows, columns))

def main():
    tiled(32, 8)
`;
  const shown = await hover(text, 'made');
  assert.match(shown, /^\(32,\?\):\(1,32\)/);
  assert.match(shown, /rows = 32 \(from instantiation tiled\(rows=32\), line 9\)/);
});

test('without a call: the comment goes above the decorators', async () => {
  const text = `import cutlass
import cutlass.cute as cute

@cute.jit
def tiled(rows: cutlass.Constexpr):
    made = cute.make_layout((rows, 8))
`;
  const [uri, actions] = await assumptions(text, 'made');
  assert.deepEqual(
    actions.map((a) => a.title),
    ['Assume rows = …'],
  );
  const edited = applyEdit(text, actions[0]!.edit!, uri);
  assert.match(edited, /\n# layout-lens: assume rows = 128\n@cute\.jit\ndef tiled/);
  const shown = await hover(edited, 'made');
  assert.match(shown, /^\(128,8\):\(1,128\)/);
  assert.match(shown, /rows = 128 \(assumed here\)/);
});

test('a condition between classes that is not known is no error', async () => {
  const text = `import cutlass.cute as cute

class Plain:
    def __init__(self, n):
        self.n = n

class Other:
    def __init__(self, n):
        self.n = n

def choose(flag):
    chosen = Plain if flag else Other
    made = cute.make_layout((chosen(4).n, 8))

def use():
    Plain(4)
    Other(8)
`;
  assert.match(await hover(text, 'made'), /^(?!.*\(4,8\)|.*\(8,8\))/);
});
