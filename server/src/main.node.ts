// The language server on Node. How it talks is read from the command line: `--stdio`, `--node-ipc`, `--pipe=…`.

import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from './features/server.ts';
import { grammarFiles } from './workspace/files.node.ts';
import { DiskSource } from './workspace/header-source.node.ts';
import { packageVersion } from './workspace/version.node.ts';

startServer(
  createConnection(ProposedFeatures.all),
  grammarFiles,
  { version: packageVersion() },
  (roots) => new DiskSource(roots),
);
