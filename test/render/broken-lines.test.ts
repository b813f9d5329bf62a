// Long code in lines: nothing is lost, and every line stands as far to the right as brackets are open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenLines } from '../../server/src/render/text/broken-lines.ts';
import { type Random, seeded } from '../support/random.ts';

function anyCode(random: Random, depth: number): string {
  const { below, pick, between } = random;
  const name = pick(['make_layout', 'Shape', 'a', '_128', 'x + y', '64']);
  if (depth === 0) return name;
  const [open, close] = pick(['()', '[]', '{}', '<>']);
  const parts = Array.from({ length: between(0, 4) }, () => anyCode(random, below(depth)));
  const tail = pick(['', '', '{}', '(0)']);
  return `${name}${open}${parts.join(', ')}${close}${tail}`;
}

const openIn = (text: string): number =>
  (text.match(/[([{<]/g)?.length ?? 0) - (text.match(/[)\]}>]/g)?.length ?? 0);

test('the text is the same but for its spaces, and lines stand two further in for each bracket that is open', () => {
  const random = seeded(20261123, 7);
  let broken = 0;
  for (let i = 0; i < 500; i++) {
    const code = anyCode(random, 5);
    const lines = brokenLines(code);
    assert.equal(lines.join('').replaceAll(' ', ''), code.replaceAll(' ', ''));
    if (lines.length > 1) broken++;
    let open = 0;
    for (const line of lines) {
      const closes = /^ *[)\]}>]/.test(line) ? 1 : 0;
      assert.equal(/^ */.exec(line)![0].length, 2 * (open - closes), `${line}\nof\n${lines.join('\n')}`);
      open += openIn(line);
      // What is too long has nothing left to break: a name, or what stands behind the last bracket.
      if (line.length > 72) assert.ok(!/[([{<][^)\]}>]+[)\]}>]/.test(line), line);
    }
    assert.equal(open, 0);
  }
  assert.ok(broken > 100, String(broken));
});
