// Frames that are broken: they are skipped to the next one, and logged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames } from '../../server/src/workspace/protocol/frames.node.ts';
import { RawClient } from './raw.ts';

const frame = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** What passes when the bytes come in pieces of a length, and what is logged. */
async function passed(
  input: string | Buffer,
  length: number,
): Promise<{ text: string; log: readonly string[] }> {
  const log: string[] = [];
  const frames = new Frames((line) => log.push(line));
  const parts: Buffer[] = [];
  frames.on('data', (part: Buffer) => parts.push(part));
  const bytes = Buffer.from(input);
  for (let at = 0; at < bytes.length; at += length) frames.write(bytes.subarray(at, at + length));
  frames.end();
  await new Promise((resolve) => frames.once('end', resolve));
  return { text: Buffer.concat(parts).toString(), log };
}

const A = frame('{"a":"é"}');
const B = frame('{"b":[1]}');
const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['a length that is no number', `${A}Content-Length: ten\r\n\r\n{"x":1}${B}`, /Content-Length is "ten"/],
  ['a length below zero', `${A}Content-Length: -5\r\n\r\n{"x":1}${B}`, /Content-Length is "-5"/],
  ['a length without digits', `${A}Content-Length: \r\n\r\n{"x":1}${B}`, /Content-Length is ""/],
  [
    'a length of many digits',
    `${A}Content-Length: 99999999999999999999\r\n\r\n{}${B}`,
    /Content-Length is 9999/,
  ],
  ['no length', `${A}Content-Type: application/json\r\n\r\n{"x":1}${B}`, /has no Content-Length/],
  ['garbage in front', `garbage\r\n${A}more${B}`, /bytes before a header are no message/],
  ['garbage with a blank line', `${A}gar\r\n\r\nbage${B}`, /has no Content-Length/],
  [
    'much garbage',
    Buffer.concat([Buffer.from(A), Buffer.alloc(100_000, 0xff), Buffer.from(B)]),
    /no header|no message/,
  ],
  ['lines that end in line feeds', `${A}Content-Length: 7\n\n{"x":1}${B}`, /no message/],
  [
    'another charset',
    `${A}Content-Length: 7\r\nContent-Type: x; charset=utf-16\r\n\r\n{"x":1}${B}`,
    /charset is utf-16/,
  ],
];

for (const [name, input, logged] of cases)
  test(name, async () => {
    for (const length of [1, 3, 17, 1_000_000]) {
      const { text, log } = await passed(input, length);
      assert.equal(text, A + B, `in pieces of ${length}`);
      assert.match(log.join('\n'), logged);
    }
  });

test('frames that are as they should be pass in silence', async () => {
  const other = `Content-Type: application/vscode-jsonrpc; charset=utf8\r\ncontent-length:7\r\n\r\n{"x":1}`;
  for (const length of [1, 5, 1000]) {
    const { text, log } = await passed(A + other + B, length);
    assert.equal(text, `${A}${frame('{"x":1}')}${B}`);
    assert.deepEqual(log, []);
  }
});

test('the server answers the request behind each kind of broken frame', async () => {
  const client = new RawClient();
  await client.initialize();
  const uri = 'file:///t/a.layout';
  client.open(uri, 'layout', '(4,8):(8,1)\n');
  const broken = [
    ...cases.map(([, input]) => Buffer.from(input).subarray(Buffer.byteLength(A), -Buffer.byteLength(B))),
    Buffer.from(frame('{ this is no JSON')),
    Buffer.from(frame('')),
    Buffer.from(frame('\u0000\u0001')),
    Buffer.from('Content-Length: 0\r\n\r\n'),
    // Too short: the rest of the body stands before the next header.
    Buffer.from('Content-Length: 3\r\n\r\n{"x":1}'),
    Buffer.concat([Buffer.from('Content-Length: 4\r\n\r\n'), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
  ];
  for (const bytes of broken) {
    client.write(bytes);
    assert.match(await client.hover(uri), /\(4,8\):\(8,1\)/, bytes.toString('latin1', 0, 60));
  }
  assert.match(client.errors, /Content-Length is "ten"/);
  assert.equal(await client.stop(), 0);
});
