// All mutants of the sources, by TypeScript's own parser and types.

import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { isTypeNode, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Project, type Type } from 'typescript/unstable/sync';
import { root } from '../testing/files.ts';
import { type Change, changesOf } from './operators.ts';

export interface Mutant {
  /** The same for the same change of the same text. */
  readonly key: string;
  readonly room: string;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isStatement: boolean;
  /** Of an `if` that is left out: where this is false, nothing is. */
  readonly condition?: string;
}

/** Nothing in these is run. */
const WITHOUT_VALUES = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
]);

/** A folder of the server's sources, or the client. */
const roomOf = (file: string): string => {
  const parts = file.split('/');
  if (parts[0] === 'client') return 'client';
  return parts.length > 3 ? parts[2]! : 'entries';
};

function nodesOf(file: SourceFile): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node): void => {
    if (WITHOUT_VALUES.has(node.kind) || isTypeNode(node)) return;
    nodes.push(node);
    node.forEachChild((child) => {
      visit(child);
    });
  };
  visit(file);
  return nodes;
}

/** Kinds of nodes whose types decide what is tried. */
const TYPED = new Set([
  SyntaxKind.BinaryExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.ReturnStatement,
  SyntaxKind.ArrowFunction,
]);

/** The types of nodes, asked for all at once. TypeScript 7 fails on some tuples; those have none. */
function askedTypes(project: Project, nodes: readonly Node[]): readonly (Type | undefined)[] {
  if (nodes.length === 0) return [];
  try {
    return project.checker.getTypeAtLocation(nodes);
  } catch {
    if (nodes.length === 1) return [undefined];
    const half = nodes.length >> 1;
    return [...askedTypes(project, nodes.slice(0, half)), ...askedTypes(project, nodes.slice(half))];
  }
}

/** The types of what the nodes and their parts are. */
function typesOf(project: Project, nodes: readonly Node[]): ReadonlyMap<Node, Type | undefined> {
  const all = new Set(nodes);
  const asked = new Set<Node>();
  for (const node of nodes) {
    if (!TYPED.has(node.kind)) continue;
    asked.add(node);
    node.forEachChild((child) => {
      if (all.has(child)) asked.add(child);
    });
  }
  const list = [...asked];
  const types = askedTypes(project, list);
  return new Map(list.map((node, i) => [node, types[i]]));
}

function mutantsOf(project: Project, file: string): readonly Mutant[] {
  const source = project.program.getSourceFile(join(root, file));
  if (source === undefined) return [];
  const nodes = nodesOf(source);
  const types = typesOf(project, nodes);
  const digest = createHash('sha1').update(source.text).digest('hex').slice(0, 10);
  const lines = lineStarts(source.text);
  const seen = new Set<string>();
  return nodes
    .flatMap((node) => changesOf(node, (asked) => types.get(asked)))
    .flatMap((change) => {
      const start = change.node.getStart(source);
      const line = lines.findLastIndex((first) => first <= start) + 1;
      const key = `${file}:${start}-${change.node.end}:${change.operator}:${change.text.length}:${digest}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [mutantOf(change, { key, file, line, start })];
    });
}

function mutantOf(
  { operator, node, text, isStatement, condition }: Change,
  place: { readonly key: string; readonly file: string; readonly line: number; readonly start: number },
): Mutant {
  const change = {
    operator,
    end: node.end,
    text,
    isStatement,
    ...(condition === undefined ? {} : { condition }),
  };
  return { ...place, room: roomOf(place.file), ...change };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function allMutants(): readonly Mutant[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects();
    return project!.rootFiles
      .map((path) => relative(root, path))
      .filter((path) => /^(server|client)\/src\//.test(path) && !path.endsWith('.d.ts'))
      .sort()
      .flatMap((file) => mutantsOf(project!, file));
  } finally {
    api.close();
  }
}
