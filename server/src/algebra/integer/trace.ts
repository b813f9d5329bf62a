// Derivations. An operation takes an optional trace and tells it the steps it takes, so that the
// explanation is written by the code that computes the result; without a trace it costs nothing.

export interface Step {
  /** What is done, with the numbers: `divide out 12 of 4: 4 ∣ 12, mode 0 is used up`. */
  readonly text: string;
  /** Where the step is defined: `Cecka 3.3.3 (20)`. */
  readonly source?: string;
  readonly depth: number;
  /** What the step has made, where that is something by itself: a layout. */
  readonly made?: object;
  /** What the values of a layout that was made are, where they are no offsets of the result: indices of what is divided. */
  readonly counts?: 'indices';
}

export class Trace {
  readonly steps: Step[] = [];
  private depth = 0;
  private counts: Step['counts'];
  step(text: string, source?: string, made?: object): void {
    this.steps.push({
      text,
      depth: this.depth,
      ...(source === undefined ? {} : { source }),
      ...(made === undefined ? {} : { made, ...(this.counts === undefined ? {} : { counts: this.counts }) }),
    });
  }
  /** Steps told inside `body` stand one level deeper, under `title`, which has made what `body` returns. */
  within<T extends object>(title: string, body: () => T, source?: string, counts?: Step['counts']): T {
    const at = this.steps.length;
    const outer = this.counts;
    this.step(title, source);
    this.depth++;
    this.counts ??= counts;
    try {
      const made = body();
      this.steps[at] = {
        ...this.steps[at]!,
        made,
        ...(this.counts === undefined ? {} : { counts: this.counts }),
      };
      return made;
    } finally {
      this.depth--;
      this.counts = outer;
    }
  }
}
