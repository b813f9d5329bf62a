// Findings that are kept: they are used again where nothing has changed that they may depend on, and nowhere else.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { digest } from '../../../server/src/cli/check/module-answers.ts';
import { usedFromCache } from './checked-with-cache.ts';
import { type Project, project } from './project.ts';

const CUTE = 'using namespace cute;\n';

/** In each of the files that are checked something is found. */
const FILES = {
  '.git/HEAD': '',
  'lib/n.h': 'constexpr int kN = 5;\n',
  'lib/mid.h': '#include "n.h"\n',
  'src/a.cu': `#include "mid.h"\n${CUTE}auto a = logical_divide(Layout<_12>{}, Int<kN>{});\n`,
  'src/alone.cu': `${CUTE}auto b = logical_divide(Layout<_12>{}, _5{});\n`,
  'src/t.h': `${CUTE}template <int N> void tiled() { auto t = logical_divide(Layout<_12>{}, Int<N>{}); }\n`,
  'src/via.h': '#include "t.h"\n',
  'src/u.cu': `#include "via.h"\nvoid f() { tiled<5>(); }\n${CUTE}auto c = logical_divide(Layout<_14>{}, _4{});\n`,
  'consts.py': 'import cutlass.cute as cute\nN = 5\n',
  'p/deep/use.py':
    'import cutlass.cute as cute\nfrom consts import N\n' +
    'a = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), cute.make_layout(6, stride=N))\n',
  'x.layout': 'logical_divide(12:1, 5)\n',
};
const CPP = ['src/a.cu', 'src/alone.cu', 'src/t.h', 'src/u.cu'];

const entriesOf = ({ folder }: Project): readonly string[] =>
  readdirSync(join(folder, 'kept'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, 'kept', name));

/** Writes another message into all that is kept, by which one sees where it is used. */
function mark(of: Project): void {
  for (const path of entriesOf(of)) {
    const [, kept = ''] = readFileSync(path, 'utf8').split('\n');
    const body = kept.replaceAll(/"message":"(?:[^"\\]|\\.)*"/g, '"message":"KEPT"');
    writeFileSync(path, `${digest(body)}\n${body}`);
  }
}

const cached = ['--cache', 'kept'];

/** What is checked anew after a change, as far as something is found in it. The words are folders that are searched from then on. */
const changes: readonly {
  readonly what: string;
  readonly change: (of: Project) => readonly string[] | undefined;
  readonly anew: readonly string[];
}[] = [
  { what: 'nothing', change: () => undefined, anew: [] },
  {
    what: 'the file',
    change: (of) => void of.write('src/alone.cu', `\n${FILES['src/alone.cu']}`),
    anew: ['src/alone.cu'],
  },
  {
    what: 'a header of a header',
    change: (of) => void of.write('lib/n.h', 'constexpr int kN = 7;\n'),
    anew: ['src/a.cu'],
  },
  { what: 'a header that is gone', change: (of) => void of.remove('lib/n.h'), anew: ['src/a.cu'] },
  {
    what: 'a file that is found before a header',
    change: (of) => void of.write('src/mid.h', 'constexpr int kN = 7;\n'),
    anew: ['src/a.cu'],
  },
  {
    what: 'a second header of that name, so that neither is meant',
    change: (of) => void of.write('other/mid.h', 'constexpr int kN = 7;\n'),
    anew: ['src/a.cu'],
  },
  {
    what: 'what a file that includes it through another instantiates',
    change: (of) => void of.write('src/u.cu', FILES['src/u.cu'].replace('<5>', '<7>')),
    anew: ['src/t.h', 'src/u.cu'],
  },
  {
    what: 'a comment in a file that includes it',
    change: (of) => void of.write('src/u.cu', `// layout-lens: assume N = 7\n${FILES['src/u.cu']}`),
    anew: ['src/t.h', 'src/u.cu'],
  },
  {
    what: 'a file that includes it from now on',
    change: (of) => void of.write('src/v.cu', '#include "t.h"\nvoid g() { tiled<7>(); }\n'),
    anew: ['src/t.h'],
  },
  {
    what: 'how the files are compiled',
    change: (of) =>
      void of.write('compile_commands.json', '[{"directory":"/","file":"a.cu","command":"c++ -DkN=4 a.cu"}]'),
    anew: CPP,
  },
  {
    what: 'the folders that are searched',
    change: () => ['lib'],
    anew: [...CPP, 'p/deep/use.py'],
  },
  {
    what: 'a module',
    change: (of) => void of.write('consts.py', 'import cutlass.cute as cute\nN = 7\n'),
    anew: ['p/deep/use.py'],
  },
  {
    what: 'a module that is found before another',
    change: (of) => void of.write('p/consts.py', 'import cutlass.cute as cute\nN = 7\n'),
    anew: ['p/deep/use.py'],
  },
  {
    what: 'a file that imports a module from now on',
    change: (of) => void of.write('tests/test_use.py', 'from p.deep.use import a\n'),
    anew: ['p/deep/use.py'],
  },
  {
    what: 'the folders of modules',
    change: (of) => void of.write('pyrightconfig.json', '{"extraPaths":["lib"]}'),
    anew: ['p/deep/use.py'],
  },
  {
    what: 'a file of which a part was written',
    change: (of) => {
      for (const path of entriesOf(of)) writeFileSync(path, readFileSync(path).subarray(0, -9));
      return undefined;
    },
    anew: [...CPP, 'p/deep/use.py', 'x.layout'],
  },
];

const FOUND = [...CPP, 'p/deep/use.py', 'x.layout'];

for (const { what, change, anew } of changes)
  test(`what is kept is used where it still holds, and nowhere else, after a change of: ${what}`, async () => {
    const of = project(FILES);
    try {
      assert.deepEqual(await usedFromCache(of.folder), []);
      const used = await usedFromCache(of.folder, change(of) ?? []);
      assert.deepEqual(
        FOUND.filter((path) => !used.includes(path)),
        anew,
      );
    } finally {
      of.dispose();
    }
  });

test('what is kept says what was found of all rules, whichever are asked for, also to threads', async () => {
  const of = project(FILES);
  try {
    of.check('.', '--rule', 'shape-divisibility', '--severity', 'error', '--jobs', '2', ...cached);
    for (const format of ['text', 'json', 'sarif'])
      assert.deepEqual(
        of.check('.', '--format', format, ...cached),
        await of.checkHere('.', '--format', format),
      );
    mark(of);
    assert.equal(of.check('.', ...cached).out.match(/KEPT/g)?.length, 6);
    // A repository does not take it in.
    assert.equal(readFileSync(join(of.folder, 'kept', '.gitignore'), 'utf8'), '*\n');
  } finally {
    of.dispose();
  }
});

test('a cache that cannot be written is told, and nothing else changes', async () => {
  const of = project({ 'x.layout': FILES['x.layout'], taken: '' });
  try {
    const { status, out, err } = await of.checkHere('.', '--cache', 'taken');
    assert.deepEqual([status, out], [0, (await of.checkHere('.')).out]);
    assert.match(err, /^layout-lens: the cache taken cannot be written: .*\n$/);
    assert.match((await of.checkHere('.', '--cache=')).err, /--cache needs a folder/);
  } finally {
    of.dispose();
  }
});
