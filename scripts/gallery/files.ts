// The files that the gallery is made of.

import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { drawEntry } from './draw.ts';
import { ENTRIES } from './entries.ts';
import { GALLERY_THEMES, galleryPage, pictureFile } from './page.ts';

/** The text of each file, by its path below `docs/`. */
export async function galleryFiles(grammars: Grammars): Promise<ReadonlyMap<string, string>> {
  const files = new Map([['gallery.md', galleryPage()]]);
  for (const entry of ENTRIES)
    for (const theme of GALLERY_THEMES) {
      const picture = await drawEntry(grammars, entry, { to: 'svg', theme });
      files.set(pictureFile(entry, theme), `${picture}\n`);
    }
  return files;
}
