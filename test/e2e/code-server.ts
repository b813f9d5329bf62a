// VS Code with a desktop's extension host, as npm brings it: code-server. It is installed beside the project's own
// packages when a test first asks, and runs in a folder of its own.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cache } from '../../scripts/testing/files.ts';
import { PATIENCE } from './browser.ts';
import { poll } from './driver.ts';

/** The last release for Node 20: VS Code 1.100. */
const VERSION = '4.100.3';

const run = promisify(execFile);

export interface CodeServer {
  /** A page with a folder of the disk, and a file of it opened. */
  address(folder: string, file: string): string;
  /** The processes of the extension's language server. */
  languageServers(): readonly number[];
  close(): Promise<void>;
}

/** The program's file. Its packages are fetched once; what they would download themselves is left out. */
async function installed(): Promise<string> {
  const home = join(cache, `code-server-${VERSION}`);
  const own = join(home, 'node_modules', 'code-server');
  const ready = join(home, 'ready');
  const entry = join(own, 'out', 'node', 'entry.js');
  if (existsSync(ready)) return entry;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const npm = (at: string, ...words: string[]) =>
    run('npm', [...words, '--no-audit', '--no-fund'], { cwd: at });
  await npm(home, 'install', '--prefix', home, '--ignore-scripts', `code-server@${VERSION}`);
  // The command line does not start without it, and its package has no build for this Node.
  await npm(home, 'rebuild', 'argon2', '--build-from-source');
  const code = join(own, 'lib', 'vscode');
  await npm(code, 'install', '--ignore-scripts', '--omit=dev');
  // What the package's own script does after that.
  symlinkSync('node_modules', join(code, 'node_modules.asar'));
  mkdirSync(ready);
  return entry;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Processes that run a language server below a folder, as Linux tells them. */
function processesOf(folder: string): readonly number[] {
  const isOurs = (pid: string): boolean => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return words.includes(folder) && words.includes('main.node.js');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isOurs(entry))
    .map(Number);
}

/** Starts it with a packed extension put in by its own command line. */
export async function startCodeServer(extension: string): Promise<CodeServer> {
  const entry = await installed();
  const home = mkdtempSync(join(tmpdir(), 'layout-lens-code-server-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_RUNTIME_DIR: home,
  };
  // A terminal of VS Code has this, and the program would hand what it is told to that window.
  delete env['VSCODE_IPC_HOOK_CLI'];
  const folders = ['--extensions-dir', join(home, 'extensions'), '--user-data-dir', join(home, 'data')];
  await run(process.execPath, [entry, ...folders, '--install-extension', extension], { env });
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const quiet = [
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    '--disable-getting-started-override',
  ];
  const config = ['--config', join(home, 'config.yaml'), '--auth', 'none', '--bind-addr', host];
  const child = spawn(process.execPath, [entry, ...config, ...quiet, ...folders], {
    env,
    stdio: 'ignore',
    // A group of its own, which ends as a whole.
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await poll(
    async () => (await fetch(`http://${host}/healthz`).catch(() => null))?.ok,
    async () => `code-server did not answer on ${host} within ${PATIENCE} ms`,
  );
  return {
    address(folder, file) {
      const payload = JSON.stringify([['openFile', `vscode-remote://${host}${file}`]]);
      return `http://${host}/?folder=${folder}&payload=${encodeURIComponent(payload)}`;
    },
    languageServers: () => processesOf(join(home, 'extensions')),
    async close() {
      process.kill(-child.pid!, 'SIGKILL');
      await exited;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
