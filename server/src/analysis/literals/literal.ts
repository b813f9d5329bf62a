// The layout literal at a place of a text that nobody evaluates: what the grammar of literals finds there, and in which
// language it is written.

import type { Span } from '../../frontends/common/expression.ts';
import {
  childOf,
  copyChildren,
  type NotationNode,
  namedChildren,
  rangesOf,
} from '../../frontends/notation/tree.ts';
import type { Grammars } from '../../syntax/grammars.ts';

/** Which language a literal reads as; `pycute` is Python where `Layout` is pycute's. */
export type LiteralForm = 'cpp' | 'cpp-type' | 'cute-dsl' | 'pycute' | 'gluon' | 'printed' | 'notation';

/** The language around a literal, as far as it decides what the literal means; null where it does not. */
export type LiteralHost = 'cpp' | 'python' | 'markdown' | null;

export interface Literal {
  readonly span: Span;
  /** As long as the span, with blanks for comments, for the signs of one that it stands in, and for hidden line ends. */
  readonly text: string;
  readonly form: LiteralForm;
}

/** A literal is no longer than this, see literals/src/reader.h of the grammar. */
const LONGEST = 8192;

/**
 * The literal across an offset, inside of a stretch of the text; the grammar of literals must be ready. Reads no more of
 * the text than one can reach.
 */
export function literalAt(
  grammars: Grammars,
  text: string,
  offset: number,
  { start: first, end: last }: Span,
  host: LiteralHost,
): Literal | null {
  // What the grammar remembers of a line ends with it.
  const start = Math.max(first, text.lastIndexOf('\n', Math.max(0, offset - LONGEST - 1)) + 1);
  const line = text.indexOf('\n', offset + LONGEST);
  const window = text.slice(start, line < 0 ? last : Math.min(line, last));
  const tree = grammars.parser('literals').parse(window);
  if (tree === null) return null;
  try {
    const at = offset - start;
    const found = rangesOf(tree).find((range) => range.start <= at && at < range.end);
    const node =
      found === undefined ? undefined : copyChildren(tree, new Set([found.start])).get(found.start);
    return node === undefined ? null : literalOf(node, window, start, host);
  } finally {
    tree.delete();
  }
}

function literalOf(node: NotationNode, window: string, shift: number, host: LiteralHost): Literal | null {
  const [only] = namedChildren(node);
  const root = only?.type === 'mlir_type' ? childOf(only, 'value') : only;
  if (root == null || root.broken) return null;
  const form = only?.type === 'mlir_type' ? 'printed' : formOf(root, window, host);
  if (form === null) return null;
  return {
    span: { start: root.start + shift, end: root.end + shift },
    text: tokensOf(root, window),
    form,
  };
}

/** The tokens where they stand, with blanks between them. */
function tokensOf(root: NotationNode, window: string): string {
  const parts: string[] = [];
  let at = root.start;
  const write = (node: NotationNode): void => {
    if (node.children.length > 0) {
      node.children.forEach(write);
      return;
    }
    // A line end in brackets is a blank to every language.
    parts.push(' '.repeat(node.start - at), window.slice(node.start, node.end));
    at = node.end;
  };
  write(root);
  return parts.join('');
}

/** Words that only the text notation has. */
const NOTATION: ReadonlySet<string> = new Set([
  'ArithTuple',
  'ExpandBy',
  'GroupBy',
  'LinearLayout',
  'OrderBy',
  'TileBy',
  'TileOrderBy',
]);
const PRINTED_SWIZZLES: ReadonlySet<string> = new Set(['S', 'Sw']);
const GLUON: ReadonlySet<string> = new Set(['gl', 'gluon', 'ttgl']);

/** Null for what no evaluation of ours is for, such as the attributes of Triton. */
function formOf(root: NotationNode, window: string, host: LiteralHost): LiteralForm | null {
  if (root.type === 'attribute' || root.type === 'attribute_alias') return null;
  const head = headOf(root, window);
  if (head === null || PRINTED_SWIZZLES.has(head)) return 'printed';
  if (NOTATION.has(head)) return 'notation';
  const module = /^(\w+)\./.exec(head)?.[1];
  if (module !== undefined) return module === 'pycute' ? 'pycute' : GLUON.has(module) ? 'gluon' : 'cute-dsl';
  if (root.type === 'template' || (root.type === 'qualified' && root.children.at(-1)?.type === 'template'))
    return 'cpp-type';
  if (holds(root, CPP_ONLY)) return 'cpp';
  // `Layout(…)` is a class of others, too.
  if (head === 'Layout') return host === 'python' || host === 'markdown' ? 'pycute' : null;
  return host === 'cpp' ? 'cpp' : 'notation';
}

const CPP_ONLY: ReadonlySet<string> = new Set(['template', 'qualified', 'construct']);

const holds = (node: NotationNode, types: ReadonlySet<string>): boolean =>
  types.has(node.type) || node.children.some((child) => holds(child, types));

/** The name with which a literal begins, dotted where it is; null where it begins with none. */
function headOf(root: NotationNode, window: string): string | null {
  for (let node = root; ; ) {
    switch (node.type) {
      case 'call': {
        const callee = childOf(node, 'function');
        if (callee === null) return null;
        node = callee;
        break;
      }
      case 'member': {
        const object = childOf(node, 'object');
        if (object === null) return null;
        if (object.type === 'identifier' || object.type === 'member')
          return window.slice(node.start, node.end).replaceAll(/\s/g, '');
        node = object;
        break;
      }
      case 'template':
      case 'construct': {
        const name = childOf(node, node.type === 'template' ? 'name' : 'type');
        if (name === null) return null;
        node = name;
        break;
      }
      case 'identifier':
      case 'integer':
      case 'qualified':
        return window.slice(node.start, node.end);
      default:
        return null;
    }
  }
}
