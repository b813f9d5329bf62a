// The whole site: pages by VitePress, the playground beside them, links checked, and the licences of what is in it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { bundledPackages, licencesText } from '../bundled.mjs';
import { brokenLinks } from './links.ts';
import { gatherPages } from './pages.ts';
import { buildPlayground } from './playground/build.ts';

/** What VitePress puts into its pages. */
const IN_PAGES = ['vitepress', 'vue', '@vueuse/core', 'minisearch', 'mark.js', 'focus-trap', 'tabbable'];

interface BuiltSite {
  readonly folder: string;
  readonly pages: number;
}

/** Builds it for the path `base`. Throws where a link is broken. */
export async function buildSite(root: string, base = '/'): Promise<BuiltSite> {
  const folder = join(root, 'build', 'docs');
  const pages = await gatherPages(root, join(root, 'build', 'pages'));
  await build(join(root, 'docs'), { outDir: folder, base });
  const metafiles = await buildPlayground(root, join(folder, 'playground'));
  const inPages = { inputs: Object.fromEntries(IN_PAGES.map((name) => [`node_modules/${name}/`, {}])) };
  writeFileSync(
    join(folder, 'THIRD-PARTY.txt'),
    licencesText(bundledPackages([...metafiles, inPages], root)),
  );
  const broken = brokenLinks(folder, base);
  if (broken.length > 0) throw new Error(`broken links:\n${broken.join('\n')}`);
  return { folder, pages };
}
