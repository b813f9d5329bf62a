// A syntax tree as lowering reads it: no tokens but operators, nothing inside of strings but what is interpolated.

import type { Tree } from 'web-tree-sitter';
import type { TreeNodes } from '../../../syntax/tree/nodes.ts';
import { nodesOf, type Part } from '../../../syntax/tree/runtime.ts';
import type { PyNode, TextRegion } from './tree.ts';

type Language = Tree['language'];

/** What is deeper in a statement is left out: whoever walks the copy descends once for each level. */
const MAXIMUM_DEPTH = 400;

const LEFT_OUT = new Set(['line_continuation']);
/** Those whose tokens have a meaning. */
const WITH_OPERATORS =
  /^(?:binary_operator|boolean_operator|unary_operator|comparison_operator|augmented_assignment)$/;
const SPLATTED = new Set(['attribute', 'call', 'subscript', 'binary_operator']);

type Reading = 'node' | 'token' | 'comment' | 'string' | 'interpolation' | 'left-out';

/** What is known of a node by its type. */
interface NodeType {
  readonly name: string;
  readonly reading: Reading;
  readonly hasOperators: boolean;
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
      isSplatted: SPLATTED.has(name),
    }));
    nodeTypes.set(language, types);
  }
  return types;
}

function readingOf(name: string, isNamed: boolean): Reading {
  if (!isNamed) return 'token';
  if (LEFT_OUT.has(name)) return 'left-out';
  return name === 'comment' || name === 'string' || name === 'interpolation' ? name : 'node';
}

const ERROR: NodeType = { name: 'ERROR', reading: 'node', hasOperators: false, isSplatted: false };
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
 * the copy's offsets are to be relative to. `part`: of what lies outside of it nothing that is inside of that.
 */
export function* copyStatements(
  tree: Tree,
  originOf: (start: number) => number,
  part?: Part,
): Generator<Copied> {
  const nodes = nodesOf(tree, part);
  const { fields } = tree.language;
  const types = typesOf(tree.language);
  for (let at = 1; at < nodes.count; at = nodes.behind(at)) {
    const start = nodes.start(at);
    const copier = new Copier(nodes, types, fields, originOf(start));
    yield { start, end: nodes.end(at), node: copier.copyNode(at, ERROR, 0), regions: copier.regions };
  }
}

class Copier {
  readonly regions: TextRegion[] = [];
  readonly #nodes: TreeNodes;
  readonly #types: readonly NodeType[];
  readonly #fields: readonly (string | null)[];
  readonly #origin: number;

  constructor(
    nodes: TreeNodes,
    types: readonly NodeType[],
    fields: readonly (string | null)[],
    origin: number,
  ) {
    this.#nodes = nodes;
    this.#types = types;
    this.#fields = fields;
    this.#origin = origin;
  }

  /** What lowering reads of a node; null when that is nothing. */
  copyNode(at: number, parent: NodeType, depth: number): PyNode | null {
    const type = this.#type(at);
    const { reading } = type;
    if (reading === 'left-out') return null;
    const field = this.#fields[this.#nodes.field(at)] ?? null;
    if (reading === 'token' && (field === null || !parent.hasOperators)) return null;
    const start = this.#nodes.start(at) - this.#origin;
    const end = this.#nodes.end(at) - this.#origin;
    if (reading === 'comment' || reading === 'string') this.regions.push({ start, end, within: reading });
    if (reading === 'comment') return null;
    if (depth > MAXIMUM_DEPTH) return { type: 'ERROR', start, end, field, children: NONE };
    const children =
      reading === 'string' ? this.#interpolations(at, type, depth + 1) : this.#children(at, type, depth + 1);
    const node = { type: type.name, start, end, field, children };
    return type.isSplatted && children[0]?.type === 'list_splat' ? splatted(node, children[0]) : node;
  }

  #type(at: number): NodeType {
    return this.#types[this.#nodes.type(at)] ?? ERROR;
  }

  #children(at: number, type: NodeType, depth: number): readonly PyNode[] {
    const nodes = this.#nodes;
    const behind = nodes.behind(at);
    if (at + 1 === behind) return NONE;
    const children: PyNode[] = [];
    for (let each = at + 1; each < behind; each = nodes.behind(each)) {
      const child = this.copyNode(each, type, depth);
      if (child !== null) children.push(child);
    }
    return children;
  }

  /** The expressions in an f-string. Their strings and comments are part of it. */
  #interpolations(at: number, type: NodeType, depth: number): readonly PyNode[] {
    const nodes = this.#nodes;
    const { length } = this.regions;
    const parts: PyNode[] = [];
    for (let each = at + 1; each < nodes.behind(at); each = nodes.behind(each))
      if (this.#type(each).reading === 'interpolation') parts.push(this.copyNode(each, type, depth)!);
    this.regions.length = length;
    return parts;
  }
}

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
