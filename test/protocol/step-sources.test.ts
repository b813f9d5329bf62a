// The links of a hover from the steps of a derivation to their sources.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { TestClient } from './client.ts';

test('the steps of a derivation lead to their sources, also in an included file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  const uri = pathToFileURL(join(folder, 'kernel.cu')).href;
  const header = 'namespace tiles {\nusing namespace cute;\nconstexpr auto outer = Layout<_8,_2>{};\n}\n';
  writeFileSync(join(folder, 'tiles.hpp'), header);
  const text = `#include <cute/tensor.hpp>
#include "tiles.hpp"
using namespace cute;
using namespace tiles;
auto inner = Layout<_4,_1>{};
auto made = composition(outer, inner);
auto again = made;
`;
  const own = await TestClient.start({
    initializationOptions: { commandLinks: true },
    rootUri: pathToFileURL(folder).href,
    refresh: true,
  });
  try {
    await own.open(uri, 'cuda-cpp', text);
    const sources = async (line: number, character: number): Promise<readonly (readonly string[])[]> => {
      const shown = await own.answered(() => own.hoverText(uri, line, character), /_4:_2/);
      return [...shown.matchAll(/layoutLens\.goTo\?([^)\s]+)/g)].map(([, target]) => {
        const [{ uri: file, start, end }] = JSON.parse(decodeURIComponent(target!));
        const isHeader = file.endsWith('/tiles.hpp');
        return [isHeader ? 'tiles.hpp' : 'kernel.cu', (isHeader ? header : text).slice(start, end)];
      });
    };
    const args = [
      ['tiles.hpp', 'outer'],
      ['kernel.cu', 'inner'],
    ];
    // Where the operation itself is hovered there is nowhere to go to for it.
    assert.deepEqual(await sources(5, 5), args);
    assert.deepEqual(await sources(5, 14), args);
    assert.deepEqual(await sources(6, 5), [['kernel.cu', 'composition(outer, inner)'], ...args]);
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true });
  }
});
