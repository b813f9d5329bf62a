// The language server on Node. How it talks is read from the command line: `--stdio`, `--node-ipc`, `--pipe=…`.

import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './features/server.ts';
import { grammarFiles } from './workspace/files.node.ts';
import { DiskSource } from './workspace/header-source.node.ts';
import { packageVersion } from './workspace/version.node.ts';
import { watchParent } from './workspace/watchdog.node.ts';

/** Over a socket or a named pipe the client need not be who has started the server. */
const isChild = process.argv.some((word) => word === '--stdio' || word === '--node-ipc');

startServer(
  createConnection(ProposedFeatures.all),
  grammarFiles,
  { version: packageVersion() },
  (roots) => new DiskSource(roots),
  (client) => {
    if (isChild) watchParent(client);
  },
);
