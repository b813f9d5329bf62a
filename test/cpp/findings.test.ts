// Which violations are told of, and how severe they are: what a compiler accepts is no error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/rules/context.ts';
import { findingsOf } from '../../server/src/analysis/rules/run.ts';
import { openCpp } from './support.ts';

/** `severity rule` of each finding of a file. */
async function found(source: string): Promise<readonly string[]> {
  const document = await openCpp(`#include <cute/tensor.hpp>\nusing namespace cute;\n${source}`);
  const findings = findingsOf(ruleContext(document), { severity: {} });
  document.dispose();
  return findings.map(({ severity, rule }) => `${severity} ${rule}`);
}

test('what assert alone compiles is no error', async () => {
  const declared = 'auto l = Layout<Shape<_4, _8>>{};';
  assert.deepEqual(await found(`void f() { ${declared} auto n = size<2>(l); }`), ['error out-of-range']);
  assert.deepEqual(await found(`void f() { ${declared} assert(size<2>(l) == 1); }`), [
    'warning out-of-range',
  ]);
});

test('the default of a template parameter proves nothing wrong', async () => {
  const template = `template <class T, int kSize = 6, int kTile = 5> void run() {
    auto c = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<Int<kSize>>{});
    auto t = logical_divide(Layout<_12>{}, Int<kTile>{});
  }\n`;
  assert.deepEqual(await found(template), []);
  // Whoever calls it with arguments that fit compiles.
  assert.deepEqual(await found(`${template} void f() { run<half_t, 4, 4>(); }`), []);
  // An instantiation takes the defaults that it gives no argument for.
  assert.deepEqual(await found(`${template} void f() { run<half_t, 4>(); }`), ['warning over-tiling']);
  assert.deepEqual(await found(`${template} void f() { run<half_t>(); }`), [
    'error shape-divisibility',
    'warning over-tiling',
  ]);
});

test('a layout whose strides have another profile than its shape can be made, but hardly used', async () => {
  assert.deepEqual(await found('void f() { auto l = make_layout(make_shape(2, 3), 1); }'), [
    'warning not-congruent',
  ]);
  assert.deepEqual(await found('void f() { auto l = Layout<Shape<_2, _3>, _1>{}; }'), [
    'warning not-congruent',
  ]);
  assert.deepEqual(await found('void f() { auto n = inner_product(make_shape(2, 3), 1); }'), [
    'error not-congruent',
  ]);
});
