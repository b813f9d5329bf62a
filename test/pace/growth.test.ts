// Long lines and open brackets cost time in proportion to their length, and exhaust no stack; what is done with a large
// file can be left and gone on with at every function.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { rules } from '../../server/src/analysis/check/registry.ts';
import { collecting, findingSteps } from '../../server/src/analysis/check/run.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { ServerDocument } from '../../server/src/workspace/documents/documents.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { shapes } from './shapes.ts';
import { timesOf } from './work.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all((['cpp', 'python', 'notation'] as const).map((dialect) => grammars.ready(dialect)));
});

/** Milliseconds that are no sign of anything on a busy machine. */
const UNMEASURED = 300;

const LONG: readonly (readonly [name: string, count: number])[] = [
  ['one comment of slashes', 10_000],
  ['one comment of hashes', 10_000],
  ['one comment of nested parentheses', 10_000],
  ['blanks behind a declaration', 10_000],
  ['quotes and backslashes', 2_000],
  ['raw strings that do not begin', 5_000],
  ['open braces', 2_500],
  ['open braces on lines', 2_500],
  ['open angles', 2_500],
];

for (const [name, count] of LONG)
  test(name, () => {
    const { dialect, text } = shapes.find((shape) => shape.name === name)!;
    const time = (n: number): number =>
      Object.values(timesOf(grammars, dialect, text(n))).reduce((a, b) => a + b, 0);
    time(count);
    const one = time(count);
    const four = time(4 * count);
    assert.ok(
      four < Math.max(UNMEASURED, 8 * one),
      `${one.toFixed(0)} ms, four times as long ${four.toFixed(0)} ms`,
    );
  });

const FUNCTIONS = 1000;
const functions = (extent: number): string =>
  `using namespace cute;\n${Array.from(
    { length: FUNCTIONS },
    (_, i) =>
      `auto f${i}(int x) { auto l = make_layout(make_shape(_${extent}{}, Int<${i + 1}>{})); return l; }`,
  ).join('\n')}`;

test('reading, sites and findings of many functions stop at each of them', () => {
  const document = openDocument(grammars, 'cpp', functions(4));
  const count = (steps: Iterable<unknown>): number => [...steps].length;
  assert.ok(count(document.opening()) >= FUNCTIONS);
  assert.equal(document.module.units.length, FUNCTIONS + 1);
  assert.equal(count(document.opening()), 0);
  assert.ok(count(document.model.siteSteps(null)) >= FUNCTIONS);
  assert.ok(count(findingSteps(ruleContext(document))) >= FUNCTIONS);
  assert.ok(count(collecting(ruleContext(document), { severity: {} })) >= FUNCTIONS);
  document.dispose();
});

test('no rule about documents goes through all places of one at each keystroke', () => {
  const document = openDocument(grammars, 'cpp', functions(4));
  const context = ruleContext(document);
  let walks = 0;
  const model = new Proxy(document.model, {
    get(of, key) {
      if (key === 'sites') walks++;
      const value: unknown = Reflect.get(of, key, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const walking = rules.filter(({ checkDocument }) => {
    walks = 0;
    checkDocument?.({ ...context, model });
    return walks > 0;
  });
  assert.deepEqual(
    walking.map(({ id }) => id),
    [],
    'callsOf finds calls by their names',
  );
  document.dispose();
});

test('what is typed, asked and closed while a large file is read', async () => {
  const uri = 'file:///t/large.cu';
  const open = (text: string) => new ServerDocument(uri, 'cuda-cpp', 'cpp', 1, text);
  const document = open(functions(4));
  const [asked, again] = [document.ready(grammars, {}), document.ready(grammars, {})];
  await new Promise((resolve) => setImmediate(resolve));
  document.apply([{ text: functions(6) }], 2, assert.ifError);
  const analysis = await asked;
  assert.equal(await again, analysis);
  assert.equal(analysis!.text, functions(6));
  const fresh = openDocument(grammars, 'cpp', functions(6));
  assert.deepEqual(
    analysis!.module.units.map(({ text, start }) => [text, start]),
    fresh.module.units.map(({ text, start }) => [text, start]),
  );
  // Warm and alone a machine reads one of these before it looks at anything else.
  const closed = open(functions(4).repeat(10));
  const answer = closed.ready(grammars, {});
  await new Promise((resolve) => setImmediate(resolve));
  closed.close();
  assert.equal(await answer, null);
  document.close();
  fresh.dispose();
});

test('what keeps an access in bounds is told at the end of a large file as soon as at its beginning', () => {
  const other =
    'template <int N>\nvoid other(float* q) {\n  auto L = make_layout(Shape<Int<N>, _8>{});\n  for (int k = 0; k < N; ++k) q[L(k, 3)] = 0;\n}\n';
  const access =
    '__global__ void f(float* p, int M) {\n  Tensor T = make_tensor(make_gmem_ptr(p), make_layout(make_shape(M, _8{})));\n  for (int i = 0; i < 8; ++i) T(i, 2) = 0;\n}\n';
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${other.repeat(2_000)}${access}`;
  const document = openDocument(grammars, 'cpp', text, {});
  void document.model.sites;
  const at = text.indexOf('T(i, 2)');
  const from = process.cpuUsage();
  const found = hoverAt(document, grammars, at, { picture: false, derivation: false, links: () => [] });
  const { user } = process.cpuUsage(from);
  assert.match(JSON.stringify(found?.content), /i < size<0>\(T\)/);
  document.dispose();
  assert.ok(user / 1000 < UNMEASURED, `${user / 1000} ms`);
});
