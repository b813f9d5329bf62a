// The languages of the playground: what the server calls them, and how the editor colours them.

import { cpp } from '@codemirror/lang-cpp';
import { python } from '@codemirror/lang-python';
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';
import type { LanguageName } from './share.ts';

interface PlaygroundLanguage {
  readonly title: string;
  /** The language id of the protocol. */
  readonly id: string;
  readonly uri: string;
  readonly support: () => LanguageSupport;
}

function notationToken(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^(?:#|\/\/).*/)) return 'comment';
  if (stream.match(/^_?\d+/)) return 'number';
  if (stream.match(/^"[^"]*"?/)) return 'string';
  if (stream.match(/^[A-Za-z_]\w*(?=\s*\()/)) return 'variableName.function';
  if (stream.match(/^(?:o|and|or|not|exists|mod)\b/)) return 'keyword';
  if (stream.match(/^[A-Za-z_]\w*/)) return 'variableName';
  stream.next();
  return null;
}

const notation = (): LanguageSupport =>
  new LanguageSupport(
    StreamLanguage.define({
      name: 'layout',
      token: notationToken,
      languageData: { commentTokens: { line: '#' } },
    }),
  );

export const LANGUAGES: Readonly<Record<LanguageName, PlaygroundLanguage>> = {
  layout: { title: 'Layout notation', id: 'layout', uri: 'file:///playground.layout', support: notation },
  cpp: { title: 'C++', id: 'cpp', uri: 'file:///playground.cpp', support: cpp },
  cuda: { title: 'CUDA', id: 'cuda-cpp', uri: 'file:///playground.cu', support: cpp },
  python: { title: 'Python', id: 'python', uri: 'file:///playground.py', support: python },
};
