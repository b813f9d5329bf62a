// `stats` names what stands in the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFile, emptyStatistics, statisticsJson, statisticsText } from '../../server/src/cli-stats.ts';
import { grammars } from '../cpp/support.ts';

const TEXT = `#include <cute/tensor.hpp>
using namespace cute;

template <class Traits, int N>
void f(int M) {
  auto a = make_layout(Shape<Int<N>, _4>{});
  auto b = make_layout(make_shape(M, Int<N>{}));
  auto c = make_layout(Shape<_4, _8>{});
  auto d = composition(Swizzle<3, 3, 3>{}, typename Traits::SmemLayout{});
  auto e = make_layout(nobody::knows);
}
`;

test('the first name that a value needs is counted, by how much of the value is known', async () => {
  const total = emptyStatistics();
  countFile(await grammars(), { dialect: 'cpp', text: TEXT }, total);
  const { evaluated, partly, unknown, blocking } = statisticsJson(total) as {
    evaluated: number;
    partly: number;
    unknown: number;
    blocking: unknown;
  };
  assert.deepEqual({ evaluated, partly, unknown }, { evaluated: 1, partly: 2, unknown: 2 });
  assert.deepEqual(blocking, [
    { name: 'Traits::SmemLayout', kind: 'template-parameter', unknown: 1, partly: 0 },
    { name: 'nobody::knows', kind: 'name', unknown: 1, partly: 0 },
    { name: 'N', kind: 'template-parameter', unknown: 0, partly: 1 },
    { name: 'M', kind: 'function-parameter', unknown: 0, partly: 1 },
  ]);
  const text = statisticsText(total);
  assert.match(text, /first name in the way \(unknown, partly known\)\n/);
  assert.match(text, / 1 {7}0 {2}Traits::SmemLayout \(template parameter\)\n/);
  assert.match(text, / 1 {7}0 {2}nobody::knows \(not declared in what was read\)\n/);
});
