// The catalog: names, kinds of arguments, template arguments, refusals of wrong kinds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyOperation, catalog } from '../../server/src/algebra/catalog/catalog.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../server/src/algebra/integer/integer.ts';
import { staticSymbol } from '../../server/src/algebra/integer/operations.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import type { AlgebraValue } from '../../server/src/algebra/layout/value.ts';
import { readValue } from './notation.ts';
import { parse } from './swizzle-notation.ts';

const call = (name: string, ...args: (string | number)[]): string => {
  const value = applyOperation(
    name,
    args.map((a) => readValue(a)),
  );
  return value instanceof Violation
    ? `${value.code}: ${value.message}`
    : isFailure(value)
      ? value.reason
      : printPlain(value);
};

test('one name takes every kind of argument that C++ overloads it for', () => {
  assert.equal(call('complement', '4:2', 24), '(2,3):(1,8)');
  assert.equal(call('complement', '6:1', '(4,8)'), '4:6');
  assert.equal(call('coalesce', '(2,(1,6)):(1,(6,2))'), '12:1');
  assert.equal(call('coalesce', '(2,(1,6)):(1,(6,2))', '(_,_)'), '(2,6):(1,2)');
  assert.equal(call('coalesce', '(4,8)'), '32');
  assert.equal(call('make_layout', '(4,8)'), '(4,8):(1,4)');
  assert.equal(call('make_layout', '(4,8)', 'LayoutRight'), '(4,8):(8,1)');
  assert.equal(call('make_layout', '(4,8)', '(8,1)'), '(4,8):(8,1)');
  assert.equal(call('make_layout', '4:1', '8:4'), '(4,8):(1,4)');
  assert.equal(call('composition', '(8,16):(20,1)', '(4,8:2)'), '(4,8):(20,2)');
  assert.equal(call('composition', '(8,16):(20,1)', 4), '4:20');
  assert.equal(call('zip', '(3,4):(4,1)', '(2,5):(1,2)'), '((3,2),(4,5)):((4,1),(1,2))');
  assert.equal(call('call', '(8,16):(20,1)', '(_,3)'), '(8):(20)');
  assert.equal(call('call', '(8,16):(20,1)', 2, 3), '43');
  assert.equal(call('ceil_div', 12, '4:2'), '(2,2)');
});

test('template arguments may be given apart or after the first argument', () => {
  const layout = readValue('((4,8),2):((16,1),8)');
  const apart = applyOperation('size', [layout], { template: [0, 1] });
  assert.equal(apart, 8);
  assert.equal(call('size', '((4,8),2):((16,1),8)', 0, 1), '8');
  assert.equal(call('upcast', '(16,8,1):(8,1,0)', 4), '(16,2,1):(2,1,0)');
  assert.equal(call('take', '(2,3,4):(1,2,6)', 0, 2), '(2,3):(1,2)');
  assert.equal(call('select', '(2,3,4):(1,2,6)', '(0,2)'), '(2,4):(1,6)');
  assert.equal(call('append', '(2,3):(1,2)', 4), '(2,3,1,1):(1,2,0,0)');
  assert.equal(call('append', '(2,3):(1,2)', 4, '5:7'), '(2,3,5,5):(1,2,7,7)');
  assert.equal(call('append', '(2,3)', 4), '(2,3,4)');
  assert.equal(call('recast_layout', '(8,64):(64,1)', 32, 16), '(8,128):(128,1)');
  assert.equal(call('replace', '(2,3):(1,2)', 1, '5:7'), '(2,5):(1,7)');
});

test('arguments of the wrong kind are refused and said what they are', () => {
  assert.equal(
    call('composition', 4, '4:1'),
    'wrong-kind: composition: argument 1 must be a layout, not an integer',
  );
  assert.equal(
    call('tile_to_shape', '(4,8):(1,4)', '(_,8)'),
    'wrong-kind: tile_to_shape: argument 2 must be an integer or a tuple of integers, not a tuple with layouts or _ in it (a tiler)',
  );
  assert.equal(
    call('blocked_product', '4:1', '(4,8)'),
    'wrong-kind: blocked_product: argument 2 must be a layout, not a tuple of integers',
  );
  assert.equal(call('complement'), 'wrong-kind: complement takes 1 to 2 arguments, not 0');
  assert.equal(call('no_such_thing', 4), 'unsupported: there is no operation no_such_thing');
});

