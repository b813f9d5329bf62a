// What the files of the project export, and who uses it, as their imports are written.

import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

interface Exported {
  /** The file, relative to the project, with forward slashes. */
  readonly file: string;
  readonly name: string;
}

const DECLARED =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (?<name>\w+)/gm;
const NAMED =
  /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{(?<names>[^}]*)\}\s*from\s*'(?<from>[^']+)'/g;
/** `export * from`, `import * as x from` and `import()`: anything may be used. */
const WHOLE =
  /\b(?:import|export)\s+\*(?:\s+as\s+\w+)?\s+from\s*'(?<from>[^']+)'|\bimport\(\s*'(?<late>[^']+)'\s*\)/g;

/** The exports that no other of the files imports. `root`: the project, which `files` are relative to. */
export function unusedExports(root: string, files: readonly string[]): readonly Exported[] {
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const used = new Set<string>();
  const whole = new Set<string>();
  for (const [file, text] of texts) {
    const target = (to: string): string =>
      relative(root, resolve(root, dirname(file), to))
        .split(sep)
        .join('/');
    for (const { groups } of text.matchAll(NAMED))
      for (const name of groups!['names']!.split(','))
        used.add(
          `${target(groups!['from']!)} ${
            name
              .trim()
              .replace(/^type /, '')
              .split(/\s+as\s+/)[0]
          }`,
        );
    for (const { groups } of text.matchAll(WHOLE)) whole.add(target((groups!['from'] ?? groups!['late'])!));
  }
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(DECLARED)]
      .map(({ groups }) => ({ file, name: groups!['name']! }))
      .filter(({ name }) => !whole.has(file) && !used.has(`${file} ${name}`)),
  );
}
