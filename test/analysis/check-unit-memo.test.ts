// What is kept of a check unit is worked out again when something in it has changed, and not when something beside it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckUnitMemo, keptIn, placedInAll } from '../../server/src/analysis/values/check-unit-memo.ts';
import type { CheckUnit } from '../../server/src/analysis/values/model.ts';
import type { Span } from '../../server/src/frontends/common/expression.ts';

/** A check unit with its changes so far, `null` for one elsewhere in its unit. */
function checkUnit(key: CheckUnit['key'], changes: readonly (Span | null)[], by = 0): CheckUnit {
  const moved =
    (sign: number) =>
    ({ start, end }: Span): Span => ({ start: start + sign * by, end: end + sign * by });
  return {
    key,
    revision: changes.length,
    invalidatedSince: (since) => changes.slice(since).flatMap((change) => change ?? []),
    sites: [],
    launches: [],
    holds: ({ start }) => start >= by,
    kept: moved(-1),
    placed: moved(1),
  };
}

test('a change elsewhere leaves what is kept, and one inside does not', () => {
  const memo = new CheckUnitMemo<number>();
  const key = { remembered: [] };
  let worked = 0;
  const of = (...changes: readonly (Span | null)[]): number =>
    memo.of(checkUnit(key, changes), () => ++worked);
  const here = { start: 3, end: 5 };
  assert.deepEqual([of(), of(), of(null), of(null, null)], [1, 1, 1, 1]);
  assert.deepEqual([of(null, null, here), of(null, null, here), of(null, null, here, null)], [2, 2, 2]);
  assert.equal(of(null, null, here, null, null, here), 3);
  assert.equal(
    memo.of(checkUnit({ remembered: [] }, []), () => ++worked),
    4,
  );
});

test('what rests on something outside is asked whether it holds still', () => {
  const memo = new CheckUnitMemo<string>();
  const key = { remembered: [] };
  let blocks = '128';
  const of = (): string =>
    memo.of(
      checkUnit(key, []),
      () => `in blocks of ${blocks}`,
      (known) => known.endsWith(` ${blocks}`),
    );
  assert.equal(of(), 'in blocks of 128');
  blocks = '256';
  assert.equal(of(), 'in blocks of 256');
  assert.equal(of(), 'in blocks of 256');
});

test('findings move with their check unit', () => {
  const kept = keptIn(checkUnit({ remembered: [] }, [], 100), [
    { span: { start: 104, end: 108 }, message: 'x' },
  ]);
  assert.deepEqual(kept, { found: [{ span: { start: 4, end: 8 }, message: 'x' }], isWithin: true });
  const placed = placedInAll(
    [checkUnit({ remembered: [] }, [], 20), checkUnit({ remembered: [] }, [], 30)],
    () => kept,
  );
  assert.deepEqual(
    placed.map(({ span }) => span),
    [
      { start: 24, end: 28 },
      { start: 34, end: 38 },
    ],
  );
});

test('other places of a finding move with it, and what stands elsewhere is said to', () => {
  const span = { start: 104, end: 108 };
  const fixes = [{ title: 'x', span, newText: 'y' }];
  const related = [{ span, message: 'z' }];
  const unit = checkUnit({ remembered: [] }, [], 100);
  const { found, isWithin } = keptIn(unit, [{ span, fixes, related }]);
  assert.deepEqual(
    [found[0]!.fixes![0]!.span, found[0]!.related![0]!.span],
    [
      { start: 4, end: 8 },
      { start: 4, end: 8 },
    ],
  );
  assert.equal(isWithin, true);
  assert.equal(
    keptIn(unit, [{ span, related: [{ span: { start: 2, end: 3 }, message: 'z' }] }]).isWithin,
    false,
  );
});
