// One exception must not poison what follows: after faults at every n-th evaluation a document says what a fresh one
// says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { allShown } from '../../../scripts/fuzz/shown.ts';
import type { OpenDocument } from '../../../server/src/analysis/document/document.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { Evaluator } from '../../../server/src/evaluate/core/evaluator.ts';
import type { Dialect } from '../../../server/src/frontends/common/scope.ts';
import { grammars } from '../cpp/support.ts';

class Fault extends Error {}

/** Where faults are put: each is called by everything that evaluates. */
const PLACES = ['evaluate', 'declaration', 'find', 'run'] as const;

/** Runs `body` while every n-th call of a method of the evaluator fails; how many have failed. */
function withFaults(place: (typeof PLACES)[number], n: number, body: () => void): number {
  const methods = Evaluator.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = methods[place]!;
  let calls = 0;
  let faults = 0;
  methods[place] = function (this: Evaluator, ...args: unknown[]) {
    if (++calls % n === 0) {
      faults++;
      throw new Fault(`at call ${calls} of ${place}`);
    }
    return original.apply(this, args);
  };
  try {
    body();
  } finally {
    methods[place] = original;
  }
  return faults;
}

const tolerant = (work: () => unknown): void => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};

/** What an editor asks for, one after the other, each of which may fail. */
function askForAll(document: OpenDocument): void {
  for (let left = 20; left > 0; left--) tolerant(() => document.model.sites);
  let sites: OpenDocument['model']['sites'] = [];
  tolerant(() => {
    sites = document.model.sites;
  });
  for (const site of sites) {
    tolerant(() => {
      const { origin, instances } = document.model.evaluate(site);
      return [origin, instances];
    });
    tolerant(() => document.model.missing(site));
  }
  tolerant(() => document.model.findings());
  tolerant(() => document.model.templates());
}

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Templates that name one another, macros that choose constants, functions that are run, bases, cycles. */
const DENSE = `#include <cute/tensor.hpp>
using namespace cute;
#define BOOL_SWITCH(C, K, ...) [&] { if (C) { constexpr static bool K = true; return __VA_ARGS__(); } else { constexpr static bool K = false; return __VA_ARGS__(); } }()
template <class T> struct Base { static constexpr int kRows = 8; using Self = T; };
template <int N> struct Traits : Base<Traits<N>> { static constexpr int k = N; using L = Layout<Shape<Int<N>, _8>>; };
constexpr int log(int n) { int r = 0; while (n > 1) { n = n / 2; r += 1; } return r; }
constexpr int loop = loop;
template <class Tr, bool kFlag> void run() {
  auto l = typename Tr::L{};
  auto m = make_layout(make_shape(Int<Tr::k>{}, Int<kFlag ? 2 : 3>{}));
  auto t = transform(make_shape(_1{}, _2{}), [](auto x) { return x + _1{}; });
  constexpr int n = log(Tr::k);
  auto rows = Tr::kRows;
}
template <class Tr> void start(bool flag) { BOOL_SWITCH(flag, kFlag, [&] { run<Tr, kFlag>(); auto z = Int<kFlag ? 1 : 2>{}; }); }
template <int N> void again() { auto a = Int<N>{}; if constexpr (N > 0) again<N - 1>(); }
int main() { start<Traits<64>>(true); start<Traits<32>>(false); again<3>(); auto x = logical_divide(Layout<_12>{}, Layout<_5>{}); }
`;

const SOURCES: readonly (readonly [string, Dialect, string])[] = [
  ['dense', 'cpp', DENSE],
  ['examples/attention.cu', 'cpp', read('examples/attention.cu')],
  ['examples/gemm.cu', 'cpp', read('examples/gemm.cu')],
  ['examples/layouts.py', 'python', read('examples/layouts.py')],
  ['test/fixtures/dsl.py', 'python', read('test/fixtures/dsl.py')],
  ['examples/tour.layout', 'notation', read('examples/tour.layout')],
];

const EVERY = [1, 2, 5, 11, 29, 97, 389];

describe('after exceptions a document says what a fresh one says', () => {
  for (const [name, dialect, text] of SOURCES) {
    test(name, async () => {
      const all = await grammars();
      await all.ready(dialect);
      const fresh = openDocument(all, dialect, text);
      const expected = allShown(fresh);
      fresh.dispose();
      assert.ok(expected.length > 10);
      let faults = 0;
      for (const place of PLACES) {
        for (const n of EVERY) {
          const document = openDocument(all, dialect, text);
          const before = faults;
          faults += withFaults(place, n, () => askForAll(document));
          if (faults > before) assert.deepEqual(allShown(document), expected, `every ${n} of ${place}`);
          document.dispose();
          // Nothing that has failed is to be seen by documents that are opened later.
          if (n === 11) {
            const later = openDocument(all, dialect, text);
            assert.deepEqual(allShown(later), expected, `a document opened after every ${n} of ${place}`);
            later.dispose();
          }
        }
      }
      assert.ok(faults > 50, `${faults} faults`);
    });
  }
});
