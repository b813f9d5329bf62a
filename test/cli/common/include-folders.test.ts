// Where the command line looks for included files when nobody says it: in the project around a file, and in the CUTLASS
// that is found.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../../support/command-line.ts';

const SOURCE = `#include <cutlass/mine.h>
using namespace cute;
auto a = Layout<Shape<Int<kN>, _8>>{};
`;
const CUTLASS = { 'cute/layout.hpp': '', 'cutlass/mine.h': 'constexpr int kN = 4;\n' };

const below = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]));

/** What a hover in `src/main.cu` says, with these files beside it. */
async function hover(
  files: Readonly<Record<string, string>>,
  variables: (folder: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  try {
    for (const [name, text] of Object.entries({ 'src/main.cu': SOURCE, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const env = { PATH: process.env.PATH, ...variables(folder) };
    return (await runHere(['hover', join(folder, 'src/main.cu:3:6')], { env })).out;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a submodule, a variable, an environment of Python or conda', async () => {
  const found = /\(_4,_8\):\(_1,_4\)/;
  assert.doesNotMatch(await hover({}), found);
  const submodule = '[submodule "x"]\n\tpath = libs/my-cutlass\n';
  assert.match(
    await hover({ '.gitmodules': submodule, '.git/HEAD': '', ...below('libs/my-cutlass/include', CUTLASS) }),
    found,
  );
  const elsewhere = below('elsewhere/include', CUTLASS);
  assert.match(await hover(elsewhere, (folder) => ({ CUTLASS_PATH: join(folder, 'elsewhere') })), found);
  assert.match(await hover(elsewhere, (folder) => ({ CONDA_PREFIX: join(folder, 'elsewhere') })), found);
  const packaged = below('env/lib/python3.11/site-packages/cutlass_library/source/include', CUTLASS);
  assert.match(await hover(packaged, (folder) => ({ VIRTUAL_ENV: join(folder, 'env') })), found);
});

test('a project without a repository is the outermost folder with the files of a build', async () => {
  const files = { 'lib/cutlass/mine.h': CUTLASS['cutlass/mine.h'], 'src/CMakeLists.txt': '' };
  assert.doesNotMatch(await hover(files), /_4,_8/);
  assert.match(await hover({ ...files, 'CMakeLists.txt': '' }), /\(_4,_8\):\(_1,_4\)/);
});
