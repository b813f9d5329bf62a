// Lists of Python that a program fills while it runs.

import { TypeValue, type Value } from './value.ts';

/** A list of any number of items that are all alike. */
export class GrownList extends TypeValue {
  readonly item: Value;
  constructor(item: Value) {
    super('list', null);
    this.item = item;
  }
}
