// The server as a process: from its start to its first answer. The bundle is measured, as users run it.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { type Measurement, median } from './measure.ts';

const bundle = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url));

async function startToFirstHover(languageId: string, text: string): Promise<number> {
  const start = performance.now();
  const server = spawn(process.execPath, [bundle, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
  });
  await connection.sendNotification('initialized', {});
  const uri = 'file:///bench';
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId, version: 1, text },
  });
  const hover = await connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line: 0, character: 6 },
  });
  const time = performance.now() - start;
  if (hover === null) throw new Error('the server did not answer');
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
  return time;
}

export async function benchServer(): Promise<readonly Measurement[]> {
  if (!existsSync(bundle)) {
    console.error('server start is not measured: build first (npm run build)');
    return [];
  }
  const text = 'auto L = cute::make_layout(cute::Shape<cute::_4, cute::_8>{});\n';
  const times: number[] = [];
  for (let i = 0; i < 7; i++) times.push(await startToFirstHover('cuda-cpp', text));
  const notation: number[] = [];
  for (let i = 0; i < 5; i++) notation.push(await startToFirstHover('layout', '(4,8):(8,1)\n'));
  return [
    { what: 'server start to first hover, C++', value: median(times), unit: 'ms', limit: 500 },
    { what: 'server start to first hover, .layout', value: median(notation), unit: 'ms', limit: 500 },
  ];
}
