// The same program written otherwise has the same values, instantiations and findings: in a namespace, with other names,
// other spaces, unused declarations, or arguments by keyword.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { difference, shownText } from '../../scripts/fuzz/shown.ts';
import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { type OpenDocument, openDocument } from '../../server/src/analysis/document/document.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { grammars as cppGrammars } from '../evaluate/cpp/support.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';

type Language = 'cpp' | 'python';

const ROOT = new URL('../fixtures/', import.meta.url).pathname;
/** The fixtures of a language, by their names. */
const fixtures = (language: Language): readonly (readonly [string, string])[] =>
  (readdirSync(ROOT, { recursive: true }) as string[])
    .filter((name) => (language === 'cpp' ? /\.(?:cuh?|hpp)$/ : /\.py$/).test(name))
    .sort()
    .map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]);

/** What is shown of a document, without the places and their order. */
function shownOf(document: OpenDocument): readonly string[] {
  const { model } = document;
  const sites = model.sites.map((site) => {
    const { value, parameters, instances } = model.evaluate(site);
    const given = parameters.map((p) => `${p.name}=${p.value} ${p.source}`);
    const each = (instances ?? []).map((i) => `${i.label}: ${shownText(i.value)}`);
    return `${site.role} ${site.name} ${shownText(value)} {${given}} [${each}]`;
  });
  const findings = findingsOf(ruleContext(document), { severity: {} });
  const templates = model.templates().map((t) => `${t.name} ${t.instantiations.map(({ label }) => label)}`);
  const said = findings.map(({ severity, rule, message }) => `${severity} ${rule} ${message}`);
  return [...sites, ...templates, ...said].sort();
}

function shown(grammars: Grammars, language: Language, text: string): readonly string[] {
  const document = openDocument(grammars, language, text);
  try {
    return shownOf(document);
  } finally {
    document.dispose();
  }
}

interface Rewriting {
  readonly text: string;
  /** What is shown of it, in the words of the original. */
  readonly restored?: (line: string) => string;
}

function check(
  grammars: Grammars,
  language: Language,
  rewrite: (text: string, document: OpenDocument) => Rewriting,
): void {
  let different = 0;
  for (const [name, text] of fixtures(language)) {
    const document = openDocument(grammars, language, text);
    const original = shownOf(document);
    const { text: changed, restored = (line) => line } = rewrite(text, document);
    document.dispose();
    if (changed !== text) different++;
    const differs = difference(
      shown(grammars, language, changed).map(restored).sort(),
      original.map(restored).sort(),
    );
    assert.equal(differs, null, `${name}\n${differs}`);
  }
  assert.ok(different >= 8, String(different));
}

/** Names that only the file has given: long ones, with a capital, a digit or an underscore within. */
function ownNames({ model }: OpenDocument): ReadonlySet<string> {
  const names = model.sites.flatMap(({ role, name }) =>
    role === 'declaration' && name !== null ? [name] : [],
  );
  return new Set(names.filter((name) => /^[A-Za-z]{3,}[A-Z0-9_]\w*$/.test(name)));
}

function renamed(text: string, document: OpenDocument): Rewriting {
  const names = ownNames(document);
  const to = (line: string): string =>
    /^\s*(?:#\s*include|import|from)\b/.test(line)
      ? line
      : line.replace(/\b_?([A-Za-z]\w*)\b/g, (word, name: string) => (names.has(name) ? `${word}Wq` : word));
  return { text: text.split('\n').map(to).join('\n'), restored: (line) => line.replaceAll('Wq', '') };
}

/** Behind the includes and the names of `cute`, on lines that there are. */
function inNamespace(text: string): Rewriting {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => /^#include|^using namespace|^namespace \w+ = /.test(line));
  const first = lines.findIndex((line, at) => at > last && !line.startsWith('#'));
  lines[first] = `namespace around { ${lines[first]}`;
  return { text: `${lines.join('\n')}}\n` };
}

test('C++: in a namespace of its own', async () => {
  check(await cppGrammars(), 'cpp', inNamespace);
});

test('C++: with other names', async () => {
  check(await cppGrammars(), 'cpp', renamed);
});

test('Python: with other names', async () => {
  check(await pythonGrammars(), 'python', renamed);
});

/** A comment between any two words, outside of comments, strings and the preprocessor's lines. */
function spaced(text: string): Rewriting {
  const inComment = /\/\*|\*\//;
  const lines = text.split('\n').map((line, at, all) => {
    if (/^\s*#/.test(line) || all[at - 1]?.endsWith('\\') || inComment.test(line) || line.includes('"'))
      return line;
    const end = line.indexOf('//');
    const [code, comment] = end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end)];
    return code.replace(/(?<=\S) (?=\S)/g, ' /**/ ') + comment;
  });
  return { text: lines.join('\n'), restored: (line) => line.replaceAll(' /**/', '') };
}

test('C++: with comments between words', async () => {
  check(await cppGrammars(), 'cpp', spaced);
});

/** Functions of CuTe DSL whose arguments can all be given by keyword. */
const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  composition: ['lhs', 'rhs'],
  logical_divide: ['target', 'tiler'],
  zipped_divide: ['target', 'tiler'],
  blocked_product: ['block', 'tiler'],
  tile_to_shape: ['atom', 'trg_shape', 'order'],
  make_ordered_layout: ['shape', 'order'],
  local_tile: ['input', 'tiler', 'coord', 'proj'],
  local_partition: ['target', 'tiler', 'index', 'proj'],
  make_tensor: ['iterator', 'layout'],
  make_layout: ['shape'],
  crd2idx: ['coord', 'layout'],
};

/** Where the arguments of a call begin, and the commas and the parenthesis behind each of them. */
function argumentsAt(text: string, open: number): readonly (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  let [depth, start] = [0, open + 1];
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    if (depth === 0 || (depth === 1 && c === ',')) {
      if (text.slice(start, at).trim() !== '') found.push([start, at]);
      start = at + 1;
    }
    if (depth === 0) break;
  }
  return found;
}

/** What is given by keyword is told without its name; in the fixture it is `block`. */
const NAMELESS = 'the block does';

function withKeywords(text: string): Rewriting {
  const insertions = [...text.matchAll(/\bcute\.(\w+)(?=\()/g)].flatMap((call) => {
    const names = SIGNATURES[call[1]!] ?? [];
    return argumentsAt(text, call.index + call[0].length).flatMap(([start, end], i) => {
      const argument = text.slice(start, end);
      if (names[i] === undefined || /^\s*(?:\w+\s*=[^=]|\*)|#/.test(argument)) return [];
      return [{ at: end - argument.trimStart().length, text: `${names[i]}=` }];
    });
  });
  let changed = text;
  for (const { at, text: name } of insertions.sort((a, b) => b.at - a.at))
    changed = changed.slice(0, at) + name + changed.slice(at);
  const given = new RegExp(
    `\\b(?:${[...new Set(Object.values(SIGNATURES).flat())].join('|')})=(?=[^=])`,
    'g',
  );
  return { text: changed, restored: (line) => line.replace(given, '').replace(NAMELESS, 'block does') };
}

test('Python: with arguments by keyword', async () => {
  check(await pythonGrammars(), 'python', withKeywords);
});
