// The command line: words in, text and an exit status out. Each command is loaded when it is asked for.

import { longSpan, profileTo } from '../profile/profile.ts';
import { loadGrammars } from '../syntax/grammars.ts';
import { grammarFiles } from '../workspace/host/files.node.ts';
import { packageVersion } from '../workspace/host/version.node.ts';
import { HELP, parseArguments, UsageError } from './common/arguments.ts';
import type { Command } from './common/command.ts';
import { type Streams, Terminal } from './common/terminal.ts';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  eval: async () => (await import('./commands/eval-command.node.ts')).evaluate,
  emit: async () => (await import('./commands/emit-command.node.ts')).emit,
  draw: async () => (await import('./commands/draw-command.node.ts')).draw,
  find: async () => (await import('./commands/find-command.node.ts')).find,
  hover: async () => (await import('./commands/hover-command.node.ts')).hover,
  advise: async () => (await import('./commands/advise-command.node.ts')).advise,
  check: async () => (await import('./check/command.node.ts')).check,
  confirm: async () => (await import('./commands/confirm-command.node.ts')).confirm,
  stats: async () => (await import('./stats/command.node.ts')).stats,
  doctor: async () => (await import('./commands/doctor-command.node.ts')).doctor,
};

/** Runs a command; its exit status. */
export async function runCommand(words: readonly string[], streams: Streams): Promise<number> {
  const terminal = new Terminal(streams);
  try {
    return await run(words, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.complain(`${error.message}\nTry: layout-lens --help`);
    return 2;
  }
}

async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    terminal.write(HELP);
    return 0;
  }
  if (words.includes('--version')) {
    terminal.write(`${packageVersion()}\n`);
    return 0;
  }
  const args = parseArguments(words);
  const [command, grammars] = await Promise.all([COMMANDS[args.command]!(), loadGrammars(grammarFiles)]);
  if (process.env.LAYOUT_LENS_PROFILE) profileTo(terminal.complain);
  return longSpan(args.command, () => command(args, grammars, terminal));
}
