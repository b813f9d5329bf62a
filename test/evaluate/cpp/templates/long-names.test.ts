// Names of any length are read in one go, also where what follows them does not fit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCpp, pick } from '../support.ts';

/** Milliseconds of processor time. */
async function timeOf(source: string): Promise<number> {
  const before = process.cpuUsage();
  const document = await openCpp(source);
  document.model.findings();
  document.dispose();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const NAME = 'a_long_name_of_a_namespace'.repeat(20);

test('a namespace that is being typed', async () => {
  await timeOf('namespace a {}');
  for (const source of [
    `namespace ${NAME}`,
    `namespace ${NAME};\nint x;`,
    `namespace ${NAME}::${NAME} ;`,
    `namespace ${NAME}<int> {\nint x;\n}`,
  ]) {
    const taken = await timeOf(source);
    assert.ok(taken < 500, `${source.slice(0, 20)}: ${taken} ms`);
  }
});

test('namespaces and what is in them', async () => {
  const source = `namespace ${NAME}::inline b { namespace { constexpr int kN = 4; } }
inline namespace c { constexpr int kM = 8; }
auto a = cute::Layout<cute::Shape<cute::Int<${NAME}::b::kN>, cute::Int<kM>>>{};`;
  assert.deepEqual(await pick(source, ['a']), { a: '(_4,_8):(_1,_4)' });
});
