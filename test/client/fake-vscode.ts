// The part of VS Code's module that the extension uses, without an editor: what is asked of it is noted, and what
// nobody looks at answers to anything.

import type { ChildProcess } from 'node:child_process';
import { CancellationTokenSource, Emitter } from 'vscode-jsonrpc/node';
import { URI, Utils } from 'vscode-uri';
import {
  Disposable,
  Hover,
  later,
  MarkdownString,
  Position,
  Range,
  WorkspaceEdit,
  withMembers,
} from './fake-members.ts';

interface FakeDocument {
  readonly uri: URI;
  readonly version: number;
  readonly languageId: string;
  getText(): string;
}

interface HoverProvider {
  provideHover(document: FakeDocument, position: object, token: object): Promise<FakeHover | null>;
}
interface FakeHover {
  readonly contents: readonly { readonly value: string }[];
}

/** The part of a webview panel that is used, seen from its page. */
class FakePanel {
  readonly received = new Emitter<unknown>();
  readonly cursor = new Emitter<unknown>();
  readonly edited = new Emitter<unknown>();
  readonly closed = new Emitter<void>();
  readonly posted: { readonly kind: string; readonly [key: string]: unknown }[] = [];
  webview: { html: string } | null = null;
  /** What panels were made with, and how often one was brought to the front. */
  readonly opened: (readonly unknown[])[] = [];
  revealed = 0;
  made(...facts: readonly unknown[]): object {
    this.opened.push(facts);
    this.webview = Object.assign(
      { html: '' },
      {
        cspSource: 'https://resource',
        asWebviewUri: (uri: URI) => uri,
        onDidReceiveMessage: this.received.event,
        postMessage: async (message: FakePanel['posted'][number]) => void this.posted.push(message),
      },
    );
    return {
      webview: this.webview,
      onDidDispose: this.closed.event,
      reveal: () => this.revealed++,
      dispose: () => this.closed.fire(),
    };
  }
}

export class FakeEditor {
  readonly panel = new FakePanel();
  readonly commands = new Map<string, (...words: unknown[]) => unknown>();
  readonly executed: unknown[][] = [];
  readonly applied: WorkspaceEdit[] = [];
  refusesEdits = false;
  /** Whether the first button of a message is pressed. */
  presses = true;
  readonly copied: string[] = [];
  readonly messages: string[] = [];
  readonly log: string[] = [];
  readonly status: { severity?: unknown; text?: string; detail?: string; busy?: boolean; command?: unknown } =
    {};
  documents: FakeDocument[] = [];
  /** The state of the workspace, as it would be written to a file. */
  readonly kept = new Map<string, string>();
  readonly state = {
    get: (key: string, fallback: unknown) => {
      const kept = this.kept.get(key);
      return kept === undefined ? fallback : JSON.parse(kept);
    },
    update: async (key: string, value: unknown) => void this.kept.set(key, JSON.stringify(value)),
  };
  settings: unknown = {};
  /** The messages in the language of the editor, by what they are in English. */
  bundle: Readonly<Record<string, string>> = {};
  shown = 0;
  picked: { readonly label: string; readonly edit?: unknown } | undefined;
  activeTextEditor: { readonly document: FakeDocument; readonly selection: unknown } | undefined;
  readonly activeEditorChanged = new Emitter<unknown>();
  /** What commands of the editor answer. */
  readonly answers = new Map<unknown, unknown>();
  /** Documents that were shown. */
  readonly revealed: string[] = [];
  readonly selected: Range[] = [];
  readonly asked: unknown[] = [];
  /** The files of the workspace, by their addresses. */
  readonly files = new Map<string, string>();
  /** What is chosen to save a file at, and what was written there. */
  target: URI | undefined;
  readonly saved: (readonly [address: string, bytes: Uint8Array])[] = [];
  folders: readonly { readonly uri: URI }[] | undefined;
  readonly processes: ChildProcess[] = [];
  readonly hovers: HoverProvider[] = [];
  /** As VS Code counts them: light, dark, high contrast. */
  theme = { kind: 1 };
  private readonly themes = new Emitter<unknown>();
  isTrusted = true;
  private readonly trust = new Emitter<unknown>();

  grantTrust(): void {
    this.isTrusted = true;
    this.trust.fire(undefined);
  }

  chooseTheme(kind: number): void {
    this.theme = { kind };
    this.themes.fire(this.theme);
  }

