// The worker that holds libisl, on Node.

import { parentPort } from 'node:worker_threads';
import type { ToWorker } from './messages.ts';
import { serve } from './serve.ts';

const take = serve((message) => parentPort!.postMessage(message));
parentPort!.on('message', (message: ToWorker) => take(message));
