// Choosing which instantiation of a template is shown: a view of the reader's, which changes no source.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction, CodeLens } from 'vscode-languageserver-protocol';
import { TestClient } from './client.ts';

const GEMM = `#include <cute/tensor.hpp>
using namespace cute;

template <class Element, int kBlockM, int kStages = 2>
struct Storage {
  using Tile = Layout<Shape<Int<kBlockM>, _64, Int<kStages>>>;
  static constexpr int kRows = kBlockM / 2;
  Element data[size(Tile{})];
};

template <class Element, int kBlockM>
void gemm(Element const* pointer) {
  auto tile = make_layout(Shape<Int<kBlockM>, _64>{});
  auto narrow = make_layout(Shape<_8, Int<kBlockM % 32 == 0 ? 4 : 2>>{});
  auto twice = [&](auto rows) { return make_layout(make_shape(rows, Int<kBlockM>{})); };
  auto made = twice(_4{});
  Storage<Element, kBlockM> storage;
  int offset = tile(3, 1);
}

void gemm_nt(half_t const* a) { gemm<half_t, 64>(a); }
void gemm_tn(half_t const* a, float const* b) {
  gemm<half_t, 128>(a);
  gemm<float, 32>(b);
}
`;

interface Question {
  readonly title: string;
  readonly items: readonly { readonly label: string; readonly description: string }[];
}

/** A client of ours, which keeps choices and shows lists. */
class Reader {
  readonly client: TestClient;
  kept: readonly unknown[] = [];
  readonly questions: Question[] = [];
  readonly messages: string[] = [];
  answer: string | null = null;
  edits = 0;

  constructor(client: TestClient) {
    this.client = client;
    client.connection.onNotification('layoutLens/choices', ({ choices }) => {
      this.kept = choices;
    });
    client.connection.onRequest('layoutLens/pick', (question: Question) => {
      this.questions.push(question);
      return this.answer;
    });
    client.connection.onNotification('window/showMessage', ({ message }) => {
      this.messages.push(message);
    });
    client.connection.onRequest('workspace/applyEdit', () => {
      this.edits++;
      return { applied: true };
    });
  }

  static async start(kept: readonly unknown[] = []): Promise<Reader> {
    return new Reader(
      await TestClient.start({
        markdown: false,
        initializationOptions: { picksFromLists: true, choices: kept },
        workspace: { applyEdit: true },
      }),
    );
  }

  lenses(uri: string): Promise<CodeLens[]> {
    return this.client.request('textDocument/codeLens', uri);
  }
  async titles(uri: string): Promise<readonly string[]> {
    return (await this.lenses(uri)).map(({ command }) => command!.title);
  }
  /** Clicks the lens of a template and takes an answer. */
  async choose(uri: string, template: string, answer: string | null): Promise<void> {
    this.answer = answer;
    const lens = (await this.lenses(uri)).find(
      ({ command }) => (command!.arguments![0] as { template: string }).template === template,
    );
    await this.run(lens!.command!.command, lens!.command!.arguments![0]);
  }
  run(command: string, argument: unknown): Promise<unknown> {
    return this.client.connection.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
  }
  hover(uri: string, text: string, mark: string): Promise<string> {
    const before = text.slice(0, text.indexOf(mark)).split('\n');
    return this.client.hoverText(uri, before.length - 1, before.at(-1)!.length);
  }
}

const URI = 'file:///choices/gemm.cu';

async function within(work: (reader: Reader) => Promise<void>, kept: readonly unknown[] = []): Promise<void> {
  const reader = await Reader.start(kept);
  try {
    await reader.client.open(URI, 'cuda-cpp', GEMM);
    await work(reader);
  } finally {
    await reader.client.stop();
  }
}

