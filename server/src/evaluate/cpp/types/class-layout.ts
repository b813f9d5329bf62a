// How objects of the classes of the program lie in memory: their bases, then their members. What is not read of a class
// leaves its size unknown.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { basesOf, noteTaken } from '../../core/bases.ts';
import { conditionOnMembers } from '../../core/conditions.ts';
import { underCondition } from '../../core/names.ts';
import { ClassType, type Entity, isHostOnly } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { entityKey } from '../../values/key.ts';
import { heldByConstant } from '../../values/static-constants.ts';
import { ClassPlacement, type ObjectLayout, whole } from './placement.ts';

type Answer = ObjectLayout | Unknown;

const MAXIMUM_DEPTH = 48;

/** The layouts of classes, each worked out once. `layoutOf`: of any type. */
export class ClassLayouts {
  readonly #ev: Evaluation;
  readonly #layoutOf: (type: Entity | Failure) => Answer;
  readonly #known = new Map<string, Answer>();
  #depth = 0;

  constructor(ev: Evaluation, layoutOf: (type: Entity | Failure) => Answer) {
    this.#ev = ev;
    this.#layoutOf = layoutOf;
  }

  of(type: ClassType): Answer {
    const key = `${type.env.id}.${type.scope.span.start}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#depth >= MAXIMUM_DEPTH || this.#ev.isOverBudget) return tooLarge(type);
    this.#depth++;
    // A class that holds itself does not compile.
    this.#known.set(key, tooLarge(type));
    const layout = this.#workedOut(type);
    this.#known.set(key, layout);
    this.#depth--;
    return layout;
  }

  /** Of what a data member is, or refers to; null: the class has none of the name. */
  ofMember({ scope, env }: ClassType, name: string): Answer | null {
    const [d, ...others] = scope.declarations.filter((part) => isPart(part) && part.name === name);
    return d === undefined || others.length > 0 ? null : this.#member({ ...d, isReference: false }, env);
  }

  /** Where a data member lies in each object, in bytes; null: that is not known, or it is none. */
  offsetOf(type: ClassType, name: string): number | null {
    const { scope } = type;
    if (scope.isUnion === true || unreadPart(type) !== null || this.#condition(type) !== null) return null;
    const [d, ...others] = scope.declarations.filter((part) => isPart(part) && part.name === name);
    if (d === undefined || others.length > 0) return null;
    const placement = new ClassPlacement();
    const places = new Map<Declaration, number | null>();
    const wrong = this.#placeBases(type, placement) ?? this.#placeMembers(type, placement, places, d);
    return wrong === null ? (places.get(d) ?? null) : null;
  }

  #workedOut(type: ClassType): Answer {
    const { declaration: d, scope, env } = type;
    if (d.enumeration !== undefined) return this.#enumeration(d, env);
    const unread = unreadPart(type) ?? this.#condition(type);
    if (unread !== null) return unread;
    const placement = new ClassPlacement();
    const wrong = this.#placeBases(type, placement) ?? this.#placeMembers(type, placement);
    if (wrong !== null) return wrong;
    const asked = this.#alignment(d, env);
    if (asked instanceof Unknown) return asked;
    const isEmptyUnion = scope.isUnion === true && !scope.declarations.some(isPart);
    return (
      (isEmptyUnion ? null : placement.layout(entityKey(type), asked)) ??
      sizeUnknown(type, 'how its parts lie is not worked out')
    );
  }

  /** What a condition of the preprocessor leaves open. */
  #condition({ name, env, scope }: ClassType): Unknown | null {
    const { condition, suppositions } = conditionOnMembers(this.#ev.db, env.unit, scope.span);
    return underCondition(this.#ev, name, condition, suppositions);
  }

  #placeBases(type: ClassType, placement: ClassPlacement): Unknown | null {
    if (type.scope.bases.length === 0) return null;
    const bases = basesOf(this.#ev, type.env, type.scope);
    noteTaken(this.#ev, bases);
    if (bases.length === 0) return sizeUnknown(type, 'its bases are not known');
    for (const base of bases) {
      const layout = this.#layoutOf(base);
      if (layout instanceof Unknown) return layout;
      placement.addBase(layout);
    }
    return null;
  }

  /** `last`: those behind it are left out. */
  #placeMembers(
    { scope, env }: ClassType,
    placement: ClassPlacement,
    places = new Map<Declaration, number | null>(),
    last: Declaration | null = null,
  ): Unknown | null {
    for (const d of scope.declarations) {
      if (!isPart(d)) continue;
      const layout = this.#member(d, env);
      if (layout instanceof Unknown) return layout;
      const asked = d.kind === 'value' ? this.#alignment(d, env) : 1;
      if (asked instanceof Unknown) return asked;
      if (scope.isUnion === true) placement.addAlternative(layout, asked);
      else places.set(d, placement.addMember(layout, asked));
      if (d === last) break;
    }
    return null;
  }

  #member(d: Declaration, env: Environment): Answer {
    if (d.kind === 'class') return this.of(new ClassType('', d, env, d.bodyScope!));
    if (d.isReference === true) return whole(8, 8);
    return d.type === null ? memberUnknown(d) : this.#layoutOf(this.#ev.evaluate(d.type, env));
  }

  /** The greatest of what is asked for, 1 where nothing is. */
  #alignment(d: Declaration, env: Environment): number | Unknown {
    let all = 1;
    for (const expr of d.alignments ?? []) {
      const asked = this.#ev.evaluate(expr, env);
      if (asked instanceof Unknown) return asked;
      const n = asked instanceof TypeValue ? this.#layoutOf(asked) : numberOf(asked);
      if (n instanceof Unknown) return n;
      const alignment = typeof n === 'object' && n !== null ? n.alignment : n;
      if (alignment === null || alignment < 0 || (alignment & (alignment - 1)) !== 0) return memberUnknown(d);
      all = Math.max(all, alignment);
    }
    return all;
  }

  /** An enumeration lies as its integers do; which they are is not told where it has no scope and no type. */
  #enumeration(d: Declaration, env: Environment): Answer {
    const { type, isScoped } = d.enumeration!;
    if (type !== null) return this.#layoutOf(this.#ev.evaluate(type, env));
    return isScoped ? whole(4, 4) : memberUnknown(d);
  }
}

function numberOf(asked: Entity | Failure): number | null {
  if (isFailure(asked) || isHostOnly(asked)) return null;
  const value = heldByConstant(asked);
  return isInteger(value) ? (knownNumber(value) ?? null) : null;
}

/** A data member, or `union { … };`, which is one without a name. */
const isPart = (d: Declaration): boolean =>
  (d.kind === 'value' && d.isMember === true) ||
  (d.kind === 'class' && d.name === '' && d.bodyScope !== null);

/** Why not all of a class is known; null where it is. */
function unreadPart(type: ClassType): Unknown | null {
  const { scope, declaration } = type;
  if (scope.isPolymorphic === true) return sizeUnknown(type, 'it has virtual functions or bases');
  const isUnread =
    scope.expressions.length > (scope.assertions?.length ?? 0) ||
    scope.children.some(isBlock) ||
    scope.declarations.some((d) => isMacro(d, declaration.name));
  return isUnread ? sizeUnknown(type, 'not all of it can be read') : null;
}

/** `MEMBERS(x) { … }`: what has no type and is neither a constructor, a destructor nor a conversion may declare members. */
const isMacro = ({ kind, type, name }: Declaration, ofClass: string): boolean =>
  kind === 'function' && type == null && name !== ofClass && !/^(?:~|operator)/.test(name);

const isBlock = ({ kind }: Scope): boolean => kind === 'block';

const sizeUnknown = ({ name }: ClassType, why: string): Unknown =>
  new Unknown('unsupported', `the size of ${name} is not known: ${why}`, [], name);

const memberUnknown = ({ name }: Declaration): Unknown =>
  new Unknown('unsupported', `the size of ${name} is not known`, [], name);

const tooLarge = ({ name }: ClassType): Unknown =>
  new Unknown('budget', `the size of ${name} takes too long`, [], name);
