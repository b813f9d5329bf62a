// The pieces of a C++ file whose brackets do not match, by its syntax tree: an error is kept to a small part of the file.

import type { Tree } from 'web-tree-sitter';

/** A declaration at namespace level, as text. */
interface TreePiece {
  readonly start: number;
  readonly end: number;
  readonly namespace: readonly string[];
}

const TRANSPARENT = new Set(['declaration_list', 'linkage_specification', 'namespace_definition']);

/** What stands in the namespaces of the file; comments belong to what follows them. */
export function treePieces(tree: Tree, text: string): readonly TreePiece[] {
  const cursor = tree.walk();
  const found: TreePiece[] = [];
  const walk = (namespace: readonly string[], from: number, to: number): void => {
    let start = from;
    let inside = namespace;
    if (cursor.gotoFirstChild()) {
      do {
        const type = cursor.nodeType;
        if (type === 'comment') continue;
        if (type === 'namespace_identifier' || type === 'nested_namespace_specifier') {
          inside = [
            ...namespace,
            ...text.slice(cursor.startIndex, cursor.endIndex).split(/\s*::\s*(?:inline\s+)?/),
          ];
          continue;
        }
        if (TRANSPARENT.has(type)) {
          if (type === 'declaration_list') walk(inside, cursor.startIndex + 1, cursor.endIndex - 1);
          else {
            pushComments(found, text, start, cursor.startIndex, namespace);
            walk(namespace, cursor.startIndex, cursor.endIndex);
          }
          start = cursor.endIndex;
          continue;
        }
        // `"C"` stands behind `extern`.
        if ((!cursor.nodeIsNamed || type === 'string_literal') && type !== 'ERROR') {
          // `namespace`, `extern`, braces; a `;` of a class goes with the class.
          if (type === ';' && found.length > 0 && found.at(-1)!.end === start) {
            const last = found.pop()!;
            found.push({ ...last, end: cursor.endIndex });
          }
          start = cursor.endIndex;
          continue;
        }
        found.push({ start: skipSpace(text, start), end: cursor.endIndex, namespace });
        start = cursor.endIndex;
      } while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    pushComments(found, text, start, to, namespace);
  };
  walk([], 0, text.length);
  cursor.delete();
  return found;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** Comments that stand before nothing. */
function pushComments(
  found: TreePiece[],
  text: string,
  from: number,
  to: number,
  namespace: readonly string[],
): void {
  const start = skipSpace(text, from);
  if (start < to && text.startsWith('/', start)) found.push({ start, end: to, namespace });
}
