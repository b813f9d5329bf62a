// Findings as SARIF 2.1.0, for code scanning.

import { rules } from '../../analysis/check/registry.ts';
import type { Rule } from '../../analysis/rules/rule.ts';
import type { PlacedFinding, Report } from './check.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { uriOf } from './report-paths.ts';

const LEVEL = { error: 'error', warning: 'warning', information: 'note', hint: 'note' } as const;

/** A message is plain text to SARIF but for links in square brackets. */
const plain = (text: string): string => text.replace(/[[\]\\]/g, '\\$&');

interface SarifOptions {
  readonly version: string;
  /** The address of docs/rules.md, in which each rule has a section; null: it is nowhere. */
  readonly rulesPage: string | null;
  /** Whether there is a baseline to tell new findings from known ones. */
  readonly hasBaseline: boolean;
}

function descriptor({ id, title, severity }: Rule, { rulesPage }: SarifOptions): unknown {
  const description = DESCRIPTIONS[id]!;
  const silence = `A comment \`layout-lens: ignore[${id}]\` silences it on the next line, or on its own.`;
  const more = rulesPage === null ? '' : `\n\n[More about ${id}](${rulesPage}#${id})`;
  return {
    id,
    name: id,
    shortDescription: { text: title },
    fullDescription: { text: plain(description) },
    help: {
      text: plain(`${description}\n\n${silence}`),
      markdown: `${description}\n\n${silence}${more}`,
    },
    ...(rulesPage === null ? {} : { helpUri: `${rulesPage}#${id}` }),
    defaultConfiguration: { level: LEVEL[severity] },
  };
}

function location(path: string, { start, end }: Pick<PlacedFinding, 'start' | 'end'>): unknown {
  const uri = uriOf(path);
  const isRelative = !uri.startsWith('file:');
  return {
    physicalLocation: {
      artifactLocation: { uri, ...(isRelative ? { uriBaseId: '%SRCROOT%' } : {}) },
      // Lines are those of the cell.
      ...(start.cell === undefined ? {} : { properties: { cell: start.cell } }),
      region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
    },
  };
}

function result(path: string, placed: PlacedFinding, { hasBaseline }: SarifOptions): unknown {
  const { finding, fingerprint, isKnown } = placed;
  return {
    ruleId: finding.rule,
    ruleIndex: rules.findIndex((rule) => rule.id === finding.rule),
    level: LEVEL[finding.severity],
    message: { text: plain(finding.message) },
    locations: [location(path, placed)],
    partialFingerprints: { 'layoutLens/v1': fingerprint },
    ...(hasBaseline ? { baselineState: isKnown ? 'unchanged' : 'new' } : {}),
  };
}

/** The log of one run. */
export function reportSarif(report: Report, options: SarifOptions): string {
  const notifications = report.unreadable.map(({ path, reason }) => ({
    level: 'warning',
    message: { text: plain(`${path} could not be read: ${reason}`) },
  }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'layout-lens',
            version: options.version,
            rules: rules.map((rule) => descriptor(rule, options)),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          '%SRCROOT%': { description: { text: 'The folder in which the command ran.' } },
        },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results: report.files.flatMap(({ path, findings }) =>
          findings.map((placed) => result(path, placed, options)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
