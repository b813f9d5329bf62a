import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { isUnreadable, sourceFiles } from '../../../server/src/cli/common/walk.node.ts';

let root = '';
const put = (path: string, text = '4:1\n') => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

before(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-lens-walk-'));
  mkdirSync(join(root, '.git'));
  put('.git/hooks/hook.py');
  put('.gitignore', 'out/\n*.gen.cu\n/top.py\n');
  put('a.layout');
  put('b.gen.cu');
  put('top.py');
  put('out/x.cu');
  put('src/k.cu');
  put('src/top.py');
  put('src/notes.md');
  put('src/.gitignore', '!keep.gen.cu\nold.cuh\n');
  put('src/keep.gen.cu');
  put('src/old.cuh');
  put('src/binary.h', 'a\0b');
  symlinkSync(root, join(root, 'src/loop'));
});
after(() => rmSync(root, { recursive: true, force: true }));

const namesOf = (...paths: string[]) =>
  [...sourceFiles(paths.map((p) => join(root, p)))].map((file) => ({
    path: relative(root, join(process.cwd(), file.path)).replace(/^(\.\.\/)+.*?(?=\/tmp)/, ''),
    unreadable: isUnreadable(file),
  }));
const short = (list: readonly { path: string; unreadable: boolean }[]) =>
  list.map(({ path, unreadable }) => `${path.slice(path.lastIndexOf('/') + 1)}${unreadable ? '!' : ''}`);

test('a folder gives what git would not skip, links not followed', () => {
  assert.deepEqual(short(namesOf('.')), ['a.layout', 'binary.h!', 'k.cu', 'keep.gen.cu', 'top.py']);
});

test('a folder below the root obeys the files above it', () => {
  assert.deepEqual(short(namesOf('src')), ['binary.h!', 'k.cu', 'keep.gen.cu', 'top.py']);
});

test('a named file is read even where git skips it; what cannot be read is said', () => {
  assert.deepEqual(short(namesOf('out/x.cu', 'missing.cu', 'src/notes.md')), [
    'x.cu',
    'missing.cu!',
    'notes.md!',
  ]);
});

test('an unreadable folder is said', {
  skip: process.getuid?.() === 0 ? 'root reads everything' : false,
}, () => {
  mkdirSync(join(root, 'locked'));
  chmodSync(join(root, 'locked'), 0);
  assert.ok(short(namesOf('.')).includes('locked!'));
  chmodSync(join(root, 'locked'), 0o700);
});

test('where there is no repository only the files of the folder itself say what is left out', () => {
  const outer = mkdtempSync(join(tmpdir(), 'layout-lens-walk-plain-'));
  const write = (path: string, text = '4:1\n'): void => {
    mkdirSync(join(outer, path, '..'), { recursive: true });
    writeFileSync(join(outer, path), text);
  };
  try {
    write('.gitignore', 'kept.cu\n');
    write('inner/kept.cu');
    write('inner/.gitignore', 'left.cu\n');
    write('inner/left.cu');
    write('inner/deep/kept.cu');
    write('inner/deep/left.cu');
    const found = [...sourceFiles([join(outer, 'inner')])].map(({ path }) => path.replace(/^.*inner\//, ''));
    assert.deepEqual(found, ['deep/kept.cu', 'kept.cu']);
    // In a repository the same file above counts.
    mkdirSync(join(outer, '.git'));
    assert.deepEqual([...sourceFiles([join(outer, 'inner')])], []);
  } finally {
    rmSync(outer, { recursive: true });
  }
});
