// Included files for the command line: read from the disk, once for all files of a run.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OpenDocument, openDocument } from './analysis/document.ts';
import { embeddedScanner } from './analysis/embedded-notation.ts';
import type { Dialect } from './frontends/scope.ts';
import type { Grammars } from './syntax/grammars.ts';
import { HeaderIndex, type HeaderOptions } from './workspace/header-index.ts';
import { normalUri } from './workspace/header-source.ts';
import { DiskSource, workspaceRoot } from './workspace/header-source.node.ts';

export interface NamedFile {
  readonly path: string;
  readonly dialect: Dialect;
  readonly text: string;
}

/** Opens a file of the command line with what it includes. */
export type OpenFile = (file: NamedFile) => OpenDocument;

/**
 * `operands`: the files and folders that the command works on; includes are looked for in the repository that they
 * are in, or else in themselves. `include`: folders to search before.
 */
export function fileOpener(
  grammars: Grammars,
  operands: readonly string[],
  include: readonly string[],
): OpenFile {
  const roots = operands.map((operand) => workspaceRoot(resolve(operand)));
  const uris = roots.map((root) => normalUri(pathToFileURL(root).href));
  const index = new HeaderIndex(new DiskSource([...new Set(uris)]), embeddedScanner(grammars));
  const options: HeaderOptions = {
    includePaths: include.map((folder) => resolve(folder)),
    followLibrary: false,
    isEnabled: true,
  };
  return ({ path, dialect, text }) => {
    const document = openDocument(grammars, dialect, text);
    if (dialect === 'cpp') {
      const uri = normalUri(pathToFileURL(resolve(path)).href);
      document.imports = index.importsOf({ uri, includes: document.module.includes }, options);
    }
    return document;
  };
}
