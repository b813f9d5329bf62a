// The TextMate grammars in VS Code's own engine, with a host language that has only comments and strings.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

export interface Token {
  readonly text: string;
  /** Outermost first, without that of the file. */
  readonly scopes: readonly string[];
}

/** The scope of a file of the host language. */
export const HOST = 'source.cpp';

const host = {
  scopeName: HOST,
  patterns: [
    { begin: '//', end: '$', name: 'comment.line.double-slash' },
    { begin: '#', end: '$', name: 'comment.line.number-sign' },
    { begin: '/\\*', end: '\\*/', name: 'comment.block' },
    { begin: '"', end: '"', name: 'string.quoted.double' },
  ],
};

export const grammarFiles: Readonly<Record<string, URL>> = {
  'source.layout': new URL('../../syntaxes/layout.tmLanguage.json', import.meta.url),
  'layout.embedded': new URL('../../syntaxes/layout-embedded.tmLanguage.json', import.meta.url),
};

const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
const library = oniguruma.loadWASM(readFileSync(wasm)).then(() => ({
  createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text: string) => new oniguruma.OnigString(text),
}));

const registry = new textmate.Registry({
  onigLib: library,
  loadGrammar: async (scopeName) => {
    const file = grammarFiles[scopeName];
    const text = file === undefined ? JSON.stringify(host) : readFileSync(file, 'utf8');
    return textmate.parseRawGrammar(text, `${scopeName}.json`);
  },
  getInjections: (scopeName) => (scopeName === HOST ? ['layout.embedded'] : []),
});

/** Loads a grammar, with what VS Code injects into it. */
export async function tokenizer(scopeName: string): Promise<(line: string) => readonly Token[]> {
  const grammar = await registry.loadGrammar(scopeName);
  if (grammar === null) throw new Error(`no grammar ${scopeName}`);
  return (line) =>
    grammar.tokenizeLine(line, null).tokens.map(({ startIndex, endIndex, scopes }) => ({
      text: line.slice(startIndex, endIndex),
      scopes: scopes.slice(1),
    }));
}
