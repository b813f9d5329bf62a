// Whom the workbench's server answers: pages that it has served itself, on this machine.

import type { IncomingMessage } from 'node:http';

/** Webviews live at `<id>.vsc.localhost`, and the editor shares that parent with them. */
export const EDITOR_HOST = 'app.vsc.localhost';

const HOSTS = /^(?:localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.vsc\.localhost)$/i;

/** Whether a name, with or without a port, is one of this server's own. */
function isOwnHost(host: string | undefined, port: number): boolean {
  const at = /:\d+$/.exec(host ?? '');
  if (host === undefined || at === null || at[0] !== `:${port}`) return false;
  return HOSTS.test(host.slice(0, at.index));
}

/** Why a request is refused, as a status; null when it is answered. */
export function refusal({ method, headers }: IncomingMessage, port: number): number | null {
  // A page elsewhere whose name is made to mean this machine still sends its own name.
  if (!isOwnHost(headers.host, port)) return 421;
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, port)) return 403;
  // Other sites may link to the editor, and load nothing from it.
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') return 403;
  return method === 'GET' || method === 'HEAD' ? null : 405;
}

const isOwnOrigin = (origin: string, port: number): boolean =>
  origin.startsWith('http://') && isOwnHost(origin.slice('http://'.length), port);

/** What every answer says of itself. */
export function commonHeaders(port: number): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `frame-ancestors ${ownSources(port)}`,
    'Cross-Origin-Resource-Policy': 'same-site',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** The editor's own page: it loads from this server, and shows images that come with the text. */
export const pageHeaders = (port: number): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    // The editor's loader and its tests compile strings.
    "script-src 'self' 'unsafe-eval' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob:",
    "worker-src 'self' data: blob:",
    `frame-src ${ownSources(port)} blob:`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});

const ownSources = (port: number): string => `'self' http://*.vsc.localhost:${port}`;
