// The tree-sitter runtime and its grammars, from bytes that the host hands in: the same code runs in
// Node and in a browser worker. A grammar is compiled when the first document of its language opens.

import { Language, Parser } from 'web-tree-sitter';
import { startRuntime } from './tree/runtime.ts';

/** The languages that have a grammar. C++ and CUDA are read without one: what compiles is not always what a grammar takes. */
type GrammarLanguage = 'python' | 'notation' | 'literals';

/** The languages that documents are written in. */
export type SyntaxLanguage = Exclude<GrammarLanguage, 'literals'> | 'cpp';

type Bytes = Uint8Array | (() => Uint8Array | Promise<Uint8Array>);

export interface GrammarBytes {
  /** web-tree-sitter.wasm */
  readonly runtime: Bytes;
  /** tree-sitter-python.wasm, tree-sitter-layout.wasm, tree-sitter-layout-literals.wasm */
  readonly python: Bytes;
  readonly layout: Bytes;
  readonly literals: Bytes;
}

const read = async (bytes: Bytes): Promise<Uint8Array> =>
  typeof bytes === 'function' ? await bytes() : bytes;

const SOURCE = { python: 'python', notation: 'layout', literals: 'literals' } as const;

const READY = Promise.resolve();

export class Grammars {
  readonly #bytes: GrammarBytes;
  readonly #loading = new Map<GrammarLanguage, Promise<void>>();
  readonly #parsers = new Map<GrammarLanguage, Parser>();

  constructor(bytes: GrammarBytes) {
    this.#bytes = bytes;
  }

  /** Resolves when texts of the language can be parsed; rejects when its bytes are no grammar. */
  ready(language: SyntaxLanguage | GrammarLanguage): Promise<void> {
    if (language === 'cpp') return READY;
    let loading = this.#loading.get(language);
    if (loading === undefined) {
      loading = this.#load(language);
      this.#loading.set(language, loading);
    }
    return loading;
  }

  /** Whether documents of the language can be opened. */
  has(language: SyntaxLanguage): boolean {
    return language === 'cpp' || this.#parsers.has(language);
  }

  /** The one parser of a language. Throws when `ready` was not awaited, which is a defect of the caller. */
  parser(language: GrammarLanguage): Parser {
    const parser = this.#parsers.get(language);
    if (parser === undefined) throw new Error(`the ${language} grammar is not loaded`);
    return parser;
  }

  async #load(language: GrammarLanguage): Promise<void> {
    const grammar = await Language.load(await read(this.#bytes[SOURCE[language]]));
    this.#parsers.set(language, new Parser().setLanguage(grammar));
  }
}

let runtime: Promise<void> | null = null;

/** Starts the runtime, once a process: a second copy of it would not share its trees with the first. */
export async function loadGrammars(bytes: GrammarBytes): Promise<Grammars> {
  runtime ??= read(bytes.runtime).then(startRuntime);
  await runtime;
  return new Grammars(bytes);
}