  /** What `require('vscode')` gives. */
  readonly module: unknown = withMembers('vscode', {
    version: '1.91.0',
    Position,
    Range,
    WorkspaceEdit,
    Disposable,
    Hover,
    MarkdownString,
    CancellationTokenSource,
    EventEmitter: Emitter,
    Uri: Object.assign(URI, { joinPath: Utils.joinPath }),
    LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    FileType: { Unknown: 0, File: 1, Directory: 2 },
    l10n: {
      t: (message: string, ...words: readonly unknown[]) =>
        (this.bundle[message] ?? message).replace(/\{(\d+)\}/g, (_, at) => String(words[Number(at)])),
    },
    env: withMembers('env', {
      language: 'en',
      appName: 'Editor',
      clipboard: {
        writeText: async (text: string) => {
          await later();
          this.copied.push(text);
        },
      },
    }),
    commands: withMembers('commands', {
      registerCommand: (name: string, run: () => unknown) => {
        this.commands.set(name, run);
        return { dispose: () => this.commands.delete(name) };
      },
      executeCommand: async (...words: unknown[]) => {
        this.executed.push(words);
        return this.answers.get(words[0]) ?? [];
      },
    }),
    languages: withMembers('languages', {
      match: () => 10,
      registerHoverProvider: (_: unknown, provider: HoverProvider) => {
        this.hovers.push(provider);
        return { dispose: () => this.hovers.splice(this.hovers.indexOf(provider), 1) };
      },
      createLanguageStatusItem: () => Object.assign(this.status, { dispose: () => undefined }),
    }),
    window: withMembers(
      'window',
      Object.assign(this.shownEditors(), {
        createWebviewPanel: (...facts: readonly unknown[]) => this.panel.made(...facts),
        onDidChangeTextEditorSelection: this.panel.cursor.event,
        activeColorTheme: this.themeNow(),
        onDidChangeActiveColorTheme: this.themes.event,
        showErrorMessage: async (text: string) => void this.log.push(`shown: ${text}`),
        showWarningMessage: async (text: string, ...buttons: readonly string[]) => {
          this.log.push(`shown: ${text}`);
          return this.presses ? buttons[0] : undefined;
        },
        showInformationMessage: async (text: string) => void this.log.push(`told: ${text}`),
        setStatusBarMessage: (text: string) => void this.messages.push(text),
        showSaveDialog: async (options: object) => {
          this.asked.push(options);
          return this.target;
        },
        showQuickPick: async (items: unknown, options: unknown) => {
          this.asked.push([items, options]);
          return this.picked;
        },
        createOutputChannel: () =>
          withMembers('output', {
            show: () => this.shown++,
            ...Object.fromEntries(
              ['error', 'warn', 'info', 'append', 'appendLine'].map((kind) => [
                kind,
                (text: string) => void this.log.push(`${kind}: ${text}`),
              ]),
            ),
          }),
      }),
    ),
    workspace: withMembers(
      'workspace',
      Object.assign(this.opened(), {
        onDidGrantWorkspaceTrust: this.trust.event,
        fs: withMembers('fs', {
          readFile: async (uri: URI) => {
            const text = this.files.get(uri.toString());
            if (text === undefined) throw new Error('no such file');
            return new TextEncoder().encode(text);
          },
          writeFile: async (uri: URI, bytes: Uint8Array) => {
            await later();
            if (uri.scheme === 'readonly') throw new Error('it is read-only');
            this.saved.push([uri.toString(), bytes]);
          },
          readDirectory: async (uri: URI) => this.listed(uri),
        }),
        openTextDocument: async (uri: URI) => ({
          uri,
          positionAt: (offset: number) => new Position(0, offset),
        }),
        findFiles: async (...words: unknown[]) => this.search(...words),
        getConfiguration: (section?: string) => this.configuration(section),
        onDidChangeTextDocument: this.panel.edited.event,
        applyEdit: async (edit: WorkspaceEdit) => {
          await later();
          return !this.refusesEdits && this.applied.push(edit) > 0;
        },
      }),
    ),
  });

  /** What a search of the workspace finds. */
  search: (...words: unknown[]) => Promise<readonly URI[]> | readonly URI[] = () =>
    [...this.files.keys()].map((address) => URI.parse(address));

  /** What lies in a folder, where there is such a folder: names that end in `@` are links. */
  private listed(uri: URI): readonly (readonly [string, number])[] {
    const folder = `${uri.toString()}/`;
    const inside = [...this.files.keys()].filter((address) => address.startsWith(folder));
    if (inside.length === 0) throw new Error('no such folder');
    const names = new Set(inside.map((address) => address.slice(folder.length).split('/')[0]!));
    return [...names].map((name) => [name, name.endsWith('@') ? 64 : this.files.has(folder + name) ? 1 : 2]);
  }

  /** What was written into the settings of the workspace. */
  readonly configured: unknown[][] = [];
  private configuration(section = ''): object {
    const own = this.settings as Readonly<Record<string, unknown>> | undefined;
    return {
      get: (name: string, fallback?: unknown) => (section === '' ? this.settings : (own?.[name] ?? fallback)),
      update: async (...words: unknown[]) => void this.configured.push(words),
    };
  }

  /** The theme as it is when somebody asks. */
  private themeNow(): object {
    const theme = (): { readonly kind: number } => this.theme;
    return {
      get kind() {
        return theme().kind;
      },
    };
  }

  private shownEditors(): object {
    const active = () => this.activeTextEditor;
    return {
      get activeTextEditor() {
        return active();
      },
      onDidChangeActiveTextEditor: this.activeEditorChanged.event,
      showTextDocument: async ({ uri }: FakeDocument, { selection }: { selection: Range }) => {
        await later();
        this.revealed.push(uri.toString());
        this.selected.push(selection);
      },
    };
  }

  /** What is open when it is asked for. */
  private opened(): object {
    const isTrusted = (): boolean => this.isTrusted;
    const documents = (): readonly FakeDocument[] => this.documents;
    const folders = (): unknown => this.folders;
    return {
      get isTrusted() {
        return isTrusted();
      },
      get textDocuments() {
        return documents();
      },
      get workspaceFolders() {
        return folders();
      },
    };
  }
}
