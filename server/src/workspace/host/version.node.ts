// The version of the server's own package.

import { readFileSync } from 'node:fs';

/** Read from the nearest package.json above this file: of a bundle, of a bundle's chunk, or in a checkout. */
export function packageVersion(): string {
  for (const path of ['../package.json', '../../package.json', '../../../package.json']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
        return String(manifest.version);
    } catch {
      // Not here: look one folder higher.
    }
  }
  return '0.0.0';
}
