// What the server of `npm start` gives out, and to whom, over plain HTTP with paths as they are sent.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { servedFile } from '../../scripts/workbench/served-files.ts';
import { startWorkbench, type Workbench } from '../../scripts/workbench/server.ts';

let workbench: Workbench;
let port: number;
before(async () => {
  workbench = await startWorkbench();
  port = Number(new URL(workbench.address).port);
});
after(() => workbench.close());

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends a request line and headers as they are: no client tidies the path up. */
function send(target: string, headers: readonly string[] = [], method = 'GET'): Promise<Answer> {
  const host = headers.some((h) => /^host:/i.test(h)) ? [] : [`Host: localhost:${port}`];
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (data) => chunks.push(data));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') });
    });
    const lines = [`${method} ${target} HTTP/1.1`, ...host, ...headers, 'Connection: close', '', ''];
    socket.write(Buffer.from(lines.join('\r\n'), 'latin1'));
  });
}

test('what the editor needs is served', async () => {
  for (const [path, start] of [
    ['/', '<!doctype html>'],
    ['/page.js', '//'],
    ['/page.json', '{"settings"'],
    ['/workspace.json', '{'],
    ['/extension/package.json', '{'],
    ['/extension/package.nls.json', '{'],
    ['/extension/package.nls.zh-cn.json', '{'],
    ['/extension/l10n/bundle.l10n.zh-cn.json', '{'],
    ['/extension/docs/images/hover.png', 'PNG'],
    ['/extension/syntaxes/layout.tmLanguage.json', '{'],
    ['/memory-files/extension.js', '//'],
    ['/static/out/vs/loader.js', '/*'],
    ['/static/out/vs/%6coader.js', '/*'],
    ['/page.js?x=1', '//'],
  ] as const) {
    const { status, body } = await send(path);
    assert.equal(status, 200, path);
    assert.ok(body.includes(start), `${path}: ${body.slice(0, 40)}`);
  }
});

const OUTSIDE = [
  '/extension/client/dist/..%2f..%2f.git%2fconfig',
  '/extension/client/dist/..%2F..%2Fpackage-lock.json',
  '/extension/client/dist/%2e%2e/%2e%2e/package-lock.json',
  '/extension/client/dist/../../package-lock.json',
  '/extension/client/dist/..%5c..%5cpackage-lock.json',
  '/extension/client/dist/..\\..\\package-lock.json',
  '/extension/client/dist/..%252f..%252fpackage-lock.json',
  '/extension/syntaxes/..%2fpackage-lock.json',
  '/extension/server/dist/../src/cli.ts',
  '/extension/server/dist/..%2fsrc%2fcli.ts',
  '/extension/server/src/cli/cli.ts',
  '/extension/package.json/../package-lock.json',
  '/extension/package.json%00.html',
  '/extension/package.json%2f..%2fpackage-lock.json',
  '/extension/package.jsonx',
  '/extension/.git/config',
  '/extension/test/package.json',
  '/extension/suite.js',
  '/static/%2e%2e%2fpackage.json',
  '/static/..%2fpackage.json',
  '/static//etc/passwd',
  '/static/%2fetc%2fpasswd',
  '/memory-files/../server.ts',
  '/memory-files/%2e%2e%2fserver.ts',
  '//etc/passwd',
  '/%',
  '/static/%ff',
  '/static/',
  '/static',
  '/extension/client/dist',
  '*',
  'package-lock.json',
  'http://localhost/page.json',
  'http://evil.example/page.json',
  'file:///etc/passwd',
];

for (const target of OUTSIDE)
  test(`${target} is not served`, async () => {
    const { status, body } = await send(target);
    assert.ok(status === 400 || status === 404, String(status));
    assert.equal(body, '');
  });

test('only names of this machine with its own port are answered', async () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'app.vsc.localhost', 'ab12-cd.vsc.localhost'])
    assert.equal((await send('/page.json', [`Host: ${host}:${port}`])).status, 200, host);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    `vsc.localhost.evil.example:${port}`,
    `a.b.vsc.localhost:${port}`,
    `localhost:${port + 1}`,
    'localhost',
    `localhost:${port}@evil.example`,
    `169.254.169.254:${port}`,
    '',
  ])
    assert.equal((await send('/page.json', [`Host: ${host}`])).status, 421, host);
});

test('another origin, another site and another method are refused', async () => {
  for (const origin of ['http://evil.example', 'null', `https://localhost:${port}`, 'http://localhost:1'])
    assert.equal((await send('/workspace.json', [`Origin: ${origin}`])).status, 403, origin);
  assert.equal((await send('/workspace.json', [`Origin: http://app.vsc.localhost:${port}`])).status, 200);
  assert.equal(
    (await send('/page.js', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors'])).status,
    403,
  );
  assert.equal((await send('/', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate'])).status, 200);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const { status, head } = await send('/', [], method);
    assert.equal(status, 405, method);
    assert.match(head, /^allow: GET, HEAD$/im);
  }
  const head = await send('/page.js', [], 'HEAD');
  assert.deepEqual([head.status, head.body], [200, '']);
});

test('answers allow no other origin to read, frame or guess them', async () => {
  for (const path of ['/', '/page.js', '/page.json', '/extension/package.json', '/nothing']) {
    const { head } = await send(path);
    assert.doesNotMatch(head, /access-control-allow/i, path);
    assert.match(head, /^x-content-type-options: nosniff$/im, path);
    assert.match(head, /^content-security-policy: .*frame-ancestors /im, path);
  }
  const { head } = await send('/');
  assert.match(head, /^content-security-policy: default-src 'none'/im);
});

test('a link that leads out of a served folder is not followed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-served-'));
  try {
    mkdirSync(join(folder, 'served', 'inner'), { recursive: true });
    mkdirSync(join(folder, 'served-too'));
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'served-too', 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'served', 'inner', 'a.txt'), 'a');
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'served', 'out.txt'));
    symlinkSync(folder, join(folder, 'served', 'up'));
    symlinkSync(join(folder, 'served', 'inner'), join(folder, 'served', 'in'));
    const mounts = [{ path: '/s/', folder: join(folder, 'served') }];
    assert.equal(await servedFile(mounts, '/s/out.txt'), null);
    assert.equal(await servedFile(mounts, '/s/up/secret.txt'), null);
    assert.equal(await servedFile(mounts, '/s/../served-too/secret.txt'), null);
    assert.match((await servedFile(mounts, '/s/in/a.txt'))!, /inner.a\.txt$/);
    assert.equal(await servedFile(mounts, '/s/inner'), null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
