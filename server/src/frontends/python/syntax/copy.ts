// A syntax tree copied out in one pass. A cursor reads a tree several times faster than asking it node by node, and each
// question to it is a call into WebAssembly, so that only what lowering needs is asked: no text, nothing inside of plain
// strings, no fields where there are none.

import type { Tree } from 'web-tree-sitter';
import type { PyNode, TextRegion } from './tree.ts';

type Language = Tree['language'];
type Cursor = ReturnType<Tree['walk']>;

/** What is deeper in a statement is left out: whoever walks the copy descends once for each level. */
const MAXIMUM_DEPTH = 400;

const LEAVES = new Set(
  'identifier integer float true false none ellipsis pass_statement break_statement continue_statement wildcard_import import_prefix'.split(
    ' ',
  ),
);
const LEFT_OUT = new Set(['line_continuation']);
/** Those whose tokens have a meaning. */
const WITH_OPERATORS =
  /^(?:binary_operator|boolean_operator|unary_operator|comparison_operator|augmented_assignment)$/;
/** The commonest of those whose children have no fields. */
const WITHOUT_FIELDS = new Set(
  'argument_list block module tuple list parameters expression_list expression_statement parenthesized_expression'.split(
    ' ',
  ),
);
/** Those that begin and end with one of their nodes, and the field of the last, where it has one of its own. */
const BETWEEN_NODES = new Map<string, string | null>([
  ['attribute', 'attribute'],
  ['call', 'arguments'],
  ['binary_operator', 'right'],
  ['boolean_operator', 'right'],
  ['comparison_operator', null],
  ['keyword_argument', 'value'],
  ['assignment', null],
  ['augmented_assignment', 'right'],
  ['pair', 'value'],
]);
/** What closes a bracket ends the node that it stands in. */
const CLOSING = new Set([')', ']', '}']);
const SPLATTED = new Set(['attribute', 'call', 'subscript', 'binary_operator']);

type Reading = 'node' | 'leaf' | 'token' | 'comment' | 'string' | 'left-out';

/** What is known of a node by its type. */
interface NodeType {
  readonly name: string;
  readonly reading: Reading;
  readonly hasOperators: boolean;
  readonly hasFields: boolean;
  readonly isBetweenNodes: boolean;
  readonly lastField: string | null;
  readonly isClosing: boolean;
  /** Whether a splat at its head is around all of it: `*a.b, c` is read as `(*a).b, c`. */
  readonly isSplatted: boolean;
}

const nodeTypes = new WeakMap<Language, readonly NodeType[]>();

function typesOf(language: Language): readonly NodeType[] {
  let types = nodeTypes.get(language);
  if (types === undefined) {
    types = language.types.map((name, id) => ({
      name,
      reading: readingOf(name, language.nodeTypeIsNamed(id)),
      hasOperators: WITH_OPERATORS.test(name),
      hasFields: !WITHOUT_FIELDS.has(name),
      isBetweenNodes: BETWEEN_NODES.has(name),
      lastField: BETWEEN_NODES.get(name) ?? null,
      isClosing: CLOSING.has(name),
      isSplatted: SPLATTED.has(name),
    }));
    nodeTypes.set(language, types);
  }
  return types;
}

function readingOf(name: string, isNamed: boolean): Reading {
  if (!isNamed) return 'token';
  if (LEFT_OUT.has(name)) return 'left-out';
  if (name === 'comment' || name === 'string') return name;
  return LEAVES.has(name) ? 'leaf' : 'node';
}

const ERROR: NodeType = {
  name: 'ERROR',
  reading: 'node',
  hasOperators: false,
  hasFields: true,
  isBetweenNodes: false,
  lastField: null,
  isClosing: false,
  isSplatted: false,
};
const NONE: readonly PyNode[] = [];

/** A statement of the tree, or a comment between them, which has no node. */
interface Copied {
  readonly start: number;
  readonly end: number;
  readonly node: PyNode | null;
  readonly regions: readonly TextRegion[];
}

/**
 * Copies what stands at the top of a tree. `originOf` says for an offset of the tree's text where the text begins that
 * the copy's offsets are to be relative to.
 */
export function* copyStatements(
  tree: Tree,
  text: string,
  originOf: (start: number) => number,
): Generator<Copied> {
  const cursor = tree.walk();
  try {
    if (!cursor.gotoFirstChild()) return;
    do {
      const start = cursor.startIndex;
      const copier = new Copier(cursor, typesOf(tree.language), tree.language.fields, text, originOf(start));
      const node = copier.copyNode(copier.type(), ERROR, 0);
      yield { start, end: cursor.endIndex, node, regions: copier.regions };
    } while (cursor.gotoNextSibling());
  } finally {
    cursor.delete();
  }
}

