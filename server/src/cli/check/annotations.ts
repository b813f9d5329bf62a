// Findings as workflow commands of GitHub: an annotation each, at its place in the change that is looked at.

import { onOneLine } from '../common/printable.ts';
import type { Report } from './check.ts';

const LEVEL = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

/** Percent signs begin an escape in the text of a command, and in its properties these signs end one. */
const message = (text: string): string => onOneLine(text).replaceAll('%', '%25');
const property = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Of what is not known: what a change did not bring is no note on it. */
export const reportAnnotations = ({ files }: Report): string =>
  files
    .flatMap(({ path, findings }) =>
      findings
        .filter(({ isKnown }) => !isKnown)
        .map(({ finding: { rule, severity, message: text }, start, end }) => {
          const place = `file=${property(path)},line=${start.line},col=${start.column},endLine=${end.line},endColumn=${end.column}`;
          return `::${LEVEL[severity]} ${place},title=${property(rule)}::${message(text)}\n`;
        }),
    )
    .join('');
