// How the commands open a file: alone, or with what it includes.

import { type OpenDocument, openDocument } from '../../analysis/document/document.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import type { Grammars } from '../../syntax/grammars.ts';

export interface NamedFile {
  /** Without it nothing is known of the files that it includes. */
  readonly path?: string;
  readonly dialect: Dialect;
  readonly text: string;
}

export type OpenFile = (file: NamedFile) => OpenDocument;

export const openAlone =
  (grammars: Grammars): OpenFile =>
  ({ dialect, text }) =>
    openDocument(grammars, dialect, text, { isOnlyRead: true });