class Copier {
  readonly regions: TextRegion[] = [];
  readonly #cursor: Cursor;
  readonly #types: readonly NodeType[];
  readonly #fields: readonly (string | null)[];
  readonly #text: string;
  readonly #origin: number;

  constructor(
    cursor: Cursor,
    types: readonly NodeType[],
    fields: readonly (string | null)[],
    text: string,
    origin: number,
  ) {
    this.#cursor = cursor;
    this.#types = types;
    this.#fields = fields;
    this.#text = text;
    this.#origin = origin;
  }

  /** The type of the cursor's node. */
  type(): NodeType {
    return this.#types[this.#cursor.nodeTypeId] ?? ERROR;
  }

  /** What lowering reads of the cursor's node; null when that is nothing. */
  copyNode(type: NodeType, parent: NodeType, depth: number): PyNode | null {
    const { reading } = type;
    if (reading === 'left-out' || (reading === 'token' && !parent.hasOperators)) return null;
    const field = parent.hasFields ? this.#field() : null;
    if (reading === 'token' && field === null) return null;
    const isTooDeep = depth > MAXIMUM_DEPTH;
    const children = reading === 'node' && !isTooDeep ? this.#children(type, depth + 1) : NONE;
    // A node that begins and ends with nodes is where they are.
    const isAround = type.isBetweenNodes && children.length > 1;
    const start = isAround ? children[0]!.start : this.#cursor.startIndex - this.#origin;
    const end = isAround ? children.at(-1)!.end : this.#end(type, start);
    if (reading === 'comment' || reading === 'string') this.regions.push({ start, end, within: reading });
    if (reading === 'comment') return null;
    if (isTooDeep) return { type: 'ERROR', start, end, field, children: NONE };
    if (reading === 'string')
      return { type: type.name, start, end, field, children: this.#interpolations(type, depth + 1) };
    const node = { type: type.name, start, end, field, children };
    return type.isSplatted && children[0]?.type === 'list_splat' ? splatted(node, children[0]) : node;
  }

  /** Of a name, what the text says. */
  #end({ name }: NodeType, start: number): number {
    if (name !== 'identifier') return this.#cursor.endIndex - this.#origin;
    let at = start + this.#origin;
    while (isWordCharacter(this.#text.charCodeAt(at))) at++;
    return (this.#text.charCodeAt(at) < 128 ? at : this.#cursor.endIndex) - this.#origin;
  }

  #field(): string | null {
    return this.#fields[this.#cursor.currentFieldId] ?? null;
  }

  #children(type: NodeType, depth: number): readonly PyNode[] {
    const cursor = this.#cursor;
    if (!cursor.gotoFirstChild()) return NONE;
    const children: PyNode[] = [];
    // The last child is known by what it is, without asking for another.
    let isLast = false;
    do {
      const childType = this.type();
      const child = this.copyNode(childType, type, depth);
      if (child !== null) children.push(child);
      isLast = child?.field ? child.field === type.lastField : childType.isClosing && type !== ERROR;
    } while (!isLast && cursor.gotoNextSibling());
    cursor.gotoParent();
    return children;
  }

  /** The expressions in an f-string. Their strings and comments are part of it. */
  #interpolations(type: NodeType, depth: number): readonly PyNode[] {
    if (!this.#mayInterpolate()) return NONE;
    const { length } = this.regions;
    const parts = this.#children(type, depth);
    this.regions.length = length;
    return parts.filter((part) => part.type === 'interpolation');
  }

  /** Whether a string begins as one whose braces hold expressions. */
  #mayInterpolate(): boolean {
    for (let at = this.#cursor.startIndex; ; at++) {
      const letter = this.#text[at]?.toLowerCase();
      if (letter === 'f' || letter === 't') return true;
      if (letter !== 'r' && letter !== 'b' && letter !== 'u') return false;
    }
  }
}

/** Of ASCII. */
const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || code === 95 || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** `*(a.b)` for `(*a).b` */
function splatted(node: PyNode, splat: PyNode): PyNode {
  const [head] = splat.children;
  if (head === undefined) return node;
  const children = [{ ...head, field: splat.field }, ...node.children.slice(1)];
  return {
    ...splat,
    end: node.end,
    field: node.field,
    children: [{ ...node, start: head.start, field: null, children }],
  };
}
