// The process that fuzzes. It is started by scripts/fuzz.ts, which watches it: it may get stuck.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { seeded } from '../../test/support/random.ts';
import type { Kind, Meter } from './kind.ts';
import { kinds } from './kinds.ts';
import type { Message, WorkOrder } from './messages.ts';
import { shrink } from './shrink.ts';
import { realTime } from './stopped-clock.ts';

/** What takes longer is told. */
const SLOW_MS = 100;
/** Cases before memory is looked at first: caches fill up. */
const WARM = 20;

const order: WorkOrder = JSON.parse(process.argv[2]!);
const send = (message: Message): void => {
  process.send!(message);
};
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const heap = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** What is wrong with an input; null when all is well. */
async function problemOf<I>(kind: Kind<I>, input: I, meter: Meter): Promise<string | null> {
  try {
    return await kind.check(input, meter);
  } catch (error) {
    return error instanceof Error ? `${error.stack}` : String(error);
  }
}

/** Two problems are the same one when they begin alike: shrinking must not wander to another. */
const headOf = (problem: string): string => problem.split('\n', 1)[0]!.replace(/\d+/g, 'n').slice(0, 120);

async function work<I>(kind: Kind<I>): Promise<void> {
  const silent: Meter = { time: (_what, task) => task() };
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const deadline = realTime() + order.milliseconds;
  let first = 0;
  let units = 0;
  let index = order.from;
  for (; units < order.count && realTime() < deadline; index++) {
    send({ type: 'begin', index });
    const at = index;
    const meter: Meter = {
      time(what, task) {
        const before = cpu();
        const result = task();
        const taken = cpu() - before;
        if (taken > SLOW_MS) send({ type: 'slow', slow: { index: at, what, cpu: taken } });
        return result;
      },
    };
    const input = kind.generate(seeded(order.seed, index));
    const problem = await problemOf(kind, input, meter);
    if (problem !== null) {
      const head = headOf(problem);
      const fails = async (candidate: I): Promise<boolean> => {
        const found = await problemOf(kind, candidate, silent);
        return found !== null && headOf(found) === head;
      };
      const smallest = await shrink(input, (i) => kind.smaller(i), fails, realTime() + order.shrinking);
      const last = (await problemOf(kind, smallest, silent)) ?? problem;
      send({ type: 'wrong', failing: { index, problem: last, input: kind.text(smallest) } });
    }
    const done = kind.units(input);
    units += done;
    send({ type: 'done', units: done });
    if (index - order.from === WARM) {
      first = heap();
      delay.enable();
    }
    // Lets messages out, and what has been put off run.
    await new Promise((resolve) => setImmediate(resolve));
  }
  delay.disable();
  send({ type: 'end', heap: [first, heap()], longestBlock: delay.max / 1e6 });
}

const grammars = await loadGrammars(grammarFiles);
await Promise.all(['cpp', 'python', 'notation'].map((dialect) => grammars.ready(dialect as 'cpp')));
await work(kinds[order.kind]!.make({ grammars, corpus: order.corpus }));
process.disconnect();
