// Loops of CuTe DSL: counters and stages of a compiled loop are integers of the program, and a slice by the counter of an unrolled
// one is that of any integer.

import { before, test } from 'node:test';
import { dslChecker, pythonGrammars } from '../support.ts';

let check: ReturnType<typeof dslChecker>;
before(async () => {
  check = dslChecker(await pythonGrammars());
});

test('in a compiled function integers that differ from round to round are run-time ones', () => {
  check(
    `
@cute.kernel
def k():
    t = cute.make_tensor(0, cute.make_layout((8, 4, 3)))
    stage = 0
    for i in cutlass.range(10):
        part = t[None, i, stage]
        stage = (stage + 1) % 3
    behind = t[None, 0, stage]
    for j in cutlass.range_constexpr(4):
        unrolled = t[None, j, 0]
        sized = cute.make_layout((8, j + 1))
`,
    {
      part: 'tensor (8):(1)',
      behind: 'tensor (8):(1)',
      unrolled: 'tensor (8):(1)',
      sized: /j is a loop variable/,
    },
  );
});

test('a stage that a branch moves on is a run-time integer, and a slice by it keeps its layout', () => {
  check(
    `
@cute.kernel
def k(count: cutlass.Int32, isKnown: cutlass.Constexpr):
    t = cute.make_tensor(0, cute.make_layout((8, 4, 3)))
    read = 0
    write = 2
    part = t[None, None, read]
    other = t[None, None, 0]
    size = 4
    maybe = 0
    for i in range(count):
        for j in cutlass.range(4, unroll_full=True):
            if j == 3:
                part = t[None, None, read]
                other = cute.make_tensor(0, cute.make_layout((4, 8)))
            taken = part
            elsewhere = other
            if j == 0:
                write = read
                read = read + 1
                if read == 3:
                    read = 0
            if isKnown:
                maybe = maybe + 1
            reads, writes, open = read, write, maybe
            deeper = part[None, 0]
    behind = part
`,
    {
      part: 'tensor (8,4):(1,8)',
      taken: 'tensor (8,4):(1,8)',
      deeper: 'tensor (8):(1)',
      behind: 'tensor (8,4):(1,8)',
      elsewhere: /only known at run time/,
      reads: '?',
      writes: '?',
      open: /isKnown is a parameter/,
    },
  );
});

test('a slice by the counter of an unrolled loop, or by what is worked out of it, is that of an integer', () => {
  check(
    `
@cute.jit
def f(given):
    t = cute.make_tensor(0, cute.make_layout((8, 4, 3)))
    places = (None, 1, 2)
    for k in cutlass.range_constexpr(3):
        ring = (k + 1) % 3
        plain = t[None, 0, k]
        by_name = t[(None, None, ring)]
        worked = t[k, None, 2 * ring - k]
        both = t[k, None, (None if k == 0 else k)]
        looked_up = t[None, 0, places[k]]
        by_item = places[k]
        named = t[None, 0, by_item]
        other = t[None, 0, k + given]
        of_call = t[None, 0, min(k, given)]
    for pair in enumerate(places):
        item = t[None, 0, pair]
    for a, b in places:
        unpacked = t[None, 0, a]
    for place in places:
        direct = t[None, 0, place]
    for k in cutlass.range_constexpr(3):
        k = given
        assigned = t[None, 0, k]
`,
    {
      plain: 'tensor (8):(1)',
      by_name: 'tensor (8,4):(1,8)',
      worked: 'tensor (4):(8)',
      both: /k is a loop variable/,
      looked_up: /k is a loop variable/,
      named: /k is a loop variable/,
      other: /k is a loop variable/,
      of_call: /k is a loop variable/,
      item: /pair is a loop variable/,
      unpacked: /a is a loop variable/,
      direct: /place is a loop variable/,
      assigned: /given is a parameter/,
    },
  );
});
