// A server as a process of its own, spoken to in bytes.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../server/src/cli/cli.ts', import.meta.url));

export interface Answer {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

export class ServerProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  #buffer = Buffer.alloc(0);
  readonly answers: Answer[] = [];
  errors = '';
  #exit: number | string | null = null;
  #wake: () => void = () => {};

  constructor() {
    this.#process = spawn(process.execPath, ['--import', 'tsx', entry, '--stdio']);
    this.#process.stdout.on('data', (data: Buffer) => this.#take(data));
    this.#process.stderr.on('data', (data: Buffer) => {
      this.errors = (this.errors + data.toString()).slice(-20_000);
    });
    // What is written to a server that has ended is lost; that it has ended is told below.
    this.#process.stdin.on('error', () => {});
    this.#process.on('exit', (code, signal) => {
      this.#exit = signal ?? code;
      this.#wake();
    });
  }

  /** The exit status, or the signal that ended it; null while it runs. */
  get exit(): number | string | null {
    return this.#exit;
  }

  write(bytes: string | Buffer): void {
    if (this.#process.stdin.writable) this.#process.stdin.write(bytes);
  }

  send(message: unknown): void {
    const body = Buffer.from(JSON.stringify(message), 'utf8');
    this.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'ascii'), body]));
  }

  #take(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      const length = Number(
        /content-length: *(\d+)/i.exec(this.#buffer.subarray(0, Math.max(end, 0)).toString())?.[1],
      );
      if (end < 0 || Number.isNaN(length) || this.#buffer.length < end + 4 + length) break;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + length).toString('utf8')) as Answer;
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.answers.push(message);
      // What the server asks of its client: nothing is known here.
      if (message.method !== undefined && message.id !== undefined)
        this.send({ jsonrpc: '2.0', id: message.id, result: null });
    }
    this.#wake();
  }

  /** Waits until `isDone`, or the process has ended, or for as long; whether it is done. */
  async until(isDone: () => boolean, milliseconds: number): Promise<boolean> {
    const end = Date.now() + milliseconds;
    while (!isDone() && this.#exit === null && Date.now() < end)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, end - Date.now()));
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return isDone();
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}
