// Files opened and edited as an editor does it.

import { CancellationToken, type Position } from 'vscode-languageserver';
import { documentFindings } from '../../server/src/features/diagnostics.ts';
import { answerInlayHints } from '../../server/src/features/hints/inlay-hints.ts';
import { hoverAt } from '../../server/src/features/hover/hover-at.ts';
import { hoverMarkdown } from '../../server/src/features/hover/markdown.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { ServerDocument } from '../../server/src/workspace/documents/documents.ts';
import type { ReadyDocument } from '../../server/src/workspace/documents/session.ts';
import { defaultSettings } from '../../server/src/workspace/settings/settings.ts';
import { median } from './measure.ts';

interface Host {
  readonly languageId: string;
  readonly dialect: Dialect;
}

interface ReadyFile extends ReadyDocument {
  readonly document: ServerDocument;
}

/** Lines that an editor shows at once, for which it asks hints. */
const VISIBLE_LINES = 80;

/** A document as the server opens it. */
export async function opened(
  grammars: Grammars,
  { languageId, dialect }: Host,
  text: string,
): Promise<ReadyFile> {
  const document = new ServerDocument(`file:///bench.${dialect}`, languageId, dialect, 1, text);
  const analysis = await document.ready(grammars, defaultSettings.parameters);
  if (analysis === null) throw new Error('the document was not opened');
  return { document, analysis, settings: defaultSettings, grammars };
}

/** What an editor asks after an edit at a line: the findings of the whole file, the hints of the lines around it. */
export async function diagnosticsAndHints(ready: ReadyDocument, line: number): Promise<number> {
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

export function hoverLength({ analysis, grammars }: ReadyDocument, offset: number): number {
  const found = hoverAt(analysis, grammars, offset, { picture: true, derivation: true, links: () => [] });
  return found === null ? 0 : hoverMarkdown(found.content, { images: true, links: false }).length;
}

export async function medianOf(times: number, body: () => Promise<void>): Promise<number> {
  await body();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await body();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

/** How long it takes after each of the characters typed all over the file, and after each is taken back. */
export async function typed(
  ready: ReadyFile,
  places: readonly Position[],
  characters: readonly string[],
  count: number,
): Promise<readonly number[]> {
  const { document } = ready;
  const taken: number[] = [];
  let { version } = document;
  for (let i = 0; i < count; i++) {
    const at = places[Math.floor((i * places.length) / count)]!;
    const text = characters[i % characters.length]!;
    const after = { line: at.line, character: at.character + text.length };
    for (const change of [
      { range: { start: at, end: at }, text },
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
}
