// A text by which equal values are known, for the instances of templates.

import { ComposedLayout, Layout } from '../../algebra/layout/layout.ts';
import { printMarked } from '../../algebra/layout/print.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { isLegoValue } from '../../algebra/lego/value.ts';
import { isRelationValue, relationValueText } from '../../algebra/relation/value.ts';
import { hardwareKey, isHardwareValue } from '../../hardware/value.ts';
import {
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  LibraryType,
  Pack,
  QualifiedName,
  ScalarObject,
  TemplateEntity,
} from '../model/entity.ts';
import { Symbolic } from '../model/symbolic.ts';
import {
  Container,
  OneOf,
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  withoutQualifiers,
} from '../model/value.ts';
import { canonicalName, TypedInteger } from './integer-types.ts';

/** Other names of one type: CUDA’s, and CuTe’s for integers of CUTLASS that are narrower than a byte. */
const SAME_TYPES: ReadonlyMap<string, string> = new Map([
  ['__half', 'half'],
  ['nv_half', 'half'],
  ['__half2', 'half2'],
  ['nv_half2', 'half2'],
  ['nv_bfloat16', '__nv_bfloat16'],
  ['nv_bfloat162', '__nv_bfloat162'],
  ...['int6', 'int4', 'int2', 'uint6', 'uint4', 'uint2', 'uint1'].map((n) => [`${n}_t`, `${n}b_t`] as const),
]);

const nameKey = (name: string): string => SAME_TYPES.get(name) ?? canonicalName(name);

/** Arrays of classes of one name are of different sizes. */
const pointerKey = (t: Pointer): string =>
  `${JSON.stringify(t.engine)}${t.pointee === null ? '' : ` to ${entityKey(t.pointee)}`}${
    t instanceof Container ? ` at ${t.alignment}` : ''
  }`;

/** Of one thread's part also the whole that it is a part of. */
const shareKey = (share: Tensor['share']): string =>
  share === null
    ? ''
    : ` of ${entityKey(share.data)} by ${entityKey(share.by)} ${share.part ?? ''} ${entityKey(share.thread)}`;

let fresh = 0;

/** Equal for equal entities only. What cannot be compared gets a text of its own. */
export function entityKey(t: Entity): string {
  if (typeof t === 'string') return JSON.stringify(t);
  return isLong(t) ? keptKey(t) : ownKey(t);
}

/** Whether the key is put together from those of many parts. */
const isLong = (t: Entity): t is Exclude<Entity, string> =>
  Array.isArray(t) ||
  t instanceof Layout ||
  t instanceof Tensor ||
  t instanceof ComposedLayout ||
  (t instanceof TypeValue && (t.instance !== null || t instanceof LibraryType)) ||
  t instanceof Pack ||
  isHardwareValue(t);

/** Values do not change, and the same one is asked for many times. */
const keys = new WeakMap<object, string>();

function keptKey(t: Exclude<Entity, string>): string {
  let key = keys.get(t as object);
  if (key === undefined) {
    const before = fresh;
    key = ownKey(t);
    // What cannot be compared is another one each time.
    if (fresh === before) keys.set(t as object, key);
  }
  return key;
}

function typeKey(t: TypeValue): string {
  const { name, instance, bits, identity } = t;
  if (identity !== null)
    return `type ${nameKey(name)}:${instance === null ? '' : entityKey(instance)}:${bits ?? ''}${identity}`;
  const own = keys.get(t) ?? `#${fresh++}`;
  keys.set(t, own);
  return own;
}

function ownKey(t: Entity): string {
  if (Array.isArray(t)) return `(${(t as readonly Entity[]).map(entityKey).join(',')})`;
  if (t instanceof TypeValue && t.qualifiers !== null)
    return `cv:${t.qualifiers}:${entityKey(withoutQualifiers(t))}`;
  // Classes of one name stand in different files, and in every instance of a template around them.
  if (t instanceof ClassType) return `class ${t.name}@${t.env.id}.${t.declaration.nameSpan.start}`;
  if (t instanceof LibraryType) return `${t.name}<${t.template.args.map(entityKey).join(',')}>`;
  if (t instanceof UnboundTypeParameter) return `parameter ${t.name}:${t.width}:${t.rank}`;
  if (t instanceof TypeValue) return typeKey(t);
  // Which of them it is may differ from use to use.
  if (t instanceof OneOf) return `#${fresh++}`;
  if (t instanceof BoxedObject) return entityKey(t.object);
  if (t instanceof ClassObject && t.env === t.type.env && t.path === null)
    return `object ${entityKey(t.type)}`;
  if (t instanceof Symbolic) return `?${t.subject ?? t.reason}:${JSON.stringify(t.parts)}`;
  if (t instanceof Unknown) return `?${t.subject ?? t.reason}`;
  if (t instanceof Tensor) return `${JSON.stringify(t.engine)} o ${entityKey(t.layout)}${shareKey(t.share)}`;
  if (isHardwareValue(t)) return hardwareKey(t);
  if (isRelationValue(t)) return relationValueText(t);
  if (t instanceof Pointer) return pointerKey(t);
  if (t instanceof ScalarObject) return `object ${entityKey(t.type)}`;
  if (t instanceof Pack) return `pack(${t.items.map(entityKey).join(',')})`;
  if (t instanceof QualifiedName) return `path ${t.path.join('::')}`;
  if (t instanceof TemplateEntity) return `template ${t.name}@${t.env.id}.${t.position}`;
  // Permutations of one name may be of different functions.
  if (isLegoValue(t)) return `#${fresh++}`;
  if (isHostOnly(t)) return `#${fresh++}`;
  if (t instanceof StaticConstant) return `${t.family} ${t.type} ${t.value}`;
  if (t instanceof TypedInteger) return `${printMarked(t)}:${t.type.name}`;
  return printMarked(t as AlgebraValue);
}
