// Functions that are found by the arguments of a call ([basic.lookup.argdep]): those of the namespaces of their types.
// They are added to the ones that are in scope.

import { Dynamic } from '../../../algebra/integer/integer.ts';
import { pathText } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { basesOf } from '../../core/bases.ts';
import { isLater } from '../../core/lookup.ts';
import {
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  OverloadSet,
  QualifiedName,
  ScalarObject,
} from '../../model/entity.ts';
import { type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, TypeValue, Unknown } from '../../model/value.ts';
import type { ArgumentForm } from './argument-forms.ts';
import { isBetterThanTemplates, isExact, resolveOverload } from './overloads.ts';

type Overloads = OverloadSet['overloads'];

interface AssociatedEntities {
  /** Namespaces of the classes of files; those of their bases and template arguments too. */
  readonly namespaces: Set<string>;
  readonly classes: Set<ClassType>;
  /** Tuples that were looked through: values share their parts. */
  readonly lists: Set<Entity>;
  /** Whether a type is the library's. */
  isLibrary: boolean;
}

const MAXIMUM_CLASSES = 64;

/** Functions of CuTe with names that others use too, besides those that are known by their meaning. */
const OTHERS: ReadonlySet<string> = new Set(
  'add all_of any_of apply bind bit_ceil bit_floor block clear colex_less compact countl_one countl_zero countr_one countr_zero divmod elem_less explode fill find find_if fma fold increment lcm lex_less mul none_of nratio num_digits popcount ratio reduce rotl rotr static_value thread transform unwrap wrap'.split(
    ' ',
  ),
);

/** What a call by a plain name means with its arguments; the target itself where they find nothing else. */
export function withArgumentDependent(
  ev: Evaluation,
  name: string,
  position: number,
  target: OverloadSet | QualifiedName,
  template: readonly Entity[],
  args: readonly Entity[],
  forms: readonly ArgumentForm[],
  env: Environment,
): Entity {
  // Most names are the library's alone, and most values bring no functions of a file along.
  const isAlone = target instanceof QualifiedName && ev.db.declarationsByNamespace(name).size === 0;
  if (isAlone && !args.some(bringsClass)) return target;
  const found = ev.find(name, position, env);
  // A member, or a function declared in a block, is what is meant.
  if (found !== null && found.scope.kind !== 'file') return target;
  const of: AssociatedEntities = {
    namespaces: new Set(),
    classes: new Set(),
    lists: new Set(),
    isLibrary: false,
  };
  for (const arg of args) associate(ev, arg, of);
  for (const { scope } of of.classes)
    if (scope.friends?.includes(name) === true)
      return new Unknown('unsupported', `${name} is a friend of a class, which is not followed`, [], name);
  const own = target instanceof OverloadSet ? seenFrom(ev, target.overloads, env, position, of) : [];
  const isLibrary = ev.rules.builtin([name]) !== undefined || OTHERS.has(name);
  const namespaces = [...of.namespaces, ...openedAround(ev, position, env, own)];
  const more = namespaces.flatMap((namespace) => functionsIn(ev, namespace, name, own));
  const all = more.length === 0 ? own : [...own, ...more];
  if (all.length === 0) return target;
  const isWhole = more.length === 0 && target instanceof OverloadSet && own === target.overloads;
  const merged = isWhole ? target : new OverloadSet(name, all);
  // What `using namespace cute` opens stands beside the functions of the file itself.
  const isBeside = of.isLibrary || (isInFile(ev, own) && ev.db.openedInFile.has('cute'));
  if (!isLibrary || !(isBeside || target instanceof QualifiedName)) return merged;
  const viable = resolveOverload(ev, merged, template, args, forms);
  if (viable.length === 0) return new QualifiedName([name]);
  // What takes objects of the file's own classes is its own too, as far as it converts nothing.
  const isOwn = of.classes.size > 0 && !of.isLibrary ? isExact : isBetterThanTemplates;
  return isOwn(viable, args.length)
    ? merged
    : new Unknown('unsupported', `whether ${name} is CuTe's or the file's own is not worked out`, [], name);
}

/**
 * The functions that a call finds by their plain name: those declared before it, and later ones in the namespaces of its
 * arguments. What specialises a template is no name of its own.
 */
