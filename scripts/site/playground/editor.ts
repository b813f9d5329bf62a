// The editor itself, without anything that the server answers.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { LANGUAGES } from './languages.ts';
import type { SharedText } from './share.ts';

/** The page's policy lets styles in that carry this word: the editor makes its own. */
const STYLE_NONCE = 'editor';

/** The editor's text as it begins. Tab leaves the editor, as it leaves any field of a page. */
export const stateOf = ({ language, text }: SharedText, answers: Extension): EditorState =>
  EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(STYLE_NONCE),
      EditorView.contentAttributes.of({ 'aria-label': 'Source', spellcheck: 'false', tabindex: '0' }),
      EditorView.lineWrapping,
      lineNumbers(),
      history(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
      syntaxHighlighting(classHighlighter),
      LANGUAGES[language].support(),
      answers,
    ],
  });
