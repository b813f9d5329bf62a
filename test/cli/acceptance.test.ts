// Who accepts what, over the candidates near the boundary: C++ and pycute exactly as they were recorded,
// and the paper never where the result is not the function.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { before } from 'node:test';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import { acceptanceOf, disagreement } from '../../server/src/analysis/values/acceptance.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

interface Candidate {
  readonly op: string;
  readonly args: readonly (string | number)[];
  readonly accepts: boolean;
  readonly fn_ok?: boolean;
  readonly pycute?: { readonly accepts: boolean; readonly error?: string };
}

const candidates = readFileSync(new URL('../golden/admissibility.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Candidate);

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
});

function acceptanceOfText(text: string) {
  const document = openDocument(grammars, 'notation', text);
  try {
    const site = document.model.sites.find((s) => s.role === 'notation');
    assert.ok(site !== undefined, text);
    return acceptanceOf(document.model.evaluate(site));
  } finally {
    document.dispose();
  }
}

test('the recorded candidates are accepted by whom the records say', () => {
  let compared = 0;
  const wrong: string[] = [];
  for (const { op, args, accepts, fn_ok, pycute } of candidates) {
    const text = `${op.replace(/^(complement|composition)_(int|tiler|shape)$/, '$1')}(${args.join(', ')})`;
    const acceptance = acceptanceOfText(text);
    assert.ok(acceptance !== null, text);
    assert.equal(acceptance.cute.accepts, accepts, text);
    if (fn_ok === false && acceptance.paper !== null) assert.equal(acceptance.paper.accepts, false, text);
    if (pycute === undefined || acceptance.pycute === null) continue;
    compared++;
    if (acceptance.pycute.accepts !== pycute.accepts) wrong.push(`${text}: pycute ${JSON.stringify(pycute)}`);
  }
  console.log(`${candidates.length} candidates, ${compared} of them with pycute's verdict`);
  assert.ok(compared > 700);
  assert.deepEqual(wrong, []);
});

test('a disagreement names both sides, and agreement nobody', () => {
  const bad = acceptanceOfText('composition((4,6,8):(2,3,5), 6:3)');
  assert.ok(bad !== null);
  assert.equal(disagreement(bad), 'C++ CuTe; not by pycute or the paper');
  const good = acceptanceOfText('composition((4,6,8,10):(2,3,5,7), 6:12)');
  assert.ok(good !== null);
  assert.equal(disagreement(good), null);
});
