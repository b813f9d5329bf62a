// The server of browsers: the worker's program, with what a worker has, and the worker of libisl that it starts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { libraryPath } from '../../server/src/isl/host.node.ts';
import { bundleText } from './bundle.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

interface Scope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

/** Runs a worker's program; what it posts is told, and what is posted to it is taken. */
function start(program: string, told: (data: never) => void, names: object = {}): (data: unknown) => void {
  const scope: Scope = Object.assign(Object.create(globalThis), {
    onmessage: null,
    process: undefined,
    addEventListener: () => undefined,
    postMessage: (data: unknown) => setImmediate(() => told(structuredClone(data) as never)),
  });
  const words = { globalThis: scope, self: scope, process: undefined, ...names };
  new Function(...Object.keys(words), program)(...Object.values(words));
  return (data) => scope.onmessage!({ data: structuredClone(data) });
}

const FILES: Readonly<Record<string, () => Promise<BlobPart>>> = {
  'https://host/isl.web.js': () => bundleText('isl.web'),
  'https://host/isl.wasm': async () => new Uint8Array(readFileSync(libraryPath())),
};

/** What the server's worker finds in a browser. */
function browser() {
  const programs = new Map<string, Blob>();
  const workers: { isEnded: boolean }[] = [];
  return {
    workers,
    names: {
      fetch: async (address: string) => {
        const file = FILES[address];
        return file === undefined ? { ok: false, status: 404 } : new Response(await file());
      },
      URL: Object.assign(class extends URL {}, {
        createObjectURL: (blob: Blob) => {
          programs.set(`blob:${programs.size}`, blob);
          return `blob:${programs.size - 1}`;
        },
        revokeObjectURL: () => undefined,
      }),
      Worker: class {
        isEnded = false;
        onmessage: ((event: { readonly data: unknown }) => void) | null = null;
        readonly #post: Promise<(data: unknown) => void>;
        constructor(address: string) {
          workers.push(this);
          const tell = (data: never): void => this.onmessage?.({ data });
          this.#post = programs
            .get(address)!
            .text()
            .then((program) => start(program, tell));
        }
        postMessage(data: unknown): void {
          void this.#post.then((post) => post(data));
        }
        terminate(): void {
          this.isEnded = true;
        }
      },
    },
  };
}

/** A client of a server in a worker. */
class WebClient {
  readonly #post: (data: unknown) => void;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly answers = new Map<string, (params: never) => unknown>();
  #count = 0;
  constructor(program: string, names: object) {
    this.#post = start(program, (message: Message) => this.#take(message), names);
  }
  #take({ id, method, params, ...rest }: Message): void {
    if (method === undefined) this.#waiting.get(id as number)?.({ params, ...rest });
    else if (id !== undefined)
      this.#post({ jsonrpc: '2.0', id, result: this.answers.get(method)?.(params as never) ?? null });
  }
  notify(method: string, params: object): void {
    this.#post({ jsonrpc: '2.0', method, params });
  }
  async ask(method: string, params: object): Promise<unknown> {
    const id = this.#count++;
    const { result, ...rest } = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#post({ jsonrpc: '2.0', id, method, params });
    });
    assert.ok(result !== undefined, JSON.stringify(rest));
    return result;
  }
  async hover(uri: string, languageId: string, marked: string): Promise<string> {
    const text = marked.replace('‸', '');
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
    return this.hoverAgain(uri, marked);
  }
  async hoverAgain(uri: string, marked: string): Promise<string> {
    const lines = marked.slice(0, marked.indexOf('‸')).split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)!.length };
    const hover = await this.ask('textDocument/hover', { textDocument: { uri }, position });
    return (hover as { contents: { value: string } } | null)?.contents.value ?? '';
  }
}

let program: string;
before(async () => {
  program = await bundleText('main.web');
});

async function started(
  options: object,
): Promise<{ readonly client: WebClient; readonly page: ReturnType<typeof browser> }> {
  const page = browser();
  const client = new WebClient(program, page.names);
  const { serverInfo } = (await client.ask('initialize', {
    processId: null,
    rootUri: 'vfs://host/w',
    workspaceFolders: [{ uri: 'vfs://host/w', name: 'w' }],
    capabilities: {},
    initializationOptions: options,
  })) as { serverInfo: { name: string; version: string } };
  const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'));
  assert.deepEqual(serverInfo, { name: 'layout-lens', version });
  client.notify('initialized', {});
  return { client, page };
}

const clients: WebClient[] = [];
after(async () => {
  for (const client of clients) await client.ask('shutdown', {});
});

test('every language is read, and headers through the editor', async () => {
  const { client, page } = await started({ readsFiles: true });
  clients.push(client);
  const read: string[] = [];
  client.answers.set('layoutLens/findFiles', ({ pattern }: { pattern: string }) =>
    pattern.includes('hpp') ? ['vfs://host/w/sizes.hpp'] : [],
  );
  client.answers.set('layoutLens/readFile', ({ uri }: { uri: string }) => {
    read.push(uri);
    return uri === 'vfs://host/w/sizes.hpp' ? 'constexpr int kRows = 16;\n' : null;
  });
  assert.match(
    await client.hover('vfs://host/w/a.layout', 'layout', 'm‸ = (4,8):(8,1)\n'),
    /\(4,8\):\(8,1\)/,
  );
  const cpp = '#include "sizes.hpp"\nusing namespace cute;\nauto l‸ = Layout<Int<kRows>, _2>{};\n';
  let said = await client.hover('vfs://host/w/a.cu', 'cuda-cpp', cpp);
  // The editor takes its time to read.
  for (let i = 0; i < 50 && said.includes('kRows'); i++)
    said = await client.hoverAgain('vfs://host/w/a.cu', cpp);
  assert.match(said, /_16:_2/);
  assert.ok(read.includes('vfs://host/w/sizes.hpp'));
  const python = 'import cutlass.cute as cute\nl‸ = cute.make_layout((4, 8), stride=(8, 1))\n';
  assert.match(await client.hover('vfs://host/w/a.py', 'python', python), /\(4,8\):\(8,1\)/);
  const notes = 'See:\n\n```cpp\nauto l = ma‸ke_layout(make_shape(_4{}, 8));\n```\n';
  assert.match(await client.hover('vfs://host/w/a.md', 'markdown', notes), /\(_4,8\):\(_1,_4\)/);
  assert.deepEqual(page.workers, []);
});

const RELATION = 'S‸ = { [c] -> [(-3c) mod 16] : 0 <= c < 16 }\n';

test('relations are answered by libisl in a worker of its own', async () => {
  const isl = { worker: 'https://host/isl.web.js', library: 'https://host/isl.wasm' };
  const { client, page } = await started({ isl });
  clients.push(client);
  assert.equal(page.workers.length, 0, 'it is not started before it is asked');
  assert.match(await client.hover('vfs://host/w/s.layout', 'layout', RELATION), /16 inputs · injective/);
  assert.equal(page.workers.length, 1);
});

test('where libisl is not to be had, and where nobody names it, the rest of the answer is there', async () => {
  const { client } = await started({
    isl: { worker: 'https://host/none.js', library: 'https://host/isl.wasm' },
  });
  const without = await started({});
  clients.push(client, without.client);
  const [lost, none] = await Promise.all(
    [client, without.client].map((one) => one.hover('vfs://host/w/s.layout', 'layout', RELATION)),
  );
  assert.match(lost!, /https:\/\/host\/none\.js is not to be had \(404\)/);
  for (const answer of [lost!, none!]) {
    assert.match(answer, /\[c\]/);
    assert.doesNotMatch(answer, /injective/);
  }
});
