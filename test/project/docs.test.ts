// The documentation is held to what the program does: every rule is explained, every example is evaluated.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { rules } from '../../server/src/analysis/check/registry.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { DESCRIPTIONS } from '../../server/src/cli/check/descriptions.ts';
import { emitExpression, isTarget } from '../../server/src/cli/commands/emit.ts';
import { Evaluator, resultText } from '../../server/src/cli/commands/eval.ts';
import { orRelation, relationFunction } from '../../server/src/evaluate/relation/functions.ts';
import { RELATION_NAMES } from '../../server/src/evaluate/relation/names.ts';
import { nodeIslHost } from '../../server/src/isl/host.node.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { allowedOptions } from '../../server/src/workspace/compiler/options.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { shown } from '../algebra/relation/notation.ts';
import { runHere } from '../support/command-line.ts';
import { cuteShaped, withoutCompiler } from '../support/compilers.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Section {
  readonly heading: string;
  readonly text: string;
  /** Fenced blocks with their language. */
  readonly examples: readonly { readonly language: string; readonly code: string }[];
}

function sections(markdown: string, level: string): Section[] {
  return markdown
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1)
    .map((text) => ({
      heading: text.slice(0, text.indexOf('\n')).trim(),
      text,
      examples: [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
        language,
        code,
      })),
    }));
}

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('python'), grammars.ready('notation')]);
});

function rulesFoundIn(dialect: 'cpp' | 'python' | 'notation', code: string): string[] {
  const document = openDocument(grammars, dialect, code, {});
  try {
    return findingsOf(ruleContext(document), { severity: {} }).map(({ rule }) => rule);
  } finally {
    document.dispose();
  }
}

test('docs/rules.md explains every rule, with its severity, and no other', () => {
  const explained = sections(read('docs/rules.md'), '###');
  assert.deepEqual(explained.map(({ heading }) => heading).sort(), rules.map(({ id }) => id).sort());
  for (const { heading, text } of explained) {
    const severity = rules.find(({ id }) => id === heading)?.severity ?? '';
    const [first = ''] = text.slice(heading.length).trim().split('.');
    assert.equal(first.replaceAll('*', '').toLowerCase(), severity, heading);
  }
});

test('SARIF has a description of every rule, and of no other', () => {
  assert.deepEqual(Object.keys(DESCRIPTIONS).sort(), rules.map(({ id }) => id).sort());
});

test('every example of docs/rules.md is reported by its rule', () => {
  let count = 0;
  for (const { heading, examples } of sections(read('docs/rules.md'), '###')) {
    for (const { language, code } of examples) {
      const dialect = language === 'layout' ? 'notation' : language === 'python' ? 'python' : 'cpp';
      const found = rulesFoundIn(dialect, code);
      assert.ok(found.includes(heading), `${heading}: ${code} gives ${found.join(', ') || 'nothing'}`);
      count++;
    }
  }
  assert.ok(count >= rules.length / 2, `only ${count} examples`);
});

for (const page of ['docs/notation.md', 'docs/lego.md', 'docs/functions.md'])
  test(`every value of ${page} is what the notation evaluates to`, () => {
    const rows = [...read(page).matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)];
    const evaluator = new Evaluator(grammars, { staticMarks: false });
    for (const [, expression = '', value = ''] of rows) {
      const result = evaluator.evaluate(expression);
      assert.equal(resultText(result, false), value, expression);
    }
    assert.ok(rows.length >= 10, `only ${rows.length} rows`);
  });

