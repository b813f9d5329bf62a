// What a code action finds again in a diagnostic that the client sends back.

import type { Diagnostic, TextEdit } from 'vscode-languageserver';
import type { Finding } from '../../analysis/values/model.ts';

export interface DiagnosticData {
  readonly rule: string;
  readonly facts?: Finding['data'];
  /** Edits that mend it, as they were when the document was checked. */
  readonly fixes?: readonly { readonly title: string; readonly edit: TextEdit }[];
}

/** The edits with which a diagnostic of this server came. */
export const fixesIn = ({ data }: Diagnostic): NonNullable<DiagnosticData['fixes']> =>
  (data as Partial<DiagnosticData> | undefined)?.fixes ?? [];
