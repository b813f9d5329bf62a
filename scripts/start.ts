// `npm start`: VS Code in the browser with Layout Lens and the examples, served to this machine only.
//
//   npm start [-- --port=8345] [-- --no-open]

import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startWorkbench } from './workbench/server.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, 'no-open': { type: 'boolean', default: false } },
});

const options = { open: ['tour.layout', 'gemm.cu', 'layouts.cpp', 'layouts.py'] };
const { address } = await (values.port === undefined
  ? startWorkbench({ ...options, port: 8345 }).catch(() => startWorkbench(options))
  : startWorkbench({ ...options, port: Number(values.port) }));

console.log(`
  Layout Lens is ready in VS Code at

      ${address}

  The examples are copies in the browser's memory: change them as you like.
  Ctrl+C stops the server.
`);
if (process.stdout.isTTY && !values['no-open'] && !process.env.CI) openBrowser(address);

/** Asks the desktop to open the address; without one, the printed address has to do. */
function openBrowser(url: string): void {
  const [command, args]: readonly [string, readonly string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
