// The command line's words: one command, its options, its operands.

import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface CommandLine {
  readonly command: string;
  readonly operands: readonly string[];
  /** Flags that were given, without their dashes. */
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** Values of options that may be repeated, in order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

export class UsageError extends Error {}

interface CommandOptions {
  readonly flags: readonly string[];
  readonly values: readonly string[];
  readonly lists?: readonly string[];
}

const COMMANDS: Readonly<Record<string, CommandOptions>> = {
  eval: { flags: ['jsonl', 'json', 'static-marks'], values: ['dialect'] },
  emit: { flags: ['inverse', 'json'], values: ['to', 'names'] },
  draw: {
    flags: [],
    values: ['to', 'rows', 'columns', 'theme', 'show', 'by', 'bits', 'slice'],
    lists: ['include', 'assume'],
  },
  find: { flags: ['json'], values: ['shape', 'over', 'language'], lists: ['assume'] },
  hover: { flags: ['json'], values: [], lists: ['include', 'assume'] },
  advise: { flags: [], values: [], lists: ['include', 'assume'] },
  check: {
    flags: [],
    values: ['format', 'severity', 'baseline', 'write-baseline', 'rules-page', 'jobs', 'cache'],
    lists: ['include', 'rule'],
  },
  confirm: {
    flags: ['json'],
    values: ['compiler', 'std'],
    lists: ['include', 'assume'],
  },
  doctor: { flags: [], values: [], lists: ['include'] },
  stats: { flags: ['json'], values: ['jobs'], lists: ['include', 'assume'] },
};

export const HELP = `layout-lens: values, checks and hovers for tensor layouts

  layout-lens --stdio                          the language server, for any editor
  layout-lens eval [--dialect D] [--json] [--static-marks] EXPR...
                                               the value of each expression; x = ... binds a name for the next ones
  layout-lens eval --jsonl [--dialect D] [--static-marks]
                                               reads one JSON string a line, writes one JSON object a line
  layout-lens emit --to LANGUAGE [--inverse] [--names i,j] EXPR
                                               the arithmetic that a layout stands for, checked at every point: c, cuda,
                                               hip, javascript, python, triton, wgsl; or as a layout: cute, lego,
                                               linear; or as an integer set relation: isl
  layout-lens draw [--to text|svg|png|tikz] [--show order|swizzle|matrix|tiles] [--by WHAT] EXPR | FILE:LINE:COLUMN
                                               the picture of a layout, or of what stands there; see below
  layout-lens find [--shape M,N] [--over i=M,j=N] [--language c|python] [--json]
                                               the layout that computes a table of offsets, or an index expression over
                                               the ranges of its variables; reads it from standard input
  layout-lens hover FILE:LINE:COLUMN [--json]  what the editor would show there (both count from 1)
  layout-lens advise FILE:LINE:COLUMN          swizzles and paddings that take the bank conflicts from the accesses to a buffer
  layout-lens check PATH... [--format text|json|sarif|github] [--rule ID,...] [--severity LEVEL]
                    [--baseline FILE | --write-baseline FILE] [--rules-page URL] [--jobs N] [--cache DIR]
                                               findings; exit status 1 when one is an error that is not known
  layout-lens stats PATH... [--json] [--jobs N]
                                               how many layout expressions were found and evaluated
  layout-lens confirm FILE[:LINE[:COLUMN]] --compiler NAME [--std c++17] [--json]
                                               asks g++, clang++ or nvcc for the types of the declarations, and compares; it
                                               reads the file and runs nothing of it
  layout-lens doctor [PATH...]                 versions, what works and how long it takes, for a report of a defect
  layout-lens --help | --version

--include DIR   a folder to search for included files (hover, advise, draw, check, confirm, stats); may be repeated. Before it the including
                file's own folder and after it compile_commands.json and the repository are searched. Packages that Python
                imports are looked for in it after the repository
--assume NAME=VALUE[,NAME=VALUE...]
                values of template parameters, as in the setting layoutLens.parameters (hover, advise, draw, confirm, stats); may be repeated:
                --assume Element=half_t,kBlockM=128,TileShape=(128,64). For find: values of the names in an expression
--over NAME=RANGE[,NAME=RANGE...]
                the variables of an expression (find), the first one fastest: i=8 is 0 to 7, i=0:64:8 is 0, 8, ... 56,
                i=M a size without a number
--dialect       whose operations are meant (eval): cute (C++ CuTe, the default), dsl (CuTe DSL as the open CuTe IR
                computes) or pycute
--show VIEW     another picture (draw): order, a line through the offsets; swizzle, before and after; matrix, over F2;
                tiles, what a composition takes and what a divide or product is made of
--by WHAT       what colours tell (draw): thread, value, warp, offset, mode, or bank with --bits, an element's width
--slice _,_,3   which modes are drawn, and where the others stay (draw)
--theme NAME    light, dark, high-contrast or high-contrast-light (draw --to svg, png)
--rows N, --columns N
                the corner that is drawn; without them all up to 64, and an overview of what is larger beside its corner
--rule ID[,ID...]
                the rules whose findings are wanted (check); may be repeated
--compiler NAME a compiler's name or path (confirm)
--std STANDARD  of C++ (confirm), instead of that of the compile command; without both c++17
--severity LEVEL
                the least severe findings that are wanted (check): error, warning, information or hint, which is all
--baseline FILE the findings that are known (check): they are left out of text, marked in JSON and SARIF, and no error.
                A finding stays the same when lines are added elsewhere
--write-baseline FILE
                writes the findings there, to be known from then on (check)
--rules-page URL
                the address of docs/rules.md, for the help of rules in SARIF (check)
--jobs N        how many threads work on files (check, stats); 1: none. Without it one for each core, where there are many
                files
--cache DIR     keeps findings there for the next run (check): a file is checked again when it, what it includes or
                imports, what includes it, the folders that are searched or the version has changed
--static-marks  reads integers as C++ prints them: _4 static, 4 run-time. Without it unmarked integers are static.
Folders are walked; what .gitignore skips is skipped, and what cannot be read is said.
Exit status: 0 fine, 1 an error was found, 2 the command line is wrong or a path cannot be read. Warnings do not fail.
`;

/** Throws UsageError for words that the command does not know. */
export function parseArguments(words: readonly string[]): CommandLine {
  const [command, ...rest] = words;
  const known = command === undefined || !Object.hasOwn(COMMANDS, command) ? undefined : COMMANDS[command];
  if (command === undefined || known === undefined || !Object.hasOwn(COMMANDS, command))
    throw new UsageError(command === undefined ? 'a command is missing' : `there is no command ${command}`);
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries([
    ...known.flags.map((name) => [name, { type: 'boolean' }]),
    ...[...known.values, ...(known.lists ?? [])].map((name) => [name, { type: 'string', multiple: true }]),
  ]);
  const { tokens } = parseArgs({ args: rest, options, allowPositionals: true, strict: false, tokens: true });
  const operands: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'positional') operands.push(token.value);
    else if (token.kind === 'option' && !token.rawName.startsWith('--')) {
      // `-1` is an expression: no option has one letter. Of more letters each is a token.
      if (tokens[i - 1]?.index !== token.index) operands.push(rest[token.index]!);
    } else if (token.kind === 'option') {
      const { name, value } = token;
      if (known.flags.includes(name) && value === undefined) flags.add(name);
      else if (!known.values.includes(name) && known.lists?.includes(name) !== true)
        throw new UsageError(`${command} has no option ${rest[token.index]}`);
      else if (value === undefined) throw new UsageError(`--${name} needs a value`);
      else if (known.values.includes(name)) values.set(name, value);
      else lists.set(name, [...(lists.get(name) ?? []), value]);
    }
  }
  return { command, operands, flags, values, lists };
}

/**
 * The parameters of `--assume NAME=VALUE,…` by name. A comma inside of brackets belongs to the value. The last one counts
 * where a name is given twice. Throws UsageError for what is no NAME=VALUE.
 */
export function assumedParameters(lists: readonly string[]): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const list of lists) {
    for (const part of outerParts(list)) {
      const match = /^\s*([A-Za-z_]\w*)\s*=\s*(\S.*?)\s*$/s.exec(part);
      if (match === null) throw new UsageError(`--assume needs NAME=VALUE, not ${JSON.stringify(part)}`);
      given[match[1]!] = match[2]!;
    }
  }
  return given;
}

/** The parts between the commas that stand outside of brackets. */
function outerParts(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if ('([{<'.includes(c)) depth++;
    else if (')]}>'.includes(c)) depth--;
    else if (c === ',' && depth <= 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
