// Functions of a file as they are written, by their names.

import type { Host } from '../../../frontends/common/host-tokens.ts';
import { argumentsAt, closing, escaped, indentedEnd } from './code.ts';

interface FunctionText {
  /** The names of the parameters, but for `self`. */
  readonly parameters: readonly string[];
  readonly body: string;
}

const nameOf = (written: string, host: Host): string =>
  host === 'python' ? written.replace(/\s*[:=].*$/s, '') : (/(\w+)\s*(?:=.*)?$/s.exec(written)?.[1] ?? '');

/** The only function of a name that has a body; null where there is none, or there are several. */
export function functionIn(file: string, name: string, host: Host): FunctionText | null {
  const head =
    host === 'python'
      ? new RegExp(`^([ \\t]*)def\\s+${escaped(name)}\\s*(?=\\()`, 'gm')
      : new RegExp(`\\b${escaped(name)}\\s*(?=\\([^;{}]*\\)[\\s\\w]*\\{)`, 'g');
  const [only, ...others] = name === '' ? [] : file.matchAll(head);
  if (only === undefined || others.length > 0) return null;
  const open = only.index + only[0].length;
  const close = closing(file, open);
  const names = argumentsAt(file, open).map(({ written }) => nameOf(written, host));
  const parameters = names[0] === 'self' ? names.slice(1) : names;
  if (host === 'python')
    return { parameters, body: file.slice(close + 1, indentedEnd(file, close, only[1]!.length + 1)) };
  const brace = file.indexOf('{', close);
  return brace < 0 ? null : { parameters, body: file.slice(brace, closing(file, brace)) };
}
