// Hovers by the mouse. Without one, the picture's page says what the cursor is on.

import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type TooltipView } from '@codemirror/view';
import type { Hover, MarkupContent } from 'vscode-languageserver-protocol';
import { rendered } from './markdown.ts';
import { offsetOf, positionOf } from './places.ts';
import type { Server } from './server.ts';

const HOVER_MS = 250;

export const hovers = (server: Server, follow: (view: EditorView, target: string) => void): Extension =>
  hoverTooltip(
    async (view, offset) => {
      const { doc } = view.state;
      const hover = await server.ask<Hover>('textDocument/hover', { position: positionOf(doc, offset) });
      if (hover === null || view.state.doc !== doc) return null;
      const { value } = hover.contents as MarkupContent;
      const { range } = hover;
      return {
        pos: range === undefined ? offset : offsetOf(doc, range.start),
        end: range === undefined ? offset : offsetOf(doc, range.end),
        above: false,
        create: (): TooltipView => ({ dom: rendered(value, (target) => follow(view, target)) }),
      };
    },
    { hoverTime: HOVER_MS },
  );
