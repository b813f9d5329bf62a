// What a layout is written with: the shape and the stride of `make_layout(…)`, of `Layout<…, …>` and of `shape:stride`.

import type { UnitMemo } from '../../evaluate/model/environment.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

export interface LayoutParts {
  readonly shape: Site;
  readonly stride: Site;
  /** The modes of the stride as they are written; null where it is no tuple that is written out. */
  readonly strideModes: readonly Span[] | null;
}

/** Null where no layout is written out with both. */
export function layoutParts(site: Site): LayoutParts | null {
  if (!(site instanceof PlacedSite)) return null;
  const { node, memo } = site;
  const expr =
    node.kind === 'notation'
      ? node.notation.expr
      : node.kind === 'expression'
        ? node.expr
        : node.declaration.init;
  const written = expr === null ? null : partsIn(expr);
  if (written === null) return null;
  const [shape, stride] = written;
  const modes = modesIn(stride);
  return {
    shape: siteOf(shape, memo, site.dialect),
    stride: siteOf(stride, memo, site.dialect),
    strideModes: modes === null ? null : modes.map((e) => fileSpan(memo.placed, e.span)),
  };
}

const siteOf = (expr: Expr, memo: UnitMemo, dialect: Dialect): Site =>
  new PlacedSite(
    memo,
    { kind: 'expression', expr, start: expr.span.start, end: expr.span.end, depth: 0 },
    dialect,
  );

const lastName = (e: Expr): string | null => {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'qualified' || e.kind === 'member') return e.name.name;
  return null;
};

function partsIn(e: Expr): readonly [Expr, Expr] | null {
  if (e.kind === 'layout') return [e.shape, e.stride];
  if (e.kind === 'construct') return e.args.length === 0 ? partsIn(e.type) : null;
  if (e.kind === 'template') return lastName(e.target) === 'Layout' ? pair(e.args) : null;
  if (e.kind !== 'call' || !/^(?:make_layout|Layout)$/.test(lastName(e.callee) ?? '')) return null;
  const keyword = e.keywords.find((k) => k.name === 'stride');
  return pair(keyword === undefined ? e.args : [...e.args, keyword.value]);
}

const pair = (args: readonly Expr[]): readonly [Expr, Expr] | null =>
  args.length === 2 ? [args[0]!, args[1]!] : null;

/** The modes of a tuple that is written out: `(8,1)`, `make_stride(8, 1)`, `Stride<_8,_1>`. */
function modesIn(e: Expr): readonly Expr[] | null {
  if (e.kind === 'tuple') return e.items;
  if (e.kind === 'construct') return e.args.length === 0 ? modesIn(e.type) : null;
  if (e.kind === 'template') return /^(?:Stride|Shape|tuple)$/.test(lastName(e.target) ?? '') ? e.args : null;
  return e.kind === 'call' && /^make_(?:stride|shape|tuple)$/.test(lastName(e.callee) ?? '') ? e.args : null;
}
