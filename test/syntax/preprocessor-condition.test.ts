// Conditions of `#if`, against integers of 64 bits as C++ computes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../server/src/syntax/cpp/preprocessor-condition.ts';
import { seeded } from '../support/random.ts';

type Node = bigint | { readonly operator: string; readonly operands: readonly Node[] };

const BINARY = ['||', '&&', '==', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/', '%'];
const random = seeded(20261122, 1);

function randomNode(depth: number): Node {
  const kind = random.below(depth === 0 ? 1 : 6);
  if (kind === 0) return BigInt(random.below(12));
  if (kind === 1) return { operator: random.below(2) === 0 ? '!' : '-', operands: [randomNode(depth - 1)] };
  const operator = BINARY[random.below(BINARY.length)]!;
  return { operator, operands: [randomNode(depth - 1), randomNode(depth - 1)] };
}

const level = (operator: string): number =>
  [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%'], ['!']].findIndex(
    (list) => list.includes(operator),
  );

/** No more parentheses than C++ needs, so that precedence is tried too. */
function textOf(node: Node, least = 0): string {
  if (typeof node === 'bigint') return random.below(4) === 0 ? `0x${node.toString(16)}` : `${node}`;
  const { operator, operands } = node;
  const own = operands.length === 1 ? 6 : level(operator);
  const [first, second] = operands as [Node, Node?];
  const text =
    second === undefined
      ? `${operator} ${textOf(first, 6)}`
      : `${textOf(first, own)} ${operator} ${textOf(second, own + 1)}`;
  return own < least ? `(${text})` : text;
}

class NoValue extends Error {}

function worth(node: Node): bigint {
  if (typeof node === 'bigint') return node;
  const { operator, operands } = node;
  const [first, second] = operands as [Node, Node?];
  const a = worth(first);
  if (second === undefined) return operator === '!' ? BigInt(a === 0n) : -a;
  if (operator === '&&') return BigInt(a !== 0n && worth(second) !== 0n);
  if (operator === '||') return BigInt(a !== 0n || worth(second) !== 0n);
  const b = worth(second);
  switch (operator) {
    case '==':
      return BigInt(a === b);
    case '!=':
      return BigInt(a !== b);
    case '<':
      return BigInt(a < b);
    case '>':
      return BigInt(a > b);
    case '<=':
      return BigInt(a <= b);
    case '>=':
      return BigInt(a >= b);
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
  }
  if (b === 0n) throw new NoValue();
  return operator === '/' ? a / b : a % b;
}

test('conditions at random are decided as C++ decides them', () => {
  let decided = 0;
  for (let i = 0; i < 5000; i++) {
    const node = randomNode(4);
    const text = textOf(node);
    let expected: boolean;
    try {
      expected = worth(node) !== 0n;
    } catch (error) {
      // C++ does not compile it.
      if (error instanceof NoValue) continue;
      throw error;
    }
    const { value, suppositions } = decide(text, new Map());
    assert.equal(value, expected, text);
    assert.deepEqual(suppositions, []);
    decided++;
  }
  assert.ok(decided > 4000);
});

test('what is supposed of a number that grows makes the condition what it is said to be', () => {
  const holds: Readonly<Record<string, (a: number, b: number) => boolean>> = {
    '>=': (a, b) => a >= b,
    '>': (a, b) => a > b,
    '<': (a, b) => a < b,
    '<=': (a, b) => a <= b,
    '==': (a, b) => a === b,
    '!=': (a, b) => a !== b,
    '%': (a, b) => a % b !== 0,
    '-': (a, b) => a !== b,
  };
  const bound = 800;
  for (const [operator, isTrue] of Object.entries(holds)) {
    const { value, suppositions } = decide(`__CUDA_ARCH__ ${operator} ${bound}`, new Map());
    if (value === null) continue;
    assert.equal(suppositions.length, 1, operator);
    const [least, greatest] = suppositions[0]!.range!;
    for (const arch of [700, 799, 800, 801, 900, 1000]) {
      if (arch >= least && arch <= greatest) assert.equal(isTrue(arch, bound), value, `${arch} ${operator}`);
    }
    assert.ok(
      [799, 800, 801].some((arch) => arch >= least && arch <= greatest),
      operator,
    );
  }
  for (const operator of ['>=', '>', '<', '<=', '=='])
    assert.notEqual(decide(`__CUDA_ARCH__ ${operator} 800`, new Map()).value, null, operator);
});

test('an unsigned number makes negative ones large, and what 64 bits do not hold is not decided', () => {
  for (const condition of [
    '-1 < 0u',
    '1 - 2u < 0',
    '0xFFFFFFFFFFFFFFFF > 0',
    '9007199254740993 == 9007199254740992',
  ])
    assert.equal(decide(condition, new Map()).value, null, condition);
  assert.equal(decide('3u > 2', new Map()).value, true);
});
