// Import statements. What is imported is the dotted path, written as an expression; an import of
// everything binds the names of the module where they are known, and else the name `*`.

import type { Expr, NameExpr, Span } from '../common/expression.ts';
import { plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

/** `cutlass.cute` as a member of a name. A relative path begins with its dots: `..utils`. */
export function pathExpr(path: readonly string[], span: Span): Expr {
  let expr: Expr | null = null;
  for (const part of path) {
    const name: NameExpr = { kind: 'name', span, name: part };
    expr = expr === null ? name : { kind: 'member', span, object: expr, name };
  }
  return expr ?? opaque(span, 'incomplete code');
}

const parts = (node: PyNode, source: string): string[] => textOf(node, source).replace(/\s+/g, '').split('.');

export function lowerImport(node: PyNode, into: ScopeBuilder, source: string): void {
  const span = spanOf(node);
  const module = childOf(node, 'module_name');
  if (node.type === 'import_statement') {
    for (const name of childrenOf(node, 'name')) importModule(name, span, into, source);
    return;
  }
  // `from __future__ import …` is a statement of its own.
  const path = module === undefined ? ['__future__'] : modulePath(module, source);
  if (node.children.some((child) => child.type === 'wildcard_import')) {
    importAll(path, span, into);
    return;
  }
  for (const name of childrenOf(node, 'name')) {
    const alias = name.type === 'aliased_import' ? childOf(name, 'alias') : undefined;
    const imported = name.type === 'aliased_import' ? childOf(name, 'name') : name;
    if (imported === undefined) continue;
    const binding = alias ?? imported;
    const at = spanOf(binding);
    const init = pathExpr([...path, ...parts(imported, source)], at);
    into.declare(plainDeclaration('import', textOf(binding, source), at, span, init));
  }
}

function modulePath(module: PyNode, source: string): string[] {
  if (module.type !== 'relative_import') return parts(module, source);
  const dotted = module.children.find((child) => child.type === 'dotted_name');
  const prefix = textOf(module, source).replace(/[^.].*$/s, '');
  if (dotted === undefined) return [prefix];
  const [first, ...rest] = parts(dotted, source);
  return [`${prefix}${first}`, ...rest];
}

/** The names that `from … import *` brings, of the modules that are known. Nobody wrote them. */
function importAll(path: readonly string[], span: Span, into: ScopeBuilder): void {
  const at = { start: span.end, end: span.end };
  const names = PUBLIC_NAMES.get(path.join('.'));
  for (const name of names ?? [])
    into.declare(plainDeclaration('import', name, at, span, pathExpr([...path, name], at)));
  if (names === undefined)
    into.declarations.push(plainDeclaration('import', '*', at, span, pathExpr(path, at)));
}

const PYCUTE_TUPLES =
  'is_int is_tuple flatten signum product inner_product tuple_max elem_scale shape_div prefix_product idx2crd crd2idx crd2crd slice_ has_none';
const PYCUTE_LAYOUTS =
  'is_layout Layout make_layout size cosize coalesce filter composition complement right_inverse left_inverse logical_divide logical_product hier_unzip zipped_divide tiled_divide zipped_product tiled_product slice_and_offset';
const PYCUTE_SWIZZLES = 'shiftr shiftl Swizzle ComposedLayout';
const LEGO = 'GroupBy TileBy OrderBy TileOrderBy RegP GenP Row Col ExpandBy antidiag';

const PUBLIC_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['pycute', `${PYCUTE_TUPLES} ${PYCUTE_LAYOUTS} ${PYCUTE_SWIZZLES}`],
      ['pycute.int_tuple', PYCUTE_TUPLES],
      ['pycute.layout', `${PYCUTE_TUPLES} ${PYCUTE_LAYOUTS}`],
      ['pycute.swizzle', `${PYCUTE_TUPLES} ${PYCUTE_LAYOUTS} ${PYCUTE_SWIZZLES}`],
      ['lego', LEGO],
      ['lego.lego', LEGO],
      ['lego_c', LEGO],
    ] as const
  ).map(([module, names]) => [module, names.split(' ')]),
);

/** `import a.b` binds a; `import a.b as c` binds c to a.b. */
function importModule(name: PyNode, span: Span, into: ScopeBuilder, source: string): void {
  if (name.type === 'aliased_import') {
    const alias = childOf(name, 'alias');
    const imported = childOf(name, 'name');
    if (alias === undefined || imported === undefined) return;
    const at = spanOf(alias);
    const init = pathExpr(parts(imported, source), at);
    into.declare(plainDeclaration('import', textOf(alias, source), at, span, init));
    return;
  }
  const first = name.children[0] ?? name;
  const at = spanOf(first);
  const path = parts(name, source);
  // Nobody can write the name: it tells which module is loaded.
  if (path.length > 1)
    into.declarations.push(
      plainDeclaration(
        'import',
        path.join('.'),
        { start: span.end, end: span.end },
        span,
        pathExpr(path, at),
      ),
    );
  into.declare(
    plainDeclaration('import', textOf(first, source), at, span, pathExpr([textOf(first, source)], at)),
  );
}
