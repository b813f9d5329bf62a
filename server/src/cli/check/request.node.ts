// The words of `layout-lens check`: which findings are wanted, and in which form.

import { readFileSync, writeFileSync } from 'node:fs';
import { ruleOf } from '../../analysis/check/registry.ts';
import { type CommandLine, UsageError } from '../common/arguments.ts';
import { jobsGiven } from '../runs/jobs.ts';
import { reportAnnotations } from './annotations.ts';
import { baselineText, readBaseline } from './baseline.ts';
import { type Report, reportJson, reportText, SEVERITIES, type Wanted } from './check.ts';
import { reportSarif } from './sarif.ts';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

export interface CheckRequest {
  readonly format: (typeof FORMATS)[number];
  readonly wanted: Wanted;
  readonly hasBaseline: boolean;
  /** The file that the findings are written to, to be known from then on. */
  readonly newBaseline: string | null;
  readonly rulesPage: string | null;
  /** How many files are checked at the same time; null: as many as there are cores, where there are many files. */
  readonly jobs: number | null;
  /** The folder of findings that are kept for the next run. */
  readonly cache: string | null;
}

/** Throws UsageError for what the command does not know, and for a baseline that cannot be read. */
export function checkRequest({ operands, values, lists }: CommandLine): CheckRequest {
  if (operands.length === 0) throw new UsageError('check needs a file or folder');
  const given = values.get('format') ?? 'text';
  const format = FORMATS.find((f) => f === given);
  if (format === undefined) throw new UsageError(`check has no format ${given}`);
  const least = values.get('severity') ?? 'hint';
  const severity = SEVERITIES.find((s) => s === least);
  if (severity === undefined) throw new UsageError(`--severity takes one of ${SEVERITIES.join(', ')}`);
  const baseline = values.get('baseline');
  return {
    format,
    wanted: {
      rules: rulesGiven(lists.get('rule')),
      severity,
      baseline: baseline === undefined ? new Set() : baselineIn(baseline),
    },
    hasBaseline: baseline !== undefined,
    newBaseline: values.get('write-baseline') ?? null,
    rulesPage: rulesPageOf(values.get('rules-page')),
    jobs: jobsGiven(values.get('jobs')),
    cache: cacheGiven(values.get('cache')),
  };
}

function rulesGiven(lists: readonly string[] | undefined): ReadonlySet<string> | null {
  if (lists === undefined) return null;
  const ids = lists.flatMap((list) => list.split(',').map((id) => id.trim()));
  for (const id of ids) if (ruleOf(id) === undefined) throw new UsageError(`there is no rule ${id}`);
  return new Set(ids);
}

function rulesPageOf(address: string | undefined): string | null {
  if (address === undefined) return null;
  if (!URL.canParse(address)) throw new UsageError(`--rules-page needs an address, not ${address}`);
  return address.replace(/#.*$/, '');
}

function cacheGiven(folder: string | undefined): string | null {
  if (folder === '') throw new UsageError('--cache needs a folder');
  return folder ?? null;
}

function baselineIn(path: string): ReadonlySet<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the baseline ${path} cannot be read: ${(error as Error).message}`);
  }
  const read = readBaseline(text);
  if (typeof read === 'string') throw new UsageError(`${path} is no baseline: ${read}`);
  return read;
}

/** What is written of one file as soon as it is checked. */
export function reportAtOnce({ format, newBaseline }: CheckRequest, report: Report): string {
  if (newBaseline !== null) return '';
  if (format === 'github') return reportAnnotations(report);
  return format === 'text' ? reportText(report) : '';
}

/** What is written of all files together. */
export function reportAtEnd(request: CheckRequest, report: Report, version: string): string {
  if (request.format === 'json') return reportJson(report);
  return request.format === 'sarif' ? reportSarif(report, { ...request, version }) : '';
}

/** Throws UsageError where the file cannot be written. */
export function writeBaseline(path: string, { files }: Report): number {
  const findings = files.flatMap(({ path: of, findings }) =>
    findings.map(({ finding, fingerprint }) => ({ ...finding, path: of, fingerprint })),
  );
  try {
    writeFileSync(path, baselineText(findings));
  } catch (error) {
    throw new UsageError(`the baseline ${path} cannot be written: ${(error as Error).message}`);
  }
  return findings.length;
}
