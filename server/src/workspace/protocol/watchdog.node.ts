// Ends the process when whoever started it is gone and its event loop is stuck, which then cannot see that for itself:
// a thread of its own looks at both. As long as the event loop turns, the connection ends the process.

import { Worker } from 'node:worker_threads';

/** How often the event loop says that it turns, and the thread looks. */
const BEAT_MS = 500;
/** An event loop that has been silent for so long is stuck. */
const STUCK_MS = 2500;

/**
 * The thread, as a text: it has to run in the bundles as in the sources. It has no timers of the event loop that it
 * watches, and sleeps on the counter that the event loop moves.
 */
const THREAD = `
  const { workerData: { beats, client, parent, beat, stuck } } = require('node:worker_threads');
  const exists = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return error.code !== 'ESRCH';
    }
  };
  const isGone = () => (client === null ? process.ppid !== parent : !exists(client));
  let last = Atomics.load(beats, 0);
  let since = Date.now();
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now !== last) {
      last = now;
      since = Date.now();
    } else if (Date.now() - since > stuck && isGone()) process.kill(process.pid, 'SIGKILL');
  }, beat);
`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};

/**
 * Starts watching. `client`: the process that the client names as its own; where it names none, or one of another machine
 * or container, the process that has started this one counts, unless that is none in particular.
 */
export function watchParent(client: number | null): void {
  const known = client !== null && isRunning(client) ? client : null;
  if (known === null && process.ppid <= 1) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { beats, client: known, parent: process.ppid, beat: BEAT_MS, stuck: STUCK_MS },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  });
  // Without it the server goes on as well.
  thread.on('error', () => undefined);
  thread.unref();
}
