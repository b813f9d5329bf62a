// By which names a scope of Python may reach one list: aliases, items, attributes, and what is handed to functions. Names
// are compared as words, in no order: rather too many than too few.

import { isInMethod } from '../../common/declaration.ts';
import type { CallExpr, Expr } from '../../common/expression.ts';
import { partsOf, UNPACKED } from '../../common/expression-parts.ts';
import { addTo } from '../../common/lists.ts';
import type { InPlaceChanges, Scope } from '../../common/scope.ts';
import { CHANGING, HANDS_OUT, isCopy, isRead, READING } from './call-effects.ts';

/** What is done with a list by one of its names. A name is `xs`, `xs[]` for its items, `.xs` for an attribute. */
export type Use =
  | NamedUse
  /** `isFollowed`: its declarations say what it holds then. */
  | { readonly kind: 'changed'; readonly isFollowed: boolean }
  /** Of an attribute, that it becomes another one. `of`: a variable of the module or function that has the object. */
  | { readonly kind: 'assigned'; readonly of: string | null }
  | {
      readonly kind: 'handed';
      readonly call: CallExpr;
      readonly at: number | string;
      readonly isItem: boolean;
    };

interface NamedUse {
  readonly kind: 'named';
  readonly name: string;
  /** Whether the other name is what this one is given, or is given this one. */
  readonly from: 'other' | 'this';
  /** Of `name`s, the declarations of both say what they hold behind a change by either. */
  readonly by: Way;
}

/** How a name is given what another one has: itself, by what a function returns of it, or in another way. */
type Way = 'name' | 'call' | 'other';

export interface Uses {
  get(name: string): readonly Use[] | undefined;
  keys(): Iterable<string>;
}

/** The names that a value may be, and those that its items may be. */
interface Carried {
  readonly same: readonly string[];
  readonly items: readonly string[];
}

const NOTHING: Carried = { same: [], items: [] };

const itemsIn = (names: readonly string[]): readonly string[] =>
  names.map((name) => (name.endsWith('[]') ? name : `${name}[]`));

const together = (all: readonly Carried[]): Carried =>
  all.length === 1
    ? all[0]!
    : { same: all.flatMap(({ same }) => same), items: all.flatMap(({ items }) => items) };

/** A bit for each. */
const WAYS: Readonly<Record<Way, number>> = { name: 1, call: 2, other: 4 };

/** The uses in one function with all in it, or in what stands around functions. */
export class Graph {
  readonly uses = new Map<string, Use[]>();
  readonly #seen = new Set<Expr>();
  /** By both names, the ways. */
  readonly #joined = new Map<string, Map<string, number>>();
  /** What a call is given is said of all that its result is: each of it is held once. */
  readonly #named = new Map<string, NamedUse>();
  /** The names of functions inside, which are others than those of the same word around. */
  #own: ReadonlyMap<string, string> = new Map();
  /** Those of the functions and classes around. */
  #path: string;
  #isInLambda = false;

  constructor(path = '') {
    this.#path = path;
  }

  /** `attributes`: what methods assign to attributes, which stands in the class. */
  all(scope: Scope, isOutermost: boolean, attributes: Scope['declarations']): this {
    // A lambda.
    if (isOutermost && scope.kind === 'function' && scope.name === null) this.#isInLambda = true;
    const [around, path] = [this.#own, this.#path];
    this.#path = pathOf(scope, path);
    if (!isOutermost && scope.kind === 'function') this.#own = ownNames(scope, this.#path, around);
    this.here(scope, isOutermost, attributes);
    for (const child of scope.children) this.all(child, false, attributesFor(child, scope));
    this.#own = around;
    this.#path = path;
    return this;
  }

  /** What stands in a scope itself. */
  here(scope: Scope, isOutermost: boolean, attributes: Scope['declarations']): this {
    if (scope.changes !== undefined) this.#changes(scope, scope.changes, isOutermost);
    for (const e of scope.expressions) this.#visit(e);
    for (const e of scope.returns ?? []) this.#visit(e);
    for (const d of scope.declarations) {
      if (d.init === null || (d.kind !== 'value' && d.kind !== 'parameter')) continue;
      // The attributes that methods assign stand in the class.
      if (scope.kind === 'class' && isInMethod(d.span, scope)) continue;
      this.#visit(d.init);
      const name = scope.kind === 'class' ? `.${d.name}` : this.#name(d.name);
      const isAlias = d.init.kind === 'name' && d.element === null && scope.kind !== 'class';
      const way = isAlias ? 'name' : d.init.kind === 'call' ? 'call' : 'other';
      this.#bind(name, this.#part(d.init, d.element), way);
    }
    for (const d of attributes) {
      if (d.init === null || d.span.start < scope.span.start || d.span.end > scope.span.end) continue;
      this.#visit(d.init);
      this.#bind(`.${d.name}`, this.#part(d.init, d.element));
    }
    return this;
  }

  #use(name: string, use: Use): void {
    addTo(this.uses, name, use);
  }

