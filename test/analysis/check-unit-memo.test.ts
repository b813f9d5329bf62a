// What is kept of a check unit is worked out again when something in it has changed, and not when something beside it has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CheckUnitMemo,
  FoundInUnits,
  keptIn,
  type Told,
} from '../../server/src/analysis/values/check-unit-memo.ts';
import type { CheckUnit, DocumentModel } from '../../server/src/analysis/values/model.ts';
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
    callsBy: () => [],
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

test('what is noted of a check unit is known until something in it changes', () => {
  const memo = new CheckUnitMemo<string>();
  const key = { remembered: [] };
  const here = { start: 3, end: 5 };
  assert.equal(memo.known(checkUnit(key, [])), undefined);
  assert.equal(memo.note(checkUnit(key, []), 'in blocks of 128'), 'in blocks of 128');
  assert.equal(memo.known(checkUnit(key, [null])), 'in blocks of 128');
  assert.equal(memo.known(checkUnit(key, [null, here])), undefined);
});

test('findings move with their check unit', () => {
  const kept = keptIn(checkUnit({ remembered: [] }, [], 100), [
    { span: { start: 104, end: 108 }, message: 'x' },
  ]);
  assert.deepEqual(kept, { found: [{ span: { start: 4, end: 8 }, message: 'x' }], isWithin: true });
  const units = [checkUnit({ remembered: [] }, [], 20), checkUnit({ remembered: [] }, [], 30)];
  assert.deepEqual(
    new FoundInUnits<Told>().of(modelOf({}, units), () => kept).map(({ span }) => span),
    [
      { start: 24, end: 28 },
      { start: 34, end: 38 },
    ],
  );
});

/** A document at one of its edits. */
const modelOf = (lineage: object, units: readonly CheckUnit[]): DocumentModel =>
  ({ lineage, checkUnits: () => units }) as unknown as DocumentModel;

test('behind an edit those units alone are asked that it changed, and those in which something is found', () => {
  const lineage = {};
  const counts: Record<string, number> = { a: 0, b: 1, c: 0 };
  const changes: Record<string, Span[]> = { a: [], b: [], c: [] };
  const key = { remembered: [] };
  const unitOf = (name: string): CheckUnit => ({
    ...checkUnit(key, []),
    get revision() {
      return changes[name]!.length;
    },
    invalidatedSince: (since) => changes[name]!.slice(since),
  });
  const [a, b, c] = ['a', 'b', 'c'].map(unitOf) as [CheckUnit, CheckUnit, CheckUnit];
  const names = new Map([
    [a, 'a'],
    [b, 'b'],
    [c, 'c'],
  ]);
  const found = new FoundInUnits<Told>();
  let asked = '';
  const said = (...units: readonly CheckUnit[]): string => {
    asked = '';
    return found
      .of(modelOf(lineage, units), (unit) => {
        const name = names.get(unit) ?? 'd';
        asked += name;
        const start = name.charCodeAt(0);
        return keptIn(
          unit,
          Array.from({ length: counts[name] ?? 1 }, () => ({ span: { start, end: start + 1 } })),
        );
      })
      .map(({ span }) => String.fromCharCode(span.start))
      .join('');
  };
  assert.deepEqual([said(a, b, c), asked], ['b', 'abc']);
  assert.deepEqual([said(a, b, c), asked], ['b', 'b']);
  counts.a = 2;
  changes.a!.push({ start: 0, end: 1 });
  assert.deepEqual([said(a, b, c), asked], ['aab', 'ab']);
  counts.b = 0;
  changes.b!.push({ start: 0, end: 1 });
  assert.deepEqual([said(a, b, c), asked], ['aa', 'ab']);
  assert.deepEqual([said(a, b, c), asked], ['aa', 'a']);
  // Another unit in the middle, and one that is gone.
  const d = unitOf('c');
  assert.deepEqual([said(a, d, c), asked], ['aad', 'ad']);
  assert.deepEqual([said(d, c), asked], ['d', 'd']);
  assert.deepEqual([said(c), asked], ['', '']);
});

test('who has not asked for many edits, and another document, is told of everything', () => {
  const lineage = {};
  const unit = checkUnit({ remembered: [] }, []);
  const [often, seldom] = [new FoundInUnits<Told>(), new FoundInUnits<Told>()];
  const asks = (all: FoundInUnits<Told>, of: object): number => {
    let asked = 0;
    all.of(modelOf(of, [unit]), () => {
      asked++;
      return { found: [], isWithin: true };
    });
    return asked;
  };
  assert.deepEqual([asks(often, lineage), asks(seldom, lineage), asks(often, {})], [1, 1, 1]);
  for (let i = 0; i < 20; i++) assert.equal(asks(often, lineage), 0);
  assert.equal(asks(seldom, lineage), 1);
  assert.equal(asks(seldom, lineage), 0);
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
