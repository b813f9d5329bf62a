// Serves a built site to this machine only, as a host of static files does.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { mediaType, requestedPath, servedFile } from '../workbench/served-files.ts';

interface ServedSite {
  readonly address: string;
  close(): Promise<void>;
}

/** `base`: the path that the site is built for, which begins and ends with a slash. `port`: 0 takes a free one. */
export async function serveSite(folder: string, base = '/', port = 0): Promise<ServedSite> {
  const mounts = [{ path: base, folder }];
  const server = createServer(async (request, response) => {
    const path = requestedPath(request.url ?? '');
    const file =
      path === null ? null : await servedFile(mounts, path.endsWith('/') ? `${path}index.html` : path);
    if (file === null) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such page.\n');
      return;
    }
    const type = mediaType(file);
    response.writeHead(200, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' });
    response.end(await readFile(file));
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => done());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
