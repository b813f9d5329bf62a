// A workspace that lives in the page: it starts as the server's folder, and edits stay in memory.

const vscode = require('vscode');

class MemoryFiles {
  #changes = new vscode.EventEmitter();
  onDidChangeFile = this.#changes.event;
  /** Path to contents; a folder has none. */
  #entries = new Map([['/', null]]);

  constructor(root, files) {
    this.#addFolder(root);
    for (const [path, text] of Object.entries(files))
      this.#addFile(`${root}/${path}`, new TextEncoder().encode(text));
  }

  #addFolder(path) {
    if (path === '' || this.#entries.has(path)) return;
    this.#addFolder(path.slice(0, path.lastIndexOf('/')));
    this.#entries.set(path, null);
  }

  #addFile(path, bytes) {
    this.#addFolder(path.slice(0, path.lastIndexOf('/')));
    this.#entries.set(path, { bytes, changed: Date.now() });
  }

  #get(uri) {
    const entry = this.#entries.get(uri.path);
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }

  watch() {
    return new vscode.Disposable(() => {});
  }

  stat(uri) {
    const file = this.#get(uri);
    return file
      ? { type: vscode.FileType.File, ctime: file.changed, mtime: file.changed, size: file.bytes.length }
      : { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  readDirectory(uri) {
    const prefix = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
    return [...this.#entries]
      .filter(
        ([path]) =>
          path.startsWith(prefix) && path.length > prefix.length && !path.slice(prefix.length).includes('/'),
      )
      .map(([path, file]) => [
        path.slice(prefix.length),
        file ? vscode.FileType.File : vscode.FileType.Directory,
      ]);
  }

  readFile(uri) {
    const file = this.#get(uri);
    if (!file) throw vscode.FileSystemError.FileIsADirectory(uri);
    return file.bytes;
  }

  createDirectory(uri) {
    this.#addFolder(uri.path);
    this.#tell(vscode.FileChangeType.Created, uri);
  }

  writeFile(uri, bytes) {
    const known = this.#entries.has(uri.path);
    this.#addFile(uri.path, bytes);
    this.#tell(known ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created, uri);
  }

  delete(uri) {
    this.#get(uri);
    for (const path of [...this.#entries.keys()]) {
      if (path === uri.path || path.startsWith(`${uri.path}/`)) this.#entries.delete(path);
    }
    this.#tell(vscode.FileChangeType.Deleted, uri);
  }

  rename(from, to) {
    this.#get(from);
    for (const [path, file] of [...this.#entries]) {
      if (path !== from.path && !path.startsWith(`${from.path}/`)) continue;
      this.#entries.delete(path);
      this.#entries.set(to.path + path.slice(from.path.length), file);
    }
    this.#tell(vscode.FileChangeType.Deleted, from);
    this.#tell(vscode.FileChangeType.Created, to);
  }

  #tell(type, uri) {
    this.#changes.fire([{ type, uri }]);
  }
}

exports.activate = async (context) => {
  const source = vscode.Uri.joinPath(context.extensionUri, '..', 'workspace.json').toString(true);
  const files = await (await fetch(source)).json();
  const provider = new MemoryFiles('/examples', files);
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('memory', provider, { isCaseSensitive: true }),
  );
};
