// What findings are known by from one run to the next, and the file of those that are known.

import { createHash } from 'node:crypto';
import type { Finding } from '../../analysis/values/model.ts';
import type { NamedFile } from '../common/open.ts';
import { uriOf } from './report-paths.ts';

/**
 * The fingerprints of the findings of a file, which stay when lines are added elsewhere, and when the values change that
 * a message tells: the rule, the file, and the line as it is written, without its indentation. Of several that are alike
 * in these each has its number.
 */
export function fingerprintsOf(
  { path, text }: NamedFile & { readonly path: string },
  findings: readonly Finding[],
): readonly string[] {
  const counts = new Map<string, number>();
  return findings.map(({ rule, span }) => {
    const start = text.lastIndexOf('\n', span.start - 1) + 1;
    const end = text.indexOf('\n', span.start);
    const line = text.slice(start, end < 0 ? text.length : end);
    const words = line.split(/\s+/).filter((word) => word !== '');
    const alike = JSON.stringify([rule, uriOf(path), words]);
    const number = counts.get(alike) ?? 0;
    counts.set(alike, number + 1);
    return createHash('sha256').update(`${alike} ${number}`).digest('hex').slice(0, 32);
  });
}

interface Known {
  readonly rule: string;
  readonly path: string;
  readonly message: string;
  readonly fingerprint: string;
}

const VERSION = 1;

/** The text of a baseline: one finding a line, so that a difference of two versions can be read. */
export function baselineText(findings: readonly Known[]): string {
  const sorted = findings
    .map(({ rule, path, message, fingerprint }) => ({ fingerprint, rule, path: uriOf(path), message }))
    .sort((a, b) => (a.path === b.path ? 0 : a.path < b.path ? -1 : 1));
  const lines = sorted.map((finding) => `    ${JSON.stringify(finding)}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "version": ${VERSION},\n  "findings": ${list}\n}\n`;
}

/** The fingerprints in the text of a baseline; a reason where it is none. */
export function readBaseline(text: string): ReadonlySet<string> | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const { version, findings } = (parsed ?? {}) as { version?: unknown; findings?: unknown };
  if (version !== VERSION) return `its version is not ${VERSION}`;
  if (!Array.isArray(findings)) return 'it has no findings';
  const fingerprints = findings.map((f: unknown) => (f as { fingerprint?: unknown } | null)?.fingerprint);
  return fingerprints.every((f): f is string => typeof f === 'string')
    ? new Set(fingerprints)
    : 'a finding in it has no fingerprint';
}