  #useNamed(of: string, name: string, from: NamedUse['from'], by: Way): void {
    const key = `${from} ${by} ${name}`;
    let use = this.#named.get(key);
    if (use === undefined) {
      use = { kind: 'named', name, from, by };
      this.#named.set(key, use);
    }
    this.#use(of, use);
  }

  #name(name: string): string {
    const isItem = name.endsWith('[]');
    const plain = isItem ? name.slice(0, -2) : name;
    const own = this.#own.get(plain);
    return own === undefined ? name : isItem ? `${own}[]` : own;
  }

  #changes(
    scope: Scope,
    { followed, others, attributes, flows }: InPlaceChanges,
    isOutermost: boolean,
  ): void {
    for (const name of followed)
      this.#use(this.#name(name), { kind: 'changed', isFollowed: isOutermost || this.#own.has(name) });
    for (const name of others) this.#use(this.#name(name), { kind: 'changed', isFollowed: false });
    for (const [name, objects] of attributes)
      for (const object of objects)
        this.#use(`.${name}`, {
          kind: 'assigned',
          of: isVariable(object, scope) ? this.#name(object) : null,
        });
    for (const { names, source, isOfItems } of flows) {
      const { same, items } = this.#carried(source);
      for (const name of names) this.#bind(this.#name(name), { same: isOfItems ? items : same, items });
    }
  }

  /** A name stands for what other names stand for. */
  #bind(name: string, { same, items }: Carried, way: Way = 'other'): void {
    for (const other of same) {
      if (other === name) continue;
      this.#join(name, other, way);
      const [items, others] = itemsIn([name, other]);
      this.#join(items!, others!, way === 'call' ? way : 'other');
    }
    for (const other of items) this.#join(itemsIn([name])[0]!, other, way === 'call' ? way : 'other');
  }

  #join(a: string, b: string, by: Way = 'other'): void {
    if (a === b || this.#isJoined(a, b, by)) return;
    this.#useNamed(a, b, 'other', by);
    this.#useNamed(b, a, 'this', by);
  }

  /** Most names are joined many times: what a call is given is joined with all that its result is assigned to. */
  #isJoined(a: string, b: string, by: Way): boolean {
    let joined = this.#joined.get(a);
    if (joined === undefined) {
      joined = new Map();
      this.#joined.set(a, joined);
    }
    const ways = joined.get(b) ?? 0;
    joined.set(b, ways | WAYS[by]);
    return (ways & WAYS[by]) !== 0;
  }

  #part(init: Expr, element: readonly number[] | null): Carried {
    const carried = this.#carried(init);
    return element === null ? carried : { same: carried.items, items: carried.items };
  }

  #carried(e: Expr): Carried {
    switch (e.kind) {
      case 'name': {
        const name = this.#name(e.name);
        return { same: [name], items: itemsIn([name]) };
      }
      case 'member':
        return { same: [`.${e.name.name}`], items: [`.${e.name.name}[]`] };
      case 'index': {
        const { items } = this.#carried(e.object);
        const isSlice = e.args[0]?.kind === 'call' || e.args[0]?.kind === 'underscore';
        return isSlice ? { same: [], items } : { same: items, items };
      }
      case 'conditional':
        return together([this.#carried(e.then), this.#carried(e.otherwise)]);
      case 'binary': {
        const both = together([this.#carried(e.left), this.#carried(e.right)]);
        if (e.operator === 'and' || e.operator === 'or') return both;
        return e.operator === '+' || e.operator === '*' || e.operator === '|'
          ? { ...both, same: [] }
          : NOTHING;
      }
      case 'unary':
        return e.operator === '*' || e.operator === '**'
          ? { same: this.#carried(e.operand).items, items: [] }
          : NOTHING;
      case 'tuple':
        return this.#held(e.items);
      case 'dict':
        return this.#held(e.entries.map(({ value }) => value));
      case 'comprehension': {
        this.#visit(e);
        if (e.isFlattened === true) return this.#carried(e.element);
        const { element } = e;
        return this.#held(
          e.makes === 'dict' && element.kind === 'tuple' ? element.items.slice(1) : [element],
        );
      }
      case 'call':
        return this.#returned(e);
      default:
        return NOTHING;
    }
  }

  #held(items: readonly Expr[]): Carried {
    const all = items.map((item) => this.#carried(item));
    return { same: [], items: all.flatMap(({ same, items: inner }) => [...same, ...inner]) };
  }

  /** A function may return whatever it is given, or an item of it. */
  #returned(call: CallExpr): Carried {
    if (isRead(call)) return NOTHING;
    const given = [...call.args, ...call.keywords.map(({ value }) => value)];
    const receiver = call.callee.kind === 'member' ? [call.callee.object] : [];
    if (call.callee.kind === 'member' && READING.has(call.callee.name.name))
      return this.#handedOut(call.callee, given);
    if (isCopy(call) || (call.callee.kind === 'name' && call.callee.name === 'dict')) {
      const { items } = together([...given, ...receiver].map((e) => this.#carried(e)));
      const held = call.callee.kind === 'name' && call.callee.name === 'dict' ? this.#held(given).items : [];
      return { same: [], items: [...items, ...held] };
    }
    const { same, items } = together([...given, ...receiver].map((e) => this.#carried(e)));
    const all = [...new Set([...same, ...items])];
    return { same: all, items: all };
  }

  /** `d.get(key, otherwise)`; the values of a dictionary come one by one. */
  #handedOut(callee: Expr, given: readonly Expr[]): Carried {
    if (callee.kind !== 'member' || !HANDS_OUT.test(callee.name.name)) return NOTHING;
    const { items } = this.#carried(callee.object);
    return together([{ same: items, items }, ...given.map((e) => this.#carried(e))]);
  }

  #visit(e: Expr): void {
    if (this.#seen.has(e)) return;
    this.#seen.add(e);
    if (e.kind === 'call') this.#call(e);
    else if (e.kind === 'member' && CHANGING.test(e.name.name)) this.#change(e.object);
    else if (e.kind === 'lambda') this.#inside(e.parameters, [e.body]);
    else if (e.kind === 'comprehension') {
      const { items } = this.#carried(e.source);
      for (const { name } of e.targets) this.#bind(this.#name(name), { same: items, items });
      for (const part of [e.element, ...e.conditions]) this.#visit(part);
    }
    for (const part of partsOf(e)) this.#visit(part);
  }

  #call(e: CallExpr): void {
    const { callee } = e;
    const [, attribute] = e.args;
    const sets = callee.kind === 'name' && /^(?:set|del)attr$/.test(callee.name);
    if (sets && attribute?.kind === 'string')
      this.#use(`.${attribute.value}`, { kind: 'assigned', of: null });
    // What the statements of a function call is noted where they are read; what a lambda does is not.
    if (callee.kind === 'member' && CHANGING.test(callee.name.name)) {
      this.#seen.add(callee);
      this.#visit(callee.object);
      if (this.#isInLambda) this.#change(callee.object);
    }
    if (
      isRead(e) ||
      (isCopy(e) && callee.kind === 'name' && callee.name !== 'map' && callee.name !== 'filter')
    )
      return;
    // What is unpacked may get to every parameter.
    const isSpread = (arg: Expr): boolean => arg.kind === 'unary' && arg.operator === '*';
    for (const [at, arg] of e.args.entries()) this.#hand(e, isSpread(arg) ? UNPACKED : at, arg);
    for (const { name, value } of e.keywords) this.#hand(e, name, value);
  }

  #inside(names: readonly string[], body: readonly Expr[]): void {
    const [around, wasInLambda] = [this.#own, this.#isInLambda];
    const own = new Map(around);
    for (const name of names) own.set(name, `${name} of a lambda`);
    this.#own = own;
    this.#isInLambda = true;
    for (const e of body) this.#visit(e);
    [this.#own, this.#isInLambda] = [around, wasInLambda];
  }

  #change(object: Expr): void {
    for (const name of this.#carried(object).same) this.#use(name, { kind: 'changed', isFollowed: false });
  }

  #hand(call: CallExpr, at: number | string, arg: Expr): void {
    const { same, items } = this.#carried(arg);
    for (const name of same) this.#use(name, { kind: 'handed', call, at, isItem: false });
    for (const name of items) this.#use(name, { kind: 'handed', call, at, isItem: true });
  }
}

/** The names of the functions and classes that a scope is in, and its own. */
export const pathOf = ({ name }: Scope, around: string): string =>
  name === null ? around : `${around}.${name}`;

/** The declarations of a class among which those of the attributes are that a scope in it assigns. */
export const attributesFor = (child: Scope, around: Scope): Scope['declarations'] =>
  around.kind === 'class' && child.kind !== 'block' ? around.declarations : NO_ATTRIBUTES;

const NO_ATTRIBUTES: Scope['declarations'] = [];

/** Whether a name is given its object here. */
const isVariable = (name: string, scope: Scope): boolean =>
  name !== '' &&
  (scope.kind === 'file' ||
    (scope.declarations.some((d) => d.name === name && d.nameSpan.end > d.nameSpan.start) &&
      !scope.declarations.some((d) => d.name === name && d.kind === 'parameter')));

function ownNames(
  scope: Scope,
  path: string,
  around: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const own = new Map(around);
  const add = (s: Scope): void => {
    for (const { name, nameSpan, kind } of s.declarations)
      if (kind === 'parameter' || nameSpan.end > nameSpan.start) own.set(name, `${name} of ${path}`);
    for (const child of s.children) if (child.kind === 'block') add(child);
  };
  add(scope);
  return own;
}
