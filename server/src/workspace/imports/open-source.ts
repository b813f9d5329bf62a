// Which source of included files a session has.

import type { Connection } from 'vscode-languageserver';
import type { Client } from '../host/client.ts';
import { ReadableFolders } from './readable-folders.ts';
import type { HeaderSource } from './source.ts';
import { ClientSource, FIND_FILES, READ_FILE } from './source-client.ts';

/**
 * Reads files from the machine that the server runs on; null where there are none, as in a browser. `arrived` is called
 * when something that was asked for has come.
 */
export type OpenDisk = ((roots: readonly string[], arrived: () => void) => HeaderSource) | null;

const NOTHING: HeaderSource = {
  reach: new ReadableFolders([]),
  roots: [],
  isWaiting: false,
  read: () => null,
  exists: () => false,
  withSuffix: () => [],
  files: () => [],
  compileCommands: () => [],
  forget: () => {},
  work: () => true,
};

/** `arrived` is called when the client has sent something that was asked for. */
export function openSource(
  connection: Connection,
  client: Client,
  openDisk: OpenDisk,
  arrived: () => void,
): HeaderSource {
  const isOnDisk = client.roots.every((root) => root.startsWith('file:'));
  if (openDisk !== null && isOnDisk) return openDisk(client.roots, arrived);
  if (!client.readsFiles) return NOTHING;
  return new ClientSource(
    client.roots,
    {
      readFile: (uri) => connection.sendRequest(READ_FILE, { uri }),
      findFiles: (pattern) => connection.sendRequest(FIND_FILES, { pattern }),
    },
    arrived,
  );
}
