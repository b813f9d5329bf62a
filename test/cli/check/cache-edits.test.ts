// Random edits of a project of headers, sources and modules: whatever is used from the cache is what a check finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../support/random.ts';
import { usedFromCache } from './checked-with-cache.ts';
import { project } from './project.ts';

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
  let used = 0;
  const edits = 12;
  const seeds = [1, 2, 3];
  for (const seed of seeds) {
    const random = seeded(seed);
    const of = project({ '.git/HEAD': '' });
    try {
      for (const name of NAMES) if (!random.oneIn(3)) of.write(name, textOf(name, random));
      for (let edit = 0; edit < edits; edit++) {
        used += (await usedFromCache(of.folder)).length;
        const name = random.pick(NAMES);
        if (random.oneIn(4)) of.remove(name);
        else of.write(name, textOf(name, random));
      }
    } finally {
      of.dispose();
    }
  }
  // Some of it has to be used, and some not.
  const most = NAMES.length * edits * seeds.length;
  assert.ok(used > most / 6 && used < most, `${used} of ${most}`);
});
