import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compileOptions,
  readCompileCommands,
  splitCommand,
} from '../../server/src/workspace/imports/compile-commands.ts';
import { isStandardHeader } from '../../server/src/workspace/imports/include-resolver.ts';
import { joinUri, normalUri } from '../../server/src/workspace/imports/source.ts';

test('a command line is split as a shell does', () => {
  assert.deepEqual(splitCommand(`nvcc -I"a b" '-DX=1 2' -DS=\\"s\\" c\\ d.cu`), [
    'nvcc',
    '-Ia b',
    '-DX=1 2',
    '-DS="s"',
    'c d.cu',
  ]);
  assert.deepEqual(splitCommand(''), []);
});

test('include paths and macros of a compiler', () => {
  const options = compileOptions(
    [
      'nvcc',
      '-Iinc',
      '-I',
      '/abs',
      '-isystem=/sys',
      '-isystem',
      'sys2',
      '-iquote',
      'q',
      '-DA',
      '-D',
      'B=2',
      '-DC=',
      '-I../up',
      '-o',
      'x.o',
    ],
    'file:///w/build',
  );
  assert.deepEqual(options.includePaths, [
    'file:///w/build/inc',
    'file:///abs',
    'file:///w/up',
    'file:///sys',
    'file:///w/build/sys2',
    'file:///w/build/q',
  ]);
  assert.deepEqual(
    [...options.defines],
    [
      ['A', '1'],
      ['B', '2'],
      ['C', ''],
    ],
  );
});

test('the GPUs that nvcc compiles for', () => {
  const listed = (command: string) =>
    compileOptions(splitCommand(command), 'file:///w').defines.get('__CUDA_ARCH_LIST__');
  assert.equal(listed('nvcc -arch=sm_90a x.cu'), '900');
  assert.equal(listed('nvcc -arch sm_86 x.cu'), '860');
  assert.equal(listed('nvcc --gpu-architecture=compute_103f x.cu'), '1030');
  assert.equal(
    listed('nvcc -gencode arch=compute_86,code=sm_86 -gencode=arch=compute_80,code=sm_80'),
    '800,860',
  );
  assert.equal(listed('nvcc "--generate-code=arch=compute_90a,code=[compute_90a,sm_90a]"'), '900');
  assert.equal(listed('nvcc -arch=native x.cu'), undefined);
  assert.equal(listed('g++ -march=native x.cpp'), undefined);
});

test('a header is for the GPUs of all commands', () => {
  const list = JSON.stringify([
    { file: '/w/a.cu', command: 'nvcc -arch=sm_86 -DN=1' },
    { file: '/w/b.cu', command: 'nvcc -arch=sm_75' },
    { file: '/w/c.cpp', command: 'g++ -O2' },
  ]);
  const { common } = readCompileCommands(list, 'file:///w/compile_commands.json')!;
  assert.deepEqual([...common.defines], [['__CUDA_ARCH_LIST__', '750,860']]);
});

test('a list of commands, for its files and for the others', () => {
  const list = JSON.stringify([
    { directory: '/w/build', file: '/w/a.cu', arguments: ['nvcc', '-I/one', '-DN=1'] },
    { directory: '/w/build', file: '../b b.cu', command: 'nvcc -I/two -I/one' },
    { file: 3 },
    null,
  ]);
  const commands = readCompileCommands(list, 'file:///w/build/compile_commands.json')!;
  assert.deepEqual(commands.of('file:///w/a.cu')?.defines.get('N'), '1');
  assert.deepEqual(commands.of('file:///w/b%20b.cu')?.includePaths, ['file:///two', 'file:///one']);
  assert.equal(commands.of('file:///w/c.cu'), null);
  assert.deepEqual(commands.common.includePaths, ['file:///one', 'file:///two']);
  assert.equal(commands.common.defines.size, 0);
  assert.equal(readCompileCommands('{', 'file:///w/x.json'), null);
  assert.equal(readCompileCommands('{}', 'file:///w/x.json'), null);
});

test('addresses: one spelling for a file', () => {
  assert.equal(joinUri('file:///w/a', '../b/./c d.h'), 'file:///w/b/c%20d.h');
  assert.equal(joinUri('file:///w/a', '../../../b.h'), 'file:///b.h');
  assert.equal(joinUri('vscode-vfs://github/o/r/src', '../x.h'), 'vscode-vfs://github/o/r/x.h');
  assert.equal(joinUri('file:///w', '/abs/x.h'), 'file:///abs/x.h');
  assert.equal(normalUri('file:///C:/w/a b+c.h'), normalUri('file:///c%3A/w/a%20b%2Bc.h'));
  assert.equal(normalUri('file:///w/100%.h'), 'file:///w/100%.h');
});

test('headers of the languages are not looked for', () => {
  for (const path of [
    'vector',
    'ciso646',
    'cuda/std/utility',
    'stdint.h',
    'cuda_fp16.h',
    'cuda_runtime.h',
    'cub/cub.cuh',
  ])
    assert.ok(isStandardHeader(path), path);
  for (const path of [
    'cutlass/cutlass.h',
    'flash.h',
    'kernel_traits.h',
    'string_view_of_mine.hpp',
    'cute/tensor.hpp',
    'mma_utils.h',
  ])
    assert.ok(!isStandardHeader(path), path);
});
