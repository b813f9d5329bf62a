// Python's syntax as lowering reads it: a plain copy of what tree-sitter-python says.

export interface PyNode {
  readonly type: string;
  /** UTF-16 offsets into the text of the unit. */
  readonly start: number;
  readonly end: number;
  /** The name of the field under which the parent holds it. */
  readonly field: string | null;
  /** Named children, and operators. Comments are left out; of a string, there is only what is interpolated. */
  readonly children: readonly PyNode[];
}

/** A stretch of a comment or string, where layout text and directives are looked for. */
export interface TextRegion {
  readonly start: number;
  readonly end: number;
  readonly within: 'comment' | 'string';
}

export interface PyTree {
  readonly statements: readonly PyNode[];
  /** By start. */
  readonly regions: readonly TextRegion[];
}

export const childOf = (node: PyNode, field: string): PyNode | undefined =>
  node.children.find((child) => child.field === field);

export const childrenOf = (node: PyNode, field: string): readonly PyNode[] =>
  node.children.filter((child) => child.field === field);

/** The first name in a node: the one that a type parameter or an alias declares. */
export function firstName(node: PyNode | undefined): PyNode | undefined {
  return node === undefined || node.type === 'identifier' ? node : firstName(node.children[0]);
}