test('every command of docs/functions.md prints what stands below it', async () => {
  const page = read('docs/functions.md');
  const commands = [
    ...page.matchAll(/^\$ (?:echo '(.*)' \| )?layout-lens (find.*|eval (?='))(?:'(.*)')?\n(.*)$/gm),
  ];
  for (const [, input = '', words = '', expression, output = ''] of commands) {
    const given = expression === undefined ? [] : [expression];
    const { out, err } = await runHere([...words.trim().split(' '), ...given], { input: `${input}\n` });
    const [first = ''] = `${out}${err}`.split('\n');
    // What a line leaves out is shown by three dots.
    if (output.endsWith('…')) assert.ok(first.startsWith(output.slice(0, -1)), first);
    else assert.equal(first, output);
  }
  assert.ok(commands.length >= 7, `only ${commands.length} commands`);
});

test('every example of docs/emit.md is what emit writes', async () => {
  const rows = [...read('docs/emit.md').matchAll(/^\| `emit ([^`]+)` \| `([^`]+)` \|$/gm)];
  for (const [, words = '', output = ''] of rows) {
    const match = /^--to (\w+)( --inverse)?(?: --names (\S+))? '(.*)'$/.exec(words);
    const [, to = '', inverse, names, expression = ''] = match ?? [];
    assert.ok(isTarget(to), words);
    const evaluator = new Evaluator(grammars, { staticMarks: false });
    const request = { to, inverse: inverse !== undefined, names: names?.split(',') ?? [] };
    const emitted = await emitExpression(evaluator, expression, request, nodeIslHost().ask);
    assert.equal(emitted.ok ? emitted.lines.join(' ⏎ ') : emitted.message, output, words);
  }
  assert.ok(rows.length >= 10, `only ${rows.length} rows`);
});

test('every value of docs/relations.md is what libisl makes of it', async () => {
  const rows = [...read('docs/relations.md').matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)];
  assert.ok(rows.length > 35, `only ${rows.length} rows`);
  for (const [, expression, value] of rows) assert.equal(await shown(expression!), value, expression);
});

test('every function of relations is named on completion, and in docs/relations.md', () => {
  const page = read('docs/relations.md');
  for (const { name } of RELATION_NAMES) {
    assert.ok(relationFunction(name) ?? orRelation(name, undefined), name);
    assert.ok(page.includes(name), `docs/relations.md does not name ${name}`);
  }
});

test('the example of docs/precise.md says of a compiler what it says', {
  skip: withoutCompiler,
}, async () => {
  const page = read('docs/precise.md');
  const [, source = ''] = /^```cuda\n(.*?)^```$/ms.exec(page) ?? [];
  const [, output = ''] = /^```text\n(.*?)^```$/ms.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-test-'));
  try {
    const path = join(folder, 'a.cu');
    writeFileSync(path, source);
    const words = ['confirm', path, '--compiler', 'g++', '--include', cuteShaped];
    const { out } = await runHere(words);
    assert.equal(out.replaceAll(`${path}:`, '').replace(/g\+\+ [\d.]+/g, 'g++'), output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('docs/precise.md names what of a compile command is handed on, and what is not', () => {
  const [, paragraph = ''] = /^(Of the file's command .*?)\n\n/ms.exec(read('docs/precise.md')) ?? [];
  const [on = '', not = ''] = paragraph.split('Everything else is left out');
  const named = (text: string) => [...text.matchAll(/`(-[^`]+|@file)`/g)].map(([, word = '']) => word);
  const given: Readonly<Record<string, string>> = { '-std': '-std=c++17', '-arch': '-arch=sm_90a' };
  const handed = (word: string) =>
    allowedOptions([given[word] ?? word, 'x'], 'nvcc', (path) => path).length > 0;
  assert.ok(named(on).length > 8 && named(not).length > 6);
  for (const word of named(on)) assert.ok(handed(word), word);
  for (const word of named(not)) assert.ok(!handed(word), word);
});

test('every value of docs/triton.md is what the notation evaluates to', () => {
  const rows = [...read('docs/triton.md').matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)];
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  for (const [, expression = '', value = ''] of rows) {
    assert.equal(resultText(evaluator.evaluate(expression), false), value, expression);
  }
  assert.ok(rows.length > 10, `only ${rows.length} rows`);
});

test('what the README says of the command line and of files is so', () => {
  const readme = read('README.md');
  for (const [, path = ''] of readme.matchAll(/\]\(([\w./-]+)\)/g)) {
    assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
  }
  const scripts = JSON.parse(read('package.json')).scripts;
  for (const [, script = ''] of readme.matchAll(/npm run ([\w-]+)/g)) assert.ok(script in scripts, script);
  for (const [, place = ''] of readme.matchAll(/layout-lens hover (\S+?):\d+:\d+/g)) {
    assert.ok(existsSync(new URL(`../../${place}`, import.meta.url)), place);
  }
});

test('the files that docs/architecture.md and CONTRIBUTING.md name are there', () => {
  const named = [
    ...`${read('docs/architecture.md')}${read('CONTRIBUTING.md')}`.matchAll(/`([\w./-]+\/[\w./-]*)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('@') && !path.startsWith('dist/'));
  const places = ['', 'server/src/'];
  const missing = named.filter(
    (path) => !places.some((place) => existsSync(new URL(`../../${place}${path}`, import.meta.url))),
  );
  assert.deepEqual(missing, []);
  assert.ok(named.length > 40, `only ${named.length} files`);
});

test('the examples have the mistakes that they speak of, and no other', () => {
  const expected = {
    'examples/layouts.cpp': ['wrong-composition', 'shape-divisibility', 'over-tiling', 'not-congruent'],
    'examples/layouts.py': ['wrong-composition', 'shape-divisibility'],
    'examples/tour.layout': ['wrong-composition', 'shape-divisibility'],
    'examples/functions.layout': [],
    'examples/gemm.cu': [],
    'examples/attention.cu': [],
    'examples/tiles.cu': [],
    'examples/tiles.hpp': [],
    'examples/gluon.py': [],
  };
  for (const [file, wanted] of Object.entries(expected)) {
    const dialect = dialectOfPath(file);
    assert.ok(dialect);
    assert.deepEqual(rulesFoundIn(dialect, read(file)), wanted, file);
  }
});
