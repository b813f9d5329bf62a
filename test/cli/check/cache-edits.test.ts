// Random edits of a project of headers, sources and modules: whatever is used from the cache is what a check finds.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { FindingsCache } from '../../../server/src/cli/check/cache.node.ts';
import { fileChecker } from '../../../server/src/cli/check/checker.node.ts';
import { isUnreadable, sourceFiles } from '../../../server/src/cli/common/walk.node.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { type Random, seeded } from '../../support/random.ts';

const HEADERS = ['h0.h', 'h1.h', 'h2.h', 'h3.h'];
const FOLDERS = ['', 'a/', 'b/'];

/** A file's text: constants, templates, includes and findings that depend on them. */
function textOf(name: string, random: Random): string {
  const number = 2 + random.below(6);
  const other = random.pick(HEADERS);
  if (name.endsWith('.py')) {
    const kind = /m\d/.exec(name)![0];
    const imported = kind === 'm0' ? '' : `from m${Number(kind[1]) - 1} import N\n`;
    const value = kind === 'm0' || random.oneIn(3) ? `N = ${number}\n` : '';
    return `import cutlass.cute as cute\n${imported}${value}a = cute.composition(cute.make_layout((4, 6, 8), stride=(2, 3, 5)), cute.make_layout(6, stride=N))\n`;
  }
  const own = /\d/.exec(name)![0];
  const include = random.oneIn(4)
    ? ''
    : random.oneIn(2)
      ? `#include "${other}"\n`
      : `#if X\n#include <${other}>\n#endif\n`;
  const assumed = random.oneIn(6) ? `// layout-lens: assume T${random.below(4)} = ${number}\n` : '';
  const constant = random.oneIn(3) ? '' : `constexpr int k${own} = ${number};\n`;
  const template = `template <int T${own}> void f${own}() { auto t = logical_divide(Layout<_14>{}, Int<T${own}>{}); }\n`;
  const used = `auto v${own}${name.endsWith('.cu') ? 'c' : 'h'} = logical_divide(Layout<_15>{}, Int<k${random.below(4)}>{});\n`;
  const calls = `inline void g${own}() { f${random.below(4)}<${number}>(); f${random.below(4)}<k${random.below(4)}>(); }\n`;
  return `${include}${assumed}using namespace cute;\n${constant}${template}${used}${calls}`;
}

const NAMES = [
  ...FOLDERS.flatMap((folder) => HEADERS.map((name) => `${folder}${name}`)),
  ...['s0.cu', 'a/s1.cu', 'b/s2.cu', 'b/s3.cu'],
  ...['m0.py', 'm1.py', 'a/m0.py', 'a/m1.py', 'a/m2.py'],
];

test('after any edit what is used from the cache is what a check finds', async () => {
  const grammars = await loadGrammars(grammarFiles);
  let used = 0;
  let anew = 0;
  for (const seed of [1, 2, 3]) {
    const random = seeded(seed);
    const folder = mkdtempSync(join(tmpdir(), 'layout-lens-edits-'));
    try {
      const write = (name: string): void => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), textOf(name, random));
      };
      mkdirSync(join(folder, '.git'));
      for (const name of NAMES) if (!random.oneIn(3)) write(name);
      const searched = { operands: [folder], include: [] };
      for (let edit = 0; edit < 12; edit++) {
        const check = fileChecker(grammars, searched);
        const cache = new FindingsCache(join(folder, 'kept'), searched);
        for (const file of sourceFiles([folder])) {
          assert.ok(!isUnreadable(file));
          const kept = cache.find(file);
          const checked = await check(file);
          assert.ok('findings' in checked);
          if (kept === null) cache.add(file, checked);
          else
            assert.deepEqual(
              kept,
              checked.findings,
              `seed ${seed}, edit ${edit}: ${file.path}\n${file.text}`,
            );
          if (kept === null) anew++;
          else used++;
        }
        cache.write();
        const name = random.pick(NAMES);
        if (random.oneIn(4)) rmSync(join(folder, name), { force: true });
        else write(name);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  assert.ok(used > 100 && anew > 100, `${used} used, ${anew} anew`);
});
