// What a benchmark reports, and how times are taken.

export interface Measurement {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The bound that the project set itself; absent for facts that are only shown. */
  readonly limit?: number;
  /** The value must reach the limit rather than stay below it. */
  readonly atLeast?: boolean;
}

export const percentile = (values: readonly number[], p: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))]!;
};
export const median = (values: readonly number[]): number => percentile(values, 50);

/** Milliseconds of each of `times` runs, after `warmUp` that are not counted. */
export function timesOf(body: () => void, times: number, warmUp = 2): readonly number[] {
  for (let i = 0; i < warmUp; i++) body();
  return Array.from({ length: times }, () => {
    const start = performance.now();
    body();
    return performance.now() - start;
  });
}
