// Shows a source as a reader sees it in an editor: hints stand in the text, findings behind the line they begin in.

import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import { annotationHints } from '../../../server/src/features/hints/annotation-hints.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

export type Host = 'cpp' | 'python';

let loaded: Promise<Grammars> | null = null;
function grammars(): Promise<Grammars> {
  loaded ??= (async () => {
    const found = await loadGrammars(grammarFiles);
    await Promise.all([found.ready('python'), found.ready('notation')]);
    return found;
  })();
  return loaded;
}

async function open(host: Host, source: string): Promise<OpenDocument> {
  return openDocument(await grammars(), host, source);
}

const inserted = (text: string, insertions: readonly { offset: number; text: string }[]): string =>
  [...insertions]
    .sort((a, b) => b.offset - a.offset)
    .reduce((result, each) => result.slice(0, each.offset) + each.text + result.slice(each.offset), text);

/** The source with hints such as `BLK_M⟨=128⟩`, and ` ← warning[rule]: …` at the end of lines. */
export async function seen(host: Host, source: string): Promise<string> {
  const document = await open(host, source);
  try {
    const whole = { start: 0, end: source.length };
    const hints = [...annotationHints(document, whole, 36)].flat().map(({ offset, label }) => ({
      offset,
      text: `⟨${label}⟩`,
    }));
    const findings = findingsOf(ruleContext(document), { severity: {} }).map((finding) => {
      const line = source.indexOf('\n', finding.span.start);
      const at = source.slice(finding.span.start, finding.span.end);
      return {
        offset: line < 0 ? source.length : line,
        text: ` ← ${finding.severity}[${finding.rule}] at ${at}: ${finding.message}`,
      };
    });
    return inserted(source, [...hints, ...findings]);
  } finally {
    document.dispose();
  }
}
