// The server as a process, spoken to in bytes: what a client library would never send.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { commandLine } from '../support/command-line.ts';

export interface Answer {
  readonly id: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export class RawClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<number | null>;
  readonly answers: Answer[] = [];
  errors = '';
  #rest = Buffer.alloc(0);
  #next = 0;
  #wake: (() => void)[] = [];

  constructor() {
    this.process = spawn(process.execPath, [...commandLine, '--stdio']);
    this.exited = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.stderr.on('data', (data: Buffer) => {
      this.errors += data.toString();
    });
    this.process.stdin.on('error', () => undefined);
    this.process.stdout.on('data', (data: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, data]);
      for (;;) {
        const end = this.#rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/Content-Length: (\d+)/.exec(this.#rest.toString('latin1', 0, end))![1]);
        if (this.#rest.length < end + 4 + length) return;
        const message = JSON.parse(this.#rest.toString('utf8', end + 4, end + 4 + length)) as Answer;
        this.#rest = this.#rest.subarray(end + 4 + length);
        if ('method' in message) continue;
        this.answers.push(message);
        for (const wake of this.#wake.splice(0)) wake();
      }
    });
  }

  write(bytes: string | Buffer): void {
    this.process.stdin.write(bytes);
  }

  send(message: unknown): void {
    const body = Buffer.from(JSON.stringify(message));
    this.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  /** The answer to a request. */
  request(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.#next;
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return this.answer((a) => a.id === id);
  }

  async answer(accept: (answer: Answer) => boolean): Promise<Answer> {
    const end = Date.now() + 60_000;
    for (;;) {
      const found = this.answers.findIndex(accept);
      if (found >= 0) return this.answers.splice(found, 1)[0]!;
      if (Date.now() > end) throw new Error(`no such answer; standard error: ${this.errors}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  async initialize(): Promise<Answer> {
    const answer = await this.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    this.notify('initialized', {});
    return answer;
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  async hover(uri: string, line = 0, character = 0): Promise<string> {
    const { result, error } = await this.request('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    if (error !== undefined) return `error ${error.code}: ${error.message}`;
    return result === null ? '' : (result as { contents: { value: string } }).contents.value;
  }

  /** Shuts down and ends it; the exit code. */
  async stop(): Promise<number | null> {
    await this.request('shutdown');
    this.notify('exit');
    return this.exited;
  }
}
