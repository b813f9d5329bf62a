// Edits inside of the functions of a kernel: what is kept of the version before is what a document that is opened with
// the text has, node for node and value for value.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import type { OpenDocument } from '../../../server/src/analysis/document/document.ts';
import { lowerCppUnit } from '../../../server/src/frontends/cpp/cpp.ts';
import { seeded } from '../../support/random.ts';
import { openCpp } from '../cpp/support.ts';

const SOURCE = `using namespace cute;
#define SCALED(x) ((x) * factor)
#define PICK(FLAG, NAME, ...)                      \\
  [&] {                                            \\
    if (FLAG) {                                    \\
      constexpr static bool NAME = true;           \\
      return __VA_ARGS__();                        \\
    } else {                                       \\
      constexpr static bool NAME = false;          \\
      return __VA_ARGS__();                        \\
    }                                              \\
  }()

template <int kTile, class Element>
struct Mainloop {
  using Tile = Layout<Shape<Int<kTile>, _16>>;
  static constexpr int kStages = kTile > 16 ? 2 : 4;

  template <class Engine>
  CUTE_DEVICE void load(Engine const& engine, int rows, bool flag) {
    auto whole = make_layout(make_shape(rows, Int<kTile>{}));
    int factor = 2;
    auto scaled = make_layout(make_shape(SCALED(4), _8{}));
    auto each = [&](auto const& l, auto n) {
      auto inner = logical_divide(l, make_layout(n));
      return size<0>(inner);
    };
    auto first = each(make_layout(_12{}), _4{});
    auto parts = make_tuple(whole, Tile{}); // (4,8):(8,1)
    auto [head, tail] = parts;
    if constexpr (kTile > 8) {
      auto half = logical_divide(tail, make_shape(_2{}, _2{}));
      for (int i = 0; i < kStages; ++i) {
        auto stage = make_layout(make_shape(i, _3{}));
        auto nested = composition(half, make_layout(_2{}));
      }
    } else {
      auto half = make_layout(Shape<_3>{}, Stride<_1, _2>{});
    }
    auto rounds = [&](int most) {
      int n = 1;
      auto unused = make_layout(_3{});
      for (int i = 0; i < 4; ++i) { n *= 2; }
      return n;
    };
    auto powered = make_layout(make_shape(rounds(3), _2{}));
    auto outerCall = [&](auto tile) {
      auto kept = make_layout(tile);
      auto within = [&](auto n) {
        auto cut = logical_divide(kept, make_layout(n));
        auto aside = make_layout(_11{});
      };
      within(_2{});
      auto behind = make_layout(make_shape(size(kept), factor));
    };
    outerCall(_16{});
    outerCall(_24{});
    int count = 3;
    auto counted = make_layout(make_shape(count, _5{}));
    PICK(flag, kFlag, [&] {
      auto chosen = make_layout(Int<kFlag ? 8 : 4>{});
      auto again = logical_divide(chosen, make_layout(_2{}));
    });
    {
      auto whole = make_layout(_7{});
      auto shadowed = make_layout(make_shape(size(whole), factor));
    }
    auto last = make_layout(make_shape(size<1>(whole), factor));
    auto given = make_layout(engine);
  }

  CUTE_DEVICE void store(int columns) {
    auto out = logical_product(Tile{}, make_layout(_3{}));
    auto flat = coalesce(out);
    auto view = make_layout(make_shape(columns, size(flat)));
    load(_6{}, columns, true);
    load(make_shape(_2{}, _3{}), 4, columns > 3);
  }
};

template <class M>
__global__ void kernel(M loop, int n) {
  auto one = make_layout(make_shape(n, _4{}));
  auto two = composition(one, make_layout(_4{}));
  auto of = typename M::Tile{};
  loop.store(n);
}

void launch(int n) {
  Mainloop<8, float> small;
  Mainloop<32, half_t> large;
  kernel<<<1, 2>>>(small, n);
  kernel<<<1, 2>>>(large, n);
}
`;

/** A value without the identities of its objects. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, v) => {
      if (key === 'env' || key === 'declaration' || key === 'scope' || key === 'key') return undefined;
      if (typeof v === 'bigint') return String(v);
      if (v instanceof Map || v instanceof Set) return [...v];
      return v === undefined ? null : v;
    }) ?? 'null',
  );

/** Everything that a document shows. */
function shown(document: OpenDocument): unknown {
  const { model } = document;
  const findings = findingsOf(ruleContext(document), { severity: {} });
  const values = model.sites.map((site) => {
    const { value, parameters, instances } = model.evaluate(site);
    return plain([
      site.role,
      site.name,
      site.span,
      value,
      parameters,
      instances?.map((i) => [i.label, i.value, i.span]),
    ]);
  });
  return { findings: plain(findings), values };
}

/** The units are what lowering their texts as a whole gives. */
function assertWhole(document: OpenDocument, why: string): void {
  for (const { text, unit } of document.module.units) {
    if (unit.gapMap === undefined || unit.directives.length > 0) continue;
    assert.deepEqual(plain(unit.scope), plain(lowerCppUnit(text, null).scope), why);
  }
}

async function assertFresh(document: OpenDocument, why: string): Promise<void> {
  assertWhole(document, why);
  const whole = await openCpp(document.text);
  assert.deepEqual(shown(document), shown(whole), why);
  whole.dispose();
}

