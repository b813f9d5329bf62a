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

export interface Guarded {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  /** Whether the client has asked to shut down. */
  isOver(): boolean;
}

/** `log` takes a line for each message that is dropped. */
export function guarded(reader: MessageReader, writer: MessageWriter, log: (text: string) => void): Guarded {
  let stage: Stage = 'new';
  let initialize: RequestMessage['id'] = null;
  /** What came in while the session was begun. */
  let held: Message[] = [];
  let deliver: (message: Message) => void = () => {};

  const refuse = (id: unknown, code: number, message: string): void => {
    const known = typeof id === 'string' || typeof id === 'number' ? id : null;
    const answer = { jsonrpc: '2.0', id: known, error: { code, message } };
    writer.write(answer).catch(() => log(`an answer could not be sent: ${message}`));
  };

  /** Why a request is not answered. */
  const refusal = (method: string, params: unknown): readonly [code: number, message: string] | null => {
    if (stage === 'over') return [ErrorCodes.InvalidRequest, 'the server was shut down'];
    if (method === 'initialize') {
      if (stage !== 'new') return [ErrorCodes.InvalidRequest, 'the server is initialized already'];
    } else if (stage === 'new') return [SERVER_NOT_INITIALIZED, 'the server is not initialized'];
    const fault = faultOf(method, params);
    return fault === null ? null : [ErrorCodes.InvalidParams, `${method}: ${fault}`];
  };

  const request = (message: Loose, id: string | number, method: string): void => {
    const { params } = message;
    const refused = refusal(method, params);
    if (refused !== null) {
      refuse(id, ...refused);
      return;
    }
    if (method === 'shutdown') stage = 'over';
    if (method !== 'initialize' || !isObject(params)) {
      deliver(message as unknown as Message);
      return;
    }
    stage = 'beginning';
    initialize = id;
    const whole = { ...params, capabilities: params['capabilities'] ?? {} };
    deliver({ ...message, params: whole } as unknown as Message);
  };

  const notification = (message: Loose, method: string): void => {
    const isAllowed = stage === 'running' || ALWAYS.has(method);
    if (!isAllowed) {
      if (stage === 'new') log(`${method} came before initialize`);
      return;
    }
    const { params } = message;
    const fault = faultOf(method, params);
    if (fault === null) {
      deliver(message as unknown as Message);
      return;
    }
    log(`${method}: ${fault}`);
    // The text is another one from here on: better no answers than answers about an old text.
    const document = method === 'textDocument/didChange' && isObject(params) ? params['textDocument'] : null;
    if (!isObject(document) || typeof document['uri'] !== 'string') return;
    const told = { jsonrpc: '2.0', method: LOST_DOCUMENT, params: { uri: document['uri'] } };
    deliver(told as Message);
  };

  const take = (message: Message): void => {
    const raw: unknown = message;
    const { id, method } = isObject(raw) ? raw : { id: null, method: null };
    if (stage === 'beginning' && method !== 'exit' && method !== 'initialize') {
      held.push(message);
      return;
    }
    const isKnown = typeof id === 'string' || typeof id === 'number';
    const isAnswer = isObject(raw) && method === undefined && ('result' in raw || 'error' in raw);
    if (isObject(raw) && typeof method === 'string' && isKnown) request(raw, id, method);
    else if (isObject(raw) && typeof method === 'string' && id === undefined) notification(raw, method);
    else if (isAnswer && (isKnown || id === null)) deliver(message);
    else {
      log('a message is neither a request nor a notification nor an answer');
      if (id !== undefined) refuse(id, ErrorCodes.InvalidRequest, 'this is no request of JSON-RPC 2.0');
    }
  };

  /** The answer to initialize is on its way: what waited for it is next. */
  const begun = (isFine: boolean): void => {
    stage = isFine ? 'running' : 'new';
    const waiting = held;
    held = [];
    for (const message of waiting) take(message);
  };

  const outer: MessageReader = {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    listen(callback) {
      deliver = callback;
      return reader.listen(take);
    },
    dispose: () => reader.dispose(),
  };
  const inner: MessageWriter = {
    onError: writer.onError,
    onClose: writer.onClose,
    async write(message) {
      await writer.write(message);
      const { id, error } = message as { id?: unknown; error?: unknown };
      const isAnswer = !('method' in message) && id === initialize;
      if (stage === 'beginning' && isAnswer) begun(error === undefined);
    },
    end: () => writer.end(),
    dispose: () => writer.dispose(),
  };
  return { reader: outer, writer: inner, isOver: () => stage === 'over' };
}

type Loose = Readonly<Record<string, unknown>>;
