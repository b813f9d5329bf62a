// A check of a folder with a cache, in the test's own process, beside one without.

import assert from 'node:assert/strict';
import { join, relative, resolve, sep } from 'node:path';
import { FindingsCache } from '../../../server/src/cli/check/cache.node.ts';
import { fileChecker } from '../../../server/src/cli/check/checker.node.ts';
import { isUnreadable, sourceFiles } from '../../../server/src/cli/common/walk.node.ts';
import { loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';

const grammars = loadGrammars(grammarFiles);

/**
 * The files of which findings are used that are kept in `kept`; each of these has to be what a check finds now. The
 * findings of the others are kept from then on. `include`: folders below it.
 */
export async function usedFromCache(
  folder: string,
  include: readonly string[] = [],
): Promise<readonly string[]> {
  const searched = { operands: [folder], include: include.map((each) => join(folder, each)) };
  const check = fileChecker(await grammars, searched);
  const cache = new FindingsCache(join(folder, 'kept'), searched);
  const used: string[] = [];
  for (const file of sourceFiles([folder])) {
    assert.ok(!isUnreadable(file));
    const kept = cache.find(file);
    const checked = await check(file);
    assert.ok('findings' in checked);
    const name = relative(folder, resolve(file.path)).split(sep).join('/');
    if (kept === null) cache.add(file, checked);
    else {
      assert.deepEqual(kept.findings, checked.findings, `${name}\n${file.text}`);
      used.push(name);
    }
  }
  cache.write();
  return used;
}
