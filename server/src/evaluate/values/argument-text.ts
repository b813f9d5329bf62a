// Template arguments in a word or two: `128`, `half_t`, `Traits<64, 128>`.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { printMarked } from '../../algebra/layout/print.ts';
import { digest } from '../../algebra/term/size.ts';
import { hardwareTitle, isHardwareValue } from '../../hardware/value.ts';
import {
  asValue,
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  Pack,
  ScalarObject,
  TemplateEntity,
} from '../model/entity.ts';
import {
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  withoutQualifiers,
} from '../model/value.ts';
import { entityKey } from './key.ts';

/** As the user would write it; `?` for what is not known, and `…` in what is too long to be written. */
export function argumentText(t: Entity): string {
  if (t instanceof TypeValue && t.qualifiers !== null) {
    const text = argumentText(withoutQualifiers(t));
    return t.qualifiers === '?' || text === '?'
      ? text
      : `${text}${t.qualifiers.startsWith('&') ? '' : ' '}${t.qualifiers}`;
  }
  if (t instanceof ClassType) return classText(t);
  if (t instanceof ClassObject) return `${classText(t.type)}{}`;
  if (t instanceof ScalarObject) return `${argumentText(t.type)}{}`;
  if (t instanceof TemplateEntity) return t.name;
  if (t instanceof Pack) return t.items.map(argumentText).join(', ');
  if (t instanceof BoxedObject) return argumentText(t.object);
  if (Array.isArray(t)) return elementText(t);
  const value = asValue(t);
  if (value instanceof Unknown || value instanceof Pointer) return '?';
  if (value instanceof UnboundTypeParameter) return value.name;
  const held = value instanceof TypeValue ? value.instance : value;
  if (isHardwareValue(held)) return hardwareTitle(held);
  if (held instanceof Tensor) return `Tensor<…> o ${printMarked(held.layout)}`;
  // Types of tuples and static integers are told by what they hold: `Shape` alone says nothing.
  if (value instanceof TypeValue)
    return Array.isArray(held) || held instanceof Layout || typeof held === 'number'
      ? elementText(held as Entity)
      : value.name;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof StaticConstant) return String(value.value);
  if (value instanceof Dynamic && typeof value.value === 'number') return String(value.value);
  // What has no text of its own gets a fresh one, `#12`.
  const text = entityKey(value);
  return text.startsWith('#') ? '?' : text;
}

/** Integers in a tuple show whether they are static: `(_4,M)`. */
const elementText = (t: Entity): string =>
  Array.isArray(t)
    ? `(${(t as readonly Entity[]).map(elementText).join(',')})`
    : typeof t === 'number' || t instanceof Dynamic || t instanceof Layout
      ? entityKey(t)
      : argumentText(t);

/** A class with the arguments that its template was given; those that it took by default are left out. */
function classText(type: ClassType): string {
  if (type.declaration.template == null) return type.declaration.name;
  let text = classTexts.get(type.env);
  if (text === undefined) {
    text = limited(namedWith(type));
    classTexts.set(type.env, text);
  }
  return text;
}

/** The environment of an instance is that of one class with its arguments. */
const classTexts = new WeakMap<ClassType['env'], string>();

/** Characters of a class with its arguments, which are classes with arguments in turn. */
const MAXIMUM_TEXT = 1000;

/** Other texts stay other ones. */
const limited = (text: string): string =>
  text.length <= MAXIMUM_TEXT ? text : `${text.slice(0, MAXIMUM_TEXT)}…${digest(text)}`;

function namedWith(type: ClassType): string {
  const args: string[] = [];
  for (const p of type.declaration.template?.declarations ?? []) {
    const bound = type.env.bindings.get(p);
    if (bound === undefined) break;
    args.push(argumentText(bound));
  }
  return args.length === 0 ? type.declaration.name : `${type.declaration.name}<${args.join(', ')}>`;
}
