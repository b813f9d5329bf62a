// What is written to a terminal, a log or SARIF is text, whatever the user's code holds.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { reportText } from '../../../server/src/cli/check/check.ts';
import { reportSarif } from '../../../server/src/cli/check/sarif.ts';
import { onOneLine, printable } from '../../../server/src/cli/common/printable.ts';
import { runHere } from '../../support/command-line.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-lens-printable-'));
});
after(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be written.
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]/;

test('escape sequences are shown, not sent', async () => {
  const file = join(folder, 'a.cu');
  const hostile = '\x1b]0;evil\x07\x1b[2J\x9b31m\u202e';
  writeFileSync(
    file,
    `using namespace cute;\nauto s = "${hostile}";\n// ${hostile}(4,8):(8)${hostile}\nauto a = composition(make_layout(4), ${hostile});\nauto b = a(${hostile});\n`,
  );
  const commands = [
    ['check', file, join(folder, 'no \x1b[2J.cu')],
    ['check', '--format', 'sarif', file],
    ['hover', `${file}:2:6`],
    ['hover', '--json', `${file}:2:6`],
    ['eval', `composition(${hostile}, 4:1)`],
    ['constructor', hostile],
  ];
  for (const words of commands) {
    const { out, err } = await runHere(words);
    assert.ok(out.length + err.length > 0, words.join(' '));
    assert.doesNotMatch(out, CONTROL, words.join(' '));
    assert.doesNotMatch(err, CONTROL, words.join(' '));
    if (words.includes('--json') || words.includes('sarif')) JSON.parse(out);
  }
});

test('a text and its line', () => {
  assert.equal(printable('a\tb\nc\x1b[0m\u009b'), 'a\tb\nc\\u001b[0m\\u009b');
  assert.equal(JSON.parse(printable(JSON.stringify('a\x7f\u009b\u202e'))), 'a\x7f\u009b\u202e');
  assert.equal(onOneLine('a\n::error::b\r\nc'), 'a ::error::b c');
});

const finding = {
  rule: 'malformed-notation',
  severity: 'error' as const,
  message: 'x\n::error file=a::[click](http://evil.example) \\',
  span: { start: 0, end: 1 },
};
const place = { line: 1, column: 1 };
const options = { version: '1', rulesPage: null, hasBaseline: false };
const report = {
  files: [
    {
      path: 'a b#c?\n.cu',
      findings: [{ finding, start: place, end: place, fingerprint: 'f', isKnown: false }],
    },
  ],
  unreadable: [{ path: '[x](http://evil.example)', reason: 'gone' }],
};

test('a finding is one line', () => {
  const text = reportText(report);
  assert.equal(text.split('\n').length, 2, text);
  assert.match(text, /^a b#c\? \.cu:1:1: error/);
});

test('SARIF has no links that nobody wrote, and paths as URIs', () => {
  const { runs } = JSON.parse(reportSarif(report, options));
  const [result] = runs[0].results;
  assert.ok(result.message.text.includes('\\[click\\](http'));
  assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'a%20b%23c%3F%0A.cu');
  assert.match(runs[0].invocations[0].toolExecutionNotifications[0].message.text, /^\\\[x\\\]/);
});

test('a path in SARIF is an address, in which a space and what delimits parts are escaped', () => {
  const [file] = report.files;
  const path = 'my folder/a b#c?d%e.cu';
  const { runs } = JSON.parse(reportSarif({ files: [{ ...file!, path }], unreadable: [] }, options));
  const { uri } = runs[0].results[0].locations[0].physicalLocation.artifactLocation;
  assert.equal(uri, 'my%20folder/a%20b%23c%3Fd%25e.cu');
  assert.equal(decodeURIComponent(new URL(uri, 'file:///').pathname), `/${path}`);
});
