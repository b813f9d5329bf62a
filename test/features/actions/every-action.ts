// Every code action of a file, at every token of it, and the file after each.

import type { CancellationToken, CodeAction, Diagnostic } from 'vscode-languageserver';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../../server/src/algebra/layout/layout.ts';
import { coalesce } from '../../../server/src/algebra/operation/coalesce.ts';
import { ruleContext } from '../../../server/src/analysis/check/context.ts';
import { findingsOf } from '../../../server/src/analysis/check/run.ts';
import { type OpenDocument, openDocument } from '../../../server/src/analysis/document/document.ts';
import type { Finding } from '../../../server/src/analysis/values/model.ts';
import { TypeValue } from '../../../server/src/evaluate/model/value.ts';
import { answerCodeActions } from '../../../server/src/features/actions/code-actions.ts';
import type { Dialect } from '../../../server/src/frontends/common/scope.ts';
import { outcomeText, PLAIN } from '../../../server/src/render/text/text.ts';
import { type Grammars, loadGrammars } from '../../../server/src/syntax/grammars.ts';
import { ServerDocument } from '../../../server/src/workspace/documents/documents.ts';
import type { Session } from '../../../server/src/workspace/documents/session.ts';
import { grammarFiles } from '../../../server/src/workspace/host/files.node.ts';
import { defaultSettings } from '../../../server/src/workspace/settings/settings.ts';
import { applyEdit } from '../../protocol/client.ts';

let loaded: Promise<Grammars> | null = null;

async function grammars(): Promise<Grammars> {
  loaded ??= (async () => {
    const found = await loadGrammars(grammarFiles);
    await Promise.all((['cpp', 'python', 'notation'] as const).map((d) => found.ready(d)));
    return found;
  })();
  return loaded;
}

export const dialectOf = (file: string): Dialect =>
  file.endsWith('.py') ? 'python' : file.endsWith('.layout') ? 'notation' : 'cpp';

const LANGUAGE = { cpp: 'cuda-cpp', python: 'python', notation: 'layout' } as const;

const URI = 'file:///file';

const findingsIn = (analysis: OpenDocument): readonly Finding[] =>
  findingsOf(ruleContext(analysis), { severity: {} });

interface Opened {
  readonly text: string;
  readonly findings: readonly Finding[];
  /** The values of all declarations, in order. */
  readonly values: readonly (readonly [name: string, value: string, start: number])[];
  /** The same, of layouts coalesced. */
  readonly coalesced: ReadonlyMap<string, string>;
}

/** What a text says. */
export async function read(text: string, dialect: Dialect): Promise<Opened> {
  const analysis = openDocument(await grammars(), dialect, text);
  const values: [string, string, number][] = [];
  const coalesced = new Map<string, string>();
  for (const site of analysis.model.sites) {
    if (site.role !== 'declaration' || site.name === null) continue;
    const { value } = analysis.model.evaluate(site);
    const held = value instanceof TypeValue && value.instance !== null ? value.instance : value;
    values.push([site.name, outcomeText(held, PLAIN), site.span.start]);
    const merged = held instanceof Layout ? coalesce(held) : null;
    if (merged !== null && !isFailure(merged)) coalesced.set(site.name, outcomeText(merged, PLAIN));
  }
  const opened = { text, findings: findingsIn(analysis), values, coalesced };
  analysis.dispose();
  return opened;
}

interface Found {
  readonly action: CodeAction;
  /** The text after it. */
  readonly after: string;
  /** Where it was asked for. */
  readonly offset: number;
}

interface AllActions {
  readonly found: readonly Found[];
  /** What was logged: producers that failed. */
  readonly errors: readonly string[];
}

interface Asked {
  readonly diagnostics: readonly Diagnostic[];
  readonly errors: readonly string[];
  readonly document: ServerDocument;
  at(start: number, end: number, near: readonly Diagnostic[]): Promise<readonly CodeAction[]>;
  dispose(): void;
}

/** An open text whose code actions can be asked for. `analysed`: what the features are given for its analysis. */
export async function asking(
  text: string,
  dialect: Dialect,
  documentChanges = true,
  analysed: (analysis: OpenDocument) => OpenDocument = (analysis) => analysis,
): Promise<Asked> {
  const errors: string[] = [];
  const session = {
    client: { codeActionLiterals: true, documentChanges, snippetEdits: false },
    connection: { console: { error: (message: string) => errors.push(message) } },
  } as unknown as Session;
  const document = new ServerDocument(URI, LANGUAGE[dialect], dialect, 1, text);
  const analysis = openDocument(await grammars(), dialect, text);
  const diagnostics = findingsIn(analysis).map(
    ({ rule, severity, message, span }) =>
      ({
        range: document.rangeOf(span),
        code: rule,
        source: 'layout-lens',
        severity,
        message,
      }) as unknown as Diagnostic,
  );
  const ready = {
    document,
    analysis: analysed(analysis),
    settings: defaultSettings,
    grammars: await grammars(),
  };
  const token = { isCancellationRequested: false } as CancellationToken;
  return {
    diagnostics,
    errors,
    document,
    at: async (start, end, near) => {
      const range = document.rangeOf({ start, end });
      const params = { textDocument: { uri: URI }, range, context: { diagnostics: [...near] } };
      return (await answerCodeActions(ready, params, token, session)) ?? [];
    },
    dispose: () => analysis.dispose(),
  };
}

