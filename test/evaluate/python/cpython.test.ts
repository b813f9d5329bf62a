// What CPython makes of some 3,000 expressions: what is known of them is the same, and what it refuses has no value.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pythonGrammars, valuesOf } from './support.ts';

interface Record {
  readonly expression: string;
  readonly value?: string;
  /** The exception that it ends with. */
  readonly raises?: string;
}

/** So many are known: fewer, and something is lost. */
const KNOWN = 1811;

const grammars = await pythonGrammars();

const records = readFileSync(new URL('../../golden/python-plain.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record);

const isNoValue = (text: string): boolean => /^(?:unknown|refused): /.test(text);

test('expressions of Python are what CPython makes of them, or unknown', () => {
  const lines = records.map(({ expression }, i) => `x${i} = ${expression}`);
  const values = valuesOf(grammars, `import functools, itertools, math, operator\n${lines.join('\n')}\n`);
  const shown = records.map((_, i) => values.get(`x${i}`) ?? 'unknown: it is not declared');
  const wrong = records.flatMap(({ expression, value }, i) => {
    const text = shown[i]!;
    const isRight = isNoValue(text) || (value !== undefined && text.split(' or ').includes(value));
    return isRight ? [] : [`${expression} is ${value ?? 'an exception'}, not ${text}`];
  });
  assert.deepEqual(wrong, []);
  assert.ok(shown.filter((text) => !isNoValue(text)).length >= KNOWN);
});
