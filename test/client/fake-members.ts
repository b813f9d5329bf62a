// Classes of VS Code's module as plain data, and what answers to anything.

import type { URI } from 'vscode-uri';

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}
export class Disposable {
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.map((each) => each.dispose()));
  }
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }
}
export class Hover {
  readonly contents: readonly unknown[];
  constructor(contents: unknown) {
    this.contents = [contents].flat();
  }
}
export class MarkdownString {
  readonly value: string;
  constructor(value = '') {
    this.value = value;
  }
}
export class WorkspaceEdit {
  readonly replaced: { uri: string; range: Range; text: string }[] = [];
  replace(uri: URI, range: Range, text: string): void {
    this.replaced.push({ uri: uri.toString(), range, text });
  }
}

/** What an editor does takes its time: who does not wait for it goes on before. */
export const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
export function withMembers(name: string, members: object): unknown {
  const others = anything(name) as object;
  return new Proxy(members, {
    get: (target, key) => (key in target ? Reflect.get(target, key) : Reflect.get(others, key)),
  });
}