test('the list names the callers and what differs, in the order of the lens', () =>
  within(async (reader) => {
    assert.deepEqual(await reader.titles(URI), [
      '3 instantiations: gemm · kBlockM = 64 | gemm · kBlockM = 128 | gemm · kBlockM = 32',
      '3 instantiations: gemm_nt · kBlockM = 64 | gemm_tn · kBlockM = 128 | gemm_tn · kBlockM = 32',
    ]);
    await reader.choose(URI, 'gemm', null);
    assert.deepEqual(reader.questions, [
      {
        title: 'Which instantiation of gemm is shown?',
        items: [
          { label: 'gemm_nt · kBlockM = 64', description: '<half_t,64>' },
          { label: 'gemm_tn · kBlockM = 128', description: '<half_t,128>' },
          { label: 'gemm_tn · kBlockM = 32', description: '<float,32>' },
          { label: 'All of them', description: 'shown' },
        ],
      },
    ]);
    const shown = await reader.hover(URI, GEMM, 'tile =');
    assert.match(
      shown,
      /gemm_nt · kBlockM = 64: \(_64,_64\)[^\n]*\ngemm_tn · kBlockM = 128: \(_128[^\n]*\ngemm_tn · kBlockM = 32: /,
    );
    assert.deepEqual(reader.kept, []);
  }));

test('what is chosen is shown in the lens, in hints and in hovers wherever the cursor stands, and nothing is written', () =>
  within(async (reader) => {
    await reader.choose(URI, 'gemm', 'gemm_tn · kBlockM = 128');
    assert.deepEqual((await reader.titles(URI)).slice(1), [
      'showing gemm_tn · kBlockM = 128, 2 of 3',
      'pin as comment',
    ]);
    // A declaration, its name further on, an operation, an argument, a call, and inside of a lambda.
    for (const [mark, value] of [
      ['tile =', /^\(_128,_64\):\(_1,_128\)/],
      ['tile(3', /^131/],
      ['make_layout(Shape<Int<kBlockM>, _64>', /^\(_128,_64\):/],
      ['made =', /^\(_4,_128\):\(_1,_4\)/],
      ['offset =', /131/],
    ] as const) {
      const shown = await reader.hover(URI, GEMM, mark);
      assert.match(shown, value, mark);
      assert.match(shown, /from instantiation gemm<half_t,128>, line 23/, mark);
    }
    // The others stand below it, the chosen one first.
    assert.match(
      await reader.hover(URI, GEMM, 'tile ='),
      /gemm_tn · kBlockM = 128: \(_128[^\n]*\ngemm_nt · kBlockM = 64: [^\n]*\ngemm_tn · kBlockM = 32: /,
    );
    // What all have in common is told with the chosen one.
    assert.match(
      await reader.hover(URI, GEMM, 'narrow ='),
      /^\(_8,_4\):\(_1,_8\)[\s\S]*gemm<half_t,128>.*2 more/,
    );
    // Another template is shown as before.
    assert.match(await reader.hover(URI, GEMM, 'Tile ='), /kBlockM = 64: [\s\S]*kBlockM = 128: /);
    const hints = await reader.client.inlayHints(URI);
    const tile = hints.find(({ position }) => position.line === 12);
    assert.equal(tile!.label, ': (_128,_64):(_1,_128)');
    assert.match(String(tile!.tooltip), /kBlockM = 128 \(from instantiation gemm<half_t,128>, line 23\)/);
    assert.equal(reader.edits, 0);
    await reader.choose(URI, 'gemm', 'All of them');
    assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_kBlockM,_64\):/);
    assert.deepEqual(reader.kept, []);
  }));

test('findings and what is written into the source do not depend on the view', () => {
  const text = GEMM.replace(
    'int offset = tile(3, 1)',
    'auto bad = composition(Layout<Shape<Int<kBlockM>, _8>, Stride<_8, _1>>{}, Layout<_96>{})',
  );
  return within(async (reader) => {
    await reader.client.edit(URI, [{ text }]);
    const before = await reader.client.diagnostics(URI);
    assert.ok(before.length > 0);
    const at = { line: 12, character: 15 };
    const written = async () =>
      (await reader.client.codeActions(URI, { start: at, end: at })).map(({ edit }) => edit);
    const offered = await written();
    for (const title of ['gemm_nt · kBlockM = 64', 'gemm_tn · kBlockM = 128', 'gemm_tn · kBlockM = 32']) {
      await reader.choose(URI, 'gemm', title);
      assert.deepEqual(await reader.client.diagnostics(URI), before, title);
      assert.deepEqual(await written(), offered, title);
    }
  });
});

test('a choice outlives the server, in the state that the client keeps, and the closing of its document', async () => {
  let kept: readonly unknown[] = [];
  await within(async (reader) => {
    await reader.choose(URI, 'gemm', 'gemm_tn · kBlockM = 32');
    kept = reader.kept;
    await reader.client.close(URI);
    await reader.client.open(URI, 'cuda-cpp', GEMM);
    assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_32,_64\):/);
  });
  assert.deepEqual(kept, [{ uri: URI, template: 'gemm', nth: 0, label: '<float,32>' }]);
  await within(async (reader) => {
    assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_32,_64\):/);
    assert.equal((await reader.titles(URI))[1], 'showing gemm_tn · kBlockM = 32, 3 of 3');
  }, kept);
  // What is kept comes from a file that anybody may have written.
  await within(
    async (reader) => {
      assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_kBlockM,_64\):/);
    },
    [7, null, { uri: URI }, { uri: URI, template: 'gemm', nth: 'x', label: '<float,32>' }],
  );
});

