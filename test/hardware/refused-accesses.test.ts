// Accesses to shared and tensor memory that cannot be as they are asked for, each with its reason.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, NeedsValue, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { copyOperation } from '../../server/src/hardware/copy/copy-atom.ts';
import { tmemAddresses } from '../../server/src/hardware/copy/tmem-copy.ts';
import { canBeMade, tileCost } from '../../server/src/hardware/memory/accesses.ts';
import type { Instruction } from '../../server/src/hardware/memory/instruction.ts';
import type { Elements } from '../../server/src/hardware/memory/share.ts';

const LOAD: Instruction = { kind: 'load', width: 8, values: 4 };
const lanes = (step: number, count = 32): readonly number[] =>
  Array.from({ length: count }, (_, at) => at * step);
const elements = (facts: Partial<Elements> = {}): Elements => ({
  threads: lanes(4),
  values: [0, 1, 2, 3],
  swizzle: null,
  base: 0,
  ...facts,
});

test('an access takes its values together, from where its width divides the address, in whole warps', () => {
  const whole = tileCost(elements(), LOAD, 16);
  assert.ok(!isFailure(whole) && whole.accesses === 1);
  assert.equal(canBeMade(elements(), LOAD, 16), true);
  for (const [facts, message] of [
    [{ threads: lanes(4, 31) }, /the threads do not fill warps/],
    [{ values: [0, 1, 2, 4] }, /the values of one access are not contiguous/],
    [{ swizzle: new Swizzle(1, 0, 3) }, /the values of one access are not contiguous/],
    [{ base: 2 }, /aligned/],
  ] as const) {
    const cost = tileCost(elements(facts), LOAD, 16);
    assert.ok(cost instanceof Violation, String(message));
    assert.match(cost.message, message);
    if (!message.source.includes('warps')) assert.equal(canBeMade(elements(facts), LOAD, 16), false);
  }
  for (const facts of [{ threads: lanes(4, 31) }, { values: [0, 2, 1, 3] }])
    assert.equal((tileCost(elements(facts), LOAD, 16) as Violation).code, 'wrong-kind');
  const async = tileCost(elements(), { ...LOAD, kind: 'cp.async' }, 16);
  assert.ok(async instanceof NeedsValue && /cp\.async/.test(async.reason));
});

test('addresses in tensor memory are those of its own copies alone', () => {
  const addresses = (name: string) => {
    const operation = copyOperation(name);
    assert.ok(!isFailure(operation), name);
    return tmemAddresses(operation);
  };
  const load = addresses('SM100_TMEM_LOAD_32dp32b1x');
  assert.ok(!isFailure(load));
  assert.equal(printPlain(load), '(32,32):(1,2097152)');
  const packed = addresses('SM100_TMEM_LOAD_32dp32b1x_16b');
  assert.ok(!isFailure(packed));
  assert.match(printPlain(packed), /^\(\(16,\d+\),32\):\(\(1,32\),2097152\)$/);
  for (const name of ['SM75_U32x4_LDSM_N', 'UniversalCopy<uint128_t>']) {
    const none = addresses(name);
    assert.ok(none instanceof NeedsValue, name);
    assert.match(none.reason, /is no copy between tensor memory and registers$/);
  }
});
