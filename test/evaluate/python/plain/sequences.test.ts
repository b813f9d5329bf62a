// Python's own functions of sequences, sets, texts and dictionaries: what CPython makes of these calls, and no value where
// CPython raises an exception.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Grammars } from '../../../../server/src/syntax/grammars.ts';
import { checkExpressions, pythonGrammars, valuesOf } from '../support.ts';

let grammars: Grammars;
before(async () => {
  grammars = await pythonGrammars();
});

const IMPORTS = 'import itertools\nimport math\nd = {"a": 4}\n';

const check = (lines: string): void => checkExpressions(grammars, IMPORTS, lines);

/** `expression → what its reason begins with`, one a line. */
function checkUnknown(lines: string): void {
  const cases = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(' → ') as [string, string]);
  const values = valuesOf(
    grammars,
    `${IMPORTS}${cases.map(([expression], i) => `v${i} = ${expression}\n`).join('')}`,
  );
  for (const [i, [expression, reason]] of cases.entries())
    assert.ok(
      values.get(`v${i}`)!.startsWith(`unknown: ${reason}`),
      `${expression} is ${values.get(`v${i}`)}`,
    );
}

test('sums and products begin with what they are given once', () => {
  check(`
    sum((1, 2), 3) → 6
    sum((1, 2), start=3) → 6
    sum(((1,), (2,)), ()) → (1,2)
    math.prod((2, 3), start=4) → 24
    math.prod(()) → 1
  `);
  checkUnknown(`
    sum((1, 2), 3, start=4) → sum of these
    sum((1, 2), 3, 4) → sum of these
    sum((1, 2), begin=3) → sum of these
    sum(("a", "b"), "") → sum of these
    sum((), "") → sum of these
    math.prod((2, 3), 4) → prod of these
    math.prod((2, 3), 4, 5) → prod of these
  `);
});

test('ranges and what numbers items', () => {
  check(`
    list(range(3)) → (0,1,2)
    list(range(8, 1, -3)) → (8,5,2)
    list(enumerate((5, 6))) → ((0,5),(1,6))
    list(enumerate((5, 6), 1)) → ((1,5),(2,6))
    list(enumerate((5, 6), start=2)) → ((2,5),(3,6))
  `);
  checkUnknown(`
    list(range()) → this range
    list(range(1, 2, 3, 4)) → this range
    list(range("a")) → this range
    list(range(stop=4)) → this range
    list(enumerate(4)) → enumerate of these
    list(enumerate((5, 6), "a")) → enumerate of these
    list(enumerate((5, 6), 1, 2)) → enumerate of these
    list(enumerate((5, 6), 1, start=2)) → enumerate of these
    list(enumerate((5, 6), begin=2)) → enumerate of these
  `);
});

test('sequences in order', () => {
  check(`
    sorted((3, 1, 2)) → (1,2,3)
    sorted((3, 1, 2), reverse=True) → (3,2,1)
    list(reversed((1, 2))) → (2,1)
    (1, 2, 3, 4)[3:0:-1] → (4,3,2)
    (1, 2, 3, 4)[:1:-1] → (4,3)
    (1, 2, 3, 4)[1::-1] → (2,1)
    (1, 2, 3, 4)[9:0:-2] → (4,2)
    "abc"[::-1] → "cba"
  `);
  checkUnknown(`
    sorted(4) → sorted of these
    sorted((3, "a")) → sorted of these
    sorted((3, 1), reverse=1) → sorted of these
    sorted((3, 1), (2,)) → sorted of these
    (1, 2, 3)[::0] → this slice
    list(reversed((1, 2), 3)) → reversed of this
    list(a=3) → list of arguments by name
    tuple(a=3) → tuple of arguments by name
    tuple((1, 2), 3) → tuple of these
  `);
});

