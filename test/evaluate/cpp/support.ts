// Opens pieces of C++ and prints what the evaluator makes of their declarations.

import assert from 'node:assert/strict';
import { shownText } from '../../../scripts/fuzz/shown.ts';
import {
  type OpenDocument,
  type OpenOptions,
  openDocument,
} from '../../../server/src/analysis/document/document.ts';
import type { Site } from '../../../server/src/analysis/values/model.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

let loaded: Promise<Grammars> | null = null;

/** The grammars for C++ and the notation, loaded once. */
export function grammars(): Promise<Grammars> {
  loaded ??= (async () => {
    const found = await loadGrammars(grammarFiles);
    await found.ready('notation');
    return found;
  })();
  return loaded;
}

export async function openCpp(source: string, options: OpenOptions = {}): Promise<OpenDocument> {
  return openDocument(await grammars(), 'cpp', source, options);
}

/** The text of a site's value. */
export const textAt = (document: OpenDocument, site: Site): string =>
  shownText(document.model.evaluate(site).value);

/** The values of all declarations by name; of several declarations of a name as `name#2`, in order. */
export async function values(source: string, options: OpenOptions = {}): Promise<Record<string, string>> {
  const document = await openCpp(source, options);
  const found: Record<string, string> = {};
  for (const site of document.model.sites) {
    if (site.role !== 'declaration' || site.name === null) continue;
    let key = site.name;
    for (let n = 2; Object.hasOwn(found, key); n++) key = `${site.name}#${n}`;
    found[key] = textAt(document, site);
  }
  document.dispose();
  return found;
}

/** Compares only the names that are expected. */
export async function pick(
  source: string,
  names: readonly string[],
  options: OpenOptions = {},
): Promise<Record<string, string>> {
  const all = await values(source, options);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? 'not declared']));
}

/** Declarations before main, statements in it, and what its variables come to. */
export async function inMain(
  declarations: string,
  body: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const source = `#include <cute/tensor.hpp>\nusing namespace cute;\n${declarations}\nint main() {\n${body}\n}\n`;
  assert.deepEqual(await pick(source, Object.keys(expected)), expected);
}

/** Expressions, and what variables made of them hold. */
export async function printed(lines: readonly (readonly [string, string])[]): Promise<void> {
  const body = lines.map(([expression], i) => `  auto v${i} = ${expression};`).join('\n');
  const names = lines.map((_, i) => `v${i}`);
  const found = await pick(
    `#include <cute/tensor.hpp>\nusing namespace cute;\nvoid f() {\n${body}\n}\n`,
    names,
  );
  assert.deepEqual(
    lines.map(([expression], i) => [expression, found[`v${i}`]]),
    lines,
  );
}

/** The values of a declaration in the instantiations of the template that it stands in, with their labels. */
export async function instances(source: string, name: string): Promise<readonly string[]> {
  const document = await openCpp(`using namespace cute;\n${source}`);
  const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name)!;
  const found = document.model.evaluate(site).instances ?? [];
  document.dispose();
  return found.map((i) => `${i.label}: ${outcomeText(i.value, MARKED)}`);
}
