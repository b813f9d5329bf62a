// What CPython makes of some 5,000 expressions, of plain Python and of pycute: what is known of them is the same, and what it
// refuses has no value.

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

const grammars = await pythonGrammars();

const recordsOf = (file: string): readonly Record[] =>
  readFileSync(new URL(`../../golden/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record);

const isNoValue = (text: string): boolean => /^(?:unknown|refused): /.test(text);

/** `least`: so many are known; fewer, and something is lost. */
function check(file: string, imports: string, least: number): void {
  const records = recordsOf(file);
  const lines = records.map(({ expression }, i) => `x${i} = ${expression}`);
  const values = valuesOf(grammars, `import ${imports}\n${lines.join('\n')}\n`);
  const shown = records.map((_, i) => values.get(`x${i}`) ?? 'unknown: it is not declared');
  const wrong = records.flatMap(({ expression, value }, i) => {
    const text = shown[i]!;
    const isRight = isNoValue(text) || (value !== undefined && text.split(' or ').includes(value));
    return isRight ? [] : [`${expression} is ${value ?? 'an exception'}, not ${text}`];
  });
  assert.deepEqual(wrong, []);
  const known = shown.filter((text) => !isNoValue(text)).length;
  assert.ok(known >= least, `${known} are known`);
}

test('expressions of Python are what CPython makes of them, or unknown', () =>
  check('python-plain.jsonl', 'functools, itertools, math, operator', 3762));

test('functions, layouts and swizzles of pycute are what pycute makes of them, or unknown', () =>
  check('pycute-calls.jsonl', 'pycute', 1353));
