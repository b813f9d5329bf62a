// Derivations. An operation takes an optional trace and tells it the steps it takes, so that the
// explanation is written by the code that computes the result; without a trace it costs nothing.

export interface Step {
  /** What is done, with the numbers: `divide out 12 of 4: 4 ∣ 12, mode 0 is used up`. */
  readonly text: string;
  /** Where the step is defined: `Cecka 3.3.3 (20)`. */
  readonly source?: string;
  readonly depth: number;
}

export class Trace {
  readonly steps: Step[] = [];
  private depth = 0;
  step(text: string, source?: string): void {
    this.steps.push(source === undefined ? { text, depth: this.depth } : { text, source, depth: this.depth });
  }
  /** Steps told inside `body` stand one level deeper, under `title`. */
  within<T>(title: string, body: () => T, source?: string): T {
    this.step(title, source);
    this.depth++;
    try {
      return body();
    } finally {
      this.depth--;
    }
  }
}
