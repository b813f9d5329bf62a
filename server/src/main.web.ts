// The language server in a browser worker. The grammars are part of the bundle, so nothing is fetched.

import layout from 'tree-sitter-layout/tree-sitter-layout.wasm';
import python from 'tree-sitter-python/tree-sitter-python.wasm';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import runtime from 'web-tree-sitter/web-tree-sitter.wasm';
import manifest from '../package.json' with { type: 'json' };
import { startServer } from './features/server.ts';
import { webIslHost } from './isl/host.web.ts';
import { guarded } from './workspace/protocol/message-guard.ts';

/** Decoded when the first literal is asked for. */
const literals = async (): Promise<Uint8Array> =>
  (await import('tree-sitter-layout/tree-sitter-layout-literals.wasm')).default;

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const { reader, writer } = guarded(new BrowserMessageReader(scope), new BrowserMessageWriter(scope), (text) =>
  console.warn(`layout-lens: ${text}`),
);
startServer(
  createConnection(ProposedFeatures.all, reader, writer),
  { runtime, python, layout, literals },
  { version: manifest.version },
  { isl: ({ isl }) => (isl === null ? null : webIslHost(isl)) },
);
