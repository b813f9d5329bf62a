// A plain copy of the part of a tree-sitter-python tree that lowering reads. Reading a tree through
// one cursor costs a fraction of asking it node by node, and the copy outlives the tree.

import type { Node, TreeCursor } from 'web-tree-sitter';

export interface PyNode {
  readonly type: string;
  /** UTF-16 offsets into the file. */
  readonly start: number;
  readonly end: number;
  /** The name of the field under which the parent holds it. */
  readonly field: string | null;
  /** Named children, and unnamed ones that fill a field (operators). Comments are left out. */
  readonly children: readonly PyNode[];
}

/** A stretch of a comment or string, where layout text and directives are looked for. */
export interface TextRegion {
  readonly start: number;
  readonly end: number;
  readonly within: 'comment' | 'string';
}

export interface CopiedTree {
  readonly root: PyNode;
  /** By start. */
  readonly regions: readonly TextRegion[];
}

const NO_CHILDREN: readonly PyNode[] = [];

/** Copies the subtree of `node`, and collects its comments and strings on the way. */
export function copyTree(node: Node): CopiedTree {
  const cursor = node.walk();
  const regions: TextRegion[] = [];
  try {
    return { root: copyAt(cursor, null, regions), regions };
  } finally {
    cursor.delete();
  }
}

function copyAt(cursor: TreeCursor, field: string | null, regions: TextRegion[]): PyNode {
  const type = cursor.nodeType;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  let children = NO_CHILDREN;
  if (type === 'string') {
    regions.push({ start, end, within: 'string' });
    // What an f-string interpolates is not lowered; only whether it does matters.
    children = interpolations(cursor);
  } else if (cursor.gotoFirstChild()) {
    const found: PyNode[] = [];
    do {
      if (cursor.nodeType === 'comment') {
        regions.push({ start: cursor.startIndex, end: cursor.endIndex, within: 'comment' });
        continue;
      }
      const name = cursor.currentFieldName;
      if (cursor.nodeIsNamed || name !== null) found.push(copyAt(cursor, name, regions));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    if (found.length > 0) children = found;
  }
  return { type, start, end, field, children };
}

function interpolations(cursor: TreeCursor): readonly PyNode[] {
  const found: PyNode[] = [];
  if (!cursor.gotoFirstChild()) return NO_CHILDREN;
  do {
    if (cursor.nodeType !== 'interpolation') continue;
    const { nodeType: type, startIndex: start, endIndex: end } = cursor;
    found.push({ type, start, end, field: null, children: NO_CHILDREN });
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return found;
}

export const childOf = (node: PyNode, field: string): PyNode | undefined =>
  node.children.find((child) => child.field === field);

export const childrenOf = (node: PyNode, field: string): readonly PyNode[] =>
  node.children.filter((child) => child.field === field);
