// What hovers say of the names that a value depends on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Missing, SiteEvaluation } from '../../server/src/analysis/values/model.ts';
import { parameterLines, supplied } from '../../server/src/features/hover/parameters.ts';

const from = 'from instantiation gemm<half_t>, line 9';
const evaluation: SiteEvaluation = {
  value: 4,
  origin: null,
  parameters: [
    { name: 'Element', value: 'half_t', source: from },
    { name: 'kStages', value: '2', source: 'default' },
    { name: 'Problem', value: '(?,?)', source: from },
    { name: 'kBlockM', value: '≠ 1', source: 'supposed' },
  ],
};

const missing = (name: string, kind: Missing['kind']): Missing => ({
  name,
  kind,
  use: name,
  chain: [],
  declaration: null,
  head: null,
  instead: [],
  reason: null,
});

test('parameters of one source are told together', () =>
  assert.deepEqual(parameterLines(evaluation), [
    `Element = half_t, Problem = (?,?) (${from})`,
    'kStages = 2 (default)',
    'kBlockM ≠ 1 (supposed)',
  ]));

test('what a command line gives is told once, and not again where it is handed on', () => {
  const [line, call] = ['the command line', 'the calls in this file'];
  const parameters = [
    { name: '--tile-n', value: '(128, 64)', source: line },
    { name: 'tile_n', value: '(_128,_64)', source: call },
    { name: 'stages', value: '3', source: call },
    { name: 'stages', value: '3', source: 'default' },
    { name: 'dtype', value: '?', source: call },
    { name: 'n', value: 'n', source: call },
    { name: 'tile_m', value: '(128, 64)', source: call },
  ];
  assert.deepEqual(parameterLines({ parameters }), [
    `--tile-n = (128, 64) (${line})`,
    `stages = 3, tile_m = (128, 64) (${call})`,
  ]);
});

test('a parameter that has an argument is not asked for', () => {
  const open = [missing('Problem', 'template-parameter'), missing('kHeads', 'template-parameter')];
  const texts = (isRunTime: boolean) => supplied(open, evaluation, 'cpp', isRunTime);
  assert.equal(texts(true)[0], 'Problem: sizes that are known when the program runs');
  assert.equal(texts(false)[0], 'Problem: not known in full where it is instantiated');
  assert.match(texts(true)[1]!, /^kHeads is a template parameter: .*layout-lens: assume kHeads = …/);
});

test('a parameter of which something is only supposed is asked for', () => {
  const [text] = supplied([missing('kBlockM', 'template-parameter')], evaluation, 'cpp');
  assert.match(text!, /^kBlockM is a template parameter: .*layout-lens: assume kBlockM = …/);
});
