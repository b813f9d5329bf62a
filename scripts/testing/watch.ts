// Does something again whenever a source or a test is saved.

import { watch } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['server/src', 'client/src', 'scripts', 'test'];

/** Editors write a file in several steps, and a checkout writes many files. */
const SETTLED_MS = 100;

export async function onChange(root: string, work: () => Promise<unknown>): Promise<never> {
  let wake = (): void => undefined;
  for (const folder of FOLDERS) watch(join(root, folder), { recursive: true }, () => wake());
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const changed = new Promise<void>((resolve) => {
      wake = () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, SETTLED_MS);
      };
    });
    await work();
    console.log('waiting for a file to be saved');
    await changed;
  }
}
