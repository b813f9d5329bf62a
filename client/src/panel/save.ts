// Saves a picture where the reader says.

import { l10n, Uri, window, workspace } from 'vscode';
import type { TextFormat } from '../../../server/src/render/panel/view.ts';

const ENDINGS = { svg: 'svg', tikz: 'tex', markdown: 'md', layout: 'layout', png: 'png' } as const;

/** `name`: of the picture, of which the file's name is made. */
export async function saveAs(name: string, format: TextFormat | 'png', bytes: Uint8Array): Promise<void> {
  const ending = ENDINGS[format];
  const file = `${name.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'layout'}.${ending}`;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = await window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, file) }),
    filters: { [ending]: [ending] },
  });
  if (target === undefined) return;
  try {
    await workspace.fs.writeFile(target, bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t('The picture was not saved: {0}', reason));
  }
}
