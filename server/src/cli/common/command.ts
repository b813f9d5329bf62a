// What a command is.

import type { Grammars } from '../../syntax/grammars.ts';
import type { CommandLine } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** Does what the words ask for, and gives the exit status. Throws UsageError for words that it does not understand. */
export type Command = (args: CommandLine, grammars: Grammars, terminal: Terminal) => Promise<number>;
