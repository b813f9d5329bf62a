// Sequences of valid and malformed messages over a real connection: each request has one answer, nothing that the server
// says is JavaScript's, and at the end it answers as if nothing had been.

import type { Random } from '../../test/support/random.ts';
import type { Kind } from './kind.ts';
import { randomSent, type Sent } from './protocol-messages.ts';
import { type Answer, ServerProcess } from './server-process.ts';
import { without } from './shrink.ts';

interface ProtocolInput {
  readonly sent: readonly Sent[];
}

const MESSAGES = 400;
const PATIENCE_MS = 30_000;
const FIRST = 'first';
const LAST = 'last';
/** What JavaScript says of its own mistakes. */
const JAVASCRIPT =
  /is not a function|Cannot read propert|is not iterable|of undefined|of null|not defined|Maximum call stack|\bat .*\.[tj]s:\d+/;

const INITIALIZE = {
  processId: process.pid,
  rootUri: null,
  capabilities: { textDocument: { hover: { contentFormat: ['plaintext'] }, diagnostic: {} } },
};
const PROBE = 'file:///f/probe.layout';

const message = (method: string, params: unknown, id?: string): object => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  method,
  params,
});

/** The ids of requests among what is sent. */
const idsOf = (sent: readonly Sent[]): readonly unknown[] =>
  sent.flatMap((each) => ('message' in each && 'id' in each.message ? [each.message['id']] : []));

/** What is wrong with the answers to requests; null when nothing is. */
function faultOf(answers: readonly Answer[], ids: readonly unknown[], errors: string): string | null {
  const answered = answers.filter((answer) => answer.method === undefined && answer.id != null);
  for (const id of ids) {
    const count = answered.filter((answer) => answer.id === id).length;
    if (count !== 1) return `request ${String(id)} has ${count} answers`;
  }
  const strange = answers.find(({ error }) => JAVASCRIPT.test(String(error?.message ?? '')));
  if (strange !== undefined) return `an error says: ${String(strange.error?.message)}`;
  const complaint = errors.split('\n').find((line) => JAVASCRIPT.test(line));
  return complaint === undefined ? null : `the server complains: ${complaint}`;
}

async function problemIn({ sent }: ProtocolInput, server: ServerProcess): Promise<string | null> {
  const has = (id: unknown): boolean => server.answers.some((a) => a.id === id && a.method === undefined);
  server.send(message('initialize', INITIALIZE, FIRST));
  if (!(await server.until(() => has(FIRST), PATIENCE_MS))) return 'initialize is not answered';
  server.send(message('initialized', {}));
  for (const each of sent) {
    if ('bytes' in each) server.write(each.bytes);
    else server.send(each.message);
  }
  const textDocument = { uri: PROBE, languageId: 'layout', version: 1, text: 'A = (4,8):(8,1)\n' };
  server.send(message('textDocument/didOpen', { textDocument }));
  server.send(message('textDocument/hover', { textDocument, position: { line: 0, character: 0 } }, LAST));
  const ids = idsOf(sent);
  await server.until(() => has(LAST) && ids.every(has), PATIENCE_MS);
  if (server.exit !== null) return `the server ended with ${server.exit}\n${server.errors.slice(-2000)}`;
  const fault = faultOf(server.answers, [...ids, LAST], server.errors);
  if (fault !== null) return fault;
  const last = server.answers.find(({ id }) => id === LAST);
  return JSON.stringify(last?.result ?? null).includes('(4,8):(8,1)')
    ? null
    : `the last hover says ${JSON.stringify(last)}`;
}

export const protocolKind = (): Kind<ProtocolInput> => ({
  generate: (random: Random) => ({
    sent: Array.from({ length: MESSAGES }, (_, i) => randomSent(random, i + 1)),
  }),
  units: ({ sent }) => sent.length,
  async check(input) {
    const server = new ServerProcess();
    try {
      return await problemIn(input, server);
    } finally {
      server.kill();
    }
  },
  *smaller({ sent }) {
    for (const fewer of without(sent)) yield { sent: fewer };
  },
  text: ({ sent }) =>
    sent.map((each) => JSON.stringify('bytes' in each ? each.bytes : each.message)).join('\n'),
});
