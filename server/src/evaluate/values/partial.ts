// A function with some of its arguments, which is called with the others.

import type { Thing } from '../model/thing.ts';
import { TypeValue, type Value } from '../model/value.ts';

export class Partial extends TypeValue {
  readonly target: Thing;
  readonly args: readonly Thing[];
  readonly keywords: ReadonlyMap<string, Value>;
  constructor(target: Thing, args: readonly Thing[], keywords: ReadonlyMap<string, Value>) {
    super('partial', null);
    this.target = target;
    this.args = args;
    this.keywords = keywords;
  }
}
