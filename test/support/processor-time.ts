// What work costs, for tests that bound it: processor time, to which other work on a busy machine adds little.

/** Milliseconds that this process computes for. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of several runs: the compiler and the collector of garbage take their share of some. */
export const leastTime = (work: () => unknown, runs = 3): number =>
  Math.min(...Array.from({ length: runs }, () => processorTime(work)));
