// libisl as WebAssembly, with what it imports: memory that may grow, and an output that nothing is written to.

/** An object of libisl, or a text in its memory; 0 is none. */
export type Pointer = number & { readonly pointer: unique symbol };

export const NONE = 0 as Pointer;

interface Memory {
  readonly buffer: ArrayBufferLike;
}

type Call = (...args: readonly number[]) => number;

/** What WASI calls a function that is not there. */
const NO_SYSTEM = 52;

export class Library {
  readonly #memory: Memory;
  readonly #functions: ReadonlyMap<string, Call>;
  readonly #context: Pointer;

  private constructor(instance: WebAssembly.Instance) {
    const { memory, ...functions } = instance.exports;
    this.#memory = memory as unknown as Memory;
    this.#functions = new Map(Object.entries(functions) as [string, Call][]);
    this.call('_initialize');
    this.#context = this.call('shim_context');
  }

  /** From the bytes of isl.wasm. Throws where they are none. */
  static async load(bytes: BufferSource): Promise<Library> {
    const silent = (): number => NO_SYSTEM;
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: { emscripten_notify_memory_growth: () => undefined },
      wasi_snapshot_preview1: {
        proc_exit: (code: number): never => {
          throw new Error(`libisl has ended itself (${code})`);
        },
        fd_close: silent,
        fd_write: silent,
        fd_seek: silent,
      },
    });
    return new Library(instance);
  }

  /** Throws for a function that isl.wasm does not export (see server/isl/exports.txt). */
  call(name: string, ...args: readonly number[]): Pointer {
    const run = this.#functions.get(name);
    if (run === undefined) throw new Error(`isl.wasm has no ${name}`);
    return run(...args) as Pointer;
  }

  /** Begins a question that may take so many operations. */
  begin(operations: number): void {
    this.call('shim_begin', operations);
  }

  /** Whether the operations have run out. */
  get isExhausted(): boolean {
    return this.call('shim_exhausted') !== 0;
  }

  /** What went wrong last, in libisl's words. */
  get message(): string {
    return this.#read(this.call('isl_ctx_last_error_msg', this.#context));
  }

  /** Reads an object from its text. */
  parse(kind: 'set' | 'map', text: string): Pointer {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = this.call('shim_allocate', bytes.length);
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
    const read = this.call(`isl_${kind}_read_from_str`, this.#context, at);
    this.call('shim_release', at);
    return read;
  }

  /** The text of an object; null where libisl makes none. */
  print(kind: 'set' | 'map' | 'pw_multi_aff', object: Pointer): string | null {
    const at = this.call(`isl_${kind}_to_str`, object);
    if (at === NONE) return null;
    const text = this.#read(at);
    this.call('shim_release', at);
    return text;
  }

  #read(at: Pointer): string {
    if (at === NONE) return '';
    const bytes = new Uint8Array(this.#memory.buffer);
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
  }
}
