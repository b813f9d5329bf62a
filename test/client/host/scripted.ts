// The extension of browsers with a server that answers what a test says, and with time that passes when a test says so.

import { URI } from 'vscode-uri';
import { loadExtension } from '../bundle.ts';
import { FakeEditor } from '../fake-vscode.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: never;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Port {
  onmessage: ((event: { data: object }) => void) | null;
}

type Answer = (params: never) => unknown;

/** The server behind the worker that the extension starts. */
export class ScriptedServer {
  /** By method; what no answer stands for is answered by null. */
  readonly answers = new Map<string, Answer>();
  /** What came from the extension, in order. */
  readonly received: { readonly method: string; readonly params: never }[] = [];
  /** Requests that were taken back. */
  readonly cancelled: (number | string)[] = [];
  #worker: Port | null = null;
  readonly #asked = new Map<string, (result: unknown) => void>();

  /** The parameters of the requests and notifications of a kind. */
  of(method: string): readonly unknown[] {
    return this.received.filter((each) => each.method === method).map(({ params }) => params);
  }

  notify(method: string, params: object): void {
    this.#worker?.onmessage?.({ data: { jsonrpc: '2.0', method, params } });
  }
  /** Asks the extension. */
  ask(method: string, params: object): Promise<unknown> {
    const id = `server-${this.#asked.size}`;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#worker?.onmessage?.({ data: { jsonrpc: '2.0', id, method, params } });
    });
  }

  /** What the extension makes as its worker. */
  get Worker(): unknown {
    const take = this.#take;
    const connect = (worker: Port): void => {
      this.#worker = worker;
    };
    return class implements Port {
      onmessage: Port['onmessage'] = null;
      constructor() {
        connect(this);
      }
      postMessage(message: Message): void {
        take(message, (data) => this.onmessage?.({ data }));
      }
      addEventListener(): void {}
      terminate(): void {}
    };
  }

  readonly #take = async (message: Message, tell: (data: object) => void): Promise<void> => {
    const { id, method, params } = message;
    if (method === undefined) return this.#asked.get(String(id))?.(message.error?.message ?? message.result);
    if (method === '$/cancelRequest') this.cancelled.push((params! as { id: number }).id);
    else this.received.push({ method, params: params! });
    if (id === undefined) return;
    const known = { capabilities: {}, serverInfo: { name: 'scripted', version: '7' } };
    const answer = async (): Promise<unknown> =>
      method === 'initialize' ? known : ((await this.answers.get(method)?.(params!)) ?? null);
    const said = await answer().then(
      (result) => ({ result }),
      ({ message }: Error) => ({ error: { code: -32603, message } }),
    );
    setImmediate(() => tell({ jsonrpc: '2.0', id, ...said }));
  };
}

/** Timers of the extension: those that wait for nothing run at once, and others when their time has come. */
export class Clock {
  #now = 0;
  #count = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  readonly globals = {
    setTimeout: (run: (...words: unknown[]) => void, milliseconds = 0, ...words: unknown[]): number => {
      const timer = ++this.#count;
      this.#timers.set(timer, { at: this.#now + milliseconds, run: () => run(...words) });
      if (milliseconds === 0) setImmediate(() => this.#run());
      return timer;
    },
    clearTimeout: (timer: number): void => void this.#timers.delete(timer),
  };
  #run(): void {
    for (const [timer, { at, run }] of [...this.#timers])
      if (at <= this.#now && this.#timers.delete(timer)) run();
  }
  /** Time passes, and what follows from it is done. */
  async pass(milliseconds: number): Promise<void> {
    await settled();
    this.#now += milliseconds;
    this.#run();
    await settled();
  }
}

/** What is under way is done. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Does something with the extension, whose server is a script. */
export async function scripted(
  work: (editor: FakeEditor, server: ScriptedServer, clock: Clock) => Promise<void>,
  editor = new FakeEditor(),
  server = new ScriptedServer(),
): Promise<void> {
  const clock = new Clock();
  const { activate } = await loadExtension('extension.web', editor, {
    Worker: server.Worker,
    ...clock.globals,
  });
  const subscriptions: { dispose(): unknown }[] = [];
  const extensionUri = URI.parse('https://host/ext');
  await activate({ extensionUri, subscriptions, workspaceState: editor.state });
  try {
    await settled();
    await work(editor, server, clock);
  } finally {
    await Promise.all(subscriptions.map((each) => each.dispose()));
  }
}
