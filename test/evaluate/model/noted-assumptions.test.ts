// Lists of what was given a value, by their definition: each once by its name and value, in the order it was met.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UsedAssumption } from '../../../server/src/evaluate/model/entity.ts';
import {
  type NotedAssumptions,
  noAssumptions,
} from '../../../server/src/evaluate/model/noted-assumptions.ts';
import { type Random, seeded } from '../../support/random.ts';

/** One after the other. */
function writtenDown(noted: readonly UsedAssumption[]): readonly UsedAssumption[] {
  const list: UsedAssumption[] = [];
  for (const one of noted) {
    const at = list.findIndex((p) => p.name === one.name && p.value === one.value);
    if (at < 0) list.push(one);
    else if (list[at]!.isDefaultTaken === true && one.isDefaultTaken !== true) list[at] = one;
    else if (list[at]!.isUncalled === true && one.isUncalled !== true) list[at] = one;
  }
  return list;
}

const anAssumption = (random: Random): UsedAssumption => ({
  name: random.pick(['kBlockM', 'kStages', 'Element']),
  value: random.pick(['64', '128']),
  source: random.pick(['default', 'setting']),
  ...random.pick([{}, { isDefaultTaken: true }, { isUncalled: true }]),
});

test('a list holds what was noted, whether one by one or as other lists', () => {
  const random = seeded(11);
  for (let round = 0; round < 300; round++) {
    const texts: UsedAssumption[][] = [];
    const lists: NotedAssumptions[] = [];
    for (let i = 0; i < 6; i++) {
      const own = Array.from({ length: random.below(5) }, () => anAssumption(random));
      let list = noAssumptions();
      for (const one of own) list = list.with(one);
      for (let k = random.below(3); k > 0 && lists.length > 0; k--) {
        const other = random.below(lists.length);
        list = list.withAll(random.oneIn(3) ? [...lists[other]!.items] : lists[other]!.items);
        own.push(...texts[other]!);
      }
      assert.deepEqual(list.items, writtenDown(own));
      lists.push(list);
      texts.push([...list.items]);
    }
    for (const [i, list] of lists.entries()) assert.deepEqual(list.items, texts[i], 'it stays as it was');
  }
});

test('equal lists are one object, so that no result holds its own', () => {
  const one = { name: 'kStages', value: '3', source: 'default' };
  const other = { name: 'kBlockM', value: '64', source: 'default' };
  const list = noAssumptions().with(one).with(other);
  assert.equal(
    noAssumptions()
      .with({ ...one })
      .with({ ...other }),
    list,
  );
  assert.equal(list.withAll(list.items), list);
  assert.equal(noAssumptions().with(one).withAll(noAssumptions().with(other).items), list);
  assert.equal(list.with({ ...one, source: 'setting' }), list);
});

test('lists that were begun before the memory was emptied are as good as ever', () => {
  const old = noAssumptions().with({ name: 'a', value: '1', source: 'default' });
  for (let i = 0; i < 20_000; i++) noAssumptions().with({ name: 'n', value: `${i}`, source: 'default' });
  const later = noAssumptions().with({ name: 'a', value: '1', source: 'default' });
  assert.notEqual(later, old, 'it was emptied');
  assert.deepEqual(later.withAll(old.items).items, old.items);
  assert.deepEqual(old.withAll(later.items).items, old.items);
});
