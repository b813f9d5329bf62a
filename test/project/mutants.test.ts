// The tools that judge the tests: mutants are in the sources where they say, and what fails is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coveringJobs } from '../../scripts/mutants/choice.ts';
import type { FileCoverage } from '../../scripts/mutants/coverage.ts';
import type { Mutant } from '../../scripts/mutants/find.ts';
import { isPure } from '../../scripts/mutants/pure.ts';
import { reportText } from '../../scripts/mutants/report.ts';
import { sampled } from '../../scripts/mutants/sample.ts';
import { prelude, withMutants } from '../../scripts/mutants/schemata.ts';
import { type Outcome, runSuite } from '../../scripts/testing/cases.ts';
import type { Suite } from '../../scripts/testing/registry.ts';

const mutant = (start: number, end: number, text: string, more: Partial<Mutant> = {}): Mutant => ({
  key: `${start}-${end}-${text}`,
  room: 'r',
  file: 'f.ts',
  line: 1,
  operator: 'o',
  start,
  end,
  text,
  isStatement: false,
  ...more,
});

/** A function of `a` with mutants in it: what it returns with one of them on, and which ones it has come by. */
function built(text: string, mutants: readonly Mutant[]) {
  const numbered = mutants.map((each, number) => ({ mutant: each, number }));
  const body = `${prelude(mutants.length)}; return (() => { ${withMutants(text, numbered)} })();`;
  const call = new Function('globalThis', 'process', 'a', body);
  return (a: unknown, active = -1): { readonly value: unknown; readonly hits: readonly number[] } => {
    const layoutLensMutants = { active, hit: new Uint8Array(mutants.length), compares: false };
    const value = call({ layoutLensMutants }, {}, a);
    return { value, hits: [...layoutLensMutants.hit.keys()].filter((n) => layoutLensMutants.hit[n] !== 0) };
  };
}

test('each mutant of a text can be switched on, also inside of another one, and none changes nothing', () => {
  const text = 'let n = 1; if (a < 2) n = a + 3; return n;';
  const at = (part: string): readonly [number, number] => [
    text.indexOf(part),
    text.indexOf(part) + part.length,
  ];
  const mutants = [
    mutant(...at('a < 2'), 'a <= 2'),
    mutant(...at('a < 2'), '!(a < 2)'),
    mutant(...at('if (a < 2) n = a + 3;'), '', { isStatement: true }),
    mutant(...at('a + 3'), 'a - 3'),
    mutant(text.indexOf('3'), text.indexOf('3') + 1, '4'),
  ];
  const run = built(text, mutants);
  const results = (a: number): readonly unknown[] =>
    [-1, 0, 1, 2, 3, 4].map((active) => run(a, active).value);
  assert.deepEqual(results(0), [3, 3, 1, 1, -3, 4]);
  assert.deepEqual(results(2), [1, 5, 5, 1, 1, 1]);
});

test('a test comes by a mutant where it has another value, and what may change something is worked out once', () => {
  const text =
    'const seen = []; if (a.n > 9) seen.push(1); const low = a.n < 2; const all = a.list.filter((x) => x > 1); return [seen, low, all, a.next() < 3];';
  const at = (part: string): readonly [number, number] => [
    text.indexOf(part),
    text.indexOf(part) + part.length,
  ];
  const mutants = [
    mutant(...at('if (a.n > 9) seen.push(1);'), '', { isStatement: true, condition: 'a.n > 9' }),
    mutant(...at('a.n < 2'), '(a.n) <= (2)'),
    mutant(...at('a.list.filter((x) => x > 1)'), 'a.list'),
    mutant(...at('a.next() < 3'), '(a.next()) <= (3)'),
  ];
  const run = built(text, mutants);
  const given = (n: number, list: readonly number[]) => {
    let calls = 0;
    return { n, list, next: () => ++calls };
  };
  assert.deepEqual(run(given(1, [2, 3])), { value: [[], true, [2, 3], true], hits: [3] });
  assert.deepEqual(run(given(2, [2, 3])).hits, [1, 3]);
  assert.deepEqual(run(given(10, [1, 3])), { value: [[1], false, [3], true], hits: [0, 2, 3] });
  assert.deepEqual(run(given(10, [1, 3]), 0).value, [[], false, [3], true]);
  assert.deepEqual(run(given(10, [1, 3]), 2).value, [[1], false, [1, 3], true]);
});

test('an expression is worked out once more only where that changes nothing', () => {
  const pure = ['(a.length) <= (2)', "(isOpen(a)) || (a.b === 'x(')", 'a.some((n) => n > 1)', '[]'];
  const others = [
    '(next()) <= (2)',
    'a = 2',
    '(n++) <= (2)',
    '(await a) <= (2)',
    'a[0]() || b',
    '`a`',
    'f(1) && b',
  ];
  assert.deepEqual([...pure, ...others].filter(isPure), pure);
});

