// Included files for the command line: read from the disk, once for all files of a run.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OpenDocument, openDocument } from '../analysis/document/document.ts';
import { embeddedScanner } from '../analysis/document/embedded-notation.ts';
import { IncludingWorlds } from '../analysis/values/including-worlds.ts';
import type { Module } from '../frontends/common/scope.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { WaitingDisk } from '../workspace/host/disk.node.ts';
import { HeaderIndex } from '../workspace/imports/index.ts';
import { PythonModules } from '../workspace/imports/python-modules.ts';
import { DiskSource, workspaceRoot } from '../workspace/imports/source.node.ts';
import { normalUri } from '../workspace/imports/source.ts';
import type { HeaderOptions } from '../workspace/settings/header-options.ts';
import type { OpenFile } from './open.ts';

/** So many characters of included files are lowered as a whole before their turn comes. */
const MOST_AHEAD = 24 * 2 ** 20;

const uriOf = (path: string): string => normalUri(pathToFileURL(resolve(path)).href);

/**
 * Opens files with what they include. `operands`: the files and folders that the command works on; includes are looked for in the repository that they
 * are in, or else in themselves. `include`: folders to search before. `parameters`: values of template parameters.
 */
export function fileOpener(
  grammars: Grammars,
  operands: readonly string[],
  include: readonly string[],
  parameters: Readonly<Record<string, string>> = {},
): OpenFile {
  const roots = operands.map((operand) => uriOf(workspaceRoot(resolve(operand))));
  const ofRun = operands.map(uriOf);
  const worlds = new IncludingWorlds();
  const options: HeaderOptions = {
    includePaths: include.map((folder) => resolve(folder)),
    followLibrary: false,
    isEnabled: true,
  };
  /** Files of the run that others have asked for: they are the same objects when their turn comes. */
  const ahead = new Map<string, OpenDocument>();
  const lowered = new Set<string>();
  let charactersAhead = 0;
  const lowerAhead = (uri: string, text: string): Module | null => {
    if (charactersAhead + text.length > MOST_AHEAD) return null;
    if (!ofRun.some((operand) => uri === operand || uri.startsWith(`${operand}/`))) return null;
    charactersAhead += text.length;
    const document = open(uri, text);
    const { module } = document;
    // Only what the file was lowered to is needed from here on.
    document.dispose();
    ahead.set(uri, document);
    lowered.add(uri);
    return module;
  };
  const refused = (path: string, reason: string): boolean =>
    process.stderr.write(`layout-lens: ${path} is not read: ${reason}\n`);
  const source = new DiskSource([...new Set(roots)], new WaitingDisk(refused));
  const modules = new PythonModules(grammars, source);
  const index = new HeaderIndex(source, embeddedScanner(grammars), lowerAhead);
  const open = (uri: string, text: string): OpenDocument => {
    const document: OpenDocument = openDocument(grammars, 'cpp', text, {
      isOnlyRead: true,
      parameters,
      worlds,
      includers: (names) => {
        // The files that include this one have to mean the same declarations.
        if (!lowered.has(uri)) {
          lowered.add(uri);
          const { module } = document;
          index.opened(uri, () => ({ stamp: 'open', text, module }));
        }
        return index.including(uri, names, options) ?? [];
      },
    });
    return document;
  };
  return ({ path, dialect, text }) => {
    if (dialect === 'python' && path !== undefined) {
      const document = openDocument(grammars, dialect, text, { parameters });
      document.imports = modules.importsOf({ uri: uriOf(path), module: document.module });
      return document;
    }
    if (dialect !== 'cpp' || path === undefined)
      return openDocument(grammars, dialect, text, { parameters, isOnlyRead: true });
    const uri = uriOf(path);
    const known = ahead.get(uri);
    ahead.delete(uri);
    const document = known?.text === text ? known : open(uri, text);
    document.imports = index.importsOf({ uri, module: document.module }, options);
    return document;
  };
}
