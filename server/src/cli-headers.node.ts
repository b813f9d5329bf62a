// Included files for the command line: read from the disk, once for all files of a run.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OpenDocument, openDocument } from './analysis/document.ts';
import { embeddedScanner } from './analysis/embedded-notation.ts';
import type { OpenFile } from './cli-open.ts';
import type { Grammars } from './syntax/grammars.ts';
import { HeaderIndex, type HeaderOptions, type IncludingModule } from './workspace/header-index.ts';
import { DiskSource, workspaceRoot } from './workspace/header-source.node.ts';
import { normalUri } from './workspace/header-source.ts';

/**
 * Opens files with what they include. `operands`: the files and folders that the command works on; includes are looked for in the repository that they
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
    if (dialect !== 'cpp' || path === undefined) return openDocument(grammars, dialect, text);
    const uri = normalUri(pathToFileURL(resolve(path)).href);
    let including: readonly IncludingModule[] | null = null;
    const document: OpenDocument = openDocument(grammars, dialect, text, {
      includers: () => {
        if (including === null) {
          // The files that include this one have to mean the same declarations.
          const { module } = document;
          index.opened(uri, () => ({ stamp: 'open', text, module }));
          including = index.includingModules(uri, options, Number.POSITIVE_INFINITY);
        }
        return including;
      },
    });
    document.imports = index.importsOf({ uri, module: document.module }, options);
    return document;
  };
}
