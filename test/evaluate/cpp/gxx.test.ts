// What g++ makes of random pieces of C++: which overload and which specialisation is meant, the sizes of classes, and what
// constexpr functions return. What is known of them is the same.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { values } from './support.ts';

interface Record {
  readonly family: string;
  readonly source: string;
  /** Variables that the expressions name. */
  readonly main?: string;
  readonly values: Readonly<{ [expression: string]: number }>;
}

/** So many values are known: fewer, and something is lost. */
const KNOWN: Readonly<{ [family: string]: number }> = {
  objects: 536,
  overloads: 174,
  specialisations: 495,
  programs: 119,
  classes: 0,
  packs: 390,
  integers: 373,
  references: 0,
};

const records = readFileSync(new URL('../../golden/cpp-programs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Record);

/** The text of a program that has the values as constants, in order. */
function program({ source, main, values: asked }: Record): string {
  const expressions = Object.keys(asked);
  const lines =
    main === undefined
      ? expressions.map((e, i) => `auto ask${i} = Int<${e}>{};`)
      : [`int main() { ${main}`, ...expressions.map((e, i) => `auto ask${i} = ${e};`), '}'];
  return `using namespace cute; template <int v> using C = Int<v>; ${source}\n${lines.join('\n')}\n`;
}

const isNoValue = (text: string): boolean => /^(?:unknown|refused|\?)/.test(text);

for (const [family, least] of Object.entries(KNOWN))
  test(`${family}: what is known is what g++ says`, async () => {
    const wrong: string[] = [];
    let known = 0;
    for (const record of records.filter((r) => r.family === family)) {
      const found = await values(program(record));
      for (const [i, [expression, value]] of Object.entries(record.values).entries()) {
        const text = found[`ask${i}`] ?? 'unknown: it is not declared';
        if (isNoValue(text)) continue;
        known++;
        if (text !== `_${value}`) wrong.push(`${expression} is ${value}, not ${text}: ${record.source}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(known >= least, `${known} are known`);
  });
