// What an editor feels on a file of 10,000 lines of CUDA: opening, a keystroke, a hover; and memory over many files.

import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { cudaParser } from '../support/cuda-parser.ts';
import { heldBytes } from '../support/held-memory.ts';
import { diagnosticsAndHints, hoverLength, medianOf, opened, typed } from './editing.ts';
import { generateCuda } from './generate.ts';
import { type Measurement, median, percentile, timesOf } from './measure.ts';

const CUDA = { languageId: 'cuda-cpp', dialect: 'cpp' } as const;

export async function benchEditor(): Promise<readonly Measurement[]> {
  const grammars = await loadGrammars(grammarFiles);
  await grammars.ready('notation');
  const text = generateCuda(10_000);
  const parser = await cudaParser();
  const parse = median(timesOf(() => parser.parse(text)!.delete(), 7));
  const open = await medianOf(7, async () => {
    const { analysis, document } = await opened(grammars, CUDA, text);
    void analysis.model.sites.length;
    document.close();
  });
  const checked = await medianOf(5, async () => {
    const ready = await opened(grammars, CUDA, text);
    await diagnosticsAndHints(ready, 0);
    ready.document.close();
  });

  const ready = await opened(grammars, CUDA, text);
  const { document, analysis } = ready;
  await diagnosticsAndHints(ready, 0);
  const places = [...text.matchAll(/Int<(\d+)>\{\}/g)].map((m) => document.positionAt(m.index + 4));
  const edits = await typed(ready, places, ['1'], 60);
  // Brackets of the file do not match in between.
  const brackets = await typed(ready, places, ['{', '(', '}', '"'], 40);
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
    const one = await opened(grammars, CUDA, small);
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
