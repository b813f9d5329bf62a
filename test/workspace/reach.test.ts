// Which files an include or an import may read: sources, within the workspace and the include paths.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fileOpener } from '../../server/src/cli/common/headers.node.ts';
import { PythonModules } from '../../server/src/workspace/imports/python-modules.ts';
import { ReadableFolders } from '../../server/src/workspace/imports/readable-folders.ts';
import { DiskSource } from '../../server/src/workspace/imports/source.node.ts';
import { normalUri } from '../../server/src/workspace/imports/source.ts';
import { ClientSource } from '../../server/src/workspace/imports/source-client.ts';
import { shownValue, workspace } from '../analysis/headers/support.ts';
import { pythonGrammars } from '../evaluate/python/support.ts';

const USE = 'using namespace cute;\nauto a = Layout<Shape<Int<kN>, _8>>{};\n';

describe('includes', () => {
  const outside: readonly (readonly [string, string])[] = [
    ['/etc/passwd', '../../../../etc/passwd'],
    ['/other/n.h', '/other/n.h'],
    ['/n.h', '../n.h'],
    ['/w-other/n.h', '../w-other/n.h'],
  ];
  for (const [path, include] of outside)
    test(`"${include}" is not read`, async () => {
      const w = await workspace({ 'main.cu': `#include "${include}"\n${USE}` });
      w.source.texts.set(`file://${path}`, 'constexpr int kN = 4;');
      w.index.reset();
      w.refresh();
      assert.match(w.value('a'), /not read, outside of the workspace or no source: "/);
      assert.ok(!w.source.asked.some((asked) => asked.includes('passwd') || asked.includes('other')));
    });

  for (const name of ['secret.txt', 'id_rsa.pem', '.env', 'data.json', 'values.yaml'])
    test(`${name} is no source`, async () => {
      const w = await workspace({
        'main.cu': `#include "${name}"\n${USE}`,
        [name]: 'constexpr int kN = 4;',
      });
      assert.match(w.value('a'), /not read, .* no source: "/);
    });

  for (const name of [
    'n.h',
    'n.hh',
    'n.hpp',
    'n.hxx',
    'n.cuh',
    'n.inl',
    'n.inc',
    'n.ipp',
    'n.tpp',
    'n.def',
    'n.cu',
  ])
    test(`${name} is a source`, async () => {
      const w = await workspace({ 'main.cu': `#include "${name}"\n${USE}`, [name]: 'constexpr int kN = 4;' });
      assert.equal(w.value('a'), '(_4,_8):(_1,_4)');
    });

  test('folders of the settings and of compile commands may be anywhere', async () => {
    const files = { 'main.cu': `#include <n.h>\n${USE}` };
    const given = await workspace(files, { includePaths: ['/opt/lib'] });
    given.source.texts.set('file:///opt/lib/n.h', '#include "../n2.h"\n#include "deep/n3.h"\n');
    given.source.texts.set('file:///opt/lib/deep/n3.h', 'constexpr int kN = 4;');
    given.source.texts.set('file:///opt/n2.h', 'constexpr int kN = 9;');
    given.index.reset();
    given.refresh();
    assert.equal(given.value('a'), '(_4,_8):(_1,_4)');
    const command = { directory: '/w', file: 'main.cu', command: 'g++ -I/opt/lib -c main.cu' };
    const compiled = await workspace({ ...files, 'compile_commands.json': JSON.stringify([command]) });
    compiled.source.texts.set('file:///opt/lib/n.h', 'constexpr int kN = 4;');
    compiled.index.reset();
    compiled.refresh();
    assert.equal(compiled.value('a'), '(_4,_8):(_1,_4)');
  });
});

test('names that lead elsewhere once they are decoded', () => {
  const reach = new ReadableFolders(['file:///w', 'file:///o/']);
  for (const uri of ['file:///w/a.h', 'file:///w/b/a.cu', 'file:///o/Dense', 'file:///w/%C3%A4.h'])
    assert.ok(reach.holds(uri), uri);
  for (const uri of [
    'file:///w/../etc/a.h',
    'file:///w/..',
    'file:///wide/a.h',
    'file:///a.h',
    'http://w/a.h',
    'file:///w/a.txt',
    'file:///w/.netrc',
    'file:///w/a.h%2f..%2fb',
  ])
    assert.ok(!reach.holds(uri), uri);
  reach.opened('file:///x/y/main.cu');
  assert.ok(reach.holds('file:///x/y/n.h') && !reach.holds('file:///x/n.h'));
});

test('a client is not asked for what may not be read', () => {
  const asked: string[] = [];
  const requests = {
    readFile: async (uri: string) => {
      asked.push(uri);
      return null;
    },
    findFiles: async () => [],
  };
  const source = new ClientSource(['memory://w'], requests, () => {});
  for (const uri of ['memory://w/a.txt', 'memory://v/a.h', 'file:///etc/passwd', 'memory://w/../a.h']) {
    assert.equal(source.read(uri), null, uri);
    assert.equal(source.exists(uri), false, uri);
  }
  assert.deepEqual(asked, []);
  source.read('memory://w/a.h');
  assert.deepEqual(asked, ['memory://w/a.h']);
});

describe('on a disk', () => {
  let folder: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const uri = (path: string): string => normalUri(pathToFileURL(join(folder, path)).href);
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'layout-lens-reach-')));
    write('w/.git/HEAD', '');
    write('w/main.cu', `#include "link.h"\n${USE}`);
    write('w/own.h', 'constexpr int kN = 4;');
    write('out/secret.h', 'constexpr int kN = 9;');
    write('out/mod.py', 'import cutlass.cute as cute\nx = cute.make_layout(9)\n');
    write('build/compile_commands.json', '[]');
    symlinkSync(join(folder, 'out/secret.h'), join(folder, 'w/link.h'));
    symlinkSync(join(folder, 'out'), join(folder, 'w/linked'));
    symlinkSync(join(folder, 'w/own.h'), join(folder, 'w/inner.h'));
    symlinkSync(join(folder, 'build/compile_commands.json'), join(folder, 'w/compile_commands.json'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('links lead no further than the workspace', () => {
    const source = new DiskSource([uri('w')]);
    for (const path of ['w/link.h', 'w/linked/secret.h', 'out/secret.h']) {
      assert.equal(source.exists(uri(path)), false, path);
      assert.equal(source.read(uri(path)), null, path);
    }
    assert.equal(source.read(uri('w/inner.h'))?.text, 'constexpr int kN = 4;');
    assert.equal(source.read(uri('w/compile_commands.json'))?.text, '[]');
  });

  test('they lead to include paths, and a workspace may be a link itself', () => {
    const source = new DiskSource([uri('w')]);
    assert.equal(source.exists(uri('out/secret.h')), false);
    source.forget();
    source.reach.allow([uri('out')]);
    assert.equal(source.read(uri('w/link.h'))?.text, 'constexpr int kN = 9;');
    assert.equal(source.exists(uri('w/linked/secret.h')), true);
    symlinkSync(join(folder, 'w'), join(folder, 'as-link'));
    const linked = new DiskSource([uri('as-link')]);
    assert.equal(linked.read(uri('as-link/own.h'))?.text, 'constexpr int kN = 4;');
    assert.equal(linked.exists(uri('as-link/link.h')), false);
  });

  test('the command line says what was not read', async () => {
    const grammars = await pythonGrammars();
    await grammars.ready('cpp');
    const path = join(folder, 'w/main.cu');
    const text = `#include "../out/secret.h"\n${USE}`;
    const document = fileOpener(grammars, [path], [])({ path, dialect: 'cpp', text });
    assert.match(shownValue(document, 'a'), /not read, outside of the workspace .*"\.\.\/out\/secret\.h"/);
    document.dispose();
  });

  test('what an include may read does not depend on which files were looked at before', async () => {
    const grammars = await pythonGrammars();
    await grammars.ready('cpp');
    const project = join(folder, 'compiled');
    mkdirSync(project);
    const command = { directory: project, file: 'a.cu', command: `c++ -I${join(folder, 'out')} a.cu` };
    const other = { directory: project, file: 'b.cu', command: 'c++ b.cu' };
    writeFileSync(join(project, 'compile_commands.json'), JSON.stringify([command, other]));
    const text = `#include "../out/secret.h"\n${USE}`;
    const shown = (names: readonly string[]): readonly string[] => {
      const open = fileOpener(grammars, [project], []);
      return names.map((name) => {
        const document = open({ path: join(project, name), dialect: 'cpp', text });
        const value = shownValue(document, 'a');
        document.dispose();
        return value;
      });
    };
    const [b] = shown(['b.cu']);
    assert.deepEqual(shown(['a.cu', 'b.cu']), [b, b]);
  });

  test('modules outside of the workspace are not read', async () => {
    const grammars = await pythonGrammars();
    const modules = new PythonModules(grammars, new DiskSource([uri('w')]));
    for (const path of ['mod', 'out.mod', 'linked.mod']) {
      const text = `import cutlass.cute as cute\nfrom ${path} import x\n`;
      const main = join(folder, 'w/main.py');
      const open = fileOpener(grammars, [main], [])({ path: main, dialect: 'python', text });
      const imports = modules.importsOf({ uri: uri('w/main.py'), module: open.module });
      assert.equal(imports?.declarationsNamed('x').length ?? 0, 0, path);
      open.dispose();
    }
  });
});
