// Gathers the pages of the site in one folder: docs/, the README, the lessons and what stands beside them. Links among
// them lead to their pages, and links to other files of the project to copies.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { lessonPage } from './lessons.ts';
import { GROUPS, pageOf } from './order.ts';

/** Folders that have a page which begins them. */
const FOLDERS: Readonly<Record<string, string>> = { 'examples/learn': 'examples/learn/1-layouts.layout' };

/** Every file that is a page: those of the order, and pages of docs/ that it does not name yet. */
function pageFiles(root: string): readonly string[] {
  const named = GROUPS.flatMap(({ files }) => files);
  const docs = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return [...new Set([...named, ...docs])];
}

interface Links {
  readonly root: string;
  readonly files: ReadonlySet<string>;
  /** Where what the site serves as it is goes. */
  readonly served: string;
}

/** The target of a link of a file's, as the site has it; null: it has no such thing. */
function targetOf({ root, files, served }: Links, file: string, target: string): string | null {
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  const to = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
  const page = FOLDERS[to] ?? to;
  if (files.has(page)) return `/${pageOf(page)}.md${fragment}`;
  if (to.startsWith('docs/images/')) return `/${to.slice('docs/'.length)}`;
  const source = join(root, to);
  if (!existsSync(source)) throw new Error(`${file}: there is no ${target}`);
  if (!statSync(source).isFile()) return null;
  // Its ending is kept out of the way: a host of static files shows plain text.
  const copy = `source/${to}.txt`;
  mkdirSync(dirname(join(served, copy)), { recursive: true });
  cpSync(source, join(served, copy));
  return `/${copy}`;
}

/** Code, or a link, whose text may hold code. */
const CODE_OR_LINK = /^```.*?^```$|(!?)\[([^\]\n]*)\]\((?!\w+:)([^)\s]+)\)|`[^`\n]+`/gms;

const relinked = (links: Links, file: string, markdown: string): string =>
  markdown
    .replace(CODE_OR_LINK, (whole, bang?: string, text?: string, target?: string) => {
      if (target === undefined) return whole;
      const found = targetOf(links, file, target);
      return found === null ? text! : `${bang}[${text}](${found})`;
    })
    .replace(/(src|srcset)="images\//g, '$1="/images/');

/** Writes the pages into a folder; how many they are. */
export async function gatherPages(root: string, folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  const served = join(folder, 'public');
  const files = pageFiles(root);
  const links = { root, files: new Set(files), served };
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const page = file.endsWith('.md') ? relinked(links, file, text) : await lessonPage(text);
    const path = join(folder, `${pageOf(file)}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page);
  }
  cpSync(join(root, 'docs', 'images'), join(served, 'images'), { recursive: true });
  return files.length;
}
