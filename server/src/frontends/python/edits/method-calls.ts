// Which methods are named, `x.f`: in which order those of a class run is told by all of these places together.

import type { Expr } from '../../common/expression.ts';
import type { Alone } from './reconcile.ts';

/** The names in the order of the text, those of each place once, with where the innermost scope around them begins. */
export function methodNames(methods: ReadonlySet<string>, parts: Alone): readonly string[] {
  const found = new Map<number, string>();
  const seen = new Set<object>();
  const visit = (value: unknown, block: number): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const e = value as Partial<Expr>;
    if (e.kind === 'member' && e.span !== undefined) {
      const { name } = e as Extract<Expr, { kind: 'member' }>;
      if (methods.has(name.name)) found.set(e.span.start, `${name.name} ${block}`);
    }
    for (const inner of Object.values(value)) visit(inner, block);
  };
  for (const [part, block] of parts) visit(part, block);
  return [...found].sort(([a], [b]) => a - b).map(([, name]) => name);
}
