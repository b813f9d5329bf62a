// The language server in a browser worker. The grammars are part of the bundle, so nothing is fetched.

import layout from 'tree-sitter-layout/tree-sitter-layout.wasm';
import literals from 'tree-sitter-layout/tree-sitter-layout-literals.wasm';
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

/** The bytes of a file in the bundle, once they are asked for. */
const unpacked = (file: BlobPart) => async (): Promise<Uint8Array> => {
  const bytes = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
};

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const { reader, writer } = guarded(new BrowserMessageReader(scope), new BrowserMessageWriter(scope), (text) =>
  console.warn(`layout-lens: ${text}`),
);
startServer(
  createConnection(ProposedFeatures.all, reader, writer),
  {
    runtime: unpacked(runtime),
    python: unpacked(python),
    layout: unpacked(layout),
    literals: unpacked(literals),
  },
  { version: manifest.version },
  { isl: ({ isl }) => (isl === null ? null : webIslHost(isl)) },
);
