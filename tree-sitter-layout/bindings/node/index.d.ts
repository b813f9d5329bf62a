interface ChildTypes {
  multiple: boolean;
  required: boolean;
  types: { type: string; named: boolean }[];
}

interface NodeTypeInfo {
  type: string;
  named: boolean;
  root?: boolean;
  extra?: boolean;
  fields?: Record<string, ChildTypes>;
  children?: ChildTypes;
}

declare const grammar: {
  /** For `new Parser().setLanguage(grammar)` of the `tree-sitter` package. */
  name: string;
  language: unknown;
  nodeTypeInfo: NodeTypeInfo[];
};
export = grammar;
