// `FILE:LINE:COLUMN` of the command line: a place of a source, or of a text whose literals stand alone.

import type { Span } from '../../frontends/common/expression.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { dialectOfPath } from '../../workspace/host/dialects.ts';
import { type LineColumn, lineColumnOf, lineStarts } from '../../workspace/host/line-column.ts';
import { assumedParameters, type CommandLine, UsageError } from '../common/arguments.ts';
import { fileOpener, includeFolders } from '../common/headers.node.ts';
import type { NamedFile, OpenFile } from '../common/open.ts';
import type { Terminal } from '../common/terminal.ts';
import { isUnreadable, sourceFiles, textFile, type Unreadable } from '../common/walk.node.ts';

export interface Place {
  readonly path: string;
  readonly text: string;
  readonly at: LineColumn;
  /** Null where no language of ours is written. */
  readonly source: { readonly file: NamedFile; readonly open: OpenFile } | null;
}

/** Null for words that name no place. */
export async function placeIn(
  word: string,
  { lists }: CommandLine,
  grammars: Grammars,
  { tellRefused }: Terminal,
): Promise<Place | Unreadable | null> {
  const [, path = '', line, column] = /^(.+):(\d+):(\d+)$/.exec(word) ?? [];
  if (path === '') return null;
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const at = { line: Number(line), column: Number(column) };
  if (dialectOfPath(path) === null) {
    const file = textFile(path);
    return 'reason' in file ? file : { path, text: file.text, at, source: null };
  }
  const [file] = sourceFiles([path]);
  if (file === undefined) return { path, reason: 'there is no such file' };
  if (isUnreadable(file)) return file;
  await Promise.all([grammars.ready(file.dialect), grammars.ready('notation')]);
  const include = await includeFolders([path], lists.get('include') ?? []);
  const open = fileOpener(grammars, [path], include, assumed, { refused: tellRefused });
  return { path, text: file.text, at, source: { file, open } };
}

/** The place that is the command's only operand; the exit status where it cannot be read. */
export async function onePlace(
  args: CommandLine,
  grammars: Grammars,
  terminal: Terminal,
): Promise<Place | number> {
  const { command, operands } = args;
  const place = operands.length === 1 ? await placeIn(operands[0]!, args, grammars, terminal) : null;
  if (place === null) throw new UsageError(`${command} needs FILE:LINE:COLUMN`);
  if (!('reason' in place)) return place;
  terminal.tellUnreadable(place);
  return 2;
}

/** `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`, and what of the file's text is meant. */
export function lineIn(word: string): {
  readonly path: string;
  readonly isAt: (text: string) => (span: Span) => boolean;
} {
  const [, path = word, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(word) ?? [];
  const isAt = (text: string): ((span: Span) => boolean) => {
    const starts = lineStarts(text);
    return ({ start, end }) => {
      const at = lineColumnOf(starts, start);
      const from = column === undefined ? at.column : Number(column);
      const isInside = at.column <= from && from < at.column + end - start;
      return line === undefined || (at.line === Number(line) && isInside);
    };
  };
  return { path, isAt };
}
