// The language server on Node. How it talks is read from the command line: `--stdio`, `--node-ipc`, `--pipe=…`,
// `--socket=…`.

import { Console } from 'node:console';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './features/server.ts';
import { nodeIslHost } from './isl/host.node.ts';
import { profileTo } from './profile/profile.ts';
import { compilerOfHost } from './workspace/compiler/run.node.ts';
import { AsynchronousDisk } from './workspace/host/disk.node.ts';
import { grammarFiles } from './workspace/host/files.node.ts';
import { packageVersion } from './workspace/host/version.node.ts';
import { DiskSource } from './workspace/imports/source.node.ts';
import { guarded } from './workspace/protocol/message-guard.ts';
import { openTransport } from './workspace/protocol/transport.node.ts';
import { watchParent } from './workspace/protocol/watchdog.node.ts';

/** Over a socket or a named pipe the client need not be who has started the server. */
const isChild = process.argv.some((word) => word === '--stdio' || word === '--node-ipc');

// Standard output belongs to the messages.
globalThis.console = new Console(process.stderr, process.stderr);

const log = (text: string): void => void process.stderr.write(`layout-lens: ${text}\n`);
if (process.env.LAYOUT_LENS_PROFILE) profileTo(log);
const transport = openTransport(process.argv.slice(2), log, () => process.exit(isOver() ? 0 : 1));
const { reader, writer, isOver } = guarded(transport.reader, transport.writer, log);

startServer(
  createConnection(ProposedFeatures.all, reader, writer),
  grammarFiles,
  { version: packageVersion() },
  {
    openDisk: (roots, arrived) => {
      const refused = (path: string, reason: string): void => log(`${path} is not read: ${reason}`);
      return new DiskSource(roots, new AsynchronousDisk(arrived, refused));
    },
    isl: () => nodeIslHost(),
    askCompiler: compilerOfHost(),
    watchClient: (client) => {
      if (isChild) watchParent(client);
    },
  },
);
