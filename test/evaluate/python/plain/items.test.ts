// Items of sequences that are taken apart: in comprehensions, patterns, texts and the rounds of loops.

import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkValues, dslChecker, pythonGrammars } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const check = (text: string, expected: Readonly<Record<string, string | RegExp>>): void =>
  checkValues(grammars, text, expected);

test('an item that is not known, or has no parts, leaves those of the others', () => {
  check(
    `
known = [a for (a, b) in ((1, 2), (3, 4))]
unknown = [a for (a, b) in ((1, 2), no_such_name)]
number = [a for (a, b) in ((1, 2), 4)]
text = f"{no_such_name}x{4}"
text_too = f"{4}x{no_such_name}{other_name}"
whole = f"{4}x{8}"
`,
    {
      known: '(1,3)',
      unknown: '(1,unknown: no_such_name is not known here)',
      number: '(1,unknown: the parts of this item are not known)',
      text: 'unknown: no_such_name is not known here',
      text_too: 'unknown: no_such_name is not known here',
      whole: '"4x8"',
    },
  );
});

test('a pattern of items is one of sequences alone', () => {
  check(
    `
class Made:
    def __init__(self):
        pass
class Derived(Made):
    pass
class Listed(list):
    pass
def matched(v):
    match v:
        case [a, b]:
            return a + b
        case _:
            return 5
of_pair = matched((1, 2))
of_three = matched((1, 2, 3))
of_object = matched(Made())
of_derived = matched(Derived())
of_listed = matched(Listed())
of_number = matched(4)
of_text = matched("ab")
of_dictionary = matched({1: 2})
of_set = matched({1, 2})
of_none = matched(None)
of_unknown = matched(no_such_name)
`,
    {
      of_pair: '3',
      of_three: '5',
      of_object: '5',
      of_derived: /^unknown/,
      of_listed: /^unknown/,
      of_number: '5',
      of_text: '5',
      of_dictionary: '5',
      of_set: '5',
      of_none: '5',
      of_unknown: 'unknown: no_such_name is not known here',
    },
  );
});

test('tuples that the rounds of a compiled loop leave have the items that all of them have', () => {
  dslChecker(grammars)(
    `
@cute.jit
def function(n: cutlass.Int32):
    pair = (1, 2)
    for i in range(n):
        pair = (i, 2)
    of_pair = pair
    nested = (1, (2, 3))
    for i in range(n):
        nested = (i, (i, 3))
    of_nested = nested
    text = (1, "a")
    for i in range(n):
        text = (i, "b")
    of_text = text
    longer = (1, 2)
    for i in range(n):
        longer = (1, 2, 3)
    of_longer = longer
`,
    {
      of_pair: '(?,2)',
      of_nested: '(?,(?,3))',
      of_text: 'unknown: text is assigned in a loop',
      of_longer: 'unknown: longer is assigned in a loop',
    },
  );
});
