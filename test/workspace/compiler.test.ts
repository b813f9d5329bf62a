// How a compiler is run: with which options and environment, for how long, and that nothing of it is left.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CompilerQuestion } from '../../server/src/workspace/compiler/compiler.ts';
import { allowedOptions, kindOfCompiler } from '../../server/src/workspace/compiler/options.ts';
import { compilerOfHost } from '../../server/src/workspace/compiler/run.node.ts';
import { fakeCompiler } from '../support/compilers.ts';

const within = (path: string): string => (path.startsWith('/') ? path : `/build/${path}`);

test('options that say what the text means are let through', () => {
  const plain = 'g++ -Iinclude -I /abs -isystem sys -iquote=q -DN=128 -UNDEBUG -std=c++20 -O3 -c a.cu -o a.o';
  const given = [...plain.split(' '), '-D', 'F(x)=x'];
  assert.deepEqual(allowedOptions(given, 'gcc', within), [
    '-I',
    '/build/include',
    '-I',
    '/abs',
    '-isystem',
    '/build/sys',
    '-iquote',
    '/build/q',
    '-DN=128',
    '-UNDEBUG',
    '-std=c++20',
    '-DF(x)=x',
  ]);
  assert.deepEqual(
    allowedOptions(
      ['--std', 'c++17', '-arch=sm_90a', '-I=a,b', '--expt-relaxed-constexpr', '-DN=1'],
      'nvcc',
      within,
    ),
    ['-std=c++17', '-arch=sm_90a', '-I/build/a', '-I/build/b', '--expt-relaxed-constexpr', '-DN=1'],
  );
});

test('what loads, runs or writes something is not let through', () => {
  const harmful = [
    '-fplugin=evil.so',
    '-fplugin-arg-evil-x=1',
    '-wrapper',
    'sh,-c,true',
    '@options',
    '-B/evil',
    '-specs=evil.specs',
    '--specs=evil.specs',
    '-Xcompiler',
    '-fplugin=evil.so',
    '-Xcompiler=-fplugin=evil.so',
    '-ccbin',
    '/evil',
    '-ccbin=/evil',
    '--compiler-bindir=/evil',
    '-Wl,-plugin',
    '-Xclang',
    '-load',
    '-o',
    '/etc/passwd',
    '-MD',
    '-MF',
    'x.d',
    '-save-temps',
    '-dumpdir',
    '-run',
    '--options-file',
    'evil',
    '-I@options',
    '-std=c++17;evil',
    '-D@options',
    '-arch=sm_90 -ccbin=/evil',
    '-x',
    'assembler',
    '-include',
    '/etc/shadow',
  ];
  for (const kind of ['gcc', 'clang', 'nvcc'] as const)
    assert.deepEqual(allowedOptions(harmful, kind, within), [], kind);
});

test('a compiler is known by its name', () => {
  assert.equal(kindOfCompiler('/usr/bin/clang++-17'), 'clang');
  assert.equal(kindOfCompiler('/usr/local/cuda/bin/nvcc'), 'nvcc');
  assert.equal(kindOfCompiler('/opt/nvcc-tools/x86_64-linux-gnu-g++-12'), 'gcc');
});

const question = (compiler: string, more: Partial<CompilerQuestion> = {}): CompilerQuestion => ({
  compiler,
  path: '/nowhere/kernel.cu',
  text: 'int x;\n',
  header: '// probes\n',
  options: ['-DN=1'],
  keeps: (line) => line.startsWith('kept'),
  ...more,
});

test('a compiler is handed a copy of the text in a folder of its own, which is gone behind it', async () => {
  const fake = fakeCompiler(
    'for last; do :; done; echo "kept $PWD $*" >&2; echo "kept $(cat "$last")"; env | sed "s/^/kept env /"; echo lost',
  );
  process.env['NVCC_APPEND_FLAGS'] = '--evil';
  try {
    const answer = await compilerOfHost()(question(fake.path, { text: 'f<<<1, 2>>>(x);\n' }));
    assert.ok(answer.ok);
    assert.equal(answer.name, 'g++ 12.2');
    const lines = answer.readings.flat();
    const [folder = '', ...words] = lines
      .find((line) => line.startsWith('kept /'))!
      .slice(5)
      .split(' ');
    assert.ok(!existsSync(folder), folder);
    assert.ok(words.includes('-fsyntax-only') && words.includes('-DN=1') && words.includes('-std=c++17'));
    assert.ok(words.includes('/nowhere'), 'the folder of the file is searched');
    assert.equal(words.at(-1), join(folder, 'host', 'kernel.cu'));
    assert.ok(lines.includes('kept f          (x);'), lines.join('\n'));
    assert.ok(!lines.some((line) => line.includes('lost') || line.includes('--evil')));
  } finally {
    delete process.env['NVCC_APPEND_FLAGS'];
    fake.remove();
  }
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that has ended and that nobody has asked about is still listed.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test('what takes too long is ended with everything that it has started', async () => {
  const fake = fakeCompiler(`sleep 300 & echo $! > "$0.child"; echo $$ > "$0.own"; wait`);
  try {
    const answer = await compilerOfHost({ milliseconds: 1500 })(question(fake.path));
    assert.deepEqual(answer, { ok: false, message: 'g++ 12.2 took longer than 1.5 s, and was ended' });
    for (const name of ['child', 'own']) {
      const pid = Number(readFileSync(`${fake.path}.${name}`, 'utf8'));
      assert.ok(pid > 0);
      for (let i = 0; i < 50 && isRunning(pid); i++) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.ok(!isRunning(pid), `${name} still runs`);
    }
  } finally {
    fake.remove();
  }
});

test('what writes too much is ended', async () => {
  const fake = fakeCompiler('yes 0123456789');
  try {
    const answer = await compilerOfHost({ bytes: 2 ** 20 })(question(fake.path));
    assert.deepEqual(answer, { ok: false, message: 'g++ 12.2 wrote more than 1 MiB, and was ended' });
  } finally {
    fake.remove();
  }
});

test('a compiler that is not there is said to be so', async () => {
  const answer = await compilerOfHost()(question('/nowhere/g++'));
  assert.deepEqual(answer, { ok: false, message: '/nowhere/g++ cannot be started' });
});
