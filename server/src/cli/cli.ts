// The program of the command line: the streams of its process, the server for an editor that starts it, and a thread of
// a command.

import { parentPort, workerData } from 'node:worker_threads';
import { runCommand } from './run.node.ts';

/** A reader that has enough, such as `head`, ends the command. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const words = process.argv.slice(2);
if (parentPort !== null) {
  const { serveFiles } = await import('./thread.node.ts');
  await serveFiles(parentPort, workerData);
} else if (/^--(stdio|node-ipc|pipe|socket)/.test(words[0] ?? '')) {
  await import('../main.node.ts');
} else {
  const { stdin: input, stdout: output, stderr: errors } = process;
  process.exitCode = await runCommand(words, { input, output, errors });
}
