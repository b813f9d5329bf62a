// What all threads of a block wait by for each other, as it is written.

import type { Host } from '../../../../../frontends/common/host-tokens.ts';

export const BARRIER: Readonly<Record<Host, string>> = {
  cpp: '__syncthreads();',
  python: 'cute.arch.sync_threads()',
};
