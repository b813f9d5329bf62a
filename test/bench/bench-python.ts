// What an editor feels on a file of 10,000 lines of the CuTe DSL: opening, a keystroke, and one that breaks a statement.

import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { diagnosticsAndHints, medianOf, opened, typed } from './editing.ts';
import { generatePython } from './generate-python.ts';
import { type Measurement, median, percentile, timesOf } from './measure.ts';

const PYTHON = { languageId: 'python', dialect: 'python' } as const;

export async function benchPython(): Promise<readonly Measurement[]> {
  const grammars = await loadGrammars(grammarFiles);
  await Promise.all([grammars.ready('python'), grammars.ready('notation')]);
  const text = generatePython(10_000);
  const parser = grammars.parser('python');
  const parse = median(timesOf(() => parser.parse(text)!.delete(), 7));
  const open = await medianOf(7, async () => {
    const { analysis, document } = await opened(grammars, PYTHON, text);
    void analysis.model.sites.length;
    document.close();
  });
  const ready = await opened(grammars, PYTHON, text);
  const { document } = ready;
  await diagnosticsAndHints(ready, 0);
  const places = [...text.matchAll(/make_layout\(\(?(\d)/g)].map(({ 0: found, index }) =>
    document.positionAt(index + found.length),
  );
  const edits = await typed(ready, places, ['1'], 60);
  const brackets = await typed(ready, places, ['(', '[', ')', '"'], 40);
  document.close();
  return [
    { what: 'bare parse of 10,000 lines of Python', value: parse, unit: 'ms' },
    { what: 'opening it, against the bare parse (Python)', value: open / parse, unit: '×', limit: 2.5 },
    {
      what: 'one-character edit to diagnostics and hints, median (Python)',
      value: median(edits),
      unit: 'ms',
      limit: 25,
    },
    { what: 'one-character edit, 95th percentile (Python)', value: percentile(edits, 95), unit: 'ms' },
    {
      what: 'a bracket typed and taken back, median (Python)',
      value: median(brackets),
      unit: 'ms',
      limit: 25,
    },
    {
      what: 'a bracket typed and taken back, 95th percentile (Python)',
      value: percentile(brackets, 95),
      unit: 'ms',
    },
  ];
}
