// Lists of Python that a program fills while it runs.

import { TypeValue, type Value } from '../../model/value.ts';
import { PythonSlice } from './types.ts';

/** A list of any number of items that are all alike. */
export class GrownList extends TypeValue {
  readonly item: Value;
  constructor(item: Value) {
    super('list', null);
    this.item = item;
  }
}

/** `xs[i]`, `xs[a:b]` */
export const takenFrom = (list: GrownList, index: Value): Value =>
  index instanceof PythonSlice ? list : list.item;
