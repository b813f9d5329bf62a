// A notebook as a file holds it: JSON, version 4 of the format of Jupyter.

import { joinCells } from '../../syntax/text/notebook.ts';

export const isNotebookPath = (path: string): boolean => /\.ipynb$/i.test(path);

type Loose = Readonly<Record<string, unknown>>;
const isObject = (x: unknown): x is Loose => typeof x === 'object' && x !== null && !Array.isArray(x);

/** The language of the kernel; Python where nothing is said. */
function languageOf(metadata: unknown): unknown {
  if (!isObject(metadata)) return 'python';
  const { kernelspec, language_info: info } = metadata;
  return (
    (isObject(info) ? info['name'] : undefined) ??
    (isObject(kernelspec) ? kernelspec['language'] : undefined) ??
    'python'
  );
}

/** The text of a cell: one string, or its lines with their ends. */
function sourceOf(source: unknown): string {
  if (typeof source === 'string') return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : '';
}

/** The cells of code as one text of Python, or why there is none; null for a notebook of another language. */
export function notebookText(json: string): { readonly text: string } | { readonly reason: string } | null {
  let notebook: unknown;
  try {
    notebook = JSON.parse(json);
  } catch {
    return { reason: 'not a notebook: no JSON' };
  }
  if (!isObject(notebook) || !Array.isArray(notebook['cells']))
    return { reason: 'not a notebook of version 4: it has no cells' };
  const language = languageOf(notebook['metadata']);
  if (typeof language !== 'string' || !/^i?python3?$/i.test(language)) return null;
  const cells = (notebook['cells'] as readonly unknown[]).filter(isObject);
  return {
    text: joinCells(
      cells.filter((cell) => cell['cell_type'] === 'code').map((cell) => sourceOf(cell['source'])),
    ).text,
  };
}
