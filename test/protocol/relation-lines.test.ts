// A set or relation that goes over several lines: hover, colours and errors stand at their own lines.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestClient } from './client.ts';

let client: TestClient;
before(async () => {
  client = await TestClient.start({ markdown: false });
});
after(() => client.stop());

const TEXT = `S = {
  [c] -> [(-3c) mod 16]
    : 0 <= c < 16
}
bad = { [i] : 0 <= i
  and and i < 4 }
open = { [i] : 0 <= i
next = (4,8):(8,1)
`;

test('each line of a relation says what the relation is', async () => {
  const uri = 'file:///lines.layout';
  await client.open(uri, 'layout', TEXT);
  for (const [line, character] of [
    [0, 0],
    [0, 4],
    [1, 10],
    [2, 6],
    [3, 0],
  ] as const)
    assert.match(
      await client.hoverText(uri, line, character),
      /16 inputs · injective/,
      `${line}:${character}`,
    );
  assert.match(await client.hoverText(uri, 7, 0), /\(4,8\):\(8,1\)/);
});

test('an error stands where it is, and an open brace ends with its line', async () => {
  const uri = 'file:///errors.layout';
  await client.open(uri, 'layout', TEXT);
  const found = (await client.diagnostics(uri)).map(({ range: { start, end }, message }) => [
    start.line,
    start.character,
    end.character,
    message,
  ]);
  assert.deepEqual(found, [
    [5, 6, 9, 'and is no number and no name'],
    [6, 7, 8, 'missing }, opened at column 8'],
  ]);
});

test('the words of a relation have colours on all of its lines', async () => {
  const uri = 'file:///colours.layout';
  await client.open(uri, 'layout', TEXT);
  const { data } = await client.connection.sendRequest<{ data: number[] }>(
    'textDocument/semanticTokens/full',
    {
      textDocument: { uri },
    },
  );
  const lines = TEXT.split('\n');
  let [line, character] = [0, 0];
  const words: string[] = [];
  for (let k = 0; k < data.length; k += 5) {
    character = data[k] === 0 ? character + data[k + 1]! : data[k + 1]!;
    line += data[k]!;
    if (line <= 3) words.push(`${line} ${lines[line]!.slice(character, character + data[k + 2]!)}`);
  }
  for (const word of ['1 c', '1 3', '1 mod', '1 16', '2 0', '2 c', '2 16'])
    assert.ok(words.includes(word), `${word} in ${words.join(', ')}`);
});
