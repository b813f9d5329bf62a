// What a compiler is asked about a file: with the options of its own compile command where there is one, and else with
// the folders in which its includes are looked for.

import { URI } from 'vscode-uri';
import type { CompileCommand } from '../imports/compile-commands.ts';
import { joinUri } from '../imports/source.ts';
import { allowedOptions, folderOption, hasStandard, kindOfCompiler } from './options.ts';

interface HowCompiled {
  readonly command: CompileCommand | null;
  /** URIs. */
  readonly folders: readonly string[];
}

/** `own`: options that the user gives, such as a standard; they go first. */
export function optionsFor(
  compiler: string,
  { command, folders }: HowCompiled,
  own: readonly string[] = [],
): readonly string[] {
  const kind = kindOfCompiler(compiler);
  const pathOf = (uri: string): string => URI.parse(uri).fsPath;
  const allowed =
    command === null
      ? []
      : allowedOptions(command.words, kind, (path) => pathOf(joinUri(command.folder, path)));
  const standard = hasStandard(own) ? allowed.filter((word) => !hasStandard([word])) : allowed;
  const named = new Set(standard);
  const rest = folders.map(pathOf).filter((path) => !named.has(path));
  return [...own, ...standard, ...rest.flatMap((path) => folderOption('-I', path, kind))];
}
