// A plain copy of a syntax tree of the text notation. One cursor reads a tree several times faster
// than asking it node by node, the copy outlives the tree, and tests need no parser to build one.

/** What is used of a tree of web-tree-sitter. */
export interface NotationTree {
  readonly rootNode: { walk(): NotationCursor };
}

/** What is used of a cursor of web-tree-sitter. */
interface NotationCursor {
  readonly nodeType: string;
  readonly nodeIsNamed: boolean;
  readonly nodeIsMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly currentFieldName: string | null;
  gotoFirstChild(): boolean;
  gotoNextSibling(): boolean;
  gotoParent(): boolean;
  delete(): void;
}

export interface NotationNode {
  readonly type: string;
  readonly named: boolean;
  /** A token that the parser supplied because the text lacks it. */
  readonly missing: boolean;
  /** UTF-16 offsets into the parsed text. */
  readonly start: number;
  readonly end: number;
  /** The field under which the parent holds it. */
  readonly field: string | null;
  /** All children, named or not, without comments. */
  readonly children: readonly NotationNode[];
  /** Whether this node itself is an error or holds one directly. */
  readonly broken: boolean;
}

/** A child of the root, not copied. */
export interface NodeRange {
  readonly type: string;
  readonly named: boolean;
  readonly missing: boolean;
  readonly start: number;
  readonly end: number;
}

/** Deeper nesting than this is no layout that anybody wrote; it is cut off, as an error. */
const DEPTH_LIMIT = 200;

export function copyNotation(tree: NotationTree): NotationNode {
  return withCursor(tree, (cursor) => copyAt(cursor, 0));
}

/** The root's children, comments among them. */
export function rangesOf(tree: NotationTree): readonly NodeRange[] {
  const ranges: NodeRange[] = [];
  eachChild(tree, (cursor) => {
    ranges.push({
      type: cursor.nodeType,
      named: cursor.nodeIsNamed,
      missing: cursor.nodeIsMissing,
      start: cursor.startIndex,
      end: cursor.endIndex,
    });
  });
  return ranges;
}

/** Copies those of the root's children that start at one of the given offsets, by that offset. */
export function copyChildren(
  tree: NotationTree,
  starts: ReadonlySet<number>,
): ReadonlyMap<number, NotationNode> {
  const copies = new Map<number, NotationNode>();
  if (starts.size === 0) return copies;
  eachChild(tree, (cursor) => {
    const at = cursor.startIndex;
    if (starts.has(at) && !copies.has(at) && cursor.nodeType !== 'comment') copies.set(at, copyAt(cursor, 0));
  });
  return copies;
}

function eachChild(tree: NotationTree, visit: (cursor: NotationCursor) => void): void {
  withCursor(tree, (cursor) => {
    if (!cursor.gotoFirstChild()) return;
    do visit(cursor);
    while (cursor.gotoNextSibling());
  });
}

function withCursor<T>(tree: NotationTree, use: (cursor: NotationCursor) => T): T {
  const cursor = tree.rootNode.walk();
  try {
    return use(cursor);
  } finally {
    cursor.delete();
  }
}

function copyAt(cursor: NotationCursor, depth: number): NotationNode {
  const node = {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    missing: cursor.nodeIsMissing,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName,
  };
  const children: NotationNode[] = [];
  let broken = node.type === 'ERROR' || node.missing;
  if (depth >= DEPTH_LIMIT) return { ...node, children, broken: true };
  if (cursor.gotoFirstChild()) {
    do {
      if (cursor.nodeType === 'comment') continue;
      const child = copyAt(cursor, depth + 1);
      if (child.type === 'ERROR' || child.missing) broken = true;
      children.push(child);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { ...node, children, broken };
}

export function childOf(node: NotationNode, field: string): NotationNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

export function namedChildren(node: NotationNode): readonly NotationNode[] {
  return node.children.filter((child) => child.named);
}