test('what itertools puts together', () => {
  check(`
    list(itertools.product((1, 2), (3, 4))) → ((1,3),(1,4),(2,3),(2,4))
    list(itertools.product((1, 2), repeat=2)) → ((1,1),(1,2),(2,1),(2,2))
    list(itertools.product((1, 2), repeat=0)) → (())
    list(itertools.product()) → (())
    len(list(itertools.product(range(20), range(20)))) → 400
    list(itertools.repeat(1, 2)) → (1,1)
    list(itertools.repeat(1, times=2)) → (1,1)
    list(itertools.chain((1, 2), (3,))) → (1,2,3)
    list(itertools.zip_longest((1, 2), (3,), fillvalue=0)) → ((1,3),(2,0))
    list(itertools.accumulate((1, 2, 3))) → (1,3,6)
    list(itertools.accumulate((1, 2, 3), initial=4)) → (4,5,7,10)
  `);
  checkUnknown(`
    list(itertools.product(4)) → product of these
    list(itertools.product(4, repeat=-1)) → product of these
    list(itertools.product((1, 2), repeat=-1)) → product of these
    list(itertools.product((1, 2), repeat="a")) → product of these
    list(itertools.product((1,), repeat=17)) → product of these
    list(itertools.product((1, 2), times=2)) → product of these
    list(itertools.product(range(33), range(32))) → so long a sequence
    list(itertools.repeat(1, 2, 3)) → repeat of these
    list(itertools.repeat(1, 2, times=3)) → repeat of these
    list(itertools.repeat(1, 2, count=3)) → repeat of these
    list(itertools.chain((1, 2), of=2)) → chain of these
    list(itertools.zip_longest((1, 2), (3, 4), fill=0)) → zip_longest of these
    list(itertools.accumulate(4)) → accumulate of these
    list(itertools.accumulate((1, 2), begin=3)) → accumulate of these
    list(map(lambda a: a + 1, 4)) → map of these
    list(map(lambda a, b: a + b, (1, 2), 4)) → map of these
    list(map(lambda a: a, range(257))) → map of these
    list(map(lambda a, b: a + b, (1, 2), no_such_name)) → no_such_name
    list(map(lambda a, b: a + b, first_name, second_name)) → first_name
    list(filter(lambda a: a, (1, 2), (3, 4))) → filter of these
    list(filter(lambda a: a, 4)) → filter of these
    [i for i in range(300)] → the comprehension has too many items
  `);
});

test('sets of items that are known', () => {
  check(`
    {1, 2} | {2, 3} == {1, 2, 3} → true
    {1, 2} & {2, 3} == {2} → true
    {1, 2} - {2, 3} == {1} → true
    {1, 2} ^ {2, 3} == {1, 3} → true
    {1, 2} <= {1, 2, 3} → true
    {1, 2, 3} <= {1, 2} → false
    {1, 2, 3} >= {1, 2} → true
    {1, 2} >= {1, 2, 3} → false
    {1, 2} >= {1, 2} → true
  `);
  checkUnknown(`
    len({1, (2, 3)} | {4}) → | of these
    len({4} | {1, (2, 3)}) → | of these
    {1, (2, 3)} >= {1} → >= of these
    {1} >= {1, (2, 3)} → >= of these
    {1} | 4 → | of these
    4 | {1} → | of these
    {1} - 4 → - of these
  `);
});

test('methods of texts take texts', () => {
  check(`
    "abcabc".find("c") → 2
    "abc".find("d") → -1
    "abc".startswith(("x", "ab")) → true
    "abc".startswith(()) → false
    "a b c".split(" ", maxsplit=1) → ("a","b c")
    "a".join(("b", "c")) → "bac"
  `);
  checkUnknown(`
    "abc".startswith(("x", 4)) → startswith of these
    "abc".startswith((4, "a")) → startswith of these
    "abc".startswith(4) → startswith of these
    "abc".find() → find of these
    "a b c".split(" ", 1, maxsplit=1) → split of these
    "a b c".split(" ", sep=" ") → split of these
    "a b c".split(" ", limit=1) → split of these
    "a".join(("b", "c"), last=2) → join of these
    math.trunc("2") → trunc of this
  `);
});

test('methods of dictionaries take their arguments by place', () => {
  check(`
    d.get("a") → 4
    d.get("b", 5) → 5
    list(d.items()) → (("a",4))
    d.copy()["a"] → 4
  `);
  checkUnknown(`
    d.get("a", default=5) → an entry of this key
    d.get("b", 5, 6) → an entry of this key
    d.get() → an entry of this key
    d.copy(4)["a"] → a method of a dictionary
    list(d.items(4)) → a method of a dictionary
    list(d.keys(of=4)) → a method of a dictionary
    getattr(4, 5) → getattr of this
    isinstance(4, int, str) → isinstance of these
    isinstance(4) → isinstance of these
  `);
});
