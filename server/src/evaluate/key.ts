// A text by which equal values are known, for the instances of templates.

import { ComposedLayout, Layout } from '../algebra/layout.ts';
import { printMarked } from '../algebra/print.ts';
import type { AlgebraValue } from '../algebra/value.ts';
import { hardwareKey, isHardwareValue } from '../hardware/value.ts';
import { ClassType, isHostOnly, type Thing } from './thing.ts';
import { ParameterType, Pointer, Tensor, TypeValue, Unknown } from './value.ts';

/** Two names of one type, where a long has 64 bits as on Linux. */
const SAME: ReadonlyMap<string, string> = new Map(
  [
    ['int', 'int32_t', 'signed'],
    ['unsigned', 'unsigned int', 'uint32_t', 'uint'],
    ['short', 'int16_t'],
    ['unsigned short', 'uint16_t'],
    ['signed char', 'int8_t'],
    ['unsigned char', 'uint8_t'],
    ['long', 'long int', 'int64_t', 'ptrdiff_t'],
    ['unsigned long', 'uint64_t', 'size_t'],
    ['half', '__half'],
  ].flatMap(([first, ...others]) => others.map((name) => [name, first!] as const)),
);

let fresh = 0;

/** Equal for equal things only. What cannot be compared gets a text of its own. */
export function thingKey(t: Thing): string {
  if (typeof t === 'string') return JSON.stringify(t);
  if (Array.isArray(t)) return `(${(t as readonly Thing[]).map(thingKey).join(',')})`;
  // Classes of one name stand in different files, and in every instance of a template around them.
  if (t instanceof ClassType) return `class ${t.name}@${t.frame.id}.${t.declaration.nameSpan.start}`;
  if (t instanceof ParameterType) return `parameter ${t.name}`;
  if (t instanceof TypeValue)
    return `type ${SAME.get(t.name) ?? t.name}:${t.instance === null ? '' : thingKey(t.instance)}:${t.bits ?? ''}`;
  if (t instanceof Unknown) return `?${t.subject ?? t.reason}`;
  if (t instanceof Tensor) return `${JSON.stringify(t.engine)} o ${thingKey(t.layout)}`;
  if (isHardwareValue(t)) return hardwareKey(t);
  if (t instanceof Pointer) return JSON.stringify(t.engine);
  if (isHostOnly(t)) return `#${fresh++}`;
  if (t instanceof Layout || t instanceof ComposedLayout) return printMarked(t);
  return printMarked(t as AlgebraValue);
}
