// The findings: underlined in the text, and listed below it with the actions at the cursor, which fingers reach as well.

import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-protocol';
import { button, element } from '../../../client/src/panel/webview/dom.ts';
import { applyEdits, editsIn, goTo } from './edits.ts';
import { offsetOf, rangeOf } from './places.ts';
import type { Server } from './server.ts';

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;
const WORDS = { error: 'Error', warning: 'Warning', info: 'Information', hint: 'Hint' };

const severityOf = ({ severity }: Diagnostic): (typeof SEVERITIES)[number] =>
  SEVERITIES[(severity ?? 1) - 1] ?? 'error';

const messageOf = ({ message }: Diagnostic): string =>
  typeof message === 'string' ? message : message.value;

export class Findings {
  readonly #view: EditorView;
  readonly #server: Server;
  readonly #list: HTMLElement;
  readonly #actions: HTMLElement;
  #found: readonly Diagnostic[] = [];
  #asked: AbortController | null = null;

  constructor(view: EditorView, server: Server, list: HTMLElement, actions: HTMLElement) {
    this.#view = view;
    this.#server = server;
    this.#list = list;
    this.#actions = actions;
  }

  show(found: readonly Diagnostic[]): void {
    this.#found = found;
    const { doc } = this.#view.state;
    const marks = found.map(
      (finding): Mark => ({
        from: offsetOf(doc, finding.range.start),
        to: offsetOf(doc, finding.range.end),
        severity: severityOf(finding),
        message: messageOf(finding),
        source: String(finding.code ?? ''),
      }),
    );
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
    this.#list.replaceChildren(...found.map((finding) => this.#entry(finding)));
    if (found.length === 0) this.#list.append(element('li', {}, 'None.'));
    void this.offerActions();
  }

  #entry(finding: Diagnostic): HTMLElement {
    const severity = severityOf(finding);
    const rule = String(finding.code ?? '');
    const place = button(`Line ${finding.range.start.line + 1}`, () =>
      goTo(this.#view, offsetOf(this.#view.state.doc, finding.range.start)),
    );
    return element(
      'li',
      { class: severity },
      place,
      ` ${WORDS[severity]}: ${messageOf(finding)} `,
      ...(rule === '' ? [] : [element('a', { href: `../rules.html#${rule}` }, rule)]),
    );
  }

  /** What can be done where the cursor is. */
  async offerActions(): Promise<void> {
    this.#asked?.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const { doc, selection } = this.#view.state;
    const { from, to } = selection.main;
    const range = rangeOf(doc, from, to);
    const diagnostics = this.#found.filter(
      (finding) => offsetOf(doc, finding.range.start) <= to && from <= offsetOf(doc, finding.range.end),
    );
    const params = { range, context: { diagnostics } };
    const offered = (await this.#server.ask<CodeAction[]>('textDocument/codeAction', params, signal)) ?? [];
    if (signal.aborted || this.#view.state.doc !== doc) return;
    const buttons = offered.flatMap((action) => {
      const edits = editsIn(action.edit, this.#server.uri);
      return edits.length === 0 ? [] : [button(action.title, () => applyEdits(this.#view, edits))];
    });
    this.#actions.replaceChildren(...buttons.map((each) => element('li', {}, each)));
    if (buttons.length === 0)
      this.#actions.append(element('li', {}, 'None: put the cursor on a layout or a finding.'));
  }
}
