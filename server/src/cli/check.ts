// `layout-lens check`: the findings of files as text, JSON or SARIF.

import type { Ask } from '../algebra/relation/question.ts';
import { ruleContext } from '../analysis/check/context.ts';
import { expectationReadings } from '../analysis/check/expectations.ts';
import { rules } from '../analysis/check/registry.ts';
import { findingsOf } from '../analysis/check/run.ts';
import type { Finding } from '../analysis/values/model.ts';
import type { Grammars } from '../syntax/grammars.ts';
import { cellAt } from '../syntax/text/notebook.ts';
import { type LineColumn, lineColumnOf, lineStarts } from '../workspace/host/line-column.ts';
import { type NamedFile, type OpenFile, openAlone } from './open.ts';
import { onOneLine } from './printable.ts';

interface FileFindings {
  readonly path: string;
  readonly findings: readonly PlacedFinding[];
}

interface PlacedFinding {
  readonly finding: Finding;
  readonly start: FindingPlace;
  readonly end: FindingPlace;
}

/** In a notebook the cell of code, counted from 1, and the place in it. */
interface FindingPlace extends LineColumn {
  readonly cell?: number;
}

export interface Report {
  readonly files: readonly FileFindings[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export async function checkFile(
  grammars: Grammars,
  file: NamedFile & { readonly path: string },
  ask: Ask,
  open: OpenFile = openAlone(grammars),
): Promise<FileFindings> {
  const document = open(file);
  try {
    const readings = await expectationReadings(ruleContext(document), ask);
    const findings = findingsOf(ruleContext(document, readings), { severity: {} });
    const starts = lineStarts(file.text);
    return {
      path: file.path,
      findings: findings.map((finding) => ({
        finding,
        start: placeOf(file.text, starts, finding.span.start),
        end: placeOf(file.text, starts, finding.span.end),
      })),
    };
  } finally {
    document.dispose();
  }
}

function placeOf(text: string, starts: readonly number[], offset: number): FindingPlace {
  const { line, column } = lineColumnOf(starts, offset);
  const { cell, start } = cellAt(text, offset);
  return cell === null
    ? { line, column }
    : { cell, line: line - lineColumnOf(starts, start).line + 1, column };
}

export const hasErrors = (report: Report): boolean =>
  report.files.some(({ findings }) => findings.some(({ finding }) => finding.severity === 'error'));

const placeText = ({ cell, line, column }: FindingPlace): string =>
  `${cell === undefined ? '' : `cell ${cell}:`}${line}:${column}`;

/** `path:line:column: error[rule]: message`, as compilers write it; `path:cell 2:line:column: …` in a notebook. */
export function reportText(report: Report): string {
  const lines = report.files.flatMap(({ path, findings }) =>
    findings.map(
      ({ finding, start }) =>
        `${onOneLine(path)}:${placeText(start)}: ${finding.severity}[${finding.rule}]: ${onOneLine(finding.message)}`,
    ),
  );
  return lines.map((line) => `${line}\n`).join('');
}

export function reportJson(report: Report): string {
  const findings = report.files.flatMap(({ path, findings: list }) =>
    list.map(({ finding, start, end }) => ({
      path,
      rule: finding.rule,
      severity: finding.severity,
      message: finding.message,
      start,
      end,
      ...(finding.witness ? { witness: finding.witness } : {}),
    })),
  );
  return `${JSON.stringify({ findings, unreadable: report.unreadable, files: report.files.length }, null, 2)}\n`;
}

const LEVEL = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** A message is plain text to SARIF but for links in square brackets. */
const sarifText = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

/** SARIF 2.1.0. */
export function reportSarif(report: Report, version: string): string {
  const uri = (path: string) => path.split(/[\\/]/).map(encodeURIComponent).join('/');
  const results = report.files.flatMap(({ path, findings }) =>
    findings.map(({ finding, start, end }) => ({
      ruleId: finding.rule,
      ruleIndex: rules.findIndex((rule) => rule.id === finding.rule),
      level: LEVEL[finding.severity],
      message: { text: sarifText(finding.message) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uri(path) },
            // Lines are those of the cell.
            ...(start.cell === undefined ? {} : { properties: { cell: start.cell } }),
            region: {
              startLine: start.line,
              startColumn: start.column,
              endLine: end.line,
              endColumn: end.column,
            },
          },
        },
      ],
    })),
  );
  const notifications = report.unreadable.map(({ path, reason }) => ({
    level: 'warning',
    message: { text: sarifText(`${path} could not be read: ${reason}`) },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'layout-lens',
            version,
            rules: rules.map((rule) => ({
              id: rule.id,
              name: rule.id,
              shortDescription: { text: rule.title },
              fullDescription: { text: rule.description },
              defaultConfiguration: { level: LEVEL[rule.severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
