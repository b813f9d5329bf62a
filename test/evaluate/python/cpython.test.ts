// What CPython makes of some 7,000 expressions, of plain Python and of pycute, and of programs: what is known of them is the
// same, and what it refuses has no value.

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

const recordsOf = <T>(file: string): readonly T[] =>
  readFileSync(new URL(`../../golden/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const isNoValue = (text: string): boolean => /^(?:unknown|refused): /.test(text);

/** `least`: so many are known; fewer, and something is lost. */
function check(file: string, imports: string, least: number): void {
  const records = recordsOf<Record>(file);
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

interface Program {
  readonly source: string;
  /** What its last names hold when it has run. */
  readonly values: Readonly<{ [name: string]: string }>;
}

const isKnown = (text: string): boolean => !/unknown: |refused: |\?/.test(text);

test('what programs leave in their variables is what CPython leaves there, or unknown', () => {
  const wrong: string[] = [];
  let known = 0;
  for (const { source, values } of recordsOf<Program>('python-programs.jsonl')) {
    const found = valuesOf(grammars, `${source}\n`);
    for (const [name, value] of Object.entries(values)) {
      const text = (found.get(name) ?? 'unknown: it is not declared').replaceAll(', ', ',');
      if (!isKnown(text)) continue;
      known++;
      if (!text.split(' or ').includes(value)) wrong.push(`${name} is ${value}, not ${text}, in\n${source}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(known >= 247, `${known} are known`);
});

test('functions, layouts and swizzles of pycute are what pycute makes of them, or unknown', () =>
  check('pycute-calls.jsonl', 'pycute', 1353));
