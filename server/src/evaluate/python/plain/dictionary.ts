// Python's dictionaries, of texts, integers and tuples of them as keys.

import { UNDERSCORE } from '../../../algebra/layout/layout.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Builtin } from '../../model/builtin.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { iteratorOver } from '../../values/list-values.ts';

/** `{"a": 1}`, by the texts of the keys: see `keyText`. */
export class Dictionary extends TypeValue {
  readonly entries: ReadonlyMap<string, Value>;
  /** The keys that are no texts, by theirs. */
  readonly #keys: ReadonlyMap<string, Value>;
  constructor(entries: ReadonlyMap<string, Value>, keys: ReadonlyMap<string, Value> = new Map()) {
    super('dict', null);
    this.entries = entries;
    this.#keys = keys;
  }

  keyOf(text: string): Value {
    return this.#keys.get(text) ?? text;
  }

  map(change: (value: Value) => Value): Dictionary {
    return new Dictionary(new Map([...this.entries].map(([text, v]) => [text, change(v)])), this.#keys);
  }

  override get identity(): string | null {
    return null;
  }
}

/** What keys are compared by; a text is its own. Null: a key that is not followed. */
function keyText(key: Value | undefined): string | null {
  if (typeof key === 'string') return key;
  const inner = innerText(key);
  return inner === null ? null : `\0${inner}`;
}

function innerText(key: Value | undefined): string | null {
  if (typeof key === 'string') return JSON.stringify(key);
  // True is 1.
  if (typeof key === 'number' || typeof key === 'boolean') return `${Number(key)}`;
  if (!Array.isArray(key)) return null;
  const items = (key as readonly Value[]).map(innerText);
  return items.includes(null) ? null : `(${items.join(',')})`;
}

export const keysOf = (d: Dictionary): readonly Value[] => [...d.entries.keys()].map((text) => d.keyOf(text));

const pairsOf = (d: Dictionary): readonly (readonly [Value, Value])[] =>
  [...d.entries].map(([text, value]) => [d.keyOf(text), value]);

/** A dictionary of pairs; the last of several of one key counts. */
export function dictionaryOf(pairs: readonly (readonly [Value, Value])[]): Value {
  const entries = new Map<string, Value>();
  const keys = new Map<string, Value>();
  for (const [key, value] of pairs) {
    const text = keyText(key);
    if (text === null) return new Unknown('unsupported', 'a dictionary of such keys');
    entries.set(text, value);
    if (text !== key && !keys.has(text)) keys.set(text, key);
  }
  return new Dictionary(entries, keys);
}

/** `dict(a=1)`, `dict(pairs)`, `dict(d, a=1)` */
export const dictionary: Builtin = ({ args, keywords }) => {
  const [from, ...more] = args;
  const unknown = new Unknown('unsupported', 'a dictionary of this is not computed');
  if (more.length > 0 || keywords.has('**')) return unknown;
  const pairs: (readonly [Value, Value])[] = [];
  if (from instanceof Dictionary) pairs.push(...pairsOf(from));
  else if (Array.isArray(from)) {
    for (const pair of from as readonly Value[]) {
      if (!Array.isArray(pair) || pair.length !== 2) return unknown;
      pairs.push(pair as unknown as readonly [Value, Value]);
    }
  } else if (from !== undefined) return unknown;
  return dictionaryOf([...pairs, ...keywords]);
};

/** `{**d, 2: 1}` */
export function writtenDictionary(
  ev: Evaluation,
  { entries }: Expr & { readonly kind: 'dict' },
  env: Environment,
): Value {
  const pairs: (readonly [Value, Value])[] = [];
  for (const { key, value } of entries) {
    if (key.kind !== 'unary' || key.operator !== '**') pairs.push([ev.value(key, env), ev.value(value, env)]);
    else {
      const of = ev.value(key.operand, env);
      if (!(of instanceof Dictionary))
        return new Unknown('unsupported', 'a dictionary of this is not computed');
      pairs.push(...pairsOf(of));
    }
  }
  return dictionaryOf(pairs);
}

/** `d[key]` */
export function indexDictionary(of: Dictionary, key: Value | undefined): Value {
  const text = keyText(key);
  const item = text === null ? undefined : of.entries.get(text);
  return item ?? new Unknown('missing-name', 'the dictionary has no such entry');
}

/** A method that takes nothing. */
const ofNone =
  (made: (of: Dictionary) => Value): ((of: Dictionary) => Builtin) =>
  (of) =>
  ({ args, keywords }) =>
    args.length === 0 && keywords.size === 0
      ? made(of)
      : new Unknown('unsupported', 'a method of a dictionary with these arguments is not computed');

const METHODS: ReadonlyMap<string, (of: Dictionary) => Builtin> = new Map([
  ['keys', ofNone((of) => iteratorOver(keysOf(of)))],
  ['values', ofNone((of) => iteratorOver([...of.entries.values()]))],
  ['items', ofNone((of) => iteratorOver(pairsOf(of)))],
  ['copy', ofNone((of) => dictionaryOf(pairsOf(of)))],
  [
    'get',
    (of): Builtin =>
      ({ args: [key, otherwise, ...more], keywords }) => {
        const text = keyText(key);
        return text === null || more.length > 0 || keywords.size > 0
          ? new Unknown('unsupported', 'an entry of this key is not computed')
          : (of.entries.get(text) ?? otherwise ?? UNDERSCORE);
      },
  ],
]);

export const dictionaryMethod = (of: Dictionary, name: string): Builtin | undefined =>
  METHODS.get(name)?.(of);
