// Where the command line looks for included files when nobody says it: in the project around a file, and in the CUTLASS
// that is found.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../../support/command-line.ts';

const SOURCE = `#include <cutlass/mine.h>
using namespace cute;
auto a = Layout<Shape<Int<kN>, _8>>{};
`;
const CUTLASS = { 'cute/layout.hpp': '', 'cutlass/mine.h': 'constexpr int kN = 4;\n' };

const below = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]));

/** What a hover in `src/main.cu` says, with these files beside it. */
function hover(
  files: Readonly<Record<string, string>>,
  variables: (folder: string) => Readonly<Record<string, string>> = () => ({}),
): string {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  try {
    for (const [name, text] of Object.entries({ 'src/main.cu': SOURCE, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const [command, ...words] = [process.execPath, ...commandLine, 'hover', join(folder, 'src/main.cu:3:6')];
    const env = { PATH: process.env.PATH, ...variables(folder) };
    return spawnSync(command, words, { encoding: 'utf8', env }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a submodule, a variable, an environment of Python or conda', () => {
  const found = /\(_4,_8\):\(_1,_4\)/;
  assert.doesNotMatch(hover({}), found);
  const submodule = '[submodule "x"]\n\tpath = libs/my-cutlass\n';
  assert.match(
    hover({ '.gitmodules': submodule, '.git/HEAD': '', ...below('libs/my-cutlass/include', CUTLASS) }),
    found,
  );
  const elsewhere = below('elsewhere/include', CUTLASS);
  assert.match(
    hover(elsewhere, (folder) => ({ CUTLASS_PATH: join(folder, 'elsewhere') })),
    found,
  );
  assert.match(
    hover(elsewhere, (folder) => ({ CONDA_PREFIX: join(folder, 'elsewhere') })),
    found,
  );
  const packaged = below('env/lib/python3.11/site-packages/cutlass_library/source/include', CUTLASS);
  assert.match(
    hover(packaged, (folder) => ({ VIRTUAL_ENV: join(folder, 'env') })),
    found,
  );
});

test('a project without a repository is the outermost folder with the files of a build', () => {
  const files = { 'lib/cutlass/mine.h': CUTLASS['cutlass/mine.h'], 'src/CMakeLists.txt': '' };
  assert.doesNotMatch(hover(files), /_4,_8/);
  assert.match(hover({ ...files, 'CMakeLists.txt': '' }), /\(_4,_8\):\(_1,_4\)/);
});
