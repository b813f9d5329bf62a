// What a thread of a command does: it works on the files that it is sent, one after the other.

import type { MessagePort } from 'node:worker_threads';
import { type Grammars, loadGrammars } from '../syntax/grammars.ts';
import { grammarFiles } from '../workspace/host/files.node.ts';
import type { Searched } from './common/headers.node.ts';
import type { SourceFile } from './common/walk.node.ts';
import { renewing } from './runs/renewing.node.ts';
import type { FileWork } from './runs/task.ts';
import type { Counting } from './stats/counter.node.ts';

/** The task by its name, and what it is done with. */
type ThreadData =
  | { readonly name: 'check'; readonly given: Searched }
  | { readonly name: 'stats'; readonly given: Counting };

export async function serveFiles(port: MessagePort, data: ThreadData): Promise<void> {
  const grammars = await loadGrammars(grammarFiles);
  const work = renewing(await startOf(grammars, data));
  port.on('message', async (file: SourceFile) => port.postMessage(await work(file)));
}

/** Each task is loaded where it is asked for. */
async function startOf(grammars: Grammars, data: ThreadData): Promise<() => FileWork<unknown>> {
  if (data.name === 'check') {
    const { fileChecker } = await import('./check/checker.node.ts');
    return () => fileChecker(grammars, data.given);
  }
  const { fileCounter } = await import('./stats/counter.node.ts');
  return () => fileCounter(grammars, data.given);
}
