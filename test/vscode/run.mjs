// node run.mjs desktop|web: downloads that VS Code and runs the suite in it.

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSuite } from './bundle.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const extensionTestsPath = await bundleSuite();
const examples = join(root, 'examples');

if (process.argv[2] === 'web') {
  const { runTests } = await import('@vscode/test-web');
  await runTests({
    browserType: 'chromium',
    extensionDevelopmentPath: root,
    extensionTestsPath,
    folderPath: examples,
    headless: true,
  });
} else {
  const { runTests } = await import('@vscode/test-electron');
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath,
    launchArgs: [examples, '--disable-extensions', '--disable-workspace-trust'],
  });
}
