// Values as wholes: the keys by which they are told apart, their size, what a declared type makes of them, and what
// leaves them open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownText } from '../../../scripts/fuzz/shown.ts';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Dynamic } from '../../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle } from '../../../server/src/algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../../server/src/algebra/layout/stride.ts';
import { Pack, QualifiedName, ScalarObject } from '../../../server/src/evaluate/model/entity.ts';
import {
  type Engine,
  OneOf,
  Pointer,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  withQualifiers,
} from '../../../server/src/evaluate/model/value.ts';
import { integerType, TypedInteger } from '../../../server/src/evaluate/values/integer-types.ts';
import { entityKey } from '../../../server/src/evaluate/values/key.ts';
import { openArgument, truth } from '../../../server/src/evaluate/values/outcome.ts';
import { movedBy, roomFor } from '../../../server/src/evaluate/values/room.ts';
import { bounded, isCutShort } from '../../../server/src/evaluate/values/size.ts';
import { convertTo, isStaticValue, withoutTypes } from '../../../server/src/evaluate/values/structure.ts';

const ENGINE: Engine = { space: 'gmem', bits: 16, element: 'half_t', offset: null };
const run = new Dynamic(null);
const typed = (value: number): TypedInteger => new TypedInteger(value, integerType('long')!);