test('a choice whose instantiation is gone falls away when the text is saved, with a message', () =>
  within(async (reader) => {
    await reader.choose(URI, 'gemm', 'gemm_tn · kBlockM = 32');
    const text = GEMM.replace('  gemm<float, 32>(b);\n', '');
    await reader.client.edit(URI, [{ text }]);
    assert.match(
      await reader.hover(URI, text, 'tile ='),
      /^\(_kBlockM,_64\):[\s\S]*gemm_nt · kBlockM = 64: /,
    );
    assert.equal(
      (await reader.titles(URI))[1],
      '2 instantiations: gemm_nt · kBlockM = 64 | gemm_tn · kBlockM = 128',
    );
    // While somebody types it may come back.
    assert.deepEqual(reader.messages, []);
    await reader.client.edit(URI, [{ text: GEMM }]);
    assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_32,_64\):/);
    await reader.client.edit(URI, [{ text }]);
    await reader.client.save(URI);
    await reader.lenses(URI);
    assert.deepEqual(reader.messages, [
      'gemm<float,32> is no longer instantiated: all instantiations of gemm are shown.',
    ]);
    assert.deepEqual(reader.kept, []);
  }));

test('editors without lenses choose with a code action, and pin what they have chosen', () =>
  within(async (reader) => {
    const at = { line: 11, character: 6 };
    const offered = async (): Promise<readonly CodeAction[]> =>
      (await reader.client.codeActions(URI, { start: at, end: at })).filter(({ title }) =>
        /gemm/.test(title),
      );
    const first = await offered();
    assert.deepEqual(
      first.map(({ title }) => title),
      [
        'Pin gemm<half_t,64> as a comment',
        'Pin gemm<half_t,128> as a comment',
        'Pin gemm<float,32> as a comment',
        'Show gemm of gemm_nt · kBlockM = 64',
        'Show gemm of gemm_tn · kBlockM = 128',
        'Show gemm of gemm_tn · kBlockM = 32',
      ],
    );
    const { command } = first.at(-1)!;
    await reader.run(
      (command as { command: string }).command,
      (command as { arguments: unknown[] }).arguments[0],
    );
    assert.match(await reader.hover(URI, GEMM, 'tile ='), /^\(_32,_64\):/);
    assert.deepEqual(
      (await offered()).map(({ title }) => title),
      [
        'Pin gemm<float,32> as a comment',
        'Show gemm of gemm_nt · kBlockM = 64',
        'Show gemm of gemm_tn · kBlockM = 128',
        'Show all instantiations of gemm',
      ],
    );
  }));

test('what a comment assumes goes before the view, and only what it leaves is offered', () => {
  const text = GEMM.replace(
    'template <class Element, int kBlockM>\nvoid',
    '// layout-lens: assume Element = half_t\ntemplate <class Element, int kBlockM>\nvoid',
  );
  return within(
    async (reader) => {
      await reader.client.edit(URI, [{ text }]);
      assert.match(await reader.hover(URI, text, 'tile ='), /kBlockM = 64: [\s\S]*kBlockM = 128: /);
      await reader.choose(URI, 'gemm', 'gemm_tn · kBlockM = 128');
      assert.deepEqual(
        reader.questions.at(-1)!.items.map(({ label }) => label),
        ['gemm_nt · kBlockM = 64', 'gemm_tn · kBlockM = 128', 'All of them'],
      );
      assert.match(await reader.hover(URI, text, 'tile ='), /^\(_128,_64\):/);
    },
    [{ uri: URI, template: 'gemm', nth: 0, label: '<float,32>' }],
  );
});

test('a command with words that mean nothing does nothing', () =>
  within(async (reader) => {
    for (const argument of [
      7,
      null,
      { uri: URI },
      { uri: URI, template: 'gemm', nth: -1, choice: '<float,32>' },
    ])
      await reader.run('layoutLens.chooseInstantiation', argument);
    await reader.run('layoutLens.chooseInstantiation', {
      uri: URI,
      template: 'gemm',
      nth: 0,
      choice: '<int,7>',
    });
    assert.deepEqual(reader.messages, ['gemm<int,7> is no longer instantiated.']);
    assert.deepEqual(reader.kept, []);
  }));

test('a class of Python is shown as one of its calls makes it', async () => {
  const text = `import cutlass
import cutlass.cute as cute

class Gemm:
    def __init__(self, tile, stages=2):
        self.tile = tile
        self.stages = stages

    @cute.kernel
    def kernel(self):
        staged = cute.make_layout((self.tile, 8, self.stages))

def small():
    Gemm(64).kernel()

def large():
    Gemm(tile=128).kernel()
`;
  const uri = 'file:///choices/gemm.py';
  const reader = await Reader.start();
  try {
    await reader.client.open(uri, 'python', text);
    await reader.choose(uri, 'Gemm', 'large · tile = 128');
    assert.deepEqual(await reader.titles(uri), ['showing large · tile = 128, 2 of 2', 'pin as comment']);
    assert.match(await reader.hover(uri, text, 'staged'), /^\(128,8,2\):\(1,128,1024\)/);
    assert.match(await reader.hover(uri, text, 'make_layout'), /^\(128,8,2\)/);
    assert.ok(
      (await reader.client.inlayHints(uri)).some(({ label }) => label === ': (128,8,2):(1,128,1024)'),
    );
  } finally {
    await reader.client.stop();
  }
});
