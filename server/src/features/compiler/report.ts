// What a compiler has said of the declarations of a file, as text and as data.

import { type Confirmation, limitsText } from '../../analysis/compiler/confirmation.ts';
import { lineColumnOf, lineStarts } from '../../workspace/host/line-column.ts';
import type { Asked } from './ask.ts';

interface Report extends Omit<Asked, 'confirmations'> {
  readonly declarations: readonly (Omit<Confirmation, 'site'> & {
    readonly name: string | null;
    readonly line: number;
    readonly column: number;
  })[];
}

/** The answers with the places of the declarations in the file's text. */
export function reportOf(text: string, { compiler, errors, confirmations }: Asked): Report {
  const starts = lineStarts(text);
  const declarations = confirmations.map(({ site, ...rest }) => ({
    name: site.name,
    ...lineColumnOf(starts, site.span.start),
    ...rest,
  }));
  return { compiler, errors, declarations };
}

/** A line for each declaration, and one that counts them. */
export function confirmText({ compiler, errors, declarations }: Report, path: string): string {
  const lines = declarations.map(({ name, line, column, verdict, shown, theirs, reason, ...rest }) => {
    const said = theirs.join(' | ');
    const what =
      verdict === 'confirmed'
        ? `${shown}${limitsText(rest)}`
        : verdict === 'completed'
          ? `${shown}: ${compiler} says ${said}`
          : verdict === 'differs'
            ? `shown is ${shown}, ${compiler} says ${said}`
            : (reason ?? '');
    return `${path}:${line}:${column}: ${verdict}: ${name}: ${what}\n`;
  });
  const count = (verdict: Confirmation['verdict']): number =>
    declarations.filter((d) => d.verdict === verdict).length;
  return [
    ...lines,
    ...errors.map((error) => `${compiler}: ${error}\n`),
    `${compiler}: ${count('confirmed')} confirmed, ${count('completed')} completed, ${count('differs')} differ, ${count('not asked')} not asked\n`,
  ].join('');
}