test('a sample has as many of every room, the same for the same seed', () => {
  const all = [...Array(40).keys()].map((n) => mutant(n, n + 1, '', { room: n < 35 ? 'large' : 'small' }));
  const chosen = sampled(all, 12, 7);
  assert.equal(chosen.filter(({ room }) => room === 'small').length, 5);
  assert.equal(new Set(chosen).size, 12);
  assert.deepEqual(sampled(all, 12, 7), chosen);
  assert.notDeepEqual(sampled(all, 12, 8), chosen);
});

test('a mutant is settled where all tests that come by it are run', () => {
  const file = (name: string, ...tests: readonly FileCoverage['tests'][number][]): FileCoverage => ({
    file: name,
    digest: '',
    tests,
    around: [],
    failing: [],
  });
  const coverage = [
    file('a', { name: 'long', milliseconds: 900, hits: [0] }, { name: 'quick', milliseconds: 5, hits: [0] }),
    file('b', { name: 'short', milliseconds: 10, hits: [0, 1] }),
    { ...file('c', { name: 'beside', milliseconds: 1, hits: [] }), around: [0] },
    { ...file('d'), failing: [{ name: 'fails', reason: 'late', hits: [2] }] },
  ];
  const chosen = (number: number, limit: number): readonly unknown[] => {
    const { jobs, isWhole } = coveringJobs(coverage, number, limit);
    return [jobs.flatMap(({ tests }) => [...tests!.keys()]), isWhole];
  };
  assert.deepEqual(chosen(0, 1000), [['quick', 'short', 'beside', 'long'], true]);
  assert.deepEqual(chosen(0, 100), [['quick', 'short', 'beside'], false]);
  assert.deepEqual(chosen(1, 100), [['short'], true]);
  assert.deepEqual(chosen(2, 100), [[], false]);
  assert.deepEqual(chosen(3, 100), [[], true]);
});

test('what is not settled counts neither as noticed nor as unnoticed', () => {
  const fates = ['noticed', 'stuck', 'survived', 'uncovered', 'unsettled', 'unsettled'] as const;
  const all = fates.map((_, n) => mutant(n, n + 1, '', { file: 'package.json' }));
  const verdicts = new Map(all.map(({ key }, n) => [key, { key, fate: fates[n]!, by: '' }]));
  assert.match(reportText(all, verdicts), /^\| all \| 4 \| 2 \| 50 % \| 1 \| 1 \| 2 \|$/m);
});

test('what fails, hangs or throws later is told, and the others run', async () => {
  const ended: Outcome[] = [];
  const hooks: string[] = [];
  const each = (name: string, body: () => unknown, options = {}) => ({ name, options, body });
  await runSuite(
    {
      name: '',
      before: [() => hooks.push('before')],
      after: [() => hooks.push('after')],
      members: [
        each('passes', () => undefined),
        each('fails', () => assert.equal(1, 2)),
        each('rejects', () => Promise.reject(new Error('late'))),
        each('hangs', () => new Promise(() => undefined), { timeout: 20 }),
        { name: 'leaves itself out', options: {}, body: (t) => t.skip('a reason') },
        each('is left out', () => assert.fail(), { skip: 'a reason' }),
        {
          name: 'cleans up',
          options: {},
          body: (t) => {
            t.after(() => hooks.push('behind'));
            assert.fail();
          },
        },
        { name: 'inner', before: [], after: [], members: [each('passes', () => undefined)] },
      ],
    },
    '',
    {
      wanted: () => true,
      timeout: () => 10_000,
      again: false,
      prepared: () => hooks.push('prepared'),
      started: () => undefined,
      ended: (outcome) => ended.push(outcome) > 0,
    },
  );
  assert.deepEqual(
    ended.map(({ name, failure, skipped }) => [name, failure !== null, skipped]),
    [
      ['passes', false, false],
      ['fails', true, false],
      ['rejects', true, false],
      ['hangs', true, false],
      ['leaves itself out', false, true],
      ['is left out', false, true],
      ['cleans up', true, false],
      ['inner › passes', false, false],
    ],
  );
  assert.deepEqual(hooks, ['before', 'prepared', 'behind', 'prepared', 'after']);
});

test('a file that is visited twice is prepared and cleaned up once', async () => {
  const done: string[] = [];
  const suite = (name: string, members: Suite['members']): Suite => ({
    name,
    members,
    before: [() => done.push(`before ${name}`)],
    after: [() => done.push(`after ${name}`)],
  });
  const each = (name: string) => ({ name, options: {}, body: () => done.push(name) });
  const file = suite('file', [each('short'), suite('inner', [each('deep')]), each('long')]);
  const visit = (again: boolean, ...wanted: readonly string[]): Promise<boolean> =>
    runSuite(file, '', {
      wanted: (name) => wanted.includes(name),
      timeout: () => 10_000,
      again,
      prepared: () => undefined,
      started: () => undefined,
      ended: ({ failure }) => failure === null,
    });
  assert.equal(await visit(true, 'inner › deep', 'short'), true);
  assert.equal(await visit(false, 'long'), true);
  assert.deepEqual(done, [
    'before file',
    'short',
    'before inner',
    'deep',
    'after inner',
    'long',
    'after file',
  ]);
});
