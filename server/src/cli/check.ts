// `layout-lens check`: the findings of files, and what is printed of them as text and JSON.

import type { Ask } from '../algebra/relation/question.ts';
import { ruleContext } from '../analysis/check/context.ts';
import { expectationReadings } from '../analysis/check/expectations.ts';
import { findingsOf } from '../analysis/check/run.ts';
import type { Severity } from '../analysis/rules/rule.ts';
import type { Finding } from '../analysis/values/model.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { type LineColumn, lineColumnOf, lineStarts } from '../workspace/host/line-column.ts';
import { fingerprintsOf } from './baseline.ts';
import { type NamedFile, type OpenFile, openAlone } from './open.ts';
import { onOneLine } from './printable.ts';

interface FileFindings {
  readonly path: string;
  readonly findings: readonly PlacedFinding[];
}

export interface PlacedFinding {
  readonly finding: Finding;
  readonly start: LineColumn;
  readonly end: LineColumn;
  /** What it is known by, also when lines are added above. */
  readonly fingerprint: string;
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
}

/** Which findings are wanted. */
export interface Wanted {
  /** The ids of the rules; null: all. */
  readonly rules: ReadonlySet<string> | null;
  /** The least severe one. */
  readonly severity: Severity;
  /** The fingerprints of the findings that are known. */
  readonly baseline: ReadonlySet<string>;
}

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export interface Report {
  readonly files: readonly FileFindings[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export async function checkFile(
  grammars: Grammars,
  file: NamedFile & { readonly path: string },
  ask: Ask,
  wanted: Wanted,
  open: OpenFile = openAlone(grammars),
): Promise<FileFindings> {
  const document = open(file);
  try {
    const readings = await expectationReadings(ruleContext(document), ask);
    const all = findingsOf(ruleContext(document, readings), { severity: {} });
    const fingerprints = fingerprintsOf(file, all);
    const starts = lineStarts(file.text);
    const least = SEVERITIES.indexOf(wanted.severity);
    const findings = all.flatMap((finding, i) => {
      if (wanted.rules?.has(finding.rule) === false) return [];
      if (SEVERITIES.indexOf(finding.severity) > least) return [];
      const fingerprint = fingerprints[i]!;
      const start = lineColumnOf(starts, finding.span.start);
      const end = lineColumnOf(starts, finding.span.end);
      return [{ finding, start, end, fingerprint, isKnown: wanted.baseline.has(fingerprint) }];
    });
    return { path: file.path, findings };
  } finally {
    document.dispose();
  }
}

/** Errors that the baseline does not have. */
export const hasErrors = (report: Report): boolean =>
  report.files.some(({ findings }) =>
    findings.some(({ finding, isKnown }) => finding.severity === 'error' && !isKnown),
  );

/** `path:line:column: error[rule]: message`, as compilers write it, of what is not known. */
export function reportText(report: Report): string {
  const lines = report.files.flatMap(({ path, findings }) =>
    findings
      .filter(({ isKnown }) => !isKnown)
      .map(
        ({ finding, start }) =>
          `${onOneLine(path)}:${start.line}:${start.column}: ${finding.severity}[${finding.rule}]: ${onOneLine(finding.message)}`,
      ),
  );
  return lines.map((line) => `${line}\n`).join('');
}

export function reportJson(report: Report): string {
  const findings = report.files.flatMap(({ path, findings: list }) =>
    list.map(({ finding, start, end, fingerprint, isKnown }) => ({
      path,
      rule: finding.rule,
      severity: finding.severity,
      message: finding.message,
      start,
      end,
      fingerprint,
      ...(isKnown ? { known: true } : {}),
      ...(finding.witness ? { witness: finding.witness } : {}),
    })),
  );
  return `${JSON.stringify({ findings, unreadable: report.unreadable, files: report.files.length }, null, 2)}\n`;
}
