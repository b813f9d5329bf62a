// What comes in before the server sees it: the order of a session, and the shape of messages. What the protocol does not
// allow is answered with the protocol's own errors, and what cannot be answered is logged.

import {
  ErrorCodes,
  type Message,
  type MessageReader,
  type MessageWriter,
  type RequestMessage,
} from 'vscode-languageserver';
import { faultOf, isObject } from './message-params.ts';

/** The stage of a session: no message has come, it is being begun, it runs, it is over. */
type Stage = 'new' | 'beginning' | 'running' | 'over';

/** Messages that the protocol allows at any time. */
const ALWAYS = new Set(['exit']);
const SERVER_NOT_INITIALIZED = -32002;

/** Told by the guard: the changes of a document could not be understood, so that its text is not known any more. */
export const LOST_DOCUMENT = 'layoutLens/lostDocument';

/** The messages that are about a text, by what of their parameters names the document. */
const LOSES: Readonly<Record<string, string>> = {
  'textDocument/didChange': 'textDocument',
  'notebookDocument/didChange': 'notebookDocument',
};

interface Guarded {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Whether the client has asked to shut down. */
  isOver(): boolean;
}

/** `log` takes a line for each message that is dropped. */
export function guarded(reader: MessageReader, writer: MessageWriter, log: (text: string) => void): Guarded {
  const guard = new MessageGuard(writer, log);
  return {
    reader: {
      onError: reader.onError,
      onClose: reader.onClose,
      onPartialMessage: reader.onPartialMessage,
      listen: (callback) => {
        guard.deliverTo(callback);
        return reader.listen((message) => guard.take(message));
      },
      dispose: () => reader.dispose(),
    },
    writer: {
      onError: writer.onError,
      onClose: writer.onClose,
      write: async (message) => {
        await writer.write(message);
        guard.written(message);
      },
      end: () => writer.end(),
      dispose: () => writer.dispose(),
    },
    isOver: () => guard.isOver,
  };
}

class MessageGuard {
  readonly #writer: MessageWriter;
  readonly #log: (text: string) => void;
  #stage: Stage = 'new';
  #initialize: RequestMessage['id'] = null;
  /** What came in while the session was begun. */
  #held: Message[] = [];
  #deliver: (message: Message) => void = () => {};

  constructor(writer: MessageWriter, log: (text: string) => void) {
    this.#writer = writer;
    this.#log = log;
  }

  get isOver(): boolean {
    return this.#stage === 'over';
  }

  deliverTo(deliver: (message: Message) => void): void {
    this.#deliver = deliver;
  }

  /** A message that came in. */
  take(message: Message): void {
    const raw: unknown = message;
    const { id, method } = isObject(raw) ? raw : { id: null, method: null };
    if (this.#stage === 'beginning' && method !== 'exit' && method !== 'initialize') {
      this.#held.push(message);
      return;
    }
    const isKnown = typeof id === 'string' || typeof id === 'number';
    const isAnswer = isObject(raw) && method === undefined && ('result' in raw || 'error' in raw);
    if (isObject(raw) && typeof method === 'string' && isKnown) this.#request(raw, id, method);
    else if (isObject(raw) && typeof method === 'string' && id === undefined) this.#notification(raw, method);
    else if (isAnswer && (isKnown || id === null)) this.#deliver(message);
    else {
      this.#log('a message is neither a request nor a notification nor an answer');
      if (id !== undefined) this.#refuse(id, ErrorCodes.InvalidRequest, 'this is no request of JSON-RPC 2.0');
    }
  }

  /** A message that went out: after the answer to initialize, what waited for it is next. */
  written(message: Message): void {
    const { id, error } = message as { id?: unknown; error?: unknown };
    const isAnswer = !('method' in message) && id === this.#initialize;
    if (this.#stage !== 'beginning' || !isAnswer) return;
    this.#stage = error === undefined ? 'running' : 'new';
    const waiting = this.#held;
    this.#held = [];
    for (const held of waiting) this.take(held);
  }

  #request(message: Loose, id: string | number, method: string): void {
    const { params } = message;
    const refused = this.#refusal(method, params);
    if (refused !== null) {
      this.#refuse(id, ...refused);
      return;
    }
    if (method === 'shutdown') this.#stage = 'over';
    if (method !== 'initialize' || !isObject(params)) {
      this.#deliver(message as unknown as Message);
      return;
    }
    this.#stage = 'beginning';
    this.#initialize = id;
    const whole = { ...params, capabilities: params['capabilities'] ?? {} };
    this.#deliver({ ...message, params: whole } as unknown as Message);
  }

  #notification(message: Loose, method: string): void {
    if (this.#stage !== 'running' && !ALWAYS.has(method)) {
      if (this.#stage === 'new') this.#log(`${method} came before initialize`);
      return;
    }
    const { params } = message;
    const fault = faultOf(method, params);
    if (fault === null) {
      this.#deliver(message as unknown as Message);
      return;
    }
    this.#log(`${method}: ${fault}`);
    // The text is another one from here on: better no answers than answers about an old text.
    const name = LOSES[method];
    const document = name !== undefined && isObject(params) ? params[name] : null;
    if (!isObject(document) || typeof document['uri'] !== 'string') return;
    const told = { jsonrpc: '2.0', method: LOST_DOCUMENT, params: { uri: document['uri'] } };
    this.#deliver(told as Message);
  }

  /** Why a request is not answered. */
  #refusal(method: string, params: unknown): readonly [code: number, message: string] | null {
    if (this.#stage === 'over') return [ErrorCodes.InvalidRequest, 'the server was shut down'];
    if (method === 'initialize') {
      if (this.#stage !== 'new') return [ErrorCodes.InvalidRequest, 'the server is initialized already'];
    } else if (this.#stage === 'new') return [SERVER_NOT_INITIALIZED, 'the server is not initialized'];
    const fault = faultOf(method, params);
    return fault === null ? null : [ErrorCodes.InvalidParams, `${method}: ${fault}`];
  }

  #refuse(id: unknown, code: number, message: string): void {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    const answer = { jsonrpc: '2.0', id: known, error: { code, message } };
    this.#writer.write(answer).catch(() => this.#log(`an answer could not be sent: ${message}`));
  }
}

type Loose = Readonly<Record<string, unknown>>;
