// Lists files of the workspace. Virtual file systems often have no search; their folders are walked instead.

import { CancellationTokenSource, FileType, Uri, workspace } from 'vscode';

/** Files of a workspace that hold layouts are listed up to this many. */
const MOST_FILES = 20_000;
/** Folders that hold no sources of the workspace's own. */
const SKIPPED = /^(?:\..*|node_modules)$/;

/** The files that match a glob pattern of `**`, `*` and `{a,b}`. */
export async function findFiles(pattern: string): Promise<readonly Uri[]> {
  const found = await searched(pattern);
  if (found.length > 0) return found;
  const matches = expressionOf(pattern);
  const files: Uri[] = [];
  for (const folder of workspace.workspaceFolders ?? []) {
    // On disk the search has looked everywhere.
    if (folder.uri.scheme !== 'file') await walk(folder.uri, '', matches, files);
  }
  return files;
}

/** The editor waits without end for a file system's search where none is registered. */
const PATIENCE_MS = 3000;

async function searched(pattern: string): Promise<readonly Uri[]> {
  const cancellation = new CancellationTokenSource();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly Uri[]>((resolve) => {
    timer = setTimeout(() => resolve([]), PATIENCE_MS);
  });
  try {
    const search = workspace.findFiles(pattern, undefined, MOST_FILES, cancellation.token);
    // What fails after its time has failed for nobody.
    const found = Promise.resolve(search).catch((): readonly Uri[] => []);
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
    cancellation.cancel();
    cancellation.dispose();
  }
}

async function walk(folder: Uri, path: string, matches: RegExp, files: Uri[]): Promise<void> {
  let entries: readonly [string, FileType][];
  try {
    entries = await workspace.fs.readDirectory(folder);
  } catch {
    // A folder that cannot be listed holds nothing for us.
    return;
  }
  for (const [name, type] of entries) {
    if (files.length >= MOST_FILES) return;
    const inner = Uri.joinPath(folder, name);
    // A link may lead back to where it stands.
    if (type === FileType.Directory) {
      if (!SKIPPED.test(name)) await walk(inner, `${path}${name}/`, matches, files);
    } else if (type === FileType.File && matches.test(`${path}${name}`)) files.push(inner);
  }
}

const PIECES: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '.': '\\.',
};

/** The pattern as a regular expression over paths relative to a folder. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/\*\*\/|[*{},.]/g, (piece) => PIECES[piece]!)}$`);
