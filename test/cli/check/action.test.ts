// The action's steps on a repository of its own: what a job with it says, keeps and ends with.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { commandLine } from '../../support/command-line.ts';
import { type Project, project } from './project.ts';
import { sarifFaults } from './sarif-schema.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;
const step = action.runs.steps.find(({ id }) => id === 'check')!;

const FILES = {
  '.git/HEAD': '',
  'include/n.h': 'constexpr int kN = 5;\n',
  'src/a.cu':
    '#include <n.h>\nusing namespace cute;\nauto a = composition(Layout<Shape<_6,_2>,Stride<_1,_8>>{}, Layout<_8,_1>{});\n' +
    'auto b = logical_divide(Layout<_12>{}, Int<kN>{});\n',
  'src/fine.layout': '(4,8):(8,1)\n',
  'src/build/made.layout': 'logical_divide(12:1, 5)\n',
  '.gitignore': 'build/\n',
};

interface Job {
  readonly status: number | null;
  readonly annotations: readonly string[];
  readonly err: string;
  readonly summary: string;
  readonly outputs: string;
}

/** Runs the step as GitHub does, with the action's defaults where nothing is given. */
function job(of: Project, given: Readonly<Record<string, string>>): Job {
  const value = (text: string): string =>
    text
      .replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, name: string) => given[name] ?? action.inputs[name]!.default,
      )
      .replace(/node \$\{\{ github\.action_path \}\}\/server\/bin\/layout-lens\.js/, () =>
        [process.execPath, ...commandLine].join(' '),
      );
  const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, value(text)]));
  for (const text of Object.values(own)) assert.doesNotMatch(text, /\$\{\{/);
  for (const name of ['output', 'summary']) of.write(name, '');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    [
      '--noprofile',
      '--norc',
      '-eo',
      'pipefail',
      '-c',
      step.run!.replace(/\$\{\{ github\.action_path \}\}/, root),
    ],
    {
      cwd: of.folder,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        ...own,
        GITHUB_OUTPUT: join(of.folder, 'output'),
        GITHUB_STEP_SUMMARY: join(of.folder, 'summary'),
      },
    },
  );
  const written = (name: string): string => readFileSync(join(of.folder, name), 'utf8');
  return {
    status,
    annotations: stdout.split('\n').filter((line) => line !== ''),
    err: stderr,
    summary: written('summary'),
    outputs: written('output'),
  };
}

const sarifOf = (
  of: Project,
  name = 'layout-lens.sarif',
): { runs: { results: { ruleId: string; baselineState?: string }[] }[] } => {
  const log = JSON.parse(readFileSync(join(of.folder, name), 'utf8'));
  assert.deepEqual(sarifFaults(log), []);
  return log;
};

test('a job with the action has annotations, SARIF and a summary, and fails where there is an error', () => {
  const of = project(FILES);
  try {
    const { status, annotations, err, summary, outputs } = job(of, {});
    assert.deepEqual([status, err, outputs], [1, '', 'sarif=layout-lens.sarif\n']);
    assert.equal(annotations.length, 2);
    assert.match(annotations[0]!, /^::error file=src\/a\.cu,line=3,.*title=shape-divisibility::/);
    assert.match(annotations[1]!, /^::warning file=src\/a\.cu,line=4,.*title=over-tiling::/);
    const [{ results } = { results: [] }] = sarifOf(of).runs;
    assert.deepEqual(
      results.map(({ ruleId }) => ruleId),
      ['shape-divisibility', 'over-tiling'],
    );
    assert.match(
      summary,
      /^### Layout Lens\n```text\n3 files, 9 lines, .*\nlayout expressions \d+\n[\s\S]*\n```\n$/,
    );
    assert.match(step.env?.['SARIF'] ?? '', /^\$\{\{ inputs\.sarif \}\}$/);
    assert.match(action.outputs['sarif']?.value ?? '', /^\$\{\{ steps\.check\.outputs\.sarif \}\}$/);
  } finally {
    of.dispose();
  }
});

test('its inputs are those of the command: paths, folders, a baseline, threads, a cache, a file', () => {
  const of = project(FILES);
  try {
    of.check('src', '--write-baseline', 'known.json');
    const given = {
      paths: 'src include',
      include: 'include elsewhere',
      baseline: 'known.json',
      sarif: 'out.sarif',
      jobs: '2',
      cache: '.kept',
    };
    const known = job(of, given);
    assert.deepEqual([known.status, known.annotations, known.outputs], [0, [], 'sarif=out.sarif\n']);
    const states = (): readonly (string | undefined)[] =>
      sarifOf(of, 'out.sarif').runs[0]!.results.map(({ baselineState }) => baselineState);
    assert.deepEqual(states(), ['unchanged', 'unchanged']);
    assert.equal(readdirSync(join(of.folder, '.kept')).filter((name) => name.endsWith('.json')).length, 3);
    // A mistake that a change brings is told, and the known ones are not.
    of.write('src/new.layout', 'composition((4,6,8):(2,3,5), 6:1)\n');
    const after = job(of, given);
    assert.equal(after.status, 1);
    assert.deepEqual(
      after.annotations.map((line) => line.slice(0, '::error file=src/new.layout'.length)),
      ['::error file=src/new.layout'],
    );
    assert.deepEqual(states(), ['unchanged', 'unchanged', 'new']);
  } finally {
    of.dispose();
  }
});

test('a job whose inputs are wrong, or whose files cannot be read, says so and fails', () => {
  const of = project({ ...FILES, 'src/a.cu': '' });
  try {
    const wrong = job(of, { jobs: 'many' });
    assert.deepEqual([wrong.status, wrong.annotations, wrong.outputs], [2, [], '']);
    assert.match(wrong.err, /--jobs takes a number/);
    const missing = job(of, { paths: 'src nowhere' });
    assert.equal(missing.status, 2);
    assert.equal(missing.err, 'layout-lens: cannot read nowhere: ENOENT\n');
    assert.equal(sarifOf(of).runs.length, 1);
    assert.match(missing.summary, /```\n$/);
  } finally {
    of.dispose();
  }
});
