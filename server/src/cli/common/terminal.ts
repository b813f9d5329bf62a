// Where a command writes, and what it reads: the streams of the process, or those of who runs it in his own.

import type { Readable } from 'node:stream';
import { printable } from './printable.ts';
import type { Unreadable } from './walk.node.ts';

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string | Uint8Array): unknown;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Output;
  readonly errors: Output;
}

export class Terminal {
  readonly streams: Streams;

  constructor(streams: Streams) {
    this.streams = streams;
  }

  readonly write = (text: string): void => void this.streams.output.write(printable(text));

  readonly complain = (text: string): void =>
    void this.streams.errors.write(printable(`layout-lens: ${text}\n`));

  readonly tellUnreadable = ({ path, reason }: Unreadable): void =>
    this.complain(`cannot read ${path}: ${reason}`);

  /** An included file that is there. */
  readonly tellRefused = (path: string, reason: string): void =>
    this.complain(`${path} is not read: ${reason}`);
}
