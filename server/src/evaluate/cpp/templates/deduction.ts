// Template patterns against template arguments, as C++ deduces them ([temp.deduct.type]): `Layout<S, D>`, `Int<N>`,
// `T*`, `Foo<Ts...>`. What is not deduced (`typename T::X`, conditions) is evaluated afterwards and compared.

import type { Failure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { asValue, type Entity, Pack, QualifiedName, TemplateEntity } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import {
  Pointer,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
  withoutQualifiers,
  withQualifiers,
} from '../../model/value.ts';
import { canonicalName, integerType } from '../../values/integer-types.ts';
import { nameOfConstantsType } from '../types/constant-types.ts';
import { NULL_TYPE_NAME } from '../types/names.ts';
import { isArrayType } from '../types/storage.ts';
import { entityName, isTypeTemplate, templateName, withDefaults } from '../types/template-names.ts';
import { all, sameArgument, typeOfHeld, typeView, type Verdict } from '../types/type-identity.ts';
import { compareDeferred, comparePattern, type Deferred, operationMatches } from './compared-patterns.ts';
import { asParameter, conceptOf, fits } from './parameter-kinds.ts';
import { type DeductionScope, isDependent, NO_ALIASES, namedIn, namesParameter } from './pattern-names.ts';

const MAXIMUM_DEPTH = 24;

type Qualified = Expr & { readonly kind: 'qualified-type' };

/** Deduces the parameters of one template from patterns and arguments. */
export class Deduction {
  readonly ev: Evaluation;
  readonly parameters: ReadonlySet<Declaration>;
  readonly deduced = new Map<Declaration, Entity>();
  /** The environment whose scope declares the parameters. */
  readonly env: Environment;
  readonly #deferred: Deferred[] = [];
  readonly #given = new Set<Declaration>();
  #depth = 0;

  constructor(ev: Evaluation, parameters: readonly Declaration[], env: Environment) {
    this.ev = ev;
    this.parameters = new Set(parameters);
    this.env = env;
  }

  /** Whether all that a pattern names of the parameters is given by the call itself, so that nothing is deduced. */
  isGiven(pattern: Expr): boolean {
    const named = [...this.parameters].filter((d) => this.#names(pattern, d, this.#top()));
    return named.length > 0 && named.every((d) => this.#given.has(d));
  }

  /** The environment of the parameters with what is known of them. */
  deducedEnvironment(): Environment {
    const { unit, root, parent, bindings } = this.env;
    return new Environment(unit, root, parent, new Map([...bindings, ...this.deduced]));
  }

  /** Goes back to what was deduced before. */
  restore(bound: ReadonlyMap<Declaration, Entity>): void {
    this.deduced.clear();
    for (const [d, entity] of bound) this.deduced.set(d, entity);
  }

  /** The parameters of a pattern that does not fit stand for what is not known. */
  leaveUnknown(pattern: Expr): void {
    for (const d of this.parameters)
      if (d.isPack !== true && !this.deduced.has(d) && this.#names(pattern, d, this.#top()))
        this.deduced.set(d, new Unknown('unsupported', `${d.name} is not deduced`, [], d.name));
  }

  /** A list of patterns, of which the last may be `Ts...`, against a list of arguments. */
  deduceList(
    patterns: readonly Expr[],
    args: readonly Entity[],
    scope: DeductionScope = this.#top(),
  ): Verdict {
    const verdicts: Verdict[] = [];
    for (const [i, pattern] of patterns.entries()) {
      if (pattern.kind === 'expansion') {
        // Only a pack at the end is deduced.
        if (i !== patterns.length - 1) return 'maybe';
        verdicts.push(this.deducePack(pattern.pattern, args.slice(i), scope));
        return all(verdicts);
      }
      const arg = args[i];
      if (arg === undefined) return 'no';
      const verdict = this.deduce(pattern, arg, scope);
      if (verdict === 'no') return 'no';
      verdicts.push(verdict);
    }
    return args.length > patterns.length ? 'no' : all(verdicts);
  }

  /** The patterns of a specialisation, completed by the defaults of its primary template. */
  deduceSpecialisation(
    patterns: readonly Expr[],
    args: readonly Entity[],
    primary: Declaration,
    definingEnv: Environment,
    scope: DeductionScope = this.#top(),
  ): Verdict {
    const parameters = primary.template?.declarations ?? [];
    const rest = parameters.slice(patterns.length);
    const isOpen = patterns.some((p) => p.kind === 'expansion') || rest.some((p) => p.isPack === true);
    if (isOpen || args.length <= patterns.length) return this.deduceList(patterns, args, scope);
    const first = this.deduceList(patterns, args.slice(0, patterns.length), scope);
    if (first === 'no') return first;
    const root = primary.template!;
    const env = new Environment(
      definingEnv.unit,
      root,
      { env: definingEnv, position: root.span.start },
      new Map(),
    );
    const aliases = new Map(
      parameters.slice(0, patterns.length).map((p, i) => [p, { expr: patterns[i]!, scope }]),
    );
    const inner: DeductionScope = { env, aliases };
    return all([
      first,
      ...args.slice(patterns.length).map((arg, i) => {
        const written = rest[i]?.init;
        return written == null ? 'no' : this.deduce(written, arg, inner);
      }),
    ]);
  }

  /** One pattern against every argument that a pack stands for. */
  deducePack(pattern: Expr, args: readonly Entity[], scope: DeductionScope = this.#top()): Verdict {
    const named = [...this.parameters].filter((d) => d.isPack === true && this.#names(pattern, d, scope));
    const collected = new Map<Declaration, Entity[]>(named.map((d) => [d, []]));
    const before = new Map(named.map((d) => [d, this.deduced.get(d)]));
    const verdicts: Verdict[] = [];
    for (const arg of args) {
      for (const d of named) this.deduced.delete(d);
      verdicts.push(this.deduce(pattern, arg, scope));
      for (const d of named) {
        const item = this.deduced.get(d);
        if (item !== undefined) collected.get(d)!.push(item);
      }
    }
    for (const d of named) {
      const items = collected.get(d)!;
      const known = before.get(d);
      this.deduced.delete(d);
      if (known !== undefined) {
        this.deduced.set(d, known);
        verdicts.push(items.length === args.length ? sameArgument(known, new Pack(items)) : 'maybe');
      } else if (items.length === args.length) this.deduced.set(d, new Pack(items));
      else verdicts.push('maybe');
    }
    return all(verdicts);
  }

  deduce(pattern: Expr, arg: Entity, scope: DeductionScope = this.#top()): Verdict {
    if (this.#depth >= MAXIMUM_DEPTH) return 'maybe';
    this.#depth++;
    const verdict = this.#deduceOne(pattern, arg, scope);
    this.#depth--;
    return verdict;
  }

  #deduceOne(pattern: Expr, arg: Entity, scope: DeductionScope): Verdict {
    if (pattern.kind === 'name') {
      const d = this.#find(pattern.name, pattern.span.start, scope);
      if (d !== null && this.parameters.has(d)) return this.#bind(d, arg);
      const alias = d === null ? undefined : scope.aliases.get(d);
      if (alias !== undefined) return this.deduce(alias.expr, arg, alias.scope);
    }
    if (pattern.kind === 'qualified-type') return this.#qualified(pattern, arg, scope);
    if (!this.isDependent(pattern, scope)) return comparePattern(this.ev, pattern, arg, scope.env);
    if (pattern.kind === 'unary' && pattern.operator === '*')
      return unqualifiedOnly(arg, this.#pointer(pattern.operand, arg, scope));
    if (pattern.kind === 'template') return unqualifiedOnly(arg, this.#template(pattern, arg, scope));
    return this.#defer(pattern, arg, scope);
  }

  /** What has no qualifiers is no `T const`; of what may have some it is not known which. */
  #qualified({ type, qualifiers }: Qualified, arg: Entity, scope: DeductionScope): Verdict {
    const isType = arg instanceof TypeValue && !(arg instanceof UnboundTypeParameter);
    const rest = isType ? qualifiersBeyond(qualifiers, arg) : '?';
    if (rest === 'no') return 'no';
    if (!isType) return this.deduce(type, arg, scope) === 'no' ? 'no' : 'maybe';
    const plain = withoutQualifiers(arg);
    const isKnown = rest !== '?' && rest !== '';
    const verdict = this.deduce(type, isKnown ? withQualifiers(plain, rest) : plain, scope);
    return rest === '?' && verdict !== 'no' ? 'maybe' : verdict;
  }

  /** An argument that the code gives to a parameter itself. */
  give(d: Declaration, arg: Entity): Verdict {
    this.#given.add(d);
    return this.#bind(d, arg);
  }

  #bind(d: Declaration, arg: Entity): Verdict {
    if (!fits(d, arg) && !(arg instanceof TypeValue && conceptOf(this.ev, d, this.env) !== null)) return 'no';
    const known = this.deduced.get(d);
    if (known !== undefined) return sameArgument(known, arg);
    this.deduced.set(d, d.kind === 'value-parameter' ? asParameter(d, arg) : arg);
    return 'yes';
  }

  #pointer(pointee: Expr, arg: Entity, scope: DeductionScope): Verdict {
    const view = typeView(arg);
    if (!(arg instanceof TypeValue) || !(arg.instance instanceof Pointer))
      return view === null ? 'maybe' : 'no';
    if (isArrayType(arg) || arg.name === NULL_TYPE_NAME) return 'no';
    if (arg.instance.pointee !== null) return this.deduce(pointee, arg.instance.pointee, scope);
    const { element, bits } = arg.instance.engine;
    if (element === null)
      return this.deduce(pointee, new Unknown('unsupported', 'what is pointed to is not known'), scope);
    return this.deduce(pointee, this.ev.rules.value([element]) ?? new TypeValue(element, null, bits), scope);
  }

  #template(pattern: Expr & { readonly kind: 'template' }, arg: Entity, scope: DeductionScope): Verdict {
    const { target } = pattern;
    const named = target.kind === 'name' ? this.#find(target.name, target.span.start, scope) : null;
    if (named !== null && this.parameters.has(named))
      return this.#templateTemplate(named, pattern, arg, scope);
    const template = this.ev.templateNamed(target, scope.env);
    if (template instanceof TemplateEntity) {
      const alias = template.declarations[0]!;
      if (alias.kind === 'type' && alias.init !== null && template.declarations.length === 1)
        return this.#alias(alias, template, pattern, arg, scope);
    }
    const id = templateName(template);
    const view = typeView(arg);
    const isPointer = arg instanceof TypeValue && arg.instance instanceof Pointer;
    if (isPointer && isTypeTemplate(template)) return 'no';
    if (id === null || view === null) return 'maybe';
    if (id === 'MMA_Traits') return operationMatches(this.ev, pattern, view, scope.env);
    if (view === 'plain') return isTypeTemplate(template) ? 'no' : this.#defer(pattern, arg, scope);
    if (view.template !== id) {
      return isTypeTemplate(template) ? 'no' : this.#defer(pattern, arg, scope);
    }
    if (view.args === null) return 'maybe';
    if (id === 'C' && this.#isOfOtherType(pattern.args[0], view.args[0]!, scope)) return 'no';
    return this.#arguments(template, withDefaults(pattern, view), view.args, scope);
  }

  /** `template <int N> struct X<C<N>>`: the constant has the type of the parameter, so it is no bool. */
  #isOfOtherType(pattern: Expr | undefined, constant: Entity, scope: DeductionScope): boolean {
    if (pattern?.kind !== 'name') return false;
    const type = this.#find(pattern.name, pattern.span.start, scope)?.type;
    if (type?.kind !== 'name' || (type.name !== 'bool' && integerType(type.name) === null)) return false;
    return nameOfConstantsType(constant) !== canonicalName(type.name);
  }

  /** The patterns against the arguments of a template, the ones that are left out being its defaults. */
  #arguments(
    template: Entity | Failure,
    patterns: readonly Expr[],
    args: readonly Entity[],
    scope: DeductionScope,
  ): Verdict {
    if (patterns.length >= args.length || patterns.some((p) => p.kind === 'expansion'))
      return this.deduceList(patterns, args, scope);
    if (template instanceof TemplateEntity) {
      const primary = template.declarations.find((d) => d.specialization === undefined);
      return primary === undefined
        ? 'maybe'
        : this.deduceSpecialisation(patterns, args, primary, template.env, scope);
    }
    const first = this.deduceList(patterns, args.slice(0, patterns.length), scope);
    if (first === 'no' || !(template instanceof QualifiedName) || entityName(template) !== 'Layout')
      return first === 'no' ? 'no' : 'maybe';
    const layout = this.ev.rules.template(template.path, args.slice(0, 1).map(asValue));
    const stride =
      layout instanceof TypeValue && layout.instance instanceof Layout ? layout.instance.stride : null;
    return stride === null ? 'maybe' : all([first, sameArgument(typeOfHeld(stride as Value), args[1]!)]);
  }

  #defer(expr: Expr, arg: Entity, scope: DeductionScope): Verdict {
    this.#deferred.push({ expr, arg, scope });
    return 'yes';
  }

  /** `Alias<P>`: what it stands for, with its parameters' patterns. */
  #alias(
    alias: Declaration,
    template: TemplateEntity,
    pattern: Expr & { readonly kind: 'template' },
    arg: Entity,
    scope: DeductionScope,
  ): Verdict {
    const parameters = alias.template!.declarations;
    if (parameters.some((p) => p.isPack === true) || pattern.args.length > parameters.length) return 'maybe';
    const env = new Environment(
      template.env.unit,
      alias.template!,
      { env: template.env, position: alias.template!.span.start },
      new Map(),
    );
    const aliases = new Map<Declaration, { expr: Expr; scope: DeductionScope }>();
    const inner: DeductionScope = { env, aliases };
    for (const [i, p] of parameters.entries()) {
      const given = pattern.args[i];
      if (given !== undefined) aliases.set(p, { expr: given, scope });
      else if (p.init !== null) aliases.set(p, { expr: p.init, scope: inner });
      else return 'maybe';
    }
    return this.deduce(alias.init!, arg, inner);
  }

  /** `template <template <class...> class TT, class... Ts> struct X<TT<Ts...>>` */
  #templateTemplate(
    d: Declaration,
    pattern: Expr & { readonly kind: 'template' },
    arg: Entity,
    scope: DeductionScope,
  ): Verdict {
    const view = typeView(arg);
    if (view === null) return 'maybe';
    if (view === 'plain') return 'no';
    const path = new QualifiedName([view.template]);
    const known = this.deduced.get(d);
    if (known !== undefined && entityName(known) !== view.template) return 'maybe';
    if (known === undefined) this.deduced.set(d, path);
    return view.args === null ? 'maybe' : this.deduceList(pattern.args, view.args, scope);
  }

  /** Compares what was not deduced, with what was: in an environment with the parameters bound. */
  finish(env: Environment): Verdict {
    return all(this.#deferred.map((pattern) => compareDeferred(this.ev, pattern, env)));
  }

  /** Whether the expression names one of the parameters, itself or as an alias template's. */
  isDependent(e: Expr, scope: DeductionScope = this.#top()): boolean {
    return isDependent(this.ev, e, this.parameters, scope);
  }

  #names(e: Expr, d: Declaration, scope: DeductionScope): boolean {
    return namesParameter(this.ev, e, d, scope);
  }

  #find(name: string, position: number, scope: DeductionScope): Declaration | null {
    return namedIn(this.ev, name, position, scope);
  }

  readonly #top = (): DeductionScope => ({ env: this.env, aliases: NO_ALIASES });
}

const referenceIn = (qualifiers: string): string => /&*$/.exec(qualifiers)![0];

/**
 * The qualifiers of a type that a pattern's own leave for T: of `int const&` against `T&`, `const`. `no`: it has not those of
 * the pattern; `?`: that is not known.
 */
function qualifiersBeyond(pattern: string, { qualifiers, instance }: TypeValue): string {
  if (pattern === '?' || qualifiers === '?') return '?';
  // What pointers and arrays hold may be const.
  if (qualifiers === null) return instance instanceof Pointer && referenceIn(pattern) === '' ? '?' : 'no';
  if (referenceIn(pattern) !== referenceIn(qualifiers)) return 'no';
  const [asked, has] = [pattern, qualifiers].map((q): readonly string[] => q.match(/const|volatile/g) ?? []);
  return asked!.every((q) => has!.includes(q)) ? has!.filter((q) => !asked!.includes(q)).join(' ') : 'no';
}

/** `X<T>` does not match `X<T> const`. */
const unqualifiedOnly = (arg: Entity, verdict: Verdict): Verdict =>
  verdict === 'yes' && arg instanceof TypeValue && arg.qualifiers !== null ? 'maybe' : verdict;
