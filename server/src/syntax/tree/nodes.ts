// The nodes of a tree as numbers, in preorder: node 0 is the root, and a node's first child, where it has one, is the
// next number.

/** 32-bit words a node: type and field, start, end, and the address behind the last node below it. */
const WORDS = 4;
const BYTES = WORDS * Int32Array.BYTES_PER_ELEMENT;

export class TreeNodes {
  readonly #words: Int32Array;
  readonly #address: number;

  private constructor(words: Int32Array, address: number) {
    this.#words = words;
    this.#address = address;
  }

  /** A copy of what `walk.wat` wrote at an address. */
  static at(memory: ArrayBufferLike, address: number): TreeNodes {
    const [behind] = new Int32Array(memory, address + BYTES - 4, 1);
    return new TreeNodes(new Int32Array(memory.slice(address, behind)), address);
  }

  get count(): number {
    return this.#words.length / WORDS;
  }

  /** As `Language.types` is indexed, but for an error, whose type is behind all of them. */
  type(node: number): number {
    return this.#words[node * WORDS]! & 0xffff;
  }

  /** As `Language.fields` is indexed; 0: the parent holds it under none. */
  field(node: number): number {
    return this.#words[node * WORDS]! >>> 16;
  }

  /** UTF-16 offsets into the text. */
  start(node: number): number {
    return this.#words[node * WORDS + 1]!;
  }

  end(node: number): number {
    return this.#words[node * WORDS + 2]!;
  }

  /** The number behind the last node below this one: the next sibling, where there is one. */
  behind(node: number): number {
    return (this.#words[node * WORDS + 3]! - this.#address) / BYTES;
  }
}
