// What functions do with the arguments that they are given: whether they may change them, and whether what they return may
// refer to them. It is told by what is written, without a value: the question is asked while values are worked out.

import type { ArgumentEscape, Declaration, Escape, Scope } from '../../../frontends/common/scope.ts';
import { BUILTIN_TYPE_WORDS } from '../../../frontends/cpp/expressions/parse-context.ts';
import { acceptsCount, parameterOf } from '../../core/parameters.ts';
import { declarationsOf, type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue } from '../../model/value.ts';
import { RETURN_REFERENCES } from '../templates/qualifiers.ts';
import {
  type Declared,
  declaredAs,
  isOfLibrary,
  type LookupPoint,
  parameterScopeOf,
} from './declared-names.ts';
import type { EffectQuery } from './effect-query.ts';
import { isPlainType, mayBeReference, typeName } from './reference-types.ts';

interface Effect {
  readonly mutates: boolean;
  /** Whether the result may be a reference to the argument, or hold one. */
  readonly aliases: boolean;
}

const NONE: Effect = { mutates: false, aliases: false };
const PASSES: Effect = { mutates: false, aliases: true };
const UNKNOWN: Effect = { mutates: true, aliases: true };

/** What changes a variable in the scope of a function, by what it is called there; null where nothing does. */
export function mutationIn(
  q: EffectQuery,
  name: string,
  scope: Scope,
  at: LookupPoint,
  isParameter: boolean,
): string | null {
  if (scope.assigned?.has(name) === true) return `${name} is assigned to`;
  for (const use of scope.escapes?.get(name)?.values() ?? []) {
    const cause = mutationBy(q, use, name, scope, at, isParameter);
    if (cause !== null) return cause;
  }
  return null;
}

/** The same of one use. */
function mutationBy(
  q: EffectQuery,
  use: Escape,
  name: string,
  scope: Scope,
  at: LookupPoint,
  isParameter: boolean,
): string | null {
  switch (use.kind) {
    case 'assigned':
      return `${name} is assigned to`;
    case 'returned':
      // What is done with the result is followed where the function is called.
      return isParameter ? null : `a reference to ${name} is returned`;
    case 'bound': {
      if (use.type !== null && !mayBeReference(q, use.type, at)) return null;
      // Any function may use a reference outside of functions.
      if (scope.kind !== 'function' && scope.kind !== 'block' && !use.isConstant)
        return `${name} may be changed through ${use.name}`;
      const enters = q.enters(`${use.name} ${scope.span.start} ${at.env.id}`);
      if (enters === false) return null;
      const isChanged =
        enters === null ||
        (use.isConstant
          ? isCastAway(use.name, scope)
          : mutationIn(q, use.name, scope, at, isParameter) !== null);
      return isChanged ? `${name} may be changed through ${use.name}` : null;
    }
    default: {
      const { mutates: changes, aliases: refers } = effectOf(q, use, at);
      if (changes)
        return `${name} may be changed by ${use.callee === null ? 'a call' : `${use.callee}(${name})`}`;
      return refers && use.result !== null ? mutationBy(q, use.result, name, scope, at, isParameter) : null;
    }
  }
}

/** `const_cast<T&>(r) = x` */
const isCastAway = (name: string, { escapes: uses }: Scope): boolean =>
  [...(uses?.get(name)?.keys() ?? [])].some((text) => text.includes('const_cast'));

/** What a function does with its argument. */
export function effectOf(q: EffectQuery, use: ArgumentEscape, at: LookupPoint): Effect {
  const { callee, form } = use;
  // The result of a call is called: a lambda, or a tensor with coordinates.
  if (callee === null) return UNKNOWN;
  if (form === 'type') return effectOfType(q, callee, use, at);
  if (form === 'member') return effectOfMember(q, callee, use, at);
  const { ev } = q;
  // `using std::swap;` says nothing of it.
  const found = declaredAs(ev, callee, at).filter(
    ({ declaration: d }) => d.kind !== 'type' || d.init === null || typeName(d.init) !== d.name,
  );
  const isLibrary = ev.rules.takesByValue(callee) || RETURN_REFERENCES.test(callee);
  if (found.length === 0 && !isLibrary) {
    const isType =
      BUILTIN_TYPE_WORDS.has(callee.split(' ')[0]!) || ev.rules.value([callee]) instanceof TypeValue;
    return isType || callee.startsWith('operator') ? NONE : UNKNOWN;
  }
  const known: Effect = isLibrary && RETURN_REFERENCES.test(callee) ? PASSES : NONE;
  return worst(
    found.map((f) => effectOfDeclared(q, f, use)),
    known,
  );
}

