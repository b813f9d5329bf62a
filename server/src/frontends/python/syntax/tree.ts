// Python's syntax as lowering reads it: nodes named, and fields filled, as tree-sitter-python does.

export interface PyNode {
  readonly type: string;
  /** UTF-16 offsets into the file. */
  readonly start: number;
  readonly end: number;
  /** The name of the field under which the parent holds it. */
  readonly field: string | null;
  /** Named children, and operators. Comments are left out. */
  readonly children: readonly PyNode[];
}

/** A stretch of a comment or string, where layout text and directives are looked for. */
export interface TextRegion {
  readonly start: number;
  readonly end: number;
  readonly within: 'comment' | 'string';
}

/** A node that its maker still changes. */
export type PyDraft = { -readonly [K in keyof PyNode]: PyNode[K] };

export interface PyTree {
  readonly root: PyNode;
  /** By start. */
  readonly regions: readonly TextRegion[];
}

export const childOf = (node: PyNode, field: string): PyNode | undefined =>
  node.children.find((child) => child.field === field);

export const childrenOf = (node: PyNode, field: string): readonly PyNode[] =>
  node.children.filter((child) => child.field === field);
