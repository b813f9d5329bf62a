// The page of the panel in a browser, without an editor around it: the real server answers, and what the editor would do
// is noted.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { pageHtml } from '../../../client/src/panel/html.ts';
import type { FromPage, ToPage } from '../../../client/src/panel/messages.ts';
import { root } from '../../../scripts/testing/files.ts';
import type { PackedCells } from '../../../server/src/render/panel/packed-cells.ts';
import type { PictureView } from '../../../server/src/render/panel/view.ts';
import { TestClient } from '../../protocol/client.ts';
import { openBrowser } from '../browser.ts';

export const THEMES = {
  light: {
    'editor-background': '#ffffff',
    'editor-foreground': '#3b3b3b',
    'editorLineNumber-foreground': '#6e7681',
    focusBorder: '#005fb8',
    'dropdown-background': '#ffffff',
    'dropdown-foreground': '#3b3b3b',
    'input-background': '#ffffff',
    'input-foreground': '#3b3b3b',
    'input-border': '#767676',
    'button-background': '#005fb8',
    'button-foreground': '#ffffff',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'list-activeSelectionBackground': '#e8e8e8',
    'list-activeSelectionForeground': '#000000',
    'editorError-foreground': '#e51400',
  },
  dark: {
    'editor-background': '#1f1f1f',
    'editor-foreground': '#cccccc',
    'editorLineNumber-foreground': '#9d9d9d',
    focusBorder: '#0078d4',
    'dropdown-background': '#313131',
    'dropdown-foreground': '#cccccc',
    'input-background': '#313131',
    'input-foreground': '#cccccc',
    'input-border': '#868686',
    'button-background': '#0060aa',
    'button-foreground': '#ffffff',
    'button-secondaryBackground': '#313131',
    'button-secondaryForeground': '#cccccc',
    'list-activeSelectionBackground': '#04395e',
    'list-activeSelectionForeground': '#ffffff',
    'editorError-foreground': '#f14c4c',
  },
  contrast: {
    'editor-background': '#000000',
    'editor-foreground': '#ffffff',
    'editorLineNumber-foreground': '#ffffff',
    focusBorder: '#f38518',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    'dropdown-background': '#000000',
    'dropdown-foreground': '#ffffff',
    'input-background': '#000000',
    'input-foreground': '#ffffff',
    'button-background': '#000000',
    'button-foreground': '#ffffff',
    'button-secondaryForeground': '#ffffff',
    'editorError-foreground': '#f48771',
  },
} as const;

export type ThemeName = keyof typeof THEMES;

export interface PanelPage {
  readonly page: Page;
  /** What the page has sent, beside requests for cells. */
  readonly sent: FromPage[];
  /** Shows the place of the cursor, which is written `‸`. */
  show(marked: string, ending?: 'layout' | 'cu'): Promise<PictureView>;
  theme(name: ThemeName): Promise<void>;
  close(): Promise<void>;
}

const ADDRESS = 'http://panel.localhost/';
const built = (name: string): string => readFileSync(join(root, 'client', 'dist', name), 'utf8');

export async function openPanelPage(
  view: { readonly width: number; readonly height: number } = { width: 900, height: 1000 },
): Promise<PanelPage> {
  const client = await TestClient.start({});
  const sent: FromPage[] = [];
  let shown: PictureView | null = null;
  const answer = async (message: FromPage): Promise<ToPage | null> => {
    if (message.kind !== 'cells' || shown === null) {
      sent.push(message);
      return null;
    }
    const { uri, position, version, instance } = shown;
    const { id, picture, window } = message;
    const params = { textDocument: { uri }, position, version, instance, picture, window };
    const cells: PackedCells | null = await client.connection.sendRequest('layoutLens/pictureCells', params);
    return { kind: 'cells', id, cells };
  };
  const { page, close } = await openBrowser('about:blank', { viewport: view }, async (blank) => {
    await blank.exposeFunction('answerPanel', answer);
    await blank.addInitScript(`
      globalThis.acquireVsCodeApi = () => ({
        postMessage: async (message) => {
          const told = await globalThis.answerPanel(message);
          if (told) postMessage(told, '*');
        },
      });`);
  });
  const html = pageHtml({
    script: `${ADDRESS}picture.js`,
    style: `${ADDRESS}picture.css`,
    source: ADDRESS.slice(0, -1),
    nonce: 'abc',
  });
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html', html],
    '/picture.js': ['text/javascript', built('picture.js')],
    '/picture.css': ['text/css', built('picture.css')],
  };
  await page.route(`${ADDRESS}**`, (route) => {
    const file = files[new URL(route.request().url()).pathname];
    return file === undefined ? route.abort() : route.fulfill({ contentType: file[0], body: file[1] });
  });
  await page.goto(ADDRESS);
  await page.waitForSelector('main');
  let count = 0;
  return {
    page,
    sent,
    async show(marked, ending = 'layout') {
      const uri = `file:///page-${count++}.${ending}`;
      const lines = marked.slice(0, marked.indexOf('‸')).split('\n');
      await client.open(uri, ending === 'cu' ? 'cuda-cpp' : ending, marked.replace('‸', ''));
      const position = { line: lines.length - 1, character: lines.at(-1)!.length };
      const found = await client.connection.sendRequest<PictureView | null>('layoutLens/picture', {
        textDocument: { uri },
        position,
      });
      if (found === null) throw new Error(`nothing to show of ${marked}`);
      shown = found;
      const message: ToPage = { kind: 'view', view: found, isPinned: false };
      await page.evaluate((told) => postMessage(JSON.parse(told), '*'), JSON.stringify(message));
      await page.waitForFunction((title) => document.querySelector('h1')?.textContent === title, found.title);
      return found;
    },
    async theme(name) {
      await page.evaluate(
        ([theme, variables]) => {
          for (const key of [...document.documentElement.style])
            document.documentElement.style.removeProperty(key);
          for (const [key, value] of Object.entries(variables))
            document.documentElement.style.setProperty(`--vscode-${key}`, value);
          document.body.className = `vscode-${theme}`;
        },
        [name, THEMES[name]] as const,
      );
    },
    close: () => close().finally(() => client.stop()),
  };
}
