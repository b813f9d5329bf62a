// The imports of a tree of TypeScript sources, those of types included.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

export interface Import {
  /** File with the import, relative to the sources, with forward slashes. */
  readonly from: string;
  /** The same of the imported file, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Nothing of it is left when the types are gone. */
  readonly isType: boolean;
}

const slashes = (path: string): string => path.split(sep).join('/');

/** The folder of a file, `.` for those at the top. */
export const roomOf = (file: string): string => posix.dirname(file);

export const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(slashes)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort();

const STATEMENT =
  /^\s*(?:import|export)\b(?<clause>[^;'"]*?)\bfrom\s*['"](?<named>[^'"]+)['"]|^\s*import\s*['"](?<whole>[^'"]+)['"]|\bimport\(\s*['"](?<late>[^'"]+)['"]\s*\)/gm;

/** Whether a clause names types alone: `type { A }`, `{ type A, type B }`. */
function isOfTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(clause)?.groups?.names;
  const each = names?.split(',').filter((name) => name.trim() !== '') ?? [];
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name));
}

export function importsOf(folder: string, file: string): readonly Import[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(STATEMENT)].map(({ groups = {} }) => {
    const name = groups.named ?? groups.whole ?? groups.late ?? '';
    const isPackage = !name.startsWith('.');
    const to = isPackage ? name : slashes(relative(folder, resolve(folder, dirname(file), name)));
    return { from: file, to, isPackage, isType: isOfTypes(groups.clause ?? '') };
  });
}

/** Who imports whom, without packages, between what `of` makes of the files. */
export function edgesBetween(
  imports: readonly Import[],
  of: (file: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isPackage } of imports) {
    const [a, b] = [of(from), of(to)];
    if (isPackage || a === b) continue;
    const known = edges.get(a);
    if (known === undefined) edges.set(a, new Set([b]));
    else known.add(b);
  }
  return edges;
}

/** The rings of a graph with more than one member: its strongly connected components (Tarjan), largest first. */
export function ringsIn(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const path: string[] = [];
  const rings: string[][] = [];
  const visit = (node: string): void => {
    const number = index.size;
    index.set(node, number);
    low.set(node, number);
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (path.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== number) return;
    const ring = path.splice(path.indexOf(node));
    if (ring.length > 1) rings.push(ring.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return rings.sort((a, b) => b.length - a.length);
}
