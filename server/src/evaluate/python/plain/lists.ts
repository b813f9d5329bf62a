// Lists of Python that a program fills while it runs.

import type { Value } from '../../model/value.ts';
import { entityKey } from '../../values/key.ts';
import { Repeated } from '../../values/repeated.ts';
import { PythonSlice } from './types.ts';

/** A list of any number of items that are all alike. */
export class UniformList extends Repeated {
  readonly item: Value;
  readonly unpacked = null;
  constructor(item: Value) {
    super('list', null);
    this.item = item;
  }

  override get identity(): string | null {
    return entityKey(this.item);
  }

  taken(index: Value): Value {
    return index instanceof PythonSlice ? this : this.item;
  }

  mapped(item: Value): Value {
    return new UniformList(item);
  }
}
