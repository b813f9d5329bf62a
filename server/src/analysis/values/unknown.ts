// What stands in the way of a value: from an expression along the names that it needs to those that nobody
// gives a value.

import { isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../algebra/layout/stride.ts';
import { membersOf } from '../../evaluate/core/members.ts';
import {
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  OverloadSet,
  QualifiedName,
} from '../../evaluate/model/entity.ts';
import { type Environment, scopePath } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { LookupResult } from '../../evaluate/model/lookup-result.ts';
import {
  OneOf,
  Tensor,
  TypeValue,
  UnboundTypeParameter,
  Unknown,
  type Value,
} from '../../evaluate/model/value.ts';
import { isInside } from '../../frontends/common/body-edits.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import { fileOffset } from '../../frontends/common/gap-map.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { hardwareParts, isHardwareValue } from '../../hardware/value.ts';
import type { Missing } from './model.ts';
import type { EvaluableNode } from './sites.ts';

const MAXIMUM_STEPS = 2000;
const MAXIMUM_MISSING = 8;

/** What a place of a unit needs and nobody gives, in the order in which it is needed. */
export function missingAt(ev: Evaluation, node: EvaluableNode, env: Environment): readonly Missing[] {
  const search = new Search(ev);
  // The search goes over what is worked out here, within the budget that this begins.
  if (node.kind === 'declaration') ev.declared(node.declaration, node.scope, env);
  else ev.result(node.kind === 'notation' ? node.notation.expr : node.expr, env);
  if (node.kind === 'notation') search.visit(node.notation.expr, env, NOTHING);
  else if (node.kind === 'expression') search.visit(node.expr, env, NOTHING);
  else search.declared(node.declaration, node.scope, env, NOTHING);
  // What nobody can help comes last.
  const isHelpless = ({ kind }: Missing): boolean => kind === 'declaration';
  return [...search.missing.filter((m) => !isHelpless(m)), ...search.missing.filter(isHelpless)];
}

/** Something that is not known in full. Objects of classes are known by their members. */
export function isPartlyUnknown(t: Entity | ReturnType<Evaluation['evaluate']>): boolean {
  if (isFailure(t)) return !(t instanceof Violation);
  if (t instanceof Unknown) return t.category !== 'not-a-layout';
  if (t instanceof UnboundTypeParameter) return true;
  if (isHostOnly(t) || (t instanceof TypeValue && t.instance === null)) return false;
  return hasUnknownInteger(t, true);
}

/** Whether an integer in a value is a symbol, or, `withHoles`, not known at all. */
export function hasUnknownInteger(value: Value, withHoles: boolean): boolean {
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return anyOpen(value, withHoles);
  if (value instanceof Unknown) return withHoles;
  if (value instanceof OneOf) return true;
  if (value instanceof StaticSymbol) return true;
  if (value instanceof Dynamic) return value.value === null ? withHoles : typeof value.value !== 'number';
  if (value instanceof Layout)
    return (
      hasUnknownInteger(value.shape as Value, withHoles) ||
      hasUnknownInteger(value.stride as Value, withHoles)
    );
  if (value instanceof ComposedLayout)
    return (
      hasUnknownInteger(value.outer as Value, withHoles) ||
      hasUnknownInteger(value.offset as Value, withHoles) ||
      hasUnknownInteger(value.inner as Value, withHoles)
    );
  if (value instanceof ScaledBasis) return hasUnknownInteger(value.value as Value, withHoles);
  if (value instanceof ArithTuple) return anyOpen(value.entries, withHoles);
  if (value instanceof Tensor) return hasUnknownInteger(value.layout as Value, withHoles);
  if (value instanceof SmemPtrFlag) return hasUnknownInteger(value.bits as Value, withHoles);
  if (isHardwareValue(value)) return anyOpen(hardwareParts(value), withHoles);
  if (value instanceof TypeValue)
    return value.instance !== null && hasUnknownInteger(value.instance as Value, withHoles);
  return false;
}

function anyOpen(values: readonly unknown[], withHoles: boolean): boolean {
  for (const v of values) if (hasUnknownInteger(v as Value, withHoles)) return true;
  return false;
}

interface Way {
  readonly chain: readonly string[];
  readonly instead: Missing['instead'];
  /** What is asked of the name at the end, `::kBlockM`. */
  readonly access: string;
}
const NOTHING: Way = { chain: [], instead: [], access: '' };

class Search {
  readonly missing: Missing[] = [];
  readonly #ev: Evaluation;
  readonly #seen = new Set<Declaration>();
  /** Those whose initialisers and types are looked at now. */
  readonly #inWork = new Set<Declaration>();
  #steps = 0;
  /** How often something missing was met, known before or not. */
  #met = 0;
  constructor(ev: Evaluation) {
    this.#ev = ev;
  }

  visit(expr: Expr, env: Environment, way: Way): void {
    if (++this.#steps > MAXIMUM_STEPS || this.missing.length >= MAXIMUM_MISSING) return;
    switch (expr.kind) {
      case 'name':
        this.#named(expr.name, expr.span.start, env, way);
        return;
      case 'qualified':
        if (expr.scope === null) this.#named(expr.name.name, 0, env.unit.env, way);
        else this.#member(expr, expr.scope, expr.name.name, '::', env, way);
        return;
      case 'member':
        this.#member(expr, expr.object, expr.name.name, '.', env, way);
        return;
      case 'call':
        // A function of the library is no name that is missing; what is called in an object may be.
        if (expr.callee.kind === 'member' && !this.#isOfLibrary(expr.callee, env))
          this.visit(expr.callee.object, env, way);
        else this.#callee(expr.callee, env, way);
        for (const a of expr.args) this.visit(a, env, { ...way, access: '' });
        for (const k of expr.keywords) this.visit(k.value, env, { ...way, access: '' });
        return;
      default:
        for (const part of partsOf(expr)) this.visit(part, env, { ...way, access: '' });
    }
  }

  #callee(callee: Expr, env: Environment, way: Way): void {
    if (callee.kind === 'template') for (const a of callee.args) this.visit(a, env, { ...way, access: '' });
    const target = callee.kind === 'template' ? callee.target : callee;
    if (this.#ev.evaluate(target, env) instanceof OverloadSet || this.#isOfLibrary(target, env)) return;
    this.visit(target, env, way);
  }

  /** `cute.arch.thread_idx`: a function that is known by its meaning. */
  #isOfLibrary(callee: Expr, env: Environment): boolean {
    const entity = this.#ev.evaluate(callee, env);
    return entity instanceof QualifiedName && this.#ev.rules.builtin(entity.path) !== undefined;
  }

  #named(name: string, position: number, env: Environment, way: Way): void {
    const ev = this.#ev;
    const found = ev.find(name, position, env);
    if (found !== null) {
      this.#follow(found, way);
      return;
    }
    const { rules } = ev;
    if (rules.value([name]) !== undefined || rules.builtin([name]) !== undefined) return;
    if (rules.template([name], []) !== undefined || ev.db.namespaces.has(name)) return;
    if (rules.knows([name])) return;
    // A template of the library without its arguments has no value of its own.
    if (way.access === '' && /^(?:Int|C|Layout|Tensor|Shape|Stride|Coord|Tile|Step)$/.test(name)) return;
    // Reserved names are the compiler's, `__shfl_sync`.
    const isCompilers = rules.isReserved(name);
    const reason = isCompilers ? `${name} is known when the program runs` : null;
    this.#note({ name, kind: isCompilers ? 'declaration' : 'name', declaration: null, reason }, way);
  }

  /** `scope::name` and `object.name`. */
  #member(expr: Expr, scope: Expr, name: string, sign: '::' | '.', env: Environment, way: Way): void {
    const ev = this.#ev;
    const inside = ev.evaluate(scope, env);
    const type = inside instanceof ClassObject ? inside.type : inside;
    if (type instanceof ClassType) {
      const at = inside instanceof ClassObject ? inside.env : type.env;
      const found = membersOf(ev, at, type.scope, name, new Set());
      if (found !== null) this.#follow(found, way);
      else if (isPartlyUnknown(ev.evaluate(expr, env)))
        this.#note(
          { name: `${type.declaration.name}${sign}${name}`, kind: 'name', declaration: null, reason: null },
          way,
        );
      return;
    }
    const value = ev.evaluate(expr, env);
    if (!isPartlyUnknown(value) && !(value instanceof QualifiedName)) return;
    if (inside instanceof QualifiedName) {
      if (value instanceof QualifiedName) {
        if (ev.rules.builtin(value.path) !== undefined || ev.rules.template(value.path, []) !== undefined)
          return;
        if (ev.rules.knows(value.path)) return;
        this.#note({ name: value.path.join(sign), kind: 'name', declaration: null, reason: null }, way);
      } else if (scope.kind === 'name' || scope.kind === 'qualified') {
        const path = [...inside.path, name].join(sign);
        this.#note({ name: path, kind: 'declaration', declaration: null, reason: reasonOf(value) }, way);
      }
      return;
    }
    this.visit(scope, env, { ...way, access: `${sign}${name}${way.access}` });
  }

  #follow(found: LookupResult, way: Way): void {
    const [first] = found.declarations;
    if (first === undefined || ['function', 'class', 'namespace', 'import'].includes(first.kind)) return;
    if (found.isAmbiguous) {
      const reason = `${first.name} is defined differently under a condition of the preprocessor`;
      this.#note({ name: first.name, kind: 'declaration', declaration: null, reason }, way);
      return;
    }
    if (first.template != null) return;
    this.declared(found.declarations.at(-1)!, found.scope, found.env, way);
  }

  declared(d: Declaration, scope: Scope, env: Environment, way: Way): void {
    const value = this.#ev.declaration(d, scope, env).value;
    if (!isPartlyUnknown(value)) return;
    // `N::C N` names itself, and so do `using Base::Base` and what stands in a circle.
    if (this.#inWork.has(d) || (this.#seen.has(d) && way.access === '')) {
      this.#met++;
      return;
    }
    this.#seen.add(d);
    if (d.kind === 'type-parameter' || d.kind === 'value-parameter') {
      this.#note(
        { name: d.name, kind: 'template-parameter', declaration: d, reason: null, head: headOf(d, env) },
        way,
      );
      return;
    }
    const before = this.#met;
    const isNumber = value instanceof Dynamic || value instanceof StaticSymbol || d.isConstant === true;
    const head = headOf(d, env);
    const instead = d.kind === 'value' && isNumber ? [...way.instead, { name: d.name, head }] : way.instead;
    const on: Way = { chain: [...way.chain, d.name], instead, access: '' };
    this.#inWork.add(d);
    // What a parameter of a function holds is said by its type alone.
    if (d.init !== null && d.kind !== 'parameter') this.visit(d.init, env, on);
    // A type of Python says too little to be missed.
    const asksType = d.type !== null && this.#ev.language.scopes.typesConvert;
    if (asksType && this.#met === before) this.visit(d.type!, env, on);
    this.#inWork.delete(d);
    if (this.#met > before) return;
    const kind = d.kind === 'parameter' ? 'function-parameter' : 'declaration';
    const isOpen = value instanceof Unknown && value.category === 'function-parameter';
    // A constant is known by its own name where what it is initialised with is not.
    const stands = d.init === null || reasonOf(value) !== null ? value : this.#ev.value(d.init, env);
    const reason = kind === 'declaration' ? reasonOf(stands) : isOpen ? null : reasonOf(value);
    this.#note({ name: d.name, kind, declaration: d, reason, head }, { ...way, instead });
  }

  #note(
    m: Pick<Missing, 'name' | 'kind' | 'declaration' | 'reason'> & { head?: number | null },
    way: Way,
  ): void {
    this.#met++;
    const use = `${m.name}${way.access}`;
    if (this.missing.some((other) => other.use === use && other.declaration === m.declaration)) return;
    const { chain, instead } = way;
    this.missing.push({ head: null, ...m, use, chain, instead });
  }
}

