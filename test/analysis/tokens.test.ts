// Every token of an expression that has a value answers with what it belongs to; the texts of many of them are written
// down in test/fixtures/tokens.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { type OpenDocument, openDocument } from '../../server/src/analysis/document/document.ts';
import type { Site } from '../../server/src/analysis/values/model.ts';
import { Unknown } from '../../server/src/evaluate/model/value.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';

const folder = new URL('../fixtures/tokens/', import.meta.url);
let grammars: Grammars;
before(async () => {
  grammars = await loadGrammars(grammarFiles);
  await Promise.all((['cpp', 'python', 'notation'] as const).map((d) => grammars.ready(d)));
});

interface Token {
  readonly text: string;
  readonly start: number;
}

/** Names, numbers, characters and operators outside of comments. */
function tokensOf(text: string, dialect: Dialect): readonly Token[] {
  const comment = dialect === 'cpp' ? /\/\/.*/g : /#.*/g;
  const code = text.replace(comment, (c) => ' '.repeat(c.length));
  const pattern = /[A-Za-z_]\w*|\d\w*|'[^']'|::|->|<<|[-+*/%<>.:]/g;
  return [...code.matchAll(pattern)].map((m) => ({ text: m[0], start: m.index }));
}

const isKnown = ({ model }: OpenDocument, site: Site): boolean => {
  const { value } = model.evaluate(site);
  return !isFailure(value) && !(value instanceof Unknown);
};

/** The innermost operation around a token, as the document lists them. */
function operationAround(document: OpenDocument, { start, text }: Token): Site | null {
  const around = document.model.sites.filter(
    ({ role, span }) => role !== 'declaration' && span.start <= start && start + text.length <= span.end,
  );
  return around.reduce<Site | null>(
    (least, s) =>
      least === null || s.span.end - s.span.start <= least.span.end - least.span.start ? s : least,
    null,
  );
}

for (const [file, dialect, least] of [
  ['gemm.cu', 'cpp', 110],
  ['gemm.py', 'python', 70],
  ['tiles.layout', 'notation', 25],
] as const) {
  test(`every token of ${file} answers with what it belongs to`, () => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const document = openDocument(grammars, dialect, text);
    const wrong: string[] = [];
    let seen = 0;
    for (const token of tokensOf(text, dialect)) {
      const operation = operationAround(document, token);
      if (operation === null || !isKnown(document, operation)) continue;
      seen++;
      const found = hoverAt(document, grammars, token.start, {
        picture: false,
        derivation: true,
        links: () => [],
      });
      const line = text.slice(0, token.start).split('\n').length;
      const say = (what: string) => wrong.push(`line ${line}: ${token.text}: ${what}`);
      const argument = document.model.siteAt(token.start);
      // A parameter without a value is not the call that it is an argument of.
      if (argument !== null && !argument.isOperation && !isKnown(document, argument)) {
        if (!OPEN.has(token.text)) say('has no value');
        continue;
      }
      if (found === null) {
        say('nothing');
        continue;
      }
      const { span } = found.site;
      if (span.start > token.start || span.end < token.start + token.text.length)
        say(`answers for ${text.slice(span.start, span.end)}`);
      // What is around the innermost operation is another expression.
      if (span.start < operation.span.start && !isLiteral(token.text) && !isWrittenOut(text, operation))
        say(`answers for the whole ${text.slice(span.start, span.end)}`);
      if (/^not known/.test(found.content.problem ?? '') && !OPEN.has(token.text))
        say(found.content.problem!);
    }
    document.dispose();
    assert.deepEqual(wrong, []);
    assert.ok(seen >= least, `${seen} tokens`);
  });
}

/** What nobody gives a value in the fixtures. */
const OPEN = new Set(['kRows', 'pointer', 'self', 'cutlass', 'cute']);

const isLiteral = (token: string): boolean => /^[\d'_]/.test(token);

/** A value that is written as it is printed, of which there is nothing to say. */
const isWrittenOut = (text: string, { span }: Site): boolean =>
  /^[\d\s_,:()<>[\]]+$/.test(text.slice(span.start, span.end));

/** At the end of a word a bracket or a comma leaves the word what is meant; an operator is meant itself. */
test('between two tokens the word is meant before a bracket, and an operator for itself', () => {
  const text =
    'using namespace cute;\nvoid f() {\n  auto a = Int<4>{};\n  auto b = make_shape(a, size(a)*2);\n}\n';
  const document = openDocument(grammars, 'cpp', text);
  const on = (offset: number): string => {
    const site = document.model.siteAt(offset)!;
    return text.slice(site.span.start, site.span.end);
  };
  const call = text.indexOf('make_shape');
  assert.equal(on(text.indexOf('a,') + 1), 'a');
  assert.equal(on(text.indexOf('a)*') + 1), 'a');
  assert.equal(on(text.indexOf('*2')), 'size(a)*2');
  assert.equal(on(call + 'make_shape'.length), 'make_shape(a, size(a)*2)');
  document.dispose();
});
