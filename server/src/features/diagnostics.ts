// Diagnostics: pulled for one document by clients that can, pushed to the others, never both.

import {
  CancellationToken,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  ResponseError,
} from 'vscode-languageserver';
import { ruleContext } from '../analysis/check/context.ts';
import { expectationReadings } from '../analysis/check/expectations.ts';
import { collecting, findingSteps, findingsOf } from '../analysis/check/run.ts';
import type { Finding } from '../analysis/values/model.ts';
import type { ReadyDocument, Session } from '../workspace/documents/session.ts';
import type { DocumentView } from '../workspace/documents/view.ts';
import { yielderFor } from '../workspace/documents/yielder.ts';
import { READING_MS } from '../workspace/imports/arrivals.ts';
import type { DiagnosticData } from './texts/diagnostic-data.ts';

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

/** A file is checked for at most this long; what was found by then is shown. */
const BUDGET_MS = 4000;

function toDiagnostic(document: DocumentView, finding: Finding, session: Session): Diagnostic {
  const fixes = finding.fixes?.map(({ title, span, newText }) => ({
    title,
    edit: { range: document.rangeOf(span), newText },
  }));
  const data: DiagnosticData = {
    rule: finding.rule,
    ...(finding.data ? { facts: finding.data } : {}),
    ...(fixes ? { fixes } : {}),
  };
  const related: DiagnosticRelatedInformation[] | undefined = session.client.relatedInformation
    ? finding.related
        ?.filter(({ span }) => document.holds(span))
        .map(({ message, span }) => ({
          message,
          location: { uri: document.uri, range: document.rangeOf(span) },
        }))
    : undefined;
  return {
    range: document.rangeOf(finding.span),
    severity: SEVERITY[finding.severity],
    code: finding.rule,
    source: 'layout-lens',
    message: finding.message,
    data,
    ...(related && related.length > 0 ? { relatedInformation: related } : {}),
  };
}

/** The findings of a document as its settings want them. `budget`: how long that may take, in milliseconds. */
export function documentFindings(
  { analysis, settings }: ReadyDocument,
  budget: number = BUDGET_MS,
): readonly Finding[] {
  if (settings.diagnostics.run === 'off') return [];
  const start = performance.now();
  return findingsOf(ruleContext(analysis), {
    severity: settings.diagnostics.severity,
    expired: () => performance.now() - start > budget,
  });
}

interface Computed {
  readonly version: number;
  readonly items: Diagnostic[];
}

export class Diagnostics {
  private readonly session: Session;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** What a client that checks on save was last given. */
  private readonly last = new Map<string, Computed>();
  /** What was saved and is still being checked. */
  private readonly saving = new Map<string, Promise<void>>();
  private static readonly delayMs = 150;

  constructor(session: Session) {
    this.session = session;
  }

  /** The answer to a pull. On save: what the last saved text gave, until the next save. */
  async pull(ready: ReadyDocument, token: CancellationToken): Promise<DocumentDiagnosticReport> {
    const { document, settings } = ready;
    await this.saving.get(document.uri);
    const known = this.last.get(document.uri);
    const isFirst = known === undefined;
    const isRead = isFirst && (await this.session.hasRead(document.file, READING_MS, token));
    const now = isRead ? await this.session.ready(document.uri) : ready;
    if (now !== null && (isFirst || settings.diagnostics.run !== 'onSave')) await this.compute(now, token);
    const items = token.isCancellationRequested ? [] : (this.last.get(document.uri)?.items ?? []);
    return { kind: DocumentDiagnosticReportKind.Full, items };
  }

  /** Gives way to other messages in between. What was known before is kept when the document changes meanwhile. */
  private async compute(ready: ReadyDocument, token: CancellationToken): Promise<boolean> {
    const { document, analysis, settings } = ready;
    const yielder = yielderFor(document, token);
    let found: readonly Finding[] = [];
    try {
      if (settings.diagnostics.run !== 'off') {
        const { text } = analysis;
        const readings = await expectationReadings(ruleContext(analysis), this.session.ask);
        // An edit came while libisl was asked: it is checked by itself.
        if (analysis.text !== text) return false;
        const context = ruleContext(analysis, readings);
        for (const _ of findingSteps(context)) {
          if (yielder.workedMilliseconds() > BUDGET_MS) break;
          if (yielder.shouldYield()) await yielder.yieldToEventLoop();
        }
        const { severity } = settings.diagnostics;
        const steps = collecting(context, {
          severity,
          expired: () => yielder.workedMilliseconds() > BUDGET_MS,
        });
        for (;;) {
          const { done, value } = steps.next();
          if (done === true) {
            found = value;
            break;
          }
          if (yielder.shouldYield()) await yielder.yieldToEventLoop();
        }
      }
    } catch (error) {
      if (error instanceof ResponseError) return false;
      throw error;
    }
    const items = found
      .filter(({ span }) => document.holds(span))
      .map((f) => toDiagnostic(document, f, this.session));
    this.last.set(document.uri, { version: document.version, items });
    return true;
  }

  /** The document was opened, edited or saved, or its settings have changed. */
  changed(uri: string, event: 'open' | 'edit' | 'save' | 'settings'): void {
    if (this.session.client.pullsDiagnostics) {
      if (event === 'save') this.save(uri);
      if (event === 'settings') this.last.delete(uri);
      return;
    }
    clearTimeout(this.timers.get(uri));
    this.timers.set(
      uri,
      setTimeout(() => void this.push(uri, event), event === 'edit' ? Diagnostics.delayMs : 0),
    );
  }

  /** Whoever pulls behind a save is answered with what it gave. */
  private save(uri: string): void {
    const saving = this.saved(uri).then(() => {
      if (this.saving.get(uri) === saving) this.saving.delete(uri);
    });
    this.saving.set(uri, saving);
  }

  /** Computes again what a client that checks on save will pull next. */
  private async saved(uri: string): Promise<void> {
    try {
      const ready = await this.session.ready(uri);
      if (ready?.settings.diagnostics.run !== 'onSave') return;
      await this.compute(ready, CancellationToken.None);
      if (this.session.client.refreshesDiagnostics) this.session.connection.languages.diagnostics.refresh();
    } catch (error) {
      this.failed(uri, error);
    }
  }

  private failed(uri: string, error: unknown): void {
    this.session.failed(`checking ${uri}`, error);
  }

  private async push(uri: string, event: 'open' | 'edit' | 'save' | 'settings'): Promise<void> {
    this.timers.delete(uri);
    try {
      const ready = await this.session.ready(uri);
      if (ready === null) return;
      if (ready.settings.diagnostics.run === 'onSave' && event === 'edit') return;
      // What included files say would have everything checked again.
      const { file } = ready.document;
      if (event === 'open' && (await this.session.hasRead(file, READING_MS, CancellationToken.None))) {
        this.changed(uri, 'settings');
        return;
      }
      // Another version is checked by itself.
      if (!(await this.compute(ready, CancellationToken.None))) return;
      const { version, items } = this.last.get(uri)!;
      await this.session.connection.sendDiagnostics({ uri, version, diagnostics: items });
    } catch (error) {
      this.failed(uri, error);
    }
  }

  closed(uri: string): void {
    clearTimeout(this.timers.get(uri));
    this.timers.delete(uri);
    this.last.delete(uri);
    // A pushed list would stay on the screen otherwise.
    if (!this.session.client.pullsDiagnostics)
      void this.session.connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
