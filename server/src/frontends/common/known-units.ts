// Units of an earlier version of a file, found by their text.

import { addTo } from './lists.ts';
import type { Module, PlacedUnit } from './scope.ts';

/** Each unit is taken once: two statements of one text are two units, for what they see and declare is not the same. */
export class KnownUnits<P extends PlacedUnit> {
  readonly #byText = new Map<string, P[]>();

  constructor(previous: (Module & { readonly units: readonly P[] }) | null) {
    for (const placed of previous?.units ?? []) {
      const text = placed.unit.gapMap?.source ?? placed.text;
      addTo(this.#byText, text, placed);
    }
  }

  /** Whether the file has no earlier version, or one without units. */
  get isEmpty(): boolean {
    return this.#byText.size === 0;
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
