// What is shown of a place does not depend on which places were asked about before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Site } from '../../../server/src/analysis/values/model.ts';
import { outcomeText, PLAIN } from '../../../server/src/render/text/text.ts';
import { grammars } from './support.ts';

const TEXT = `using namespace cute;
template <int kWidth_, int kRows_, class Element_ = half_t> struct Block {
  using Element = Element_;
  static constexpr int kRows = kRows_;
  static constexpr int kShared = kWidth_ * 2;
};
template <int kWidth_, int kRows_, class Base = Block<kWidth_, kRows_>> struct Prefill : public Base {
  static constexpr int kWidth = kWidth_;
  static constexpr int kTwice = Base::kShared;
  using Tile = Layout<Shape<Int<kWidth>, Int<Base::kRows>>>;
  using Row = Layout<Int<kWidth>>;
};
template <class Traits> void kernel(Traits t) {
  constexpr int kWidth = Traits::kWidth;
  auto tile = typename Traits::Tile{};
  auto rows = Int<Traits::kRows>{};
}
void host() {
  kernel(Prefill<64, 128>{});
  kernel(Prefill<96, 64>{});
  kernel(Prefill<96, 128>{});
}
`;

/** All that is told of the sites, asked for in an order, by the site. */
async function told(
  inOrder: (sites: readonly Site[]) => readonly Site[],
): Promise<ReadonlyMap<string, string>> {
  const document = openDocument(await grammars(), 'cpp', TEXT);
  const { model } = document;
  const found = new Map<string, string>();
  for (const site of inOrder(model.sites)) {
    const { value, parameters, instances } = model.evaluate(site);
    const text = (v: typeof value): string => (isFailure(v) ? v.constructor.name : outcomeText(v, PLAIN));
    const each = (instances ?? []).map((i) => `${i.label}: ${text(i.value)}`);
    const given = parameters.map((p) => `${p.name}=${p.value} ${p.source}`);
    const where = `${site.role} ${TEXT.slice(site.span.start, site.span.end)} ${site.span.start}`;
    found.set(where, [text(value), ...given, ...each].join(' | '));
  }
  document.dispose();
  return found;
}

test('sites are told alike from the first to the last and from the last to the first', async () => {
  const forwards = await told((sites) => sites);
  assert.ok(forwards.size > 20);
  const width = [...forwards].find(([site]) => site.startsWith('declaration kWidth '))![1];
  // What the base was given has nothing to do with it.
  assert.match(width, /kWidth_ = 64: 64 \| kWidth_ = 96: 96$/);
  for (const [site, text] of await told((sites) => sites.toReversed()))
    assert.equal(text, forwards.get(site), site);
});
