// How the server and its client talk, by the words of the command line.

import { connect } from 'node:net';
import {
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { Frames } from './frames.node.ts';

/** How long messages that have come in are worked on when the other side is gone. */
const LAST_MS = 100;

interface Transport {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
}

/** `--name=value` or `--name value`; null when it is not there. */
function optionOf(words: readonly string[], name: string): string | null {
  for (const [i, word] of words.entries()) {
    if (word === name) return words[i + 1] ?? null;
    if (word.startsWith(`${name}=`)) return word.slice(name.length + 1);
  }
  return null;
}

/** `log` takes a line for each broken message; `ended` is called when the other side is gone. */
export function openTransport(
  words: readonly string[],
  log: (text: string) => void,
  ended: () => void,
): Transport {
  const over = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Transport => {
    const frames = new Frames(log);
    input.pipe(frames);
    // What came in last is answered before.
    const soon = (): void => void setTimeout(ended, LAST_MS);
    frames.on('end', soon);
    for (const event of ['close', 'error']) input.on(event, soon);
    output.on('error', ended);
    return { reader: new StreamMessageReader(frames), writer: new StreamMessageWriter(output) };
  };
  if (words.includes('--node-ipc'))
    return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
  const pipe = optionOf(words, '--pipe');
  const port = optionOf(words, '--socket');
  if (pipe !== null || port !== null) {
    const socket = pipe !== null ? connect(pipe) : connect(Number(port), '127.0.0.1');
    return over(socket, socket);
  }
  return over(process.stdin, process.stdout);
}
