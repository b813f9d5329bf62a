// layoutLens/pictureText: a picture as SVG, TikZ, Markdown, or a line of a `.layout` file.

import type { CancellationToken } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { printPlain } from '../../algebra/layout/print.ts';
import type { PanelRequests, TextFormat } from '../../render/panel/view.ts';
import type { Limits } from '../../render/picture/scene.ts';
import { sceneSvg } from '../../render/picture/svg.ts';
import { sceneText } from '../../render/picture/text.ts';
import { sceneTikz } from '../../render/picture/tikz.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { fenced, inlineCode } from '../hover/markdown-text.ts';
import type { Drawn } from './drawn.ts';
import { drawnAt, textDrawnAt } from './picture.ts';

/** What a page has room for; what is cut is said by dots. */
const LIMITS: Limits = { rows: 64, columns: 64, width: Number.POSITIVE_INFINITY, characters: 80 };

/** The name and the value of a line of a `.layout` file; the value alone where the name is none there. */
const line = ({ name, layout, notation }: Drawn): string => {
  const value = layout === null ? notation : printPlain(layout);
  return /^[A-Za-z_]\w*$/.test(name) ? `${name} = ${value}` : value;
};

const FORMATS: Readonly<Record<TextFormat, (drawn: Drawn) => readonly string[]>> = {
  svg: ({ scene }) => [sceneSvg(scene, LIMITS).svg],
  tikz: ({ scene }) => sceneTikz(scene, LIMITS),
  markdown: ({ name, notation, scene }) => [
    `${inlineCode(name)} is ${inlineCode(notation)}`,
    '',
    fenced('text', sceneText(scene, LIMITS)),
  ],
  layout: (drawn) => [line(drawn)],
};

export async function answerPictureText(
  ready: ReadyDocument,
  request: PanelRequests['layoutLens/pictureText'],
  _token: CancellationToken,
  session: Session,
): Promise<string | null> {
  return textOf(await drawnAt(ready, request, session), request.format);
}

/** Of a text of another language. */
export async function answerTextPictureText(
  document: TextDocument,
  request: PanelRequests['layoutLens/pictureText'],
  session: Session,
): Promise<string | null> {
  return textOf(await textDrawnAt(document, request, session), request.format);
}

const textOf = (drawn: Drawn | null, format: TextFormat): string | null =>
  drawn === null ? null : `${FORMATS[format](drawn).join('\n')}\n`;