test('Python computes past 32 bits where C++ overflows', () => {
  const layout = readValue('(65536,65536):(1,65536)');
  const cpp = applyOperation('size', [layout]);
  assert.equal(cpp instanceof Violation && cpp.code, 'overflow');
  assert.equal(applyOperation('size', [layout], { ints: 'exact' }), 4294967296);
});

test('every operation says what it does', () => {
  for (const operation of catalog.values()) {
    assert.match(operation.doc, /^.{8,}$/, operation.name);
    assert.match(operation.signature, /\(.*\)/, operation.name);
  }
});

test('what an operation refuses is said of it, and of the argument that stands there', () => {
  const kinds = new Map<AlgebraValue, string>([
    [5, 'an integer'],
    [readValue('(4,8)'), 'a tuple of integers'],
    [readValue('(4,8):(8,1)'), 'a layout'],
    [readValue('(_,8)'), 'a tuple with layouts or _ in it (a tiler)'],
    [readValue('LayoutRight'), 'LayoutRight'],
    [parse('Sw<2,0,3> o 0 o (8,8):(8,1)'), 'a composed layout'],
  ]);
  const given = [...kinds.keys()];
  const lists = given.flatMap((a) => [
    [a],
    ...given.flatMap((b) => [[a, b], ...given.map((c) => [a, b, c])]),
  ]);
  const refusing = new Set<string>();
  for (const { name, signature } of catalog.values())
    for (const args of lists) {
      const result = applyOperation(name, args);
      if (!(result instanceof Violation) || result.code !== 'wrong-kind') continue;
      const told = /^(\w+): argument (\d+) must be .+, not (.+)$/.exec(result.message);
      if (told === null) continue;
      refusing.add(name);
      assert.equal(told[1], name, result.message);
      // `coord…`: what stands behind the layout is one coordinate. An integer there may be a template argument.
      if ((signature.includes('…') && args.length > 2) || args.slice(1).includes(5)) continue;
      const at = args[Number(told[2]) - 1];
      const kind = at === undefined ? 'nothing' : kinds.get(at)!;
      // Of a tiler, a part may be meant.
      if (!kind.endsWith('(a tiler)') || told[3] !== '_')
        assert.equal(told[3], kind, `${name}: ${result.message}`);
    }
  assert.ok(refusing.size > 40, [...refusing].join(' '));
});

test('a template argument must be static: a run-time integer is refused, one of unknown value is asked for', () => {
  const layout = readValue('(4,8):(8,1)');
  for (const name of ['append', 'prepend', 'upcast', 'downcast', 'get', 'take']) {
    const given = (n: Int): Outcome<AlgebraValue> =>
      applyOperation(name, [layout], { template: name === 'take' ? [0, n] : [n] });
    const refused = given(new Dynamic(null));
    assert.ok(refused instanceof Violation, name);
    assert.equal(refused.message, `the template argument of ${name} must be static, ? is a run-time integer`);
    const asked = given(staticSymbol('N'));
    assert.ok(asked instanceof NeedsValue, name);
    assert.deepEqual(asked.needs, ['N']);
  }
});

test('an operation says by its name how many arguments it takes, and that a template argument is missing', () => {
  const layout = readValue('(4,8):(8,1)');
  const counted = new Set<string>();
  const templated = new Set<string>();
  for (const { name } of catalog.values())
    for (let count = 0; count < 8; count++) {
      const result = applyOperation(name, Array<AlgebraValue>(count).fill(layout));
      if (!(result instanceof Violation)) continue;
      const told = /^(\w+) takes (?:(\d+) to )?(\d+) arguments?, not (\d+)$/.exec(result.message);
      if (told !== null) {
        const [, said, least, most, given] = told;
        assert.deepEqual([result.code, said, given], ['wrong-kind', name, String(count)]);
        assert.ok(count < Number(least ?? most) || count > Number(most), result.message);
        counted.add(name);
      } else if (result.message.includes('needs a template argument')) {
        assert.equal(result.code, 'wrong-kind');
        assert.equal(result.message, `${name} needs a template argument: ${name}<…>`);
        templated.add(name);
      }
    }
  assert.ok(counted.size > 60, String(counted.size));
  assert.ok(templated.size > 5, String(templated.size));
});
