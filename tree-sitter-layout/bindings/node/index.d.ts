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

/** For `new Parser().setLanguage(grammar)` of the `tree-sitter` package. */
interface Grammar {
  name: string;
  language: unknown;
  nodeTypeInfo: NodeTypeInfo[];
}

declare const grammars: {
  /** The text notation: whole documents of it. */
  layout: Grammar;
  /** Layout literals between the text of another language. */
  literals: Grammar;
};
export = grammars;
