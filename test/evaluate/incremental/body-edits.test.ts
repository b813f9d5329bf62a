// Edits inside of a member function: findings elsewhere in the class are kept exactly where they hold still.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingSteps, findingsOf } from '../../../server/src/analysis/check/run.ts';
import type { OpenDocument } from '../../../server/src/analysis/document/document.ts';
import { seeded } from '../../support/random.ts';
import { openCpp, values } from '../cpp/support.ts';

const SOURCE = `using namespace cute;
template <int kTile, class Element>
struct Kernel {
  using Tile = Layout<Shape<Int<kTile>, _6>>;
  static constexpr int kRows = kTile / 2;

  CUTE_DEVICE auto width() const {
    auto steps = make_layout(Shape<_4, _5>{});
    return size<1>(steps);
  }

  CUTE_DEVICE void load(int n, Layout<Shape<_8>> const given = {}) {
    auto tiled = composition(make_layout(Shape<_12>{}, Stride<_3>{}), make_layout(Shape<_5>{}));
    auto split = logical_divide(make_layout(Shape<_10>{}), make_layout(Shape<_3>{}));
    auto used = logical_divide(make_layout(_20{}), make_layout(width()));
    auto picked = make_layout(Shape<_3>{}, Stride<_1, _2>{});
    stage(make_layout(Shape<_9>{}));
    auto each = [&](auto const& l) { return logical_divide(l, make_layout(_4{})); };
    auto many = each(make_layout(_6{}));
  }

  template <class L>
  CUTE_DEVICE void stage(L const& layout) {
    auto halves = logical_divide(layout, make_layout(_2{}));
    if constexpr (kTile > 8) {
      auto bad = make_layout(Shape<_3>{}, Stride<_1, _2>{});
    }
  }

  CUTE_DEVICE bool store() {
    auto out = make_layout(Shape<_3>{}, Stride<_1, _2>{});
    auto rows = logical_divide(make_layout(_8{}), make_layout(Int<kRows>{}));
    return true;
  }
};

using Small = Kernel<6, float>;
using Large = Kernel<32, half_t>;
void launch() { Small small; Large large; }
`;

/** How many steps the findings take, and the findings. */
function checked(document: OpenDocument): { steps: number; findings: readonly unknown[] } {
  const context = ruleContext(document);
  const steps = [...findingSteps(context)].length;
  const findings = findingsOf(context, { severity: {} }).map(({ rule, severity, span, message, related }) => [
    rule,
    severity,
    span,
    message,
    related?.map((r) => r.span),
  ]);
  return { steps, findings };
}

async function fresh(text: string): Promise<ReturnType<typeof checked>> {
  const document = await openCpp(text);
  const result = checked(document);
  document.dispose();
  return result;
}

/** Puts `text` before the first `before`, and compares with a document that is opened with it. */
async function typed(document: OpenDocument, before: string, text: string, removed = 0): Promise<number> {
  const start = document.text.indexOf(before);
  assert.ok(start >= 0, before);
  document.edit([{ start, end: start + removed, text }]);
  const now = checked(document);
  const whole = await fresh(document.text);
  assert.deepEqual(now.findings, whole.findings, `${JSON.stringify(text)} before ${before}`);
  return now.steps / whole.steps;
}

test('an edit in a body that nobody looks into leaves the findings of the others as they are', async () => {
  const document = await openCpp(SOURCE);
  assert.ok(checked(document).findings.length >= 3);
  assert.ok((await typed(document, 'auto rows', 'auto more = size(out);\n')) < 0.6);
  assert.ok((await typed(document, 'auto more', ' ')) < 0.6);
  // A finding comes and goes.
  const wrong = 'auto wrong = make_layout(Shape<_3>{}, Stride<_1, _2>{});';
  assert.ok((await typed(document, 'auto rows', wrong)) < 0.6);
  assert.ok((await typed(document, wrong, '', wrong.length)) < 0.6);
  document.dispose();
});

test('what another function returns, or is called with, is worked out again', async () => {
  const document = await openCpp(SOURCE);
  checked(document);
  // Once in a body that is not looked into, which must not make the other bodies forget who does.
  await typed(document, 'auto rows', ' ');
  assert.equal(await typed(document, '_4, _5>', '_4, _7>', '_4, _5>'.length), 1);
  await typed(document, 'auto rows', ' ');
  assert.equal(await typed(document, 'Shape<_9>{}', 'Shape<_10>{}', 'Shape<_9>{}'.length), 1);
  document.dispose();
});

test('a function that begins to return something, or to call another', async () => {
  const document = await openCpp(SOURCE);
  checked(document);
  await typed(document, 'auto halves', 'return layout;');
  await typed(document, 'auto rows', 'stage(make_layout(_7{}));');
  await typed(document, 'auto rows', 'load(3);');
  document.dispose();
});

test('any edits in any order give what a document opened with the text gives', async () => {
  const document = await openCpp(SOURCE);
  checked(document);
  const { below: random } = seeded(7);
  const pieces = [
    'auto more = logical_divide(make_layout(_10{}), make_layout(_3{}));\n',
    'stage(make_layout(Shape<_7>{}));',
    'return size(Tile{});',
    '// layout-lens: ignore\n',
    '// (4,8):(8,1)\n',
    ' ',
    '\n',
    'x',
    '}',
    '{',
    '_3',
    '/*',
    '"',
  ];
  for (let n = 0; n < 60; n++) {
    const { text } = document;
    const start = random(text.length);
    const isRemoved = random(4) === 0;
    const piece = isRemoved ? '' : pieces[random(pieces.length)]!;
    const end = isRemoved ? Math.min(text.length, start + 1 + random(12)) : start;
    document.edit([{ start, end, text: piece }]);
    assert.deepEqual(
      checked(document).findings,
      (await fresh(document.text)).findings,
      `edit ${n} at ${start}`,
    );
    // Most are taken back, as otherwise little would be left to read.
    if (random(5) === 0 && !/[{}/"]/.test(text.slice(start, end) + piece)) continue;
    document.edit([{ start, end: start + piece.length, text: text.slice(start, end) }]);
    assert.deepEqual(
      checked(document).findings,
      (await fresh(document.text)).findings,
      `undo ${n} at ${start}`,
    );
  }
  document.dispose();
});

test('a brace that a bracket around it ends leaves what follows as it is', async () => {
  const source = 'auto b = make_layout(_4{});\nvoid f() {\n  auto a = g(m{y(_6{}));\n}\n';
  assert.equal((await values(source))['b'], '_4:_1');
});
