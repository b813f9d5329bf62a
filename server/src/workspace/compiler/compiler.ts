// What a host with processes does for the check with a compiler. Hosts without, such as a browser, have none.

export interface CompilerQuestion {
  /** What the user has set: a path, or a name to look for. */
  readonly compiler: string;
  /** The path of the file that is asked about; its folder is searched for what it includes. */
  readonly path: string;
  readonly text: string;
  /** What is included before it. */
  readonly header: string;
  /** Options that have been let through (options.ts). */
  readonly options: readonly string[];
  /** Lines of the output that the answer is made of. */
  readonly keeps: (line: string) => boolean;
}

export type CompilerAnswer =
  | {
      readonly ok: true;
      /** `g++ 12.2` */
      readonly name: string;
      /** What each reading of the text says; nvcc reads it for the device and then for the host. */
      readonly readings: readonly (readonly string[])[];
      /** The first errors: what stands behind one may not have been asked. */
      readonly errors: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** Asks a compiler, which reads the text and runs nothing of it. */
export type AskCompiler = (question: CompilerQuestion) => Promise<CompilerAnswer>;
