// The playground: an editor, the language server in a worker, and the panel's page beside them. The text and its language
// are kept in the address, and nothing but the files beside this one is ever loaded.

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { element } from '../../../client/src/panel/webview/dom.ts';
import { completion } from './completion.ts';
import { stateOf } from './editor.ts';
import { follow } from './edits.ts';
import { EXAMPLES } from './examples.ts';
import { Findings } from './findings.ts';
import { hintField, showHints } from './hints.ts';
import { hovers } from './hover.ts';
import { LANGUAGES } from './languages.ts';
import { PictureFrame } from './picture.ts';
import { Server } from './server.ts';
import { fragmentOf, type LanguageName, type SharedText, sharedIn } from './share.ts';
import { onThemeChange, showTheme, themeName, toggleTheme } from './theme.ts';

/** Typing rests for so long before the server is asked for more than what is wrong. */
const REST_MS = 150;

const part = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const status = part('status');
const tell = (message: string): void => {
  status.textContent = message;
};

function startPlayground(first: SharedText): void {
  let language = first.language;
  let rest = 0;
  const server = new Server(themeName(), {
    diagnostics: ({ diagnostics, version }) => {
      if (version === undefined || version === server.version) findings.show(diagnostics);
    },
    refresh: () => void showHints(view, server),
    failed: (message) => tell(`The server has stopped: ${message}. Load the page again.`),
  });
  const answers: Extension = [
    hovers(server, (of, target) => follow(of, target, server.version, tell)),
    hintField,
    completion(server),
    EditorView.updateListener.of(({ docChanged, selectionSet, changes, startState }) => {
      if (docChanged) {
        server.change(startState.doc, changes);
        picture.edited(changes);
      }
      if (docChanged || selectionSet) restart(docChanged);
    }),
  ];
  const view = new EditorView({ state: stateOf(first, answers), parent: part('editor') });
  server.open(language, first.text);
  const findings = new Findings(view, server, part('findings'), part('actions'));
  const picture = new PictureFrame(view, server, part<HTMLIFrameElement>('picture'));

  let isEdited = false;
  function restart(docChanged: boolean): void {
    isEdited ||= docChanged;
    clearTimeout(rest);
    rest = window.setTimeout(rested, REST_MS);
  }
  function rested(): void {
    if (isEdited) {
      void showHints(view, server);
      void keep();
      picture.rested();
    } else picture.moved();
    isEdited = false;
    void findings.offerActions();
  }

  const shared = (): SharedText => ({ language, text: view.state.doc.toString() });
  /** Puts the text into the address, and into none of the steps back. */
  async function keep(): Promise<void> {
    const { doc } = view.state;
    const fragment = await fragmentOf(shared());
    if (view.state.doc === doc) history.replaceState(null, '', fragment);
  }
  function show(next: SharedText): void {
    language = next.language;
    languages.value = language;
    view.setState(stateOf(next, answers));
    server.open(language, next.text);
    findings.show([]);
    picture.reset();
    void showFirst();
    void findings.offerActions();
  }
  /** A text begins with a picture: of the first value that the server tells of. */
  async function showFirst(): Promise<void> {
    const first = await showHints(view, server);
    if (first !== null && view.state.selection.main.head === 0)
      view.dispatch({ selection: { anchor: first } });
  }

  const languages = part<HTMLSelectElement>('language');
  languages.append(
    ...Object.entries(LANGUAGES).map(([value, { title }]) => element('option', { value }, title)),
  );
  languages.value = language;
  languages.addEventListener('change', () => {
    show({ ...shared(), language: languages.value as LanguageName });
    void keep();
  });

  const examples = part<HTMLSelectElement>('example');
  examples.append(...EXAMPLES.map(({ title }, at) => element('option', { value: String(at) }, title)));
  examples.addEventListener('change', () => {
    const chosen = EXAMPLES[Number(examples.value)];
    if (examples.value === '' || chosen === undefined) return;
    show(chosen);
    examples.value = '';
    void keep();
  });

  part('share').addEventListener('click', async () => {
    await keep();
    await navigator.clipboard.writeText(location.href).then(
      () => tell('The link is copied: it holds the whole text.'),
      () => tell('The address of this page is the link: it holds the whole text.'),
    );
  });
  addEventListener('hashchange', async () => {
    const next = await sharedIn(location.hash);
    if (next === null) tell('The link is cut off, or none of this page.');
    else show(next);
  });

  function showThemes(): void {
    showTheme(document);
    server.tell('layoutLens/theme', { theme: themeName() });
  }
  part('theme').addEventListener('click', () => {
    toggleTheme();
    showThemes();
  });
  onThemeChange(showThemes);

  void showFirst().then(() => tell('Ready. Nothing that you write leaves this page.'));
}

showTheme(document);
const given = location.hash === '' ? null : await sharedIn(location.hash);
startPlayground(given ?? EXAMPLES[0]);
if (given === null && location.hash !== '')
  tell('The link is cut off, or none of this page: here is a tour.');
