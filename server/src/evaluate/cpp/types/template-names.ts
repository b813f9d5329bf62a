// Templates by their names: which names of CuTe are one template, and of which templates a type tells that it is theirs.

import type { Failure } from '../../../algebra/integer/failure.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { type Entity, QualifiedName, TemplateEntity } from '../../model/entity.ts';
import { templateKey } from '../../model/template-key.ts';
import { Unknown } from '../../model/value.ts';
import { libraryName } from './names.ts';
import { sequenceName } from './sequences.ts';
import type { TypeView } from './type-identity.ts';

/** Templates of CuTe that are other names of one template. */
const SAME_TEMPLATE: ReadonlyMap<string, string> = new Map([
  ...['Shape', 'Stride', 'Step', 'Tile', 'Coord'].map((name) => [name, 'tuple'] as const),
  ['Int', 'C'],
  ['bool_constant', 'C'],
]);

/** The name by which a type tells its template. */
export function templateName(t: Entity | Failure): string | null {
  if (isFailure(t) || t instanceof Unknown) return null;
  if (t instanceof TemplateEntity) return t.declarations[0]!.kind === 'class' ? templateKey(t) : null;
  if (!(t instanceof QualifiedName)) return null;
  return entityName(t);
}

export function entityName(t: Entity): string | null {
  if (t instanceof TemplateEntity) return templateKey(t);
  if (!(t instanceof QualifiedName)) return null;
  const name = libraryName(t.path);
  return name === null ? null : (SAME_TEMPLATE.get(name) ?? sequenceName(name) ?? name);
}

/** Templates of the library of which every type tells that it is one of theirs. */
const TYPE_TEMPLATES: ReadonlySet<string> = new Set([
  'C',
  'tuple',
  'Layout',
  'ComposedLayout',
  'Swizzle',
  'smem_ptr_flag_bits',
  'ScaledBasis',
  'ArithmeticTuple',
  'Tensor',
  'MMA_Atom',
  'Copy_Atom',
  'TiledMMA',
  'TiledCopy',
  'int_sequence',
  'index_sequence',
]);

/** Whether a type whose template is known and another one is certainly none of this template's. */
export function isTypeTemplate(t: Entity | Failure): boolean {
  if (t instanceof TemplateEntity) return true;
  return t instanceof QualifiedName && TYPE_TEMPLATES.has(entityName(t) ?? '');
}

/** `Swizzle<B, M>` leaves out its shift, which is by default as much as its bits. */
export const withDefaults = (
  pattern: Expr & { readonly kind: 'template' },
  view: TypeView,
): readonly Expr[] => {
  const missing = (view.args?.length ?? 0) - pattern.args.length;
  const [bits] = pattern.args;
  return view.template === 'Swizzle' && missing === 1 && bits !== undefined
    ? [...pattern.args, bits]
    : pattern.args;
};
