// Inlay hints: values behind declarations, asked for when the text rests.

import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { InlayHint } from 'vscode-languageserver-protocol';
import { offsetOf, rangeOf } from './places.ts';
import type { Server } from './server.ts';

class HintWidget extends WidgetType {
  readonly #label: string;
  readonly #title: string;

  constructor(label: string, title: string) {
    super();
    this.#label = label;
    this.#title = title;
  }

  override eq(other: HintWidget): boolean {
    return other.#label === this.#label && other.#title === this.#title;
  }

  override toDOM(): HTMLElement {
    const made = document.createElement('span');
    made.className = 'hint';
    made.textContent = this.#label;
    made.title = this.#title;
    return made;
  }
}

const setHints = StateEffect.define<DecorationSet>();

/** Between two answers hints move with the text. */
export const hintField: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (hints, transaction) =>
    transaction.effects.find((effect) => effect.is(setHints))?.value ?? hints.map(transaction.changes),
  provide: (field) => EditorView.decorations.from(field),
});

const labelOf = ({ label, paddingLeft }: InlayHint): string => {
  const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
  return paddingLeft ? ` ${text}` : text;
};
const titleOf = ({ tooltip }: InlayHint): string =>
  typeof tooltip === 'string' ? tooltip : (tooltip?.value ?? '');

/** Asks for the hints of the whole text; where the first one is. */
export async function showHints(view: EditorView, server: Server): Promise<number | null> {
  const { doc } = view.state;
  const range = rangeOf(doc, 0, doc.length);
  const hints = (await server.ask<InlayHint[]>('textDocument/inlayHint', { range })) ?? [];
  if (view.state.doc !== doc) return null;
  const widgets = hints.map((hint) =>
    Decoration.widget({ widget: new HintWidget(labelOf(hint), titleOf(hint)), side: 1 }).range(
      offsetOf(doc, hint.position),
    ),
  );
  view.dispatch({ effects: setHints.of(Decoration.set(widgets, true)) });
  return widgets[0]?.from ?? null;
}
