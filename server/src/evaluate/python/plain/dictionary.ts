// Python's dictionaries, of texts as keys.

import { TypeValue, Unknown, type Value } from '../../model/value.ts';

/** `{"a": 1}`, of texts as keys. */
export class Dictionary extends TypeValue {
  readonly entries: ReadonlyMap<string, Value>;
  constructor(entries: ReadonlyMap<string, Value>) {
    super('dict', null);
    this.entries = entries;
  }

  override get identity(): string | null {
    return null;
  }
}

/** `d[key]` */
export function indexDictionary(of: Dictionary, key: Value | undefined): Value {
  const item = typeof key === 'string' ? of.entries.get(key) : undefined;
  return item ?? new Unknown('missing-name', 'the dictionary has no such entry');
}
