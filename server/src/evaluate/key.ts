// A text by which equal values are known, for the instances of templates.

import { ComposedLayout, Layout } from '../algebra/layout.ts';
import { printMarked } from '../algebra/print.ts';
import type { AlgebraValue } from '../algebra/value.ts';
import { hardwareKey, isHardwareValue } from '../hardware/value.ts';
import { ClassType, isHostOnly, type Thing } from './thing.ts';
import { ParameterType, Pointer, Tensor, TypeValue, Unknown } from './value.ts';

let fresh = 0;

/** Equal for equal things only. What cannot be compared gets a text of its own. */
export function thingKey(t: Thing): string {
  if (typeof t === 'string') return JSON.stringify(t);
  if (Array.isArray(t)) return `(${(t as readonly Thing[]).map(thingKey).join(',')})`;
  // Classes of one name stand in different files, and in every instance of a template around them.
  if (t instanceof ClassType) return `class ${t.name}@${t.frame.id}.${t.declaration.nameSpan.start}`;
  if (t instanceof ParameterType) return `parameter ${t.name}`;
  if (t instanceof TypeValue)
    return `type ${t.name}:${t.instance === null ? '' : thingKey(t.instance)}:${t.bits ?? ''}`;
  if (t instanceof Unknown) return `?${t.subject ?? t.reason}`;
  if (t instanceof Tensor) return `${JSON.stringify(t.engine)} o ${thingKey(t.layout)}`;
  if (isHardwareValue(t)) return hardwareKey(t);
  if (t instanceof Pointer) return JSON.stringify(t.engine);
  if (isHostOnly(t)) return `#${fresh++}`;
  if (t instanceof Layout || t instanceof ComposedLayout) return printMarked(t);
  return printMarked(t as AlgebraValue);
}
