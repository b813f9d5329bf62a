// Compiles the parser for Node with the node-gyp that npm brings along. Node's headers are taken from
// beside the running Node when they are there, so that nothing is downloaded.

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const gyp =
  process.env.npm_config_node_gyp ??
  join(
    dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'node_modules',
    'node-gyp',
    'bin',
    'node-gyp.js',
  );

const prefix = join(dirname(process.execPath), '..');
const headers = existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? [`--nodedir=${prefix}`] : [];

const { status } = spawnSync(process.execPath, [gyp, 'rebuild', ...headers], {
  cwd: join(__dirname, '..', '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
