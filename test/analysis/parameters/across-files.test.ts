// A template in a header: what the files that include it instantiate it with, picked by a comment in the header, which
// need not see the classes that the comment names.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ApplyWorkspaceEditParams, CodeLens } from 'vscode-languageserver-protocol';
import { applyEdit, TestClient } from '../../protocol/client.ts';

const KERNEL = `#pragma once
using namespace cute;

template <class Traits, bool Causal>
__global__ void kernel() {
  auto tile = make_layout(Shape<Int<Traits::kRows>, _8>{});
  auto square = make_layout(Shape<_8, _8>{});
}
`;
const FILES: Readonly<Record<string, string>> = {
  'kernel.h': KERNEL,
  'traits.h': `#pragma once
template <int kRows_, class Element> struct Traits { static constexpr int kRows = kRows_; };
`,
  'narrow.cu': `#include "traits.h"
#include "kernel.h"
void narrow() { kernel<Traits<16, half_t>, true><<<1, 1>>>(); kernel<Traits<16, half_t>, false><<<1, 1>>>(); }
`,
  'wide.cu': `#include "traits.h"
#include "kernel.h"
void wide() { kernel<Traits<64, float>, true><<<1, 1>>>(); }
`,
};

let path: string;
let client: TestClient;
let applied: ApplyWorkspaceEditParams | null = null;
before(async () => {
  path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  mkdirSync(join(path, '.git'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text);
  client = await TestClient.start({
    markdown: false,
    rootUri: pathToFileURL(path).href,
    refresh: true,
    workspace: { applyEdit: true },
  });
  client.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
    applied = params;
    return { applied: true };
  });
  await client.open(uri(), 'cuda-cpp', KERNEL);
});
after(async () => {
  await client.stop();
  rmSync(path, { recursive: true });
});

const uri = () => pathToFileURL(join(path, 'kernel.h')).href;

/** The hover at a word of the header, when it is as wanted: files are read behind the first answer. */
async function hover(text: string, word: string, wanted: RegExp): Promise<string> {
  const lines = text.split('\n');
  const line = lines.findIndex((l) => l.includes(word));
  return client.answered(() => client.hoverText(uri(), line, lines[line]!.indexOf(word)), wanted);
}

test('a header shows the instantiations of the files that include it, and the one that is pinned', async () => {
  await client.edit(uri(), [{ text: KERNEL }]);
  const shown = await hover(KERNEL, 'tile', /_64/);
  assert.match(shown, /\nnarrow · Traits = Traits<16, half_t>: \(_16,_8\):\(_1,_16\)\n/);
  assert.match(shown, /\nwide · Traits = Traits<64, float>: \(_64,_8\):\(_1,_64\)/);
  assert.equal(shown.match(/^narrow .*Traits<16, half_t>:/gm)?.length, 1);

  const [lens] = await client.request<CodeLens[]>('textDocument/codeLens', uri());
  assert.match(lens!.command!.title, /^3 instantiations: /);
  await client.connection.sendRequest('workspace/executeCommand', {
    command: 'layoutLens.pinInstantiation',
    arguments: [{ ...(lens!.command!.arguments![0] as object), choice: '<Traits<64, float>,true>' }],
  });
  const picked = applyEdit(KERNEL, applied!.edit, uri());
  assert.match(picked, /\n\/\/ layout-lens: assume Traits = Traits<64, float>, Causal = true\ntemplate/);
  await client.edit(uri(), [{ text: picked }]);
  const after = await hover(picked, 'tile', /^\(_64,_8\):\(_1,_64\)/);
  assert.match(after, /Traits = Traits<64, float> \(assumed here\)/);
  const [now] = await client.request<CodeLens[]>('textDocument/codeLens', uri());
  assert.match(now!.command!.title, /Traits<64,float>.* \(assumed\), of 3 instantiations: /);
  const hints = await client.inlayHints(uri());
  assert.ok(hints.some((h) => h.label === ': (_64,_8):(_1,_64)'));
});

test('a comment that no instantiation agrees with, and that means nothing here, hides none of them', async () => {
  const text = KERNEL.replace('template', '// layout-lens: assume Traits = Other<7>\ntemplate');
  await client.edit(uri(), [{ text }]);
  await hover(
    text,
    'tile',
    /\nnarrow · Traits = Traits<16, half_t>: [\s\S]*\nwide · Traits = Traits<64, float>: /,
  );
});