test('a type and its objects have keys that differ, and equal ones have one', () => {
  const half = (): TypeValue => new TypeValue('half_t', null, 16);
  const keys = [
    entityKey(half()),
    entityKey(withQualifiers(half(), 'const')),
    entityKey(new ScalarObject(half())),
    entityKey(new ScalarObject(new TypeValue('float', null, 32))),
    entityKey(new TypeValue('half_t', null, 8)),
    entityKey(new TypeValue('half_t', 3, 16)),
    entityKey(new Pack([half()])),
    entityKey(new Pack([half(), half()])),
    entityKey(new QualifiedName(['a', 'b'])),
    entityKey(new QualifiedName(['a'])),
    entityKey('half_t'),
    entityKey(typed(3)),
    entityKey(new Dynamic(3)),
    entityKey(3),
    entityKey([3]),
    entityKey(new Unknown('run-time', 'a')),
    entityKey(new Unknown('run-time', 'a', [], 'b')),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(entityKey(half()), entityKey(half()));
  assert.equal(entityKey(new ScalarObject(half())), entityKey(new ScalarObject(half())));
  assert.equal(entityKey(new Pack([half()])), entityKey(new Pack([half()])));
  assert.equal(entityKey(new QualifiedName(['a', 'b'])), entityKey(new QualifiedName(['a', 'b'])));
  assert.equal(entityKey(typed(3)), entityKey(typed(3)));
  // Which of them it is may differ from use to use.
  const either = new OneOf([1, 2], new Unknown('run-time', 'a'));
  assert.notEqual(entityKey(either), entityKey(either));
  assert.notEqual(entityKey([either]), entityKey([either]));
});

test('what is larger than a value may be', () => {
  const nested = (depth: number): Value => (depth === 0 ? 1 : [nested(depth - 1)]);
  const wide = (n: number): Value => new Array<Value>(n).fill(1);
  const basis = {
    layout: (x: Value) => new Layout(x as never, 1),
    sum: (x: Value) => new ArithTuple(x as never),
  };
  const cases: readonly (readonly [string, Value, boolean])[] = [
    ['1024 parts', wide(1024), true],
    ['1025 parts', wide(1025), false],
    ['64 deep', nested(64), true],
    ['65 deep', nested(65), false],
    ['a layout beside its stride', basis.layout(wide(1023)), true],
    ['a layout of more parts', basis.layout(wide(1024)), false],
    ['a sum', basis.sum(wide(1024)), true],
    ['a large sum', basis.sum(wide(1025)), false],
    ['a tensor of a large layout', new Tensor(ENGINE, basis.layout(wide(1024))), false],
    ['a type of much', new TypeValue('T', wide(1025)), false],
    ['a composed one', new ComposedLayout(new Swizzle(1, 0, 1), 0, basis.layout(wide(1024))), false],
    ['one of much', new OneOf([1, wide(1025)], new Unknown('run-time', 'a')), false],
    ['a pointer to much', new Pointer(ENGINE, null, wide(1025) as readonly Value[]), false],
    ['a long text', 'a'.repeat(10_000), true],
    ['a longer text', 'a'.repeat(10_001), false],
  ];
  for (const [name, value, fits] of cases) {
    const found = bounded(value);
    assert.equal(found === value, fits, name);
    if (!fits) assert.ok(found instanceof Unknown && found.category === 'unsupported', name);
  }
  assert.ok(bounded(new Pack([wide(1025)])) instanceof Unknown);
  // The parts of one that doubles are counted, not walked.
  let doubled: Value = 1;
  for (let i = 0; i < 60; i++) doubled = [doubled, doubled];
  assert.ok(bounded(doubled) instanceof Unknown);
});

test('a value of which a part took too many steps is cut short', () => {
  const cut = new Unknown('budget', 'too many steps');
  assert.equal(isCutShort(cut), true);
  assert.equal(isCutShort([1, cut]), true);
  assert.equal(isCutShort([1, [cut, 2]]), true);
  assert.equal(isCutShort([1, new Unknown('run-time', 'a')]), false);
  assert.equal(isCutShort([1, 2]), false);
  assert.equal(isCutShort(1), false);
});

test('the room behind a pointer shrinks as it moves on, and is lost behind its end', () => {
  const room = roomFor(8, ENGINE)!;
  const engine: Engine = { ...ENGINE, room };
  const left = (e: Engine, distance: Value | null): number | null | undefined =>
    movedBy(e, distance).room?.elements;
  assert.equal(left(engine, 3), 5);
  assert.equal(left(engine, new Dynamic(3)), 5);
  assert.equal(left(engine, 8), 0);
  assert.equal(left(engine, 9), undefined);
  assert.equal(left(engine, -1), undefined);
  assert.equal(left(engine, run), undefined);
  assert.equal(left(engine, null), undefined);
  // Elements of other types are as many bytes as theirs are.
  assert.equal(left({ ...engine, element: 'bfloat16_t' }, 3), 5);
  assert.equal(left({ ...engine, bits: 32 }, 3), 2);
  assert.equal(left({ ...engine, bits: 32 }, 5), undefined);
  assert.equal(left({ ...engine, bits: 8 }, 4), 6);
  assert.equal(left({ ...engine, bits: 8 }, 3), undefined, 'the middle of an element');
  assert.equal(left({ ...engine, bits: 4 }, 4), undefined, 'what is packed into bytes');
  assert.equal(left({ ...engine, bits: null }, 4), undefined);
  assert.equal(left({ ...ENGINE, room: roomFor(run, ENGINE) }, 3), null);
  assert.equal(roomFor(undefined, ENGINE), undefined);
  assert.equal(roomFor([1], ENGINE)?.elements, null);
});

test('a template argument that is not known leaves what depends on it open', () => {
  const reason = (...args: Parameters<typeof openArgument>[0]): string | undefined =>
    openArgument(args)?.reason;
  const open = new Unknown('run-time', 'open');
  const parameter = new UnboundTypeParameter('T');
  assert.equal(reason(), undefined);
  assert.equal(reason(1, new TypeValue('half_t', null, 16)), undefined);
  assert.equal(reason(1, open), 'open');
  assert.equal(reason(parameter), 'T is a template parameter: give it a value');
  assert.equal(reason(new Pack([1, 2]), open), 'open');
  assert.equal(reason(new Pack([1, 2])), undefined);
  assert.equal(
    reason(new Pack([1, new Pack([parameter])]), open),
    'T is a template parameter: give it a value',
  );
  assert.equal(reason(new TypeValue('T', open)), 'open');
});

test('what counts as true', () => {
  const told = (v: Value): boolean | string => {
    const found = truth(v);
    return typeof found === 'boolean' ? found : found.category;
  };
  assert.deepEqual([0, 2, new Dynamic(0), new Dynamic(2), run, [], [0]].map(told), [
    false,
    true,
    false,
    true,
    'run-time',
    false,
    true,
  ]);
  assert.deepEqual(['a', '', new Layout(1, 1)].map(told), [true, 'run-time', 'run-time']);
});

test('a variable takes run-time integers from its initialiser and static ones from its type', () => {
  const told = (value: Value, type: Value): string => {
    const found = convertTo(value, type);
    return isFailure(found) ? 'refused' : found instanceof Unknown ? 'unknown' : shownText(found);
  };
  const cases: readonly (readonly [Value, Value, string])[] = [
    [[4, new Dynamic(5)], [4, run], '(_4,5)'],
    [[4, 5], [4, run], '(_4,5)'],
    [[4, 5], [3, run], 'refused'],
    [[4, 5, 6], [4, run], 'unknown'],
    [4, [4, run], 'unknown'],
    [[4, [5]], [4, run], 'unknown'],
    [new Layout([4, 5], [1, 4]), new Layout([4, run], [1, run]), '(_4,5):(_1,4)'],
    [new Layout([4, 5], [1, 4]), new Layout([4, run], [2, run]), 'refused'],
    [new Layout([4, 5], [1, 4]), new Layout([4, run], [[1], run]), 'unknown'],
    [[4, 5], new Layout([4, run], [1, run]), 'unknown'],
    [new Dynamic(7), 3, '_3'],
    [true, run, '1'],
    ['a', run, 'unknown'],
  ];
  for (const [i, [value, type, expected]] of cases.entries())
    assert.equal(told(value, type), expected, `case ${i}`);
});

test('whether a value is all in its type, and whether types of integers are in it', () => {
  const swizzled = (offset: Value, inner: Layout): ComposedLayout =>
    new ComposedLayout(new Swizzle(1, 0, 1), offset as never, inner);
  const of = (x: Value): readonly Value[] => [
    x,
    [1, [x]],
    new Layout(x as never, 1),
    new Layout(1, x as never),
    swizzled(x, new Layout(1, 1)),
    swizzled(0, new Layout(x as never, 1)),
    new ComposedLayout(new Layout(8, x as never), 0, new Layout(1, 1)),
    new ScaledBasis(x as never, [0]),
  ];
  assert.deepEqual(of(3).map(isStaticValue), new Array(8).fill(true));
  assert.deepEqual(of(run).map(isStaticValue), new Array(8).fill(false));
  const stripped = (v: Value): boolean => JSON.stringify(withoutTypes(v)).includes('long');
  const all = (x: Value): readonly Value[] => [
    ...of(x),
    new ArithTuple([x] as never),
    new Tensor(ENGINE, new Layout(x as never, 1)),
  ];
  for (const [i, v] of all(typed(3)).entries()) {
    assert.ok(JSON.stringify(v).includes('long'), `case ${i}`);
    assert.equal(stripped(v), false, `case ${i}`);
  }
  // What has no types stays the very same object.
  for (const v of all(3)) assert.equal(withoutTypes(v), v);
});