/** Where the function, class or template begins that declares the name, innermost; the declaration itself at file level. */
function headOf(d: Declaration, env: Environment): number | null {
  const { placed, file: home } = env.unit;
  if (home.uri !== null) return null;
  let head = d.span.start;
  const { scope: root } = placed.unit;
  for (const scope of scopePath(root, d.span.start)) {
    if (scope !== root && !isInside(d.span, scope.span)) break;
    const around = scope.declarations.find(
      (o) => o !== d && o.bodyScope !== null && isInside(d.span, o.span),
    );
    if (around !== undefined)
      head = Math.min(around.span.start, around.template?.span.start ?? around.span.start);
  }
  return fileOffset(placed, head);
}

const reasonOf = (value: ReturnType<Evaluation['evaluate']>): string | null =>
  value instanceof Unknown || (isFailure(value) && !(value instanceof Violation)) ? value.reason : null;

/** `SmemLayoutQ needs kBlockM`, one for each step. */
export function chainLines({ chain, use }: Missing): readonly string[] {
  const names = [...chain, use];
  return names.slice(1).map((name, i) => `${names[i]!} needs ${name}`);
}

/** What would supply the value, as a sentence without its full stop. */
export function supplyText(missing: Missing, comment: '//' | '#'): string {
  const { name, kind, use, instead } = missing;
  const assume = (what: string, value: string) => `“${comment} layout-lens: assume ${what} = ${value}”`;
  switch (kind) {
    case 'template-parameter': {
      if (use === name)
        return `${name} is a template parameter: an instantiation in this file or one that includes it, ${assume(name, '…')} above the template, or the setting layoutLens.parameters gives it a value`;
      const constant = instead.at(-1)?.name;
      const other = constant === undefined ? '' : `, or ${assume(constant, '…')}`;
      return `${use} is looked up in the template parameter ${name}: an instantiation in this file or one that includes it, or ${assume(name, 'a class')} gives it one${other}`;
    }
    case 'function-parameter':
      return `${use} is known when the program runs: ${assume(name, '…')} supposes a value`;
    case 'name':
      return comment === '#'
        ? `${use} is not known here`
        : `${use} is declared nowhere that was read: its header may be missing from layoutLens.includePaths`;
    case 'declaration':
      return missing.reason ?? `${use} has no value before the program runs`;
  }
}
