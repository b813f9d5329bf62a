// Import statements. What is imported is the dotted path, written as an expression; an import of
// everything binds the name `*`.

import type { Expr, NameExpr, Span } from './expression.ts';
import { opaque, type Source, spanOf, textOf } from './python-expression.ts';
import { plainDeclaration, type ScopeBuilder } from './python-scope.ts';
import { childOf, childrenOf, type PyNode } from './python-tree.ts';

/** `cutlass.cute` as a member of a name. A relative path begins with its dots: `..utils`. */
export function pathExpr(path: readonly string[], span: Span): Expr {
  let expr: Expr | null = null;
  for (const part of path) {
    const name: NameExpr = { kind: 'name', span, name: part };
    expr = expr === null ? name : { kind: 'member', span, object: expr, name };
  }
  return expr ?? opaque(span, 'incomplete code');
}

const parts = (node: PyNode, source: Source): string[] => textOf(node, source).replace(/\s+/g, '').split('.');

export function lowerImport(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
  const module = childOf(node, 'module_name');
  if (module === undefined) {
    for (const name of childrenOf(node, 'name')) importModule(name, span, into, source);
    return;
  }
  const path = modulePath(module, source);
  if (node.children.some((child) => child.type === 'wildcard_import')) {
    const at = spanOf(node.children.at(-1)!, source);
    into.declarations.push(plainDeclaration('import', '*', at, span, pathExpr(path, at)));
    return;
  }
  for (const name of childrenOf(node, 'name')) {
    const alias = name.type === 'aliased_import' ? childOf(name, 'alias') : undefined;
    const imported = name.type === 'aliased_import' ? childOf(name, 'name') : name;
    if (imported === undefined) continue;
    const binding = alias ?? imported;
    const at = spanOf(binding, source);
    const init = pathExpr([...path, ...parts(imported, source)], at);
    into.declare(plainDeclaration('import', textOf(binding, source), at, span, init));
  }
}

function modulePath(module: PyNode, source: Source): string[] {
  if (module.type !== 'relative_import') return parts(module, source);
  const dotted = module.children.find((child) => child.type === 'dotted_name');
  const prefix = textOf(module, source).replace(/[^.].*$/s, '');
  if (dotted === undefined) return [prefix];
  const [first, ...rest] = parts(dotted, source);
  return [`${prefix}${first}`, ...rest];
}

/** `import a.b` binds a; `import a.b as c` binds c to a.b. */
function importModule(name: PyNode, span: Span, into: ScopeBuilder, source: Source): void {
  if (name.type === 'aliased_import') {
    const alias = childOf(name, 'alias');
    const imported = childOf(name, 'name');
    if (alias === undefined || imported === undefined) return;
    const at = spanOf(alias, source);
    const init = pathExpr(parts(imported, source), at);
    into.declare(plainDeclaration('import', textOf(alias, source), at, span, init));
    return;
  }
  const first = name.children[0] ?? name;
  const at = spanOf(first, source);
  into.declare(
    plainDeclaration('import', textOf(first, source), at, span, pathExpr([textOf(first, source)], at)),
  );
}
