// A workspace in memory, and documents that are opened in it.

import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import { embeddedScanner } from '../../../server/src/analysis/document/embedded-notation.ts';
import { Unknown } from '../../../server/src/evaluate/model/value.ts';
import { MARKED, valueText } from '../../../server/src/render/text/text.ts';
import { HeaderIndex } from '../../../server/src/workspace/imports/index.ts';
import { ReadableFolders } from '../../../server/src/workspace/imports/readable-folders.ts';
import type { HeaderSource, SourceText } from '../../../server/src/workspace/imports/source.ts';
import {
  defaultHeaderOptions,
  type HeaderOptions,
} from '../../../server/src/workspace/settings/header-options.ts';
import { grammars } from '../../evaluate/cpp/support.ts';

export const ROOT = 'file:///w';

/** Files by their path below the workspace's folder. */
export class MemorySource implements HeaderSource {
  readonly reach = new ReadableFolders([ROOT]);
  readonly roots = [ROOT];
  readonly isWaiting = false;
  readonly texts: Map<string, string>;
  readonly asked: string[] = [];
  constructor(files: Readonly<Record<string, string>>) {
    this.texts = new Map(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));
  }
  read(uri: string): SourceText | null {
    if (!this.reach.holds(uri)) return null;
    this.asked.push(uri.slice(ROOT.length + 1));
    const text = this.texts.get(uri);
    return text === undefined ? null : { text, stamp: text };
  }
  exists(uri: string): boolean {
    return this.reach.holds(uri) && this.texts.has(uri);
  }
  files(): readonly string[] {
    return [...this.texts.keys()].filter((uri) => this.reach.holds(uri) && !uri.endsWith('.json'));
  }
  withSuffix(path: string): readonly string[] {
    return this.files().filter((uri) => uri.endsWith(`/${path}`));
  }
  compileCommands(): readonly string[] {
    return [...this.texts.keys()].filter((uri) => uri.endsWith('/compile_commands.json'));
  }
  forget(): void {}
  work(): boolean {
    return true;
  }
}

interface Workspace {
  readonly source: MemorySource;
  readonly index: HeaderIndex;
  readonly document: OpenDocument;
  /** The value of the declaration with that name in the document. */
  value(name: string): string;
  /** Takes the included files as they are now. */
  refresh(): void;
  write(path: string, text: string): void;
}

/** Opens `main` of the files, which others may be included from. */
export async function workspace(
  files: Readonly<Record<string, string>>,
  options: Partial<HeaderOptions> = {},
  main = 'main.cu',
): Promise<Workspace> {
  const loaded = await grammars();
  const source = new MemorySource(files);
  const index = new HeaderIndex(source, embeddedScanner(loaded));
  const all = { ...defaultHeaderOptions, ...options };
  const document = openDocument(loaded, 'cpp', files[main]!);
  const refresh = (): void => {
    document.imports = index.importsOf({ uri: `${ROOT}/${main}`, module: document.module }, all);
  };
  refresh();
  return {
    source,
    index,
    document,
    refresh,
    write(path, text) {
      source.texts.set(`${ROOT}/${path}`, text);
      index.changed(`${ROOT}/${path}`);
      refresh();
    },
    value: (name) => shownValue(document, name),
  };
}

/** As C++ prints it; `unknown(category): reason` for what is not known. */
export function shownValue(document: OpenDocument, name: string): string {
  const site = document.model.sites.find((s) => s.role === 'declaration' && s.name === name);
  if (site === undefined) return 'not declared';
  const { value } = document.model.evaluate(site);
  if (isFailure(value)) return 'code' in value ? `error(${value.code})` : `undetermined(${value.reason})`;
  if (value instanceof Unknown) return `unknown(${value.category}): ${value.reason}`;
  return valueText(value, MARKED);
}