const worst = (effects: readonly Effect[], least: Effect = NONE): Effect =>
  effects.reduce((a, b) => ({ mutates: a.mutates || b.mutates, aliases: a.aliases || b.aliases }), least);

const CALLED_BY_VALUE: ReadonlySet<string> = new Set(['Tensor', 'Layout', 'ComposedLayout']);

/** Whether a variable is a tensor or layout by how it is written: it takes coordinates by value. */
function isTensor(ev: Evaluation, d: Declaration): boolean {
  if (d.kind !== 'value' && d.kind !== 'parameter') return false;
  const type = d.type?.kind === 'template' ? d.type.target : d.type;
  if (type?.kind === 'name') return CALLED_BY_VALUE.has(type.name);
  if (type != null || d.init?.kind !== 'call') return false;
  const callee = d.init.callee.kind === 'template' ? d.init.callee.target : d.init.callee;
  return callee.kind === 'name' && ev.rules.takesByValue(callee.name);
}

function effectOfDeclared(
  q: EffectQuery,
  { declaration: d, scope, env }: Declared,
  use: ArgumentEscape,
): Effect {
  if (isTensor(q.ev, d)) return NONE;
  if (d.kind === 'function')
    return effectOfFunction(q, d, d.bodyScope ?? parameterScopeOf(d, scope), env, use);
  if (d.kind === 'class' || d.kind === 'type') return effectOfNamedType(q, d, env, use);
  if (d.kind === 'value' && d.init?.kind === 'lambda') {
    const { span } = d.init;
    const opens = scopePath(env.root, span.start).find(
      (s) => s.span.start === span.start && s.kind === 'function',
    );
    return opens === undefined ? UNKNOWN : effectOfFunction(q, d, opens, env, use);
  }
  if (d.kind === 'macro' && d.macro !== undefined)
    return mayMutateText(q, d.macro.replacement, { env, position: d.span.end }) ? UNKNOWN : PASSES;
  return UNKNOWN;
}

