// How lines end, and a mark at the beginning of a file, change nothing of what is said.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import { MARKED, outcomeText } from '../../server/src/render/text/text.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all((['python', 'notation'] as const).map((dialect) => grammars.ready(dialect)));
});

/** The lines of a text's declarations with their values, and of its findings. */
function said(dialect: Dialect, text: string): readonly string[] {
  const document = openDocument(grammars, dialect, text);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  try {
    const values = document.model.sites.map(
      (site) =>
        `${lineOf(site.span.start)} ${site.name}: ${outcomeText(document.model.evaluate(site).value, MARKED)}`,
    );
    const findings = findingsOf(ruleContext(document), { severity: {} }).map(
      ({ rule, span, message }) => `${lineOf(span.start)} ${rule}: ${message}`,
    );
    return [...values, ...findings];
  } finally {
    document.dispose();
  }
}

const windows = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

const examples = new URL('../../examples/', import.meta.url);
for (const file of readdirSync(examples)) {
  const dialect = dialectOfPath(file);
  if (dialect === null) continue;
  test(`examples/${file} with carriage returns, and with a byte order mark`, () => {
    const text = readFileSync(new URL(file, examples), 'utf8');
    const expected = said(dialect, text);
    assert.ok(expected.length > 3);
    assert.deepEqual(said(dialect, windows(text)), expected);
    assert.deepEqual(said(dialect, `\ufeff${text}`), expected);
  });
}

const CONTINUED = `using namespace cute;
// what follows is a comment \\
auto hidden = Layout<_3>{};
constexpr int kN = 2; // so is this \\
constexpr int kN2 = 5;
#define EXTENT \\
  Int<kN * \\
      6>
auto shown = Layout<EXTENT>{};
/* (4,8):(8, \\
 1) */
auto last = Layout<_4>{};
`;

test('a comment and a macro that go on behind a backslash do so with carriage returns', () => {
  const expected = said('cpp', CONTINUED);
  assert.ok(!expected.some((line) => /hidden|kN2/.test(line)), expected.join('\n'));
  assert.ok(expected.includes('9 shown: _12:_1'), expected.join('\n'));
  assert.deepEqual(said('cpp', windows(CONTINUED)), expected);
});
