// Floating-point numbers, comparisons and identities of plain Python: what CPython makes of them.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, checkValues, DSL_IMPORTS, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const check = (imports: string, lines: string): void => checkExpressions(grammars, imports, lines);

test('quotients are floating-point numbers as Python prints them, and no others', () => {
  check(
    'import math\n',
    `
      1 / 10000 → 0.0001
      1 / 10001 → unknown: a floating-point number
      4 / 2 → 2.0
      (2 ** 31 - 1) / 1 // 2 → 1073741823.0
      (2 ** 31) / 1 // 2 → unknown: // of these values is not computed
      -(2 ** 31) / 1 // 2 → unknown: // of these values is not computed
      math.trunc(-7 / 2) → -3
      -(7 / 2) → -3.5
      7 / 2 > 3 → true
    `,
  );
});

test('a floating-point number equals no sequence', () => {
  check(
    '',
    `
      (4 / 2) == (1, 2) → false
      (1, 2) == (4 / 2) → false
      (4 / 2) != [2] → true
      (4 / 2) == 2 → true
      (4 / 2) == "2.0" → false
      (4 / 2) == None → false
    `,
  );
});

test('what hands out its items once equals itself alone', () => {
  checkValues(
    grammars,
    `
held = (iter((1, 2)), 3)
of_held = held == held
others = iter((1, 2)) == iter((1, 2))
`,
    { of_held: 'true', others: /^unknown: whether these are equal/ },
  );
});

test('integers that are only known at run time are compared by what is known of them', () => {
  checkValues(
    grammars,
    `${DSL_IMPORTS}from typing import Type
@cute.jit
def function(n: cutlass.Int32, dtype: Type[cutlass.Numeric]):
    unlike = (n, 1) < (4, 1)
    alike = (n, 1) < (n, 2)
    whole = cutlass.Int32(10) // 3
    left = 10 % cutlass.Int32(4)
    open_type = dtype is cutlass.Float16
    open_other = cutlass.Float16 is dtype
    open_number = dtype is 4
    itself = dtype is dtype
    apart = cutlass.Float16 is cutlass.Float32
    negative = -cute.E(0)
    scaled = (2 * cute.E(0), cute.E(0) * 3)
    moved = cutlass.Uint32(-1)
    wide = cutlass.Uint8(128)
    narrow = cutlass.Uint8(127)
    least = cutlass.Int8(-127)
    twice = cutlass.Int32(4, 5)
    byte = cutlass.Float16(4)
`,
    {
      unlike: 'unknown: < of these values is not computed',
      alike: 'true',
      whole: '3',
      left: '2',
      open_type: 'unknown: is of these values is not computed',
      open_other: 'unknown: is of these values is not computed',
      open_number: 'unknown: is of these values is not computed',
      itself: 'true',
      apart: 'false',
      negative: 'unknown: - of these values is not computed',
      scaled: '(2@0,3@0)',
      moved: 'unknown: the integer wraps',
      wide: 'unknown: the integer wraps',
      narrow: '127',
      least: '-127',
      twice: 'unknown: a Int32 is only known at run time',
      byte: 'unknown: a Float16 is only known at run time',
    },
  );
});
