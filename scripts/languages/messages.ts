// The messages of the extension, as its sources write them: `l10n.t('…')`. The message in English is its key.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CALL = /\bl10n\s*\.t\(\s*(?:'(?<text>(?:[^'\\\n]|\\.)*)'|\S)/g;

/** The messages of one source. Throws where a message is none that can be looked up: it has to be a plain string. */
export const messagesIn = (source: string): readonly string[] =>
  [...source.matchAll(CALL)].map(({ groups, 0: call }) => {
    const text = groups!['text'];
    if (text === undefined) throw new Error(`not a plain string: ${call}`);
    return text.replaceAll(/\\(.)/g, '$1');
  });

/** The messages of all sources below a folder, each once. */
export function messagesBelow(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return [...new Set(files.sort().flatMap((name) => messagesIn(readFileSync(join(folder, name), 'utf8'))))];
}
