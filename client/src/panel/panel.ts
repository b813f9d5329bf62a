// "Open Picture": one panel beside the editor, which follows the cursor or stays with a place. It holds nothing of the
// page but what is loaded when it is opened.

import {
  CancellationTokenSource,
  type Disposable,
  env,
  l10n,
  type TextDocumentChangeEvent,
  type TextEditor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { PackedCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PanelRequests, PictureView, TextFormat } from '../../../server/src/render/panel/view.ts';
import { type PicturePlace, readPicturePlace } from '../command-arguments.ts';
import type { Session } from '../session.ts';
import { writeLayout } from './edit.ts';
import { pageHtml } from './html.ts';
import type { FromPage, ToPage } from './messages.ts';
import { movedPlace } from './place.ts';
import { saveAs } from './save.ts';

/** The cursor rests for so long before the panel goes with it. */
const REST_MS = 120;
/** Typing goes on for longer. */
const TYPING_MS = 250;

export class PicturePanel implements Disposable {
  readonly #session: Session;
  readonly #extension: Uri;
  #panel: WebviewPanel | null = null;
  #listeners: Disposable[] = [];
  #place: PicturePlace | null = null;
  #isPinned = false;
  #instance = 0;
  #view: PictureView | null = null;
  /** A text has been edited since the view was made. */
  #isOutdated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: CancellationTokenSource | null = null;

  constructor(session: Session, extension: Uri) {
    this.#session = session;
    this.#extension = extension;
  }

  /** Shows the place that a link names, or the one of the cursor. */
  open(argument?: unknown): void {
    const place = readPicturePlace(argument) ?? placeOf(window.activeTextEditor);
    if (place !== null) this.#goTo(place);
    if (this.#panel === null) this.#create();
    else this.#panel.reveal(undefined, true);
    void this.#refresh(true);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #create(): void {
    const files = Uri.joinPath(this.#extension, 'client', 'dist');
    const panel = window.createWebviewPanel(
      'layoutLens.picture',
      l10n.t('Layout Lens: Picture'),
      { viewColumn: ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [files] },
    );
    const { webview } = panel;
    const addressOf = (name: string): string => webview.asWebviewUri(Uri.joinPath(files, name)).toString();
    this.#panel = panel;
    this.#listeners = [
      webview.onDidReceiveMessage((message: FromPage) => void this.#take(message)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#follow(textEditor)),
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      workspace.onDidChangeTextDocument((change) => this.#edited(change)),
      panel.onDidDispose(() => this.#closed()),
    ];
    webview.html = pageHtml({
      script: addressOf('picture.js'),
      style: addressOf('picture.css'),
      source: webview.cspSource,
      nonce: nonce(),
    });
  }

  #closed(): void {
    this.#panel = null;
    this.#isPinned = false;
    this.#view = null;
    clearTimeout(this.#timer);
    this.#running?.cancel();
    for (const each of this.#listeners.splice(0)) each.dispose();
  }

  #send(message: ToPage): void {
    void this.#panel?.webview.postMessage(message);
  }

  async #take(message: FromPage): Promise<void> {
    const view = this.#view;
    switch (message.kind) {
      case 'ready':
        return this.#refresh(true);
      case 'cancel':
        return this.#running?.cancel();
      case 'pin':
        this.#isPinned = message.isPinned;
        return this.#send({ kind: 'view', view, isPinned: this.#isPinned });
      case 'instance':
        this.#instance = message.instance;
        return this.#refresh(true);
      case 'save-png':
        return saveAs(message.name, 'png', bytesOf(message.bytes));
    }
    if (view === null) return;
    switch (message.kind) {
      case 'cells': {
        const { picture, window: cells } = message;
        const found = await this.#ask<PackedCells>('layoutLens/pictureCells', { picture, window: cells });
        return this.#send({ kind: 'cells', id: message.id, cells: found });
      }
      case 'edit': {
        const refused = await writeLayout(this.#session, this.#about(view), message.picture, message.layout);
        if (refused !== null) this.#send({ kind: 'edit-refused', message: refused });
        return;
      }
      case 'copy':
      case 'save':
        return this.#export(view, message.kind, message.picture, message.format);
    }
  }

  #about(view: PictureView): PanelRequests['layoutLens/picture'] & { readonly version: number } {
    const { uri, position, instance, version } = view;
    return { textDocument: { uri }, position, instance, version };
  }

  #ask<R>(method: keyof PanelRequests, more: object): Promise<R | null> {
    return this.#view === null
      ? Promise.resolve(null)
      : this.#session.ask<R>(method, { ...this.#about(this.#view), ...more });
  }

  async #export(
    view: PictureView,
    kind: 'copy' | 'save',
    picture: number,
    format: TextFormat,
  ): Promise<void> {
    const text = await this.#ask<string>('layoutLens/pictureText', { picture, format });
    if (text === null)
      return this.#send({ kind: 'told', message: l10n.t('There is no such picture any more.') });
    if (kind === 'save') return saveAs(view.title, format, new TextEncoder().encode(text));
    await env.clipboard.writeText(text);
    this.#send({ kind: 'told', message: l10n.t('Copied as {0}.', format) });
  }

  #goTo(place: PicturePlace): void {
    this.#place = place;
    this.#instance = 0;
  }

  #follow(editor: TextEditor | undefined): void {
    const place = placeOf(editor);
    if (this.#isPinned || place === null) return;
    const known = this.#place;
    const isSame =
      known !== null &&
      known.uri === place.uri &&
      known.position.line === place.position.line &&
      known.position.character === place.position.character;
    if (isSame) return;
    this.#goTo(place);
    this.#soon(REST_MS, false);
  }

  #edited({ document, contentChanges }: TextDocumentChangeEvent): void {
    const place = this.#place;
    if (place === null || contentChanges.length === 0) return;
    if (document.uri.toString() === place.uri)
      this.#place = { uri: place.uri, position: movedPlace(place.position, contentChanges) };
    // What another document says may be part of the value.
    this.#isOutdated = true;
    this.#send({ kind: 'working' });
    this.#soon(TYPING_MS, true);
  }

  #soon(milliseconds: number, isSure: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(isSure), milliseconds);
  }

  /** `isSure`: what was shown before does not stay where there is nothing to be drawn. */
  async #refresh(isSure: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#running?.cancel();
    const place = this.#place;
    if (this.#panel === null || place === null) return;
    const running = new CancellationTokenSource();
    this.#running = running;
    this.#send({ kind: 'working' });
    const params: PanelRequests['layoutLens/picture'] = {
      textDocument: { uri: place.uri },
      position: place.position,
      instance: this.#instance,
    };
    const view = await this.#session.ask<PictureView>('layoutLens/picture', params, running.token);
    const isCancelled = running.token.isCancellationRequested;
    running.dispose();
    if (this.#running !== running) return;
    this.#running = null;
    const isNothing = view === null || view.pictures.length === 0;
    const mayStay = this.#view !== null && !isSure && !this.#isOutdated;
    if (isCancelled || (isNothing && mayStay))
      return this.#send({ kind: 'stopped', isOutdated: this.#isOutdated });
    this.#view = view;
    this.#isOutdated = false;
    this.#send({ kind: 'view', view, isPinned: this.#isPinned });
  }
}

function placeOf(editor: TextEditor | undefined): PicturePlace | null {
  if (editor === undefined) return null;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const nonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
