// The worker that holds libisl, in a browser.

import type { ToWorker } from './messages.ts';
import { serve } from './serve.ts';

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const take = serve((message) => scope.postMessage(message));
scope.onmessage = ({ data }: MessageEvent<ToWorker>) => take(data);
