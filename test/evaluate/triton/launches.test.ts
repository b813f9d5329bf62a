// With how many warps and blocks a kernel of Gluon is launched, where everything in sight says the same.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Grammars } from '../../../server/src/syntax/grammars.ts';
import { checkValues, pythonGrammars, show } from '../python/support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS = `import triton
from triton.experimental import gluon
from triton.experimental.gluon import language as ttgl
`;

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, `${IMPORTS}${text}`, expected);

const NOT_SAID = 'unknown: num_warps is said where the kernel is launched';

test('decorators may say it in a way that is not read', () => {
  check(
    `
@triton.autotune(key=[])
@gluon.jit
def without(x):
    of_none: ttgl.constexpr = ttgl.num_warps()

@triton.autotune(configs=[], key=[])
@gluon.jit
def empty(x):
    of_empty: ttgl.constexpr = ttgl.num_warps()

@triton.heuristics(values={"num_warps": lambda args: 8})
@gluon.jit
def guessed(x):
    of_heuristics: ttgl.constexpr = ttgl.num_warps()

@triton.autotune(configs=[triton.Config({}, num_warps=8), triton.Config({})], key=[])
@gluon.jit
def differing(x):
    of_both: ttgl.constexpr = ttgl.num_warps()

@triton.autotune(configs=[triton.Config({}), triton.Config({}, num_warps=4)], key=[])
@gluon.jit
def agreeing(x):
    of_standard: ttgl.constexpr = ttgl.num_warps()

@triton.autotune([triton.Config({}, num_warps=n) for n in (8, 8)], key=[])
@gluon.jit
def named(x):
    of_names: ttgl.constexpr = ttgl.num_warps()

def run(x):
    without[(1,)](x, num_warps=8)
    empty[(1,)](x, num_warps=8)
    guessed[(1,)](x, num_warps=8)
    differing[(1,)](x)
    agreeing[(1,)](x)
    named[(1,)](x)
`,
    {
      of_none: NOT_SAID,
      of_empty: NOT_SAID,
      of_heuristics: NOT_SAID,
      of_both: NOT_SAID,
      of_standard: '4',
      of_names: NOT_SAID,
    },
  );
});

test('functions that call each other are gone through once', () => {
  check(
    `
@gluon.jit
def first(n):
    one: ttgl.constexpr = ttgl.num_warps()
    second(n)

@gluon.jit
def second(n):
    two: ttgl.constexpr = ttgl.num_warps()
    first(n)

@gluon.jit
def kernel(x):
    three: ttgl.constexpr = ttgl.num_warps()
    first(x)

def run(x):
    kernel[(1,)](x, num_warps=2)
`,
    { one: NOT_SAID, two: '2', three: '2' },
  );
});

test('functions of these names that are none of Triton are what they are', () => {
  check(
    `
def num_warps():
    return 3
class Options:
    def num_warps(self):
        return 5
options = Options()
@gluon.jit
def kernel(x):
    own: ttgl.constexpr = num_warps()
    of_object: ttgl.constexpr = options.num_warps()
    of_gluon: ttgl.constexpr = ttgl.num_warps()
def run(x):
    kernel[(1,)](x, num_warps=8)
`,
    { own: '3', of_object: '5', of_gluon: '8' },
  );
});

test('a setting is taken before what launches say', () => {
  const text = `${IMPORTS}
@gluon.jit
def kernel(x):
    warps: ttgl.constexpr = ttgl.num_warps()
    blocks: ttgl.constexpr = ttgl.num_ctas()
def run(x):
    kernel[(1,)](x, num_warps=8, num_ctas=2)
`;
  const { model } = openDocument(grammars, 'python', text, { parameters: { num_warps: '16' } });
  const found = (name: string) => model.evaluate(model.sites.find((s) => s.name === name)!);
  assert.equal(show(found('warps').value), '16');
  assert.deepEqual(found('warps').parameters, [{ name: 'num_warps', value: '16', source: 'setting' }]);
  assert.equal(show(found('blocks').value), '2');
});
