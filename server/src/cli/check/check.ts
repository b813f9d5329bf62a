// `layout-lens check`: the findings of files, and what is printed of them as text and JSON.

import type { Ask } from '../../algebra/relation/question.ts';
import { ruleContext } from '../../analysis/check/context.ts';
import { expectationReadings } from '../../analysis/check/expectations.ts';
import { findingsOf } from '../../analysis/check/run.ts';
import type { Severity } from '../../analysis/rules/rule.ts';
import type { Finding } from '../../analysis/values/model.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { cellAt } from '../../syntax/text/notebook.ts';
import { type LineColumn, lineColumnOf, lineStarts } from '../../workspace/host/line-column.ts';
import { type NamedFile, type OpenFile, openAlone } from '../common/open.ts';
import { onOneLine } from '../common/printable.ts';
import { fingerprintsOf } from './baseline.ts';

interface FileFindings {
  readonly path: string;
  readonly findings: readonly PlacedFinding[];
}

/** A finding as it is written: nothing of it is bound to the document that it was found in. */
export interface FoundFinding {
  readonly finding: Pick<Finding, 'rule' | 'severity' | 'message' | 'witness'>;
  readonly start: FindingPlace;
  readonly end: FindingPlace;
  /** What it is known by, also when lines are added above. */
  readonly fingerprint: string;
}

export interface PlacedFinding extends FoundFinding {
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
}

/** In a notebook the cell of code, counted from 1, and the place in it. */
interface FindingPlace extends LineColumn {
  readonly cell?: number;
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

/** All findings of a file. */
export async function findingsIn(
  grammars: Grammars,
  file: NamedFile & { readonly path: string },
  ask: Ask,
  open: OpenFile = openAlone(grammars),
): Promise<readonly FoundFinding[]> {
  const document = open(file);
  try {
    const readings = await expectationReadings(ruleContext(document), ask);
    const all = findingsOf(ruleContext(document, readings), { severity: {} });
    const fingerprints = fingerprintsOf(file, all);
    const starts = lineStarts(file.text);
    return all.map(({ rule, severity, message, witness, span }, i) => ({
      finding: { rule, severity, message, ...(witness === undefined ? {} : { witness }) },
      start: placeOf(file.text, starts, span.start),
      end: placeOf(file.text, starts, span.end),
      fingerprint: fingerprints[i]!,
    }));
  } finally {
    document.dispose();
  }
}

/** Those of a file's findings that are wanted. */
export function wantedOf(path: string, all: readonly FoundFinding[], wanted: Wanted): FileFindings {
  const least = SEVERITIES.indexOf(wanted.severity);
  const findings = all
    .filter(
      ({ finding: { rule, severity } }) =>
        wanted.rules?.has(rule) !== false && SEVERITIES.indexOf(severity) <= least,
    )
    .map((found) => ({ ...found, isKnown: wanted.baseline.has(found.fingerprint) }));
  return { path, findings };
}

function placeOf(text: string, starts: readonly number[], offset: number): FindingPlace {
  const { line, column } = lineColumnOf(starts, offset);
  const { cell, start } = cellAt(text, offset);
  return cell === null
    ? { line, column }
    : { cell, line: line - lineColumnOf(starts, start).line + 1, column };
}

/** Errors that the baseline does not have. */
export const hasErrors = (report: Report): boolean =>
  report.files.some(({ findings }) =>
    findings.some(({ finding, isKnown }) => finding.severity === 'error' && !isKnown),
  );

const placeText = ({ cell, line, column }: FindingPlace): string =>
  `${cell === undefined ? '' : `cell ${cell}:`}${line}:${column}`;

/**
 * `path:line:column: error[rule]: message`, as compilers write it, of what is not known; `path:cell 2:line:column: …` in a
 * notebook.
 */
export function reportText(report: Report): string {
  const lines = report.files.flatMap(({ path, findings }) =>
    findings
      .filter(({ isKnown }) => !isKnown)
      .map(
        ({ finding, start }) =>
          `${onOneLine(path)}:${placeText(start)}: ${finding.severity}[${finding.rule}]: ${onOneLine(finding.message)}`,
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
