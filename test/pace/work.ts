// What the server does with a document, as one piece, and the processor time that it takes.

import { ruleContext } from '../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../server/src/analysis/check/run.ts';
import { annotationsOf } from '../../server/src/analysis/document/annotation.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import type { Dialect } from '../../server/src/frontends/common/scope.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';

export type Phase = 'lower' | 'sites' | 'findings' | 'values' | 'annotations' | 'templates' | 'edit';

/** Milliseconds of processor time by what was done. */
export function timesOf(grammars: Grammars, dialect: Dialect, text: string): Readonly<Record<Phase, number>> {
  const times: Partial<Record<Phase, number>> = {};
  const timed = (phase: Phase, work: () => unknown): void => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    times[phase] = (times[phase] ?? 0) + (user + system) / 1000;
  };
  let document = openDocument(grammars, dialect, '', {});
  try {
    timed('lower', () => {
      document = openDocument(grammars, dialect, text, {});
      return document.module;
    });
    timed('sites', () => document.model.sites);
    timed('findings', () => findingsOf(ruleContext(document), { severity: {} }));
    timed('values', () => {
      for (const site of document.model.sites) document.model.evaluate(site);
    });
    timed('annotations', () => annotationsOf(document));
    timed('templates', () => document.model.templates());
    timed('edit', () => {
      const middle = text.length >> 1;
      document.edit([{ start: middle, end: middle, text: ' ' }]);
      findingsOf(ruleContext(document), { severity: {} });
    });
  } finally {
    document.dispose();
  }
  return times as Record<Phase, number>;
}
