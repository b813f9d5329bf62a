// Units of an earlier version of a file, found by their text.

import { addTo } from './lists.ts';
import type { PlacedUnit } from './scope.ts';

/** Each unit is taken once: two statements of one text are two units, for what they see and declare is not the same. */
export class KnownUnits<P extends PlacedUnit> {
  readonly #byText = new Map<string, P[]>();

  constructor(units: readonly P[]) {
    for (const placed of units) {
      const text = placed.unit.gapMap?.source ?? placed.text;
      addTo(this.#byText, text, placed);
    }
  }

  /** Those that nobody took. */
  get left(): readonly P[] {
    return [...this.#byText.values()].flat();
  }

  /** The first unit of this text that was not taken yet. */
  take(text: string): P['unit'] | undefined {
    return this.#byText.get(text)?.shift()?.unit;
  }
}
