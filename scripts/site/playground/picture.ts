// The panel's page in a frame beside the editor, and what an editor would do for it.

import type { ChangeDesc } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { FromPage, ToPage } from '../../../client/src/panel/messages.ts';
import type { PackedCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { EditAnswer, PictureView, TextFormat } from '../../../server/src/render/panel/view.ts';
import { applyEdits } from './edits.ts';
import { positionOf } from './places.ts';
import type { Server } from './server.ts';

const TYPES: Readonly<Record<TextFormat, string>> = {
  svg: 'image/svg+xml',
  tikz: 'text/x-tex',
  markdown: 'text/markdown',
  layout: 'text/plain',
};
const ENDINGS: Readonly<Record<TextFormat, string>> = {
  svg: 'svg',
  tikz: 'tex',
  markdown: 'md',
  layout: 'layout',
};

function download(name: string, type: string, part: BlobPart): void {
  const address = URL.createObjectURL(new Blob([part], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

const fileName = (title: string): string => title.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'layout';

export class PictureFrame {
  readonly #view: EditorView;
  readonly #server: Server;
  readonly #frame: HTMLIFrameElement;
  #shown: PictureView | null = null;
  /** Offset of what is shown, in the text as it is now. */
  #place = 0;
  #isPinned = false;
  #instance = 0;
  #asked: AbortController | null = null;

  constructor(view: EditorView, server: Server, frame: HTMLIFrameElement) {
    this.#view = view;
    this.#server = server;
    this.#frame = frame;
    addEventListener('message', ({ data, source }: MessageEvent<FromPage>) => {
      if (source === frame.contentWindow) void this.#take(data);
    });
    // The frame may have been ready before anybody listened.
    this.moved();
  }

  /** The cursor has gone elsewhere. */
  moved(): void {
    if (this.#isPinned) return;
    this.#place = this.#view.state.selection.main.head;
    this.#instance = 0;
    void this.#refresh(false);
  }

  /** The place goes with the text around it; what is shown is asked for when typing rests. */
  edited(changes: ChangeDesc): void {
    this.#place = changes.mapPos(this.#place);
    this.#send({ kind: 'working' });
  }

  /** Another text. */
  reset(): void {
    this.#isPinned = false;
    this.rested();
  }

  rested(): void {
    if (!this.#isPinned) this.#place = this.#view.state.selection.main.head;
    void this.#refresh(true);
  }

  /** `isSure`: what was shown before does not stay where there is nothing to be drawn. */
  async #refresh(isSure: boolean): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.#send({ kind: 'working' });
    const params = {
      position: positionOf(this.#view.state.doc, this.#place),
      instance: this.#instance,
    };
    const found = await this.#server.ask<PictureView>('layoutLens/picture', params, asked.signal);
    if (this.#asked !== asked) return;
    const isNothing = found === null || found.pictures.length === 0;
    if (asked.signal.aborted || (isNothing && !isSure && this.#shown !== null))
      return this.#send({ kind: 'stopped', isOutdated: asked.signal.aborted });
    this.#shown = found;
    this.#send({ kind: 'view', view: found, isPinned: this.#isPinned });
  }

  #send(message: ToPage): void {
    this.#frame.contentWindow?.postMessage(message, location.origin);
  }

  #ask<R>(method: string, more: object): Promise<R | null> {
    const { position, instance, version } = this.#shown!;
    return this.#server.ask<R>(method, { position, instance, version, ...more });
  }

  async #take(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        return this.#refresh(true);
      case 'cancel':
        return this.#asked?.abort();
      case 'pin':
        this.#isPinned = message.isPinned;
        return this.#send({ kind: 'view', view: this.#shown, isPinned: this.#isPinned });
      case 'instance':
        this.#instance = message.instance;
        return this.#refresh(true);
      case 'save-png': {
        const bytes = Uint8Array.from(atob(message.bytes), (letter) => letter.charCodeAt(0));
        return download(`${fileName(message.name)}.png`, 'image/png', bytes);
      }
    }
    if (this.#shown === null) return;
    switch (message.kind) {
      case 'cells': {
        const { id, picture, window } = message;
        const cells = await this.#ask<PackedCells>('layoutLens/pictureCells', { picture, window });
        return this.#send({ kind: 'cells', id, cells });
      }
      case 'edit':
        return this.#edit(message.picture, message.layout);
      case 'copy':
      case 'save':
        return this.#export(message.kind, message.picture, message.format);
    }
  }

  async #edit(picture: number, layout: string): Promise<void> {
    const { version } = this.#shown!;
    const answer = await this.#ask<EditAnswer>('layoutLens/pictureEdit', { picture, layout });
    if (answer === null) return this.#send({ kind: 'edit-refused', message: 'The server has no answer.' });
    if (!answer.ok) return this.#send({ kind: 'edit-refused', message: answer.message });
    if (version === this.#server.version) applyEdits(this.#view, answer.edits);
    else this.#send({ kind: 'edit-refused', message: 'The text has changed since the picture was drawn.' });
  }

  async #export(kind: 'copy' | 'save', picture: number, format: TextFormat): Promise<void> {
    const { title } = this.#shown!;
    const text = await this.#ask<string>('layoutLens/pictureText', { picture, format });
    if (text === null) return this.#send({ kind: 'told', message: 'There is no such picture any more.' });
    if (kind === 'save') return download(`${fileName(title)}.${ENDINGS[format]}`, TYPES[format], text);
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    const message = isCopied ? `Copied as ${format}.` : 'The browser does not let the page copy.';
    this.#send({ kind: 'told', message });
  }
}
