// A function with some of its arguments, which is called with the others.

import type { Entity } from '../model/entity.ts';
import { TypeValue, type Value } from '../model/value.ts';

export class Partial extends TypeValue {
  readonly target: Entity;
  readonly args: readonly Entity[];
  readonly keywords: ReadonlyMap<string, Value>;
  constructor(target: Entity, args: readonly Entity[], keywords: ReadonlyMap<string, Value>) {
    super('partial', null);
    this.target = target;
    this.args = args;
    this.keywords = keywords;
  }

  override get identity(): string | null {
    return null;
  }
}
