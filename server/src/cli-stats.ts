// `layout-lens stats`: how much of the layout code in files is understood, and what stands in the way of the rest.

import { isFailure, Violation } from './algebra/failure.ts';
import { openDocument } from './analysis/document.ts';
import { Unknown, type Value } from './evaluate/value.ts';
import type { Dialect } from './frontends/scope.ts';
import { layoutIn } from './render/describe.ts';
import { hasHoles, isKnown } from './render/emit/form.ts';
import type { Grammars } from './syntax/grammars.ts';

export interface Counts {
  found: number;
  evaluated: number;
  /** A value with a symbol or a `?` in it. */
  partly: number;
  unknown: number;
  errors: number;
  /** Categories of unknown values, and how often each. */
  readonly reasons: Record<string, number>;
}

export interface Statistics extends Counts {
  files: number;
  lines: number;
  milliseconds: number;
}

const zero = (): Counts => ({ found: 0, evaluated: 0, partly: 0, unknown: 0, errors: 0, reasons: {} });

export const emptyStatistics = (): Statistics => ({ files: 0, lines: 0, milliseconds: 0, ...zero() });

function count(counts: Counts, value: Value): void {
  const layout = layoutIn(value) ?? value;
  if (!isKnown(layout) || hasHoles(layout)) counts.partly++;
  else counts.evaluated++;
}

/** Declarations, notations and operations that are about layouts; each is counted once. */
export function countFile(
  grammars: Grammars,
  file: { readonly dialect: Dialect; readonly text: string },
  total: Statistics,
): void {
  const start = performance.now();
  const document = openDocument(grammars, file.dialect, file.text);
  try {
    for (const site of document.model.sites) {
      const { value, origin } = document.model.evaluate(site);
      const isLayout = !isFailure(value) && !(value instanceof Unknown) && layoutIn(value) !== null;
      // What is not a layout and was not computed from one does not count as a layout expression.
      if (!isLayout && origin === null && site.role !== 'notation') {
        if (!(value instanceof Unknown && value.category !== 'not-a-layout')) continue;
      }
      total.found++;
      if (value instanceof Violation) total.errors++;
      else if (isFailure(value)) {
        total.unknown++;
        total.reasons['undetermined'] = (total.reasons['undetermined'] ?? 0) + 1;
      } else if (value instanceof Unknown) {
        total.unknown++;
        total.reasons[value.category] = (total.reasons[value.category] ?? 0) + 1;
      } else count(total, value);
    }
  } finally {
    document.dispose();
  }
  total.files++;
  total.lines += file.text.split('\n').length;
  total.milliseconds += performance.now() - start;
}

export function statisticsText(s: Statistics): string {
  const share = (n: number) => (s.found === 0 ? '' : ` (${((100 * n) / s.found).toFixed(1)} %)`);
  const reasons = Object.entries(s.reasons)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, n]) => `    ${String(n).padStart(7)}  ${reason}\n`)
    .join('');
  return [
    `${s.files} files, ${s.lines} lines, ${s.milliseconds.toFixed(0)} ms\n`,
    `layout expressions ${s.found}\n`,
    `  evaluated      ${s.evaluated}${share(s.evaluated)}\n`,
    `  partly known   ${s.partly}${share(s.partly)}\n`,
    `  unknown        ${s.unknown}${share(s.unknown)}\n`,
    reasons,
    `  errors         ${s.errors}${share(s.errors)}\n`,
  ].join('');
}
