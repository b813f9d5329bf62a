// The suite of test/vscode, in the extension host of the VS Code for the Web that npm ships.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundleSuite } from '../vscode/bundle.mjs';
import { openWorkbench } from './browser.ts';

test("the suite passes in VS Code's own extension host", { timeout: 240_000 }, async (context) => {
  const log: string[] = [];
  let exit: (code: number) => void = () => {};
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  const { close } = await openWorkbench({ testSuite: await bundleSuite() }, {}, async (page) => {
    // VS Code calls these two by name when it runs tests in a page.
    await page.exposeFunction('codeAutomationLog', (_type: string, words: unknown[]) =>
      log.push(words.join(' ')),
    );
    await page.exposeFunction('codeAutomationExit', (code: number) => exit(code));
  });
  try {
    const code = await exited;
    const results = log.filter((line) => /^(not )?ok: |^suite: /.test(line));
    for (const line of results) context.diagnostic(line);
    assert.equal(code, 0, results.join('\n'));
    assert.match(results.at(-1) ?? '', /^suite: (\d+) of \1 passed$/);
  } finally {
    await close();
  }
});