function seenFrom(
  ev: Evaluation,
  overloads: Overloads,
  env: Environment,
  position: number,
  of: AssociatedEntities,
): Overloads {
  let top = { env, position };
  while (top.env.parent !== null) top = top.env.parent;
  const seen = overloads.filter((o) => {
    const memo = o.isSpecialisation === true ? null : ev.db.memoOf(o.declaration);
    if (memo === null) return true;
    const namespace = memo.placed.namespace.join('::');
    const entry = { memo, declaration: o.declaration, namespace };
    return of.namespaces.has(namespace) || !isLater(entry, top.env, top.position);
  });
  return seen.length === 0 || seen.length === overloads.length ? overloads : seen;
}

/** Whether functions stand in no namespace, where what is opened is looked up too. */
const isInFile = (ev: Evaluation, overloads: Overloads): boolean =>
  overloads.some(({ declaration }) => ev.db.memoOf(declaration)?.placed.namespace.length === 0);

/** The namespaces that are opened where the functions stand in none: by blocks around the call, and by the file. */
function openedAround(ev: Evaluation, position: number, env: Environment, own: Overloads): readonly string[] {
  const inBlocks = scopePath(env.root, position).flatMap((s) =>
    isBlock(s) ? (s.usings ?? []).map(pathText) : [],
  );
  return own.length > 0 && isInFile(ev, own) ? [...inBlocks, ...ev.db.openedInFile] : inBlocks;
}

const isBlock = (s: Scope): boolean => s.kind === 'function' || s.kind === 'block';

/** The functions of a namespace that are not among those that were found. */
function functionsIn(ev: Evaluation, namespace: string, name: string, known: Overloads): Overloads {
  const isKnown = (d: Declaration): boolean => known.some((o) => o.declaration === d);
  return (ev.db.declarationsByNamespace(name).get(namespace) ?? [])
    .filter(({ declaration: d }) => d.kind === 'function' && !isKnown(d))
    .map(({ declaration, memo }) => ({ declaration, env: memo.env, position: declaration.span.start }));
}

/** Whether the type of an argument may be a class of a file, or made of one. */
function bringsClass(arg: Entity): boolean {
  if (Array.isArray(arg)) return (arg as readonly Entity[]).some(bringsClass);
  if (arg instanceof TypeValue) return arg.instance !== null && bringsClass(arg.instance);
  return (
    arg instanceof ClassObject ||
    arg instanceof ScalarObject ||
    arg instanceof ClassType ||
    arg instanceof BoxedObject ||
    arg instanceof Pointer
  );
}

function associate(ev: Evaluation, arg: Entity, of: AssociatedEntities): void {
  if (arg instanceof ClassObject || arg instanceof ScalarObject) associate(ev, arg.type, of);
  else if (arg instanceof BoxedObject) associate(ev, arg.object, of);
  else if (arg instanceof ClassType) associateClass(ev, arg, of);
  else if (arg instanceof Pointer) {
    if (arg.pointee !== null) associate(ev, arg.pointee, of);
  } else if (!isOfNoNamespace(arg)) {
    of.isLibrary = true;
    if (of.lists.has(arg)) return;
    of.lists.add(arg);
    const parts =
      arg instanceof TypeValue && arg.instance !== null ? [arg.instance] : Array.isArray(arg) ? arg : [];
    for (const part of parts as readonly Entity[]) associate(ev, part, of);
  }
}

/** Numbers and flags, and what is not known. */
const isOfNoNamespace = (arg: Entity): boolean =>
  arg instanceof Unknown ||
  arg instanceof Dynamic ||
  typeof arg === 'boolean' ||
  typeof arg === 'string' ||
  (arg instanceof TypeValue && (arg.instance instanceof Dynamic || /^(?:float|double|bool)$/.test(arg.name)));

function associateClass(ev: Evaluation, type: ClassType, of: AssociatedEntities): void {
  if (of.classes.has(type) || of.classes.size > MAXIMUM_CLASSES) return;
  of.classes.add(type);
  const { namespace } = type.env.unit.placed;
  if (namespace[0] === 'cute') of.isLibrary = true;
  of.namespaces.add(namespace.join('::'));
  for (const base of basesOf(ev, type.env, type.scope))
    if (base instanceof TypeValue) associate(ev, base, of);
  for (const arg of type.template?.args ?? []) if (arg instanceof TypeValue) associate(ev, arg, of);
}
