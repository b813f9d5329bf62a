// Runs one kind in a process of its own, and starts another one behind a case that crashes it or gets stuck.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Failing, Message, Slow, WorkOrder } from './messages.ts';

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** A case that has said nothing for so long is stuck. */
const STUCK_MS = 120_000;
/** More failing cases than that say nothing new. */
const MOST_FAILING = 20;
const HEAP_MEGABYTES = 3000;

export interface Outcome {
  readonly kind: string;
  readonly unit: string;
  readonly units: number;
  readonly cases: number;
  readonly failing: readonly Failing[];
  readonly slow: readonly Slow[];
  /** Bytes of the heap after collection: once warm, and at the end. Null where no process came to its end. */
  readonly heap: readonly [number, number] | null;
  readonly longestBlock: number;
}

interface Totals {
  units: number;
  cases: number;
  failing: Failing[];
  slow: Slow[];
  heap: readonly [number, number] | null;
  longestBlock: number;
}

/** `tell` is called with each failing case as soon as it is found. */
export async function watch(
  order: WorkOrder,
  unit: string,
  tell: (failing: Failing) => Promise<void>,
): Promise<Outcome> {
  const totals: Totals = { units: 0, cases: 0, failing: [], slow: [], heap: null, longestBlock: 0 };
  const deadline = performance.now() + order.milliseconds;
  let from = order.from;
  while (totals.units < order.count && totals.failing.length < MOST_FAILING) {
    const left = deadline - performance.now();
    if (left <= 0) break;
    const next = await runOne(
      { ...order, from, count: order.count - totals.units, milliseconds: left },
      totals,
      tell,
    );
    if (next === null) break;
    from = next;
  }
  return { kind: order.kind, unit, ...totals };
}

/** One process. Returns the case to go on with; null when it came to its end. */
function runOne(
  order: WorkOrder,
  totals: Totals,
  tell: (failing: Failing) => Promise<void>,
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = fork(worker, [JSON.stringify(order)], {
      execArgv: ['--import', 'tsx', '--expose-gc', `--max-old-space-size=${HEAP_MEGABYTES}`],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    let errors = '';
    child.stderr!.on('data', (data: Buffer) => {
      errors = (errors + data.toString()).slice(-4000);
    });
    let index = order.from;
    let isStuck = false;
    let isEnded = false;
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isStuck = true;
        child.kill('SIGKILL');
      }, STUCK_MS + order.shrinking);
    };
    wait();
    const fail = (failing: Failing): Promise<void> => {
      totals.failing.push(failing);
      return tell(failing);
    };
    child.on('message', (message: Message) => {
      wait();
      switch (message.type) {
        case 'begin':
          index = message.index;
          break;
        case 'done':
          totals.units += message.units;
          totals.cases++;
          break;
        case 'wrong':
          void fail(message.failing);
          if (totals.failing.length >= MOST_FAILING) child.kill('SIGKILL');
          break;
        case 'slow':
          totals.slow.push(message.slow);
          break;
        case 'end':
          isEnded = true;
          totals.heap = message.heap;
          totals.longestBlock = Math.max(totals.longestBlock, message.longestBlock);
      }
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (isEnded || totals.failing.length >= MOST_FAILING) return resolve(null);
      const problem = isStuck ? 'stuck' : `the process ended with ${signal ?? code}\n${errors}`;
      void fail({ index, problem, input: null }).then(() => resolve(index + 1));
    });
  });
}
