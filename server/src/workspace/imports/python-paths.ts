// Folders of packages that a workspace uses besides its own: those of the settings, and those that its configuration
// for Pyright names (`extraPaths` in pyrightconfig.json, or below [tool.pyright] in pyproject.toml).

import { type HeaderSource, joinUri, normalUri, pathUri } from './source.ts';

/** Where packages are looked for. */
interface PackageFolders {
  /** URIs of folders. */
  readonly folders: readonly string[];
  /** Whether it is not known yet what the workspace is configured with. */
  readonly isPending: boolean;
}

export class PythonPaths {
  readonly #source: Pick<HeaderSource, 'read' | 'roots' | 'reach'>;
  #configured: readonly string[] | null = null;

  constructor(source: Pick<HeaderSource, 'read' | 'roots' | 'reach'>) {
    this.#source = source;
  }

  /** Files have changed, come or gone. */
  changed(): void {
    this.#configured = null;
  }

  /** `extraPaths`: folders of the settings. Files in all of the folders may be read from now on. */
  of(extraPaths: readonly string[]): PackageFolders {
    const { roots, reach } = this.#source;
    const own = extraPaths.flatMap((path) => roots.flatMap((root) => folderFrom(root, path)));
    this.#configured ??= this.#configuration();
    const folders = [...new Set([...own, ...(this.#configured ?? [])])];
    reach.allow(folders);
    return { folders, isPending: this.#configured === null };
  }

  /** null: not read yet. */
  #configuration(): readonly string[] | null {
    const found: string[] = [];
    for (const root of this.#source.roots) {
      for (const { name, pathsIn } of FILES) {
        const file = this.#source.read(joinUri(root, name));
        if (file === undefined) return null;
        const paths = file === null ? null : pathsIn(file.text);
        if (paths === null) continue;
        found.push(...paths.flatMap((path) => folderFrom(root, path)));
        // Pyright reads the first of them alone.
        break;
      }
    }
    return found;
  }
}

const FILES = [
  { name: 'pyrightconfig.json', pathsIn: ofJson },
  { name: 'pyproject.toml', pathsIn: ofToml },
];

function folderFrom(root: string, path: string): string {
  const plain = path.replace(/^\$\{workspaceFolder\}\/?/, '');
  if (/^[A-Za-z][\w+.-]+:\/\//.test(plain)) return normalUri(plain).replace(/\/$/, '');
  return plain.startsWith('/') || /^[A-Za-z]:[\\/]/.test(plain) ? pathUri(root, plain) : joinUri(root, plain);
}

/** null: the file is not to be read. */
function ofJson(text: string): readonly string[] | null {
  try {
    const { extraPaths } = JSON.parse(text) as { readonly extraPaths?: unknown };
    return Array.isArray(extraPaths) ? extraPaths.filter((path) => typeof path === 'string') : [];
  } catch {
    return null;
  }
}

/** The strings of `extraPaths = […]` in the table [tool.pyright]; null: there is no such table. */
function ofToml(text: string): readonly string[] | null {
  const table = /^\[tool\.(?:based)?pyright\][ \t]*(?:#.*)?$((?:\n(?!\[[A-Za-z"']).*)*)/m.exec(text)?.[1];
  if (table === undefined) return null;
  const list = /^[ \t]*extraPaths[ \t]*=[ \t]*\[([^\]]*)\]/m.exec(table)?.[1] ?? '';
  return [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((match) => (match[1] ?? match[2])!);
}
