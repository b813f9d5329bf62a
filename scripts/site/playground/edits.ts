// Edits of the server's, and the commands that its hovers link to.

import type { EditorView } from '@codemirror/view';
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { offsetOf } from './places.ts';

/** Puts all of the edits in, which are of the text as it is now. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[]): void {
  const { doc } = view.state;
  view.dispatch({
    changes: edits.map(({ range, newText }) => ({
      from: offsetOf(doc, range.start),
      to: offsetOf(doc, range.end),
      insert: newText,
    })),
    userEvent: 'input.complete',
  });
  view.focus();
}

/** Those of the one document that there is. */
export const editsIn = (edit: WorkspaceEdit | undefined, uri: string): readonly TextEdit[] =>
  edit?.changes?.[uri] ?? [];

export function goTo(view: EditorView, offset: number): void {
  view.dispatch({ selection: { anchor: offset }, scrollIntoView: true });
  view.focus();
}

/** The arguments of the commands that links of hovers name. */
interface Commands {
  'layoutLens.openPicture': { readonly position: Position };
  'layoutLens.insertResult': TextEdit & { readonly version: number };
  'layoutLens.copyText': { readonly text: string; readonly label: string };
  'layoutLens.goTo': { readonly start: number };
}

type Argument<K extends keyof Commands> = Commands[K];

/** Does what a link asks for. `version`: of the text as the server knows it. `tell`: what has been done. */
export function follow(
  view: EditorView,
  target: string,
  version: number,
  tell: (message: string) => void,
): void {
  const [name = '', query = ''] = target.slice('command:'.length).split('?');
  const [argument] = JSON.parse(decodeURIComponent(query)) as [unknown];
  switch (name as keyof Commands) {
    case 'layoutLens.openPicture': {
      const { position } = argument as Argument<'layoutLens.openPicture'>;
      goTo(view, offsetOf(view.state.doc, position));
      break;
    }
    case 'layoutLens.goTo': {
      const { start } = argument as Argument<'layoutLens.goTo'>;
      goTo(view, Math.min(start, view.state.doc.length));
      break;
    }
    case 'layoutLens.insertResult': {
      const edit = argument as Argument<'layoutLens.insertResult'>;
      if (edit.version === version) applyEdits(view, [edit]);
      else tell('The text has changed since the value was shown.');
      break;
    }
    case 'layoutLens.copyText': {
      const { text, label } = argument as Argument<'layoutLens.copyText'>;
      void navigator.clipboard.writeText(text).then(
        () => tell(`Copied as ${label}.`),
        () => tell('The browser does not let the page copy.'),
      );
    }
  }
}
