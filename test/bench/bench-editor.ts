// What an editor feels on a file of 10,000 lines: opening, a keystroke, a hover; and memory over many files.

import { CancellationToken } from 'vscode-languageserver';
import { documentFindings } from '../../server/src/features/diagnostics.ts';
import { answerInlayHints } from '../../server/src/features/hints/inlay-hints.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../server/src/features/hover/markdown.ts';
import { type Grammars, loadGrammars } from '../../server/src/syntax/grammars.ts';
import { ServerDocument } from '../../server/src/workspace/documents/documents.ts';
import type { ReadyDocument } from '../../server/src/workspace/documents/session.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { defaultSettings } from '../../server/src/workspace/settings/settings.ts';
import { cudaParser } from '../support/cuda-parser.ts';
import { heldBytes } from '../support/held-memory.ts';
import { generateCuda } from './generate.ts';
import { type Measurement, median, percentile, timesOf } from './measure.ts';

/** Lines that an editor shows at once, for which it asks hints. */
const VISIBLE_LINES = 80;

/** A document as the server opens it. */
async function opened(grammars: Grammars, text: string): Promise<ReadyDocument> {
  const document = new ServerDocument('file:///bench.cu', 'cuda-cpp', 'cpp', 1, text);
  const analysis = await document.ready(grammars, defaultSettings.parameters);
  if (analysis === null) throw new Error('the document was not opened');
  return { document, analysis, settings: defaultSettings, grammars };
}

/** What an editor asks after an edit at a line: the findings of the whole file, the hints of the lines around it. */
async function diagnosticsAndHints(ready: ReadyDocument, line: number): Promise<number> {
  const findings = documentFindings(ready).length;
  const start = { line: Math.max(0, line - VISIBLE_LINES / 2), character: 0 };
  const end = { line: start.line + VISIBLE_LINES, character: 0 };
  const textDocument = { uri: ready.document.uri };
  const hints = await answerInlayHints(
    ready,
    { textDocument, range: { start, end } },
    CancellationToken.None,
  );
  return findings + hints.length;
}

function hoverLength({ analysis, grammars }: ReadyDocument, offset: number): number {
  const found = hoverAt(analysis, grammars, offset, { picture: true, derivation: true, links: () => [] });
  return found === null ? 0 : hoverMarkdown(found.content, { images: true, links: false }).length;
}

async function medianOf(times: number, body: () => Promise<void>): Promise<number> {
  await body();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await body();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

export async function benchEditor(): Promise<readonly Measurement[]> {
  const grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
  const text = generateCuda(10_000);
  const parser = await cudaParser();
  const parse = median(timesOf(() => parser.parse(text)!.delete(), 7));
  const open = await medianOf(7, async () => {
    const { analysis, document } = await opened(grammars, text);
    void analysis.model.sites.length;
    document.close();
  });
  const checked = await medianOf(5, async () => {
    const ready = await opened(grammars, text);
    await diagnosticsAndHints(ready, 0);
    ready.document.close();
  });

  const ready = await opened(grammars, text);
  const { document, analysis } = ready;
  await diagnosticsAndHints(ready, 0);
  const places = [...text.matchAll(/Int<(\d+)>\{\}/g)].map((m) => document.positionAt(m.index + 4));
  let version = 1;
  /** Characters typed in numbers of layouts all over the file and taken back, each in turn. */
  const typed = async (characters: readonly string[], count: number): Promise<readonly number[]> => {
    const taken: number[] = [];
    for (let i = 0; i < count; i++) {
      const at = places[Math.floor((i * places.length) / count)]!;
      const after = { line: at.line, character: at.character + 1 };
      for (const change of [
        { range: { start: at, end: at }, text: characters[i % characters.length]! },
        { range: { start: at, end: after }, text: '' },
      ]) {
        const start = performance.now();
        document.apply([change], ++version, (error) => {
          throw error;
        });
        await diagnosticsAndHints(ready, at.line);
        taken.push(performance.now() - start);
      }
    }
    return taken;
  };
  const edits = await typed(['1'], 60);
  // Brackets of the file do not match in between.
  const brackets = await typed(['{', '(', '}', '"'], 40);
  const { sites } = analysis.model;
  const hovers: number[] = [];
  for (let i = 0; i < 400; i++) {
    const site = sites[Math.floor((i * sites.length) / 400)]!;
    const start = performance.now();
    hoverLength(ready, site.span.start);
    hovers.push(performance.now() - start);
  }
  document.close();

  const small = generateCuda(400, 7);
  const openAndClose = async () => {
    const one = await opened(grammars, small);
    await diagnosticsAndHints(one, 0);
    one.document.close();
  };
  for (let i = 0; i < 200; i++) await openAndClose();
  const before = heldBytes();
  for (let i = 0; i < 1000; i++) await openAndClose();
  const growth = (heldBytes() - before) / 2 ** 20;

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
    { what: 'a bracket typed and taken back, median', value: median(brackets), unit: 'ms', limit: 25 },
    { what: 'a bracket typed and taken back, 95th percentile', value: percentile(brackets, 95), unit: 'ms' },
    { what: 'hover, 95th percentile', value: percentile(hovers, 95), unit: 'ms', limit: 5 },
    { what: 'memory after 1,000 opens and closes of 400 lines', value: growth, unit: 'MiB', limit: 20 },
  ];
}
