// The tree-sitter runtime and its grammars, from bytes that the host hands in: the same code runs in
// Node and in a browser worker. A grammar is compiled when the first document of its language opens.

import { Language, Parser } from 'web-tree-sitter';

/** The languages that documents are written in; C++ and CUDA share one grammar. */
export type SyntaxLanguage = 'cpp' | 'python' | 'notation';

type Bytes = Uint8Array | (() => Uint8Array | Promise<Uint8Array>);

export interface GrammarBytes {
  /** web-tree-sitter.wasm */
  readonly runtime: Bytes;
  /** tree-sitter-cuda.wasm, tree-sitter-python.wasm, tree-sitter-layout.wasm */
  readonly cuda: Bytes;
  readonly python: Bytes;
  readonly layout: Bytes;
}

const read = async (bytes: Bytes): Promise<Uint8Array> =>
  typeof bytes === 'function' ? await bytes() : bytes;

const SOURCE = { cpp: 'cuda', python: 'python', notation: 'layout' } as const;

export class Grammars {
  readonly #bytes: GrammarBytes;
  readonly #loading = new Map<SyntaxLanguage, Promise<void>>();
  readonly #parsers = new Map<SyntaxLanguage, Parser>();

  constructor(bytes: GrammarBytes) {
    this.#bytes = bytes;
  }

  /** Resolves when documents of the language can be parsed; rejects when its bytes are no grammar. */
  ready(language: SyntaxLanguage): Promise<void> {
    let loading = this.#loading.get(language);
    if (loading === undefined) {
      loading = this.#load(language);
      this.#loading.set(language, loading);
    }
    return loading;
  }

  /** Whether `parser` may be called. */
  has(language: SyntaxLanguage): boolean {
    return this.#parsers.has(language);
  }

  /** The one parser of a language. Throws when `ready` was not awaited, which is a defect of the caller. */
  parser(language: SyntaxLanguage): Parser {
    const parser = this.#parsers.get(language);
    if (parser === undefined) throw new Error(`the ${language} grammar is not loaded`);
    return parser;
  }

  async #load(language: SyntaxLanguage): Promise<void> {
    const grammar = await Language.load(await read(this.#bytes[SOURCE[language]]));
    this.#parsers.set(language, new Parser().setLanguage(grammar));
  }
}

let runtime: Promise<void> | null = null;

/** Starts the runtime, once a process: a second copy of it would not share its trees with the first. */
export async function loadGrammars(bytes: GrammarBytes): Promise<Grammars> {
  runtime ??= read(bytes.runtime).then((wasmBinary) =>
    Parser.init({ wasmBinary, locateFile: (name: string) => name } as Parameters<typeof Parser.init>[0]),
  );
  await runtime;
  return new Grammars(bytes);
}
