// `compile_commands.json`: the include paths and macros that a file is compiled with.

import { ARCHITECTURES_MACRO } from '../../analysis/document/architectures.ts';
import { folderOf, joinUri, normalUri, pathUri } from './source.ts';

/** How a file is compiled, as far as includes go. */
export interface CompileOptions {
  /** URIs of folders, in the order in which they are searched. */
  readonly includePaths: readonly string[];
  /** `-D`, and what nvcc defines of its own of the GPUs: names with their replacements. */
  readonly defines: ReadonlyMap<string, string>;
}

export interface CompileCommand {
  readonly words: readonly string[];
  readonly folder: string;
}

export interface CompileCommands {
  /** The options of a file that is in the list itself. */
  of(uri: string): CompileOptions | null;
  /** The words of its command, and the URI of the folder that it runs in. */
  command(uri: string): CompileCommand | null;
  /**
   * The options of every other file: the paths of all the files in the list, each once. No macros, which differ, but the
   * GPUs of all.
   */
  readonly common: CompileOptions;
  /** All folders that a command names, also where they are too many to search. */
  folders(): readonly string[];
}

const MAXIMUM_PATHS = 256;

/** Splits a command line as a shell does, as far as compilers' command lines go. */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  const pattern = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/g;
  for (const [word] of command.matchAll(pattern)) {
    words.push(
      word.replace(/"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g, (_, double, single, escaped) =>
        double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped),
      ),
    );
  }
  return words;
}

const PATH_OPTIONS = ['-I', '-isystem', '-iquote', '-idirafter', '/I', '--include-path', '-isystem='];

/** Include paths and macros among a compiler's arguments. `folder`: the URI of the folder it runs in. */
export function compileOptions(words: readonly string[], folder: string): CompileOptions {
  const plain: string[] = [];
  const later: string[] = [];
  const defines = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const option = PATH_OPTIONS.find((o) => word === o || (word.startsWith(o) && !word.startsWith('--')));
    if (option !== undefined && !(option === '-I' && word.startsWith('-I-'))) {
      const path = word === option ? words[++i] : word.slice(option.length).replace(/^=/, '');
      if (path !== undefined && path !== '') {
        // The paths of nvcc's option are separated by commas.
        for (const one of path.split(',')) (option === '-I' ? plain : later).push(joinUri(folder, one));
      }
    } else if (word.startsWith('-D')) {
      const text = word === '-D' ? (words[++i] ?? '') : word.slice(2);
      const at = text.indexOf('=');
      if (text !== '') defines.set(at < 0 ? text : text.slice(0, at), at < 0 ? '1' : text.slice(at + 1));
    }
  }
  return {
    includePaths: [...new Set([...plain, ...later])],
    defines: new Map([...defines, ...architectureMacro(architecturesIn(words))]),
  };
}

/**
 * The GPUs that nvcc is to compile for, ten times their compute capabilities: `-arch=sm_90a`,
 * `-gencode arch=compute_80,code=sm_80`, `--generate-code=arch=compute_90,code=[compute_90,sm_90]`.
 */
function architecturesIn(words: readonly string[]): readonly number[] {
  return words.flatMap((word, i) => {
    const option = /^(?:-arch|--gpu-architecture|-gencode|--generate-code)(?:=(.*))?$/.exec(word);
    if (option === null) return [];
    const architecture = /^(?:arch=)?(?:compute|sm)_(\d+)/.exec(option[1] ?? words[i + 1] ?? '');
    return architecture === null ? [] : [Number(architecture[1]) * 10];
  });
}

/** As nvcc defines it: each once, in order. */
function architectureMacro(architectures: readonly number[]): ReadonlyMap<string, string> {
  const listed = [...new Set(architectures)].sort((a, b) => a - b).join();
  return new Map(listed === '' ? [] : [[ARCHITECTURES_MACRO, listed]]);
}

/** Reads the file's text. `uri` is the file's own. Null when it is no list of commands. */
export function readCompileCommands(text: string, uri: string): CompileCommands | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const entries = new Map<string, { readonly words: () => readonly string[]; readonly folder: string }>();
  for (const entry of list as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { directory, file, command, arguments: args } = entry as Readonly<Record<string, unknown>>;
    if (typeof file !== 'string') continue;
    const folder = typeof directory === 'string' ? pathUri(uri, directory) : folderOf(uri);
    const words = (): readonly string[] =>
      Array.isArray(args)
        ? args.filter((a): a is string => typeof a === 'string')
        : typeof command === 'string'
          ? splitCommand(command)
          : [];
    entries.set(normalUri(joinUri(folder, file)), { words, folder });
  }
  const known = new Map<string, CompileOptions>();
  const of = (file: string): CompileOptions | null => {
    const entry = entries.get(file);
    if (entry === undefined) return null;
    let options = known.get(file);
    if (options === undefined) {
      options = compileOptions(entry.words(), entry.folder);
      known.set(file, options);
    }
    return options;
  };
  const folders = (): readonly string[] => [
    ...new Set([...entries.keys()].flatMap((file) => of(file)!.includePaths)),
  ];
  let common: CompileOptions | null = null;
  return {
    of,
    folders,
    command(file) {
      const entry = entries.get(file);
      return entry === undefined ? null : { words: entry.words(), folder: entry.folder };
    },
    get common() {
      if (common === null) {
        const architectures = [...entries.keys()].flatMap((file) => {
          const listed = of(file)!.defines.get(ARCHITECTURES_MACRO);
          return listed === undefined ? [] : listed.split(',').map(Number);
        });
        const defines = architectureMacro(architectures);
        common = { includePaths: folders().slice(0, MAXIMUM_PATHS), defines };
      }
      return common;
    },
  };
}
