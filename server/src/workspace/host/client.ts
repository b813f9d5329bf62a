// What the client at the other end can do, read once from its initialize request.

import { type InitializeParams, MarkupKind } from 'vscode-languageserver';
import { type ThemeName, themeNamed } from '../../render/picture/themes.ts';

export interface Client {
  /** Hovers may be Markdown. */
  readonly markdown: boolean;
  /** The client shows images in hovers. Only our own client says so: others are given a picture in text. */
  readonly images: boolean;
  /** The client folds what stands in `<details>` in a hover. Only our own client says so. */
  readonly folds: boolean;
  /** The editor's theme as the session begins; `layoutLens/theme` tells of another one. */
  readonly theme: ThemeName;
  /** Hovers may hold `command:` links. Only our own client says so. */
  readonly commandLinks: boolean;
  readonly pullsDiagnostics: boolean;
  readonly configuration: boolean;
  readonly dynamicConfiguration: boolean;
  readonly refreshesInlayHints: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly documentChanges: boolean;
  /** Edits may hold snippets. */
  readonly snippetEdits: boolean;
  readonly appliesEdits: boolean;
  readonly refreshesCodeLenses: boolean;
  readonly hierarchicalSymbols: boolean;
  readonly codeActionLiterals: boolean;
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  /** Settings from initializationOptions, for clients without workspace/configuration. */
  readonly initialSettings: unknown;
  /** URIs of the workspace's folders. */
  readonly roots: readonly string[];
  /** The client reads and finds files for us, see workspace/imports/source-client.ts. Only our own client says so. */
  readonly readsFiles: boolean;
  /** The client shows a list to choose from, `layoutLens/pick`. Only our own client says so. */
  readonly picksFromLists: boolean;
  /** The instantiations that the client has kept as chosen, a list; null: it keeps none. Only our own client keeps them. */
  readonly choices: readonly unknown[] | null;
  readonly watchesFiles: boolean;
  /** False: the user does not trust the workspace. Only our own client says so. */
  readonly isTrusted: boolean;
  /** Where the worker for libisl and libisl are, for a server in a browser, which cannot find them. */
  readonly isl: { readonly worker: string; readonly library: string } | null;
}

export function readClient(params: InitializeParams): Client {
  const { textDocument, workspace } = params.capabilities ?? {};
  const raw: unknown = params.initializationOptions;
  const options = (typeof raw === 'object' && raw !== null ? raw : {}) as Readonly<Record<string, unknown>>;
  const markdown = textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) ?? false;
  return {
    markdown,
    images: markdown && options['images'] === true,
    folds: markdown && options['folds'] === true,
    theme: themeNamed(options['theme']),
    commandLinks: markdown && options['commandLinks'] === true,
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    configuration: workspace?.configuration ?? false,
    dynamicConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    refreshesInlayHints: workspace?.inlayHint?.refreshSupport ?? false,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    documentChanges: workspace?.workspaceEdit?.documentChanges ?? false,
    snippetEdits: workspace?.workspaceEdit?.snippetEditSupport ?? false,
    appliesEdits: workspace?.applyEdit ?? false,
    refreshesCodeLenses: workspace?.codeLens?.refreshSupport ?? false,
    hierarchicalSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    relatedInformation:
      (textDocument?.diagnostic?.relatedInformation ?? false) ||
      (textDocument?.publishDiagnostics?.relatedInformation ?? false),
    codeDescription:
      (textDocument?.diagnostic?.codeDescriptionSupport ?? false) ||
      (textDocument?.publishDiagnostics?.codeDescriptionSupport ?? false),
    initialSettings: options['settings'] ?? {},
    roots: params.workspaceFolders?.map((folder) => folder.uri) ?? (params.rootUri ? [params.rootUri] : []),
    readsFiles: options['readsFiles'] === true,
    picksFromLists: options['picksFromLists'] === true,
    choices: Array.isArray(options['choices']) ? options['choices'] : null,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    isTrusted: options['trusted'] !== false,
    isl: addressesOf(options['isl']),
  };
}

function addressesOf(raw: unknown): Client['isl'] {
  if (typeof raw !== 'object' || raw === null) return null;
  const { worker, library } = raw as Readonly<Record<string, unknown>>;
  return typeof worker === 'string' && typeof library === 'string' ? { worker, library } : null;
}
