// The tree-sitter runtime, with a function of ours beside it that writes all nodes of a tree down at once.

import { Parser, type Tree } from 'web-tree-sitter';
import { TreeNodes } from './nodes.ts';
import { WALK } from './walk-code.ts';

interface Walker {
  readonly memory: WebAssembly.Memory;
  /** The address of the tree's nodes, as `walk.wat` has them. */
  readonly walk: (tree: number, from: number, to: number) => number;
  readonly free: (address: number) => void;
}

/** What the runtime's loader hands its host, who may start the runtime: an option of Emscripten's. */
interface LoaderOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    started: (instance: WebAssembly.Instance, runtime: WebAssembly.Module) => void,
  ): object;
  locateFile(name: string): string;
}

let walker: Walker | null = null;

/** `bytes`: web-tree-sitter.wasm. To be called once a process: the trees of a second runtime are not those of the first. */
export async function startRuntime(bytes: Uint8Array): Promise<void> {
  const runtime = await WebAssembly.compile(bytes as BufferSource);
  const code = Uint8Array.from(atob(WALK), (letter) => letter.charCodeAt(0));
  const walk = await WebAssembly.compile(code);
  const options: LoaderOptions = {
    instantiateWasm(imports, started) {
      const instance = new WebAssembly.Instance(runtime, imports);
      walker = besides(instance, imports, walk);
      started(instance, runtime);
      return {};
    },
    locateFile: (name) => name,
  };
  await Parser.init(options as unknown as Parameters<typeof Parser.init>[0]);
}

function besides(
  runtime: WebAssembly.Instance,
  { env }: WebAssembly.Imports,
  code: WebAssembly.Module,
): Walker {
  const memory = env!.memory as WebAssembly.Memory;
  const { exports } = new WebAssembly.Instance(code, { env: { memory }, runtime: runtime.exports });
  return {
    memory,
    walk: exports.walk as Walker['walk'],
    free: runtime.exports.free as Walker['free'],
  };
}

/** Where a text ends at the latest. */
const END = 2 ** 31 - 1;

/** A part of a text, in UTF-16 offsets. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * The nodes of a tree, without those below nodes that lie outside of a part of the text. Throws when there is no memory for
 * them.
 */
export function nodesOf(tree: Tree, { start, end }: Part = { start: 0, end: END }): TreeNodes {
  if (walker === null) throw new Error('the runtime is not started');
  const { memory, walk, free } = walker;
  // A tree of the runtime is its address, which the declarations of the package keep to itself.
  const address = walk((tree as unknown as readonly [number])[0], start, end);
  if (address === 0) throw new Error('no memory for the nodes of a tree');
  try {
    return TreeNodes.at(memory.buffer, address);
  } finally {
    free(address);
  }
}
