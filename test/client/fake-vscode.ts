// The part of VS Code's module that the extension uses, without an editor: what is asked of it is noted, and what
// nobody looks at answers to anything.

import type { ChildProcess } from 'node:child_process';
import { CancellationTokenSource, Emitter } from 'vscode-jsonrpc/node';
import { URI, Utils } from 'vscode-uri';

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

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}
class Disposable {
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.map((each) => each.dispose()));
  }
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }
}
class Hover {
  readonly contents: readonly unknown[];
  constructor(contents: unknown) {
    this.contents = [contents].flat();
  }
}
class MarkdownString {
  readonly value: string;
  constructor(value = '') {
    this.value = value;
  }
}
class WorkspaceEdit {
  readonly replaced: { uri: string; range: Range; text: string }[] = [];
  replace(uri: URI, range: Range, text: string): void {
    this.replaced.push({ uri: uri.toString(), range, text });
  }
}

/** Can be called, constructed, looked into and disposed of, without end. */
function anything(name: string): unknown {
  const members = new Map<PropertyKey, unknown>();
  return new Proxy(class {}, {
    get(target, key) {
      if (key === 'prototype') return target.prototype;
      if (key === Symbol.toPrimitive) return () => name;
      // It is no promise, and has no elements.
      if (key === 'then') return undefined;
      if (key === Symbol.iterator) return [][Symbol.iterator];
      if (!members.has(key)) members.set(key, anything(`${name}.${String(key)}`));
      return members.get(key);
    },
    set: (_, key, value) => members.set(key, value) !== undefined,
    apply: () => anything(`${name}()`),
  });
}

/** An object with some members, and anything for the others. */
function withMembers(name: string, members: object): unknown {
  const others = anything(name) as object;
  return new Proxy(members, {
    get: (target, key) => (key in target ? Reflect.get(target, key) : Reflect.get(others, key)),
  });
}

/** The part of a webview panel that is used, seen from its page. */
class FakePanel {
  readonly received = new Emitter<unknown>();
  readonly cursor = new Emitter<unknown>();
  readonly edited = new Emitter<unknown>();
  readonly closed = new Emitter<void>();
  readonly posted: { readonly kind: string; readonly [key: string]: unknown }[] = [];
  webview: { html: string } | null = null;
  made(): object {
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
      reveal: () => undefined,
      dispose: () => this.closed.fire(),
    };
  }
}

export class FakeEditor {
  readonly panel = new FakePanel();
  readonly commands = new Map<string, (...words: unknown[]) => unknown>();
  readonly executed: unknown[][] = [];
  readonly applied: WorkspaceEdit[] = [];
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
  readonly asked: unknown[] = [];
  /** The files of the workspace, by their addresses. */
  readonly files = new Map<string, string>();
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
      clipboard: { writeText: async (text: string) => void this.copied.push(text) },
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
        createWebviewPanel: () => this.panel.made(),
        onDidChangeTextEditorSelection: this.panel.cursor.event,
        activeColorTheme: this.themeNow(),
        onDidChangeActiveColorTheme: this.themes.event,
        showErrorMessage: async (text: string) => void this.log.push(`shown: ${text}`),
        showWarningMessage: async (text: string, ...buttons: readonly string[]) => {
          this.log.push(`shown: ${text}`);
          return buttons[0];
        },
        showInformationMessage: async (text: string) => void this.log.push(`shown: ${text}`),
        setStatusBarMessage: (text: string) => void this.messages.push(text),
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
        }),
        openTextDocument: async (uri: URI) => ({
          uri,
          positionAt: (offset: number) => new Position(0, offset),
        }),
        findFiles: async () => [...this.files.keys()].map((address) => URI.parse(address)),
        getConfiguration: () => ({ get: () => this.settings }),
        onDidChangeTextDocument: this.panel.edited.event,
        applyEdit: async (edit: WorkspaceEdit) => this.applied.push(edit) > 0,
      }),
    ),
  });

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
      showTextDocument: async ({ uri }: FakeDocument) => void this.revealed.push(uri.toString()),
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
