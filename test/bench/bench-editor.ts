// What an editor feels on a file of 10,000 lines: opening, a keystroke, a hover; and memory over many files.

import { openDocument } from '../../server/src/analysis/document.ts';
import { ruleContext } from '../../server/src/analysis/rules/context.ts';
import { findingsOf } from '../../server/src/analysis/rules/run.ts';
import { hoverAt } from '../../server/src/features/hover-at.ts';
import { hoverMarkdown } from '../../server/src/render/markdown.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/files.node.ts';
import { generateCuda } from './generate.ts';
import { type Measurement, median, percentile, timesOf } from './measure.ts';

type Open = ReturnType<typeof openDocument>;

/** What diagnostics and inlay hints of the whole file ask for. */
function diagnosticsAndHints(document: Open): number {
  const findings = findingsOf(ruleContext(document), { severity: {} });
  let hints = 0;
  for (const site of document.model.sites)
    if (site.role === 'declaration') hints += document.model.evaluate(site).origin ? 1 : 0;
  return findings.length + hints;
}

function hoverLength(document: Open, grammars: Grammars, offset: number): number {
  const found = hoverAt(document, grammars, offset, { picture: true, derivation: true, links: () => [] });
  return found === null ? 0 : hoverMarkdown(found.content, { images: true, links: false }).length;
}

export async function benchEditor(): Promise<readonly Measurement[]> {
  const grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('cpp'), grammars.ready('notation')]);
  const text = generateCuda(10_000);
  const parser = grammars.parser('cpp');
  const parse = median(timesOf(() => parser.parse(text)!.delete(), 7));
  const open = median(
    timesOf(() => {
      const document = openDocument(grammars, 'cpp', text);
      void document.model.sites.length;
      document.dispose();
    }, 7),
  );
  const checked = median(
    timesOf(() => {
      const document = openDocument(grammars, 'cpp', text);
      diagnosticsAndHints(document);
      document.dispose();
    }, 5),
  );

  const document = openDocument(grammars, 'cpp', text);
  diagnosticsAndHints(document);
  // One character typed and taken back, in numbers of layouts all over the file.
  const places = [...text.matchAll(/Int<(\d+)>\{\}/g)].map((m) => m.index + 4);
  const edits: number[] = [];
  for (let i = 0; i < 60; i++) {
    const at = places[Math.floor((i * places.length) / 60)]!;
    for (const change of [
      { start: at, end: at, text: '1' },
      { start: at, end: at + 1, text: '' },
    ]) {
      const start = performance.now();
      document.edit([change]);
      diagnosticsAndHints(document);
      edits.push(performance.now() - start);
    }
  }
  const sites = document.model.sites;
  const hovers: number[] = [];
  for (let i = 0; i < 400; i++) {
    const site = sites[Math.floor((i * sites.length) / 400)]!;
    const start = performance.now();
    hoverLength(document, grammars, site.span.start);
    hovers.push(performance.now() - start);
  }
  document.dispose();

  const small = generateCuda(400, 7);
  const openAndClose = () => {
    const one = openDocument(grammars, 'cpp', small);
    diagnosticsAndHints(one);
    one.dispose();
  };
  const collect = (globalThis as { gc?: () => void }).gc;
  for (let i = 0; i < 200; i++) openAndClose();
  collect?.();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 1000; i++) openAndClose();
  collect?.();
  const growth = (process.memoryUsage().rss - before) / 2 ** 20;

  return [
    { what: 'bare parse of 10,000 lines of CUDA', value: parse, unit: 'ms' },
    { what: 'opening it, against the bare parse', value: open / parse, unit: '×', limit: 2 },
    { what: 'opening, diagnostics and hints, against the bare parse', value: checked / parse, unit: '×' },
    {
      what: 'one-character edit to diagnostics and hints, median',
      value: median(edits),
      unit: 'ms',
      limit: 25,
    },
    { what: 'one-character edit, 95th percentile', value: percentile(edits, 95), unit: 'ms' },
    { what: 'hover, 95th percentile', value: percentile(hovers, 95), unit: 'ms', limit: 5 },
    { what: 'memory after 1,000 opens and closes of 400 lines', value: growth, unit: 'MiB', limit: 20 },
  ];
}