/** Whether what a macro is replaced with may change what it is given. */
function mayMutateText(q: EffectQuery, text: string, at: LookupPoint): boolean {
  if (/\+\+|--|&(?!&)|(?:^|[^=!<>])=(?!=)|\[|#/.test(text)) return true;
  for (const [, name] of text.matchAll(/([A-Za-z_]\w*)\s*(?:<[^()]*>\s*)?[({]/g)) {
    if (q.ev.rules.takesByValue(name!) || q.ev.rules.template([name!], []) !== undefined) continue;
    const found = declaredAs(q.ev, name!, at);
    const isKnown = found.every(({ declaration: d, env }) => {
      if (d.kind !== 'macro') return d.kind === 'function' && takesAllByValue(d);
      const enters = q.enters(d);
      return (
        enters === false || (enters && !mayMutateText(q, d.macro?.replacement ?? '', { env, position: 0 }))
      );
    });
    if (found.length === 0 || !isKnown) return true;
  }
  return false;
}

const takesAllByValue = ({ bodyScope: opens }: Declaration): boolean =>
  opens?.declarations.every(
    (p) => p.kind !== 'parameter' || p.isReference !== true || p.isConstant === true,
  ) === true;

function effectOfFunction(
  q: EffectQuery,
  d: Declaration,
  opens: Scope | null,
  env: Environment,
  use: ArgumentEscape,
): Effect {
  if (opens === null) return UNKNOWN;
  if (!acceptsCount(opens, use.count)) return NONE;
  const p = parameterOf(opens, use.count)[use.index];
  if (p === undefined) return NONE;
  // A reference by another name: of a template's parameter that is one by how it is called.
  if (p.isReference !== true) {
    const isPlain = p.type === null || !mayBeReference(q, p.type, { env, position: opens.span.start }, false);
    return isPlain ? NONE : UNKNOWN;
  }
  const refers = d.kind === 'value' || d.isReference === true || (d.type !== null && !isPlainType(d.type));
  if (p.isConstant === true) return { mutates: isCastAway(p.name, opens), aliases: refers };
  if (opens.body === undefined && d.kind === 'function') return UNKNOWN;
  const enters = q.enters(p);
  if (enters === null) return UNKNOWN;
  const changes = enters && mutationIn(q, p.name, opens, { env, position: opens.span.start }, true) !== null;
  return { mutates: changes, aliases: refers };
}

/** What an object of a type does with what it is made of. */
function effectOfType(q: EffectQuery, name: string, use: ArgumentEscape, at: LookupPoint): Effect {
  const { ev } = q;
  if (BUILTIN_TYPE_WORDS.has(name.split(' ')[0]!)) return NONE;
  const found = declaredAs(ev, name, at);
  // A class that is not read here is taken for one that keeps what it is made of by value.
  if (found.length === 0) return /ref/i.test(name) ? UNKNOWN : NONE;
  return worst(found.map((f) => effectOfNamedType(q, f.declaration, f.env, use)));
}

function effectOfNamedType(q: EffectQuery, d: Declaration, env: Environment, use: ArgumentEscape): Effect {
  if (d.kind === 'type') {
    if (d.init === null || !q.mayFollow()) return UNKNOWN;
    const init = d.init.kind === 'qualified-type' ? d.init.type : d.init;
    if (init !== d.init && (d.init as { qualifiers: string }).qualifiers.includes('&')) return PASSES;
    const name = typeName(init);
    // `template <class T> using Same = T`
    const isOwn = d.template?.declarations.some((p) => p.name === name) === true;
    return name === null || isOwn ? UNKNOWN : effectOfType(q, name, use, { env, position: d.span.start });
  }
  // A template's parameter is taken for such a class too.
  if (d.kind !== 'class') return NONE;
  if (d.bodyScope === null) return NONE;
  const enters = q.enters(`${use.index}/${use.count} ${d.span.start} ${env.id}`);
  if (enters !== true) return enters === null ? UNKNOWN : NONE;
  // An object that keeps a reference may change what it refers to whenever it is used.
  if (
    d.bodyScope.declarations.some(
      (m) => m.kind === 'value' && m.isReference === true && m.isConstant !== true,
    )
  )
    return UNKNOWN;
  const made = declarationsOf(d.bodyScope, d.name)
    .filter((m) => m.kind === 'function')
    .map((m) => effectOfFunction(q, m, m.bodyScope ?? parameterScopeOf(m, d.bodyScope!), env, use));
  const at = { env, position: d.span.start };
  const bases = d.bodyScope.bases.map((base) => {
    const name = typeName(base);
    return name === null ? UNKNOWN : effectOfType(q, name, use, at);
  });
  return worst([...made, ...bases].map(({ mutates: changes }) => ({ mutates: changes, aliases: false })));
}

/** Member functions of the standard library that change their object, and what they are given. */
const CHANGING: ReadonlySet<string> = new Set(['swap', 'fill', 'assign', 'operator=']);

function effectOfMember(q: EffectQuery, name: string, use: ArgumentEscape, { env }: LookupPoint): Effect {
  if (use.index < 0) return CHANGING.has(name) ? UNKNOWN : PASSES;
  const isKnown = q.ev.rules.methodTakesByValue(name);
  const found = [...q.ev.db.memberFunctions(name, env.unit, isKnown ? isOfLibrary : undefined)];
  const effects = found.map(({ declaration, scope, memo }) =>
    effectOfDeclared(q, { declaration, scope, env: memo.env }, use),
  );
  return isKnown || found.length > 0 ? worst(effects, isKnown ? PASSES : NONE) : UNKNOWN;
}
