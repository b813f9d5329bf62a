// libisl in a thread of Node's. Its files lie beside the bundle, or in server/ of a checkout.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { IslHost, type Limits, type StartWorker } from './host.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** The first of these places that has a file. Code that two bundles share stands in a folder below them. */
function find(...places: readonly string[]): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return paths.find(existsSync) ?? paths[0]!;
}

const workerPath = (): string => find('./isl.node.js', '../isl.node.js', '../../dist/isl.node.js');

/** Where the library's bytes are. */
export const libraryPath = (): string => find('./isl.wasm', '../isl.wasm', '../../isl/isl.wasm');

/** The thread's memory besides that of libisl, which has a limit of its own. */
const HEAP_MB = 64;

const start: StartWorker = async (events) => {
  const library = new Uint8Array(readFileSync(libraryPath()));
  const worker = new Worker(workerPath(), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  worker.on('message', (message: FromWorker) => {
    worker.unref();
    events.message(message);
  });
  worker.on('error', (error) => events.failed(error.message));
  worker.on('exit', () => events.failed('the worker has ended'));
  const send = (message: ToWorker): void => worker.postMessage(message);
  send({ library });
  return {
    send(message) {
      // A process waits for an answer, and not for a worker that has nothing to do.
      worker.ref();
      send(message);
    },
    end: () => void worker.terminate(),
  };
};

export const nodeIslHost = (limits?: Limits): IslHost => new IslHost(start, limits);