async function edited(document: OpenDocument, before: string, by: string): Promise<void> {
  const start = document.text.indexOf(before);
  assert.ok(start >= 0, before);
  document.edit([{ start, end: start + before.length, text: by }]);
  await assertFresh(document, `${before} → ${by}`);
}

test('what a statement changes reaches those that use it, and what they reach', async () => {
  const document = await openCpp(SOURCE);
  shown(document);
  const edits: readonly (readonly [string, string])[] = [
    ['_16>>;\n', '_16>>; \n'],
    ['int factor = 2;', 'int factor = 3;'],
    ['auto first = each(make_layout(_12{}), _4{});', 'auto first = each(make_layout(_12{}), _3{});'],
    ['auto first', 'auto more = each(make_layout(_20{}), _5{});\n    auto first'],
    ['make_layout(n)', 'make_layout(_2{})'],
    ['int count = 3;', 'int count = 3; count = columnsOf(2);'],
    ['count = columnsOf(2);', ''],
    ['int i = 0', 'int count = 0'],
    ['auto [head, tail] = parts', 'auto [tail, head] = parts'],
    ['kTile > 8) {', 'kTile > 40) {'],
    ['kFlag ? 8', 'kFlag ? 16'],
    ['PICK(flag', 'PICK(true'],
    ['auto whole = make_layout(_7{});', ''],
    ['// (4,8):(8,1)', '// (4,8):(1,4)'],
    ['auto counted', 'take(&count);\n    auto counted'],
    ['int factor', 'auto size = 4;\n    int factor'],
    ['auto size = 4;', '  '],
    ['load(_6{}', 'load(_8{}'],
    ['auto two', 'one = two;\n  auto two'],
    ['auto view', 'view2 = 1; auto view'],
    ['make_layout(_11{})', 'make_layout(_13{})'],
    ['auto aside', 'auto more = size(kept); auto aside'],
    ['within(_2{})', 'within(_4{})'],
    ['outerCall(_24{})', 'outerCall(_32{})'],
    ['auto kept = make_layout(tile)', 'auto kept = make_layout(make_shape(tile, tile))'],
    ['n *= 2', 'n *= 3'],
    ['auto unused = make_layout(_3{});', 'auto unused = make_layout(_5{});'],
    ['rounds(3)', 'rounds(n)'],
    ['auto unused = make_layout(_5{});', 'change(n);'],
    ['change(n);', ''],
    ['auto powered', 'change(&factor); auto powered'],
    ['[&](auto tile)', '[&](auto tile, int)'],
    ['[&](auto tile, int)', '[&](auto tile)'],
    ['    outerCall(_16{});\n', ''],
    ['auto out', 'xauto out'],
    ['xauto out', 'auto out'],
    ['auto flat = coalesce(out);\n', 'auto flat = coalesce(out);'],
    ['  auto flat', 'auto flat'],
  ];
  for (const [before, by] of edits) await edited(document, before, by);
  document.dispose();
});

test('an edit costs the statements that it concerns', async () => {
  const document = await openCpp(SOURCE);
  shown(document);
  const { scope } = document.module.units.find((u) => u.text.includes('struct Mainloop'))!.unit;
  const named = (name: string) => {
    const body = scope.children[0]!.children[0]!.children[0]!.children[0]!;
    return body.declarations.find((d) => d.name === name)!;
  };
  const [whole, last] = [named('whole'), named('last')];
  await edited(document, 'int factor = 2;', 'int factor = 27;');
  const unit = document.module.units.find((u) => u.text.includes('struct Mainloop'))!.unit;
  assert.equal(unit.scope, scope, 'the class is the same object');
  assert.equal(named('whole'), whole, 'and so are statements that are as they were');
  assert.equal(named('last'), last, 'which are behind the edit, too');
  document.dispose();
});

test('any edits in any order give what a document opened with the text gives', async () => {
  const { below: random } = seeded(11);
  const pieces = [
    ' ',
    '\n',
    ';',
    'x',
    '3',
    'int count = 2;',
    'count = 4;',
    '{',
    '}',
    '// ',
    '/*',
    '"',
    '(',
    '&',
    'auto whole = make_layout(_9{});',
    'if (flag) ',
    'else ',
    'each(_4{}, _2{});',
    'factor',
    'return 3;',
  ];
  const document = await openCpp(SOURCE);
  shown(document);
  const starts = [...SOURCE.matchAll(/\bauto\b|;|_\d|\{|count|factor|kept|tile|rounds/g)].map((m) => m.index);
  for (let n = 0; n < 150; n++) {
    const { text } = document;
    const start = Math.min(
      text.length,
      random(2) === 0 ? starts[random(starts.length)]! : random(text.length),
    );
    const isRemoved = random(3) === 0;
    const piece = isRemoved ? '' : pieces[random(pieces.length)]!;
    const end = isRemoved ? Math.min(text.length, start + 1 + random(9)) : start;
    const removed = text.slice(start, end);
    document.edit([{ start, end, text: piece }]);
    if (random(3) > 0)
      await assertFresh(
        document,
        `edit ${n}: ${JSON.stringify(removed)} → ${JSON.stringify(piece)} at ${start}`,
      );
    // Most are taken back, as otherwise little would be left to read.
    if (random(5) > 0) {
      document.edit([{ start, end: start + piece.length, text: removed }]);
      if (random(2) === 0) await assertFresh(document, `edit ${n} at ${start} taken back`);
    } else if (random(4) === 0) {
      document.edit([{ start: 0, end: document.text.length, text: SOURCE }]);
      shown(document);
    }
  }
  document.dispose();
});