/** The actions where a text stands, with the findings that begin on its line: by title the text after each. */
export async function actionsAt(
  text: string,
  dialect: Dialect,
  at: string,
): Promise<ReadonlyMap<string, string>> {
  const asked = await asking(text, dialect);
  const start = text.indexOf(at);
  const { line } = asked.document.positionAt(start);
  const near = asked.diagnostics.filter(({ range }) => range.start.line === line);
  const actions = await asked.at(start, start, near);
  asked.dispose();
  return new Map(actions.map((action) => [action.title, applyEdit(text, action.edit!, URI)]));
}

/** The actions at every token of a text, each once, with the findings there as an editor sends them. */
export async function allActions(
  text: string,
  dialect: Dialect,
  documentChanges = true,
): Promise<AllActions> {
  const asked = await asking(text, dialect, documentChanges);
  const found = new Map<string, Found>();
  const ask = async (start: number, end: number, near: readonly Diagnostic[]) => {
    for (const action of await asked.at(start, end, near)) {
      // What only changes the view writes nothing.
      if (action.edit === undefined) continue;
      const key = JSON.stringify([action.title, action.edit]);
      if (!found.has(key))
        found.set(key, { action, after: applyEdit(text, action.edit, URI), offset: start });
    }
  };
  for (const { index } of text.matchAll(/[A-Za-z_]\w*|\d\w*|[-+*/%<>(){}[\]:.,]/g))
    await ask(index, index, []);
  for (const { range } of asked.diagnostics) {
    const { start, end } = asked.document.spanOf(range);
    const isThere = (other: Diagnostic) => JSON.stringify(other.range) === JSON.stringify(range);
    await ask(start, end, asked.diagnostics.filter(isThere));
  }
  asked.dispose();
  return { found: [...found.values()], errors: asked.errors };
}

const countByRule = (findings: readonly Finding[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
};

/** What is wrong with a text after an action, by what its title promises; empty where it is so. */
export async function brokenPromises(
  before: Opened,
  { action, after, offset }: Found,
  dialect: Dialect,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const now = await read(after, dialect);
  const counts = countByRule(before.findings);
  for (const [rule, count] of countByRule(now.findings))
    if (count > (counts.get(rule) ?? 0)) wrong.push(`finds ${rule}`);
  const { title } = action;
  const isMended = action.kind === 'quickfix';
  if (isMended && now.findings.length >= before.findings.length) wrong.push('mends nothing');
  if (
    /^Assume |^Pin |^Remove the comment that pins /.test(title) ||
    (isMended && !/^(?:Ignore|Correct)/.test(title))
  )
    return wrong;
  const added = /^Insert index expression of (\w+)/.exec(title)?.[1];
  if (added !== undefined) {
    // A function is declared beside it; it has parameters of its own.
    const names = new Set(before.values.map(([name]) => name));
    const own = now.values.filter(([name]) => names.has(name) && name !== 'i' && name !== 'j');
    const old = before.values.filter(([name]) => name !== 'i' && name !== 'j');
    if (
      JSON.stringify(own.map(([name, value]) => [name, value])) !==
      JSON.stringify(old.map(([name, value]) => [name, value]))
    )
      wrong.push('changes another value');
    if (!now.text.includes(`${added}_index`)) wrong.push('adds nothing');
    return wrong;
  }
  // All else leaves every value as it is, but for what is coalesced and what is made of that.
  const changed = before.values.flatMap(([name, value], i) => {
    const [other, there] = now.values[i] ?? ['', 'nothing'];
    return other === name && there === value ? [] : [{ name, value, there, i }];
  });
  if (now.values.length !== before.values.length) wrong.push('declares something else');
  if (title.includes('coalesced form')) {
    const [first] = changed;
    const named = /^Replace (\w+) by/.exec(title)?.[1] ?? first?.name;
    if (first !== undefined && first.name === named && / by its/.test(title)) {
      if (title.startsWith(`Replace ${named} by`) && first.there !== before.coalesced.get(first.name))
        wrong.push(`${first.name} is ${first.there}`);
    }
    return wrong;
  }
  // A run-time form is one value, of which others may be made in another way.
  const runTime = /^Replace (?:(\w+) )?by run-time form/.exec(title);
  if (runTime !== null) {
    const index = before.values.findLastIndex(
      ([name, , start]) => start <= offset && (runTime[1] === undefined || name === runTime[1]),
    );
    const own = changed.find(({ i }) => i === index);
    if (own !== undefined) wrong.push(`${own.name} is ${own.there}, was ${own.value}`);
    return wrong;
  }
  for (const { name, value, there } of changed) wrong.push(`${name} is ${there}, was ${value}`);
  if (after.replace(/\s/g, '') === before.text.replace(/\s/g, '')) wrong.push('changes nothing');
  return wrong;
}
