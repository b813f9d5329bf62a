// Access to the atoms' table: lines are split once, layouts parsed when they are first asked for.

import type { Layout } from '../../algebra/layout/layout.ts';
import * as table from './atoms-table.ts';
import { parseStaticLayout } from './static-layout.ts';

const linesOf = (block: string): readonly string[] => block.trim().split('\n');

const architectures = linesOf(table.ARCHITECTURES);
const types = linesOf(table.VALUE_TYPES);
const layoutTexts = linesOf(table.LAYOUTS);
const layouts = new Map<number, Layout>();

function layoutAt(index: number): Layout {
  const known = layouts.get(index);
  if (known !== undefined) return known;
  const layout = parseStaticLayout(layoutTexts[index]!);
  layouts.set(index, layout);
  return layout;
}

/** The facts of one MMA atom as the table has them. */
export interface MmaFacts {
  readonly name: string;
  readonly arch: string;
  readonly shapeMnk: readonly [number, number, number];
  readonly thrId: Layout;
  readonly a: Layout;
  readonly b: Layout;
  readonly c: Layout;
  /** Types as the compiler names them. */
  readonly types: { readonly d: string; readonly a: string; readonly b: string; readonly c: string };
  /** Those of the types that are a template's parameters, with their widths in bits where the program says them. */
  readonly parameters?: ReadonlyMap<string, number | null>;
  /** Layouts and types that only block-scaled and sparse atoms have, by tag: SFA, SFB, E; SF, E. */
  readonly extraLayouts: Readonly<Record<string, Layout>>;
  readonly extraTypes: Readonly<Record<string, string>>;
}

/** The facts of one copy atom; the layouts are in bits. */
export interface CopyFacts {
  readonly name: string;
  readonly arch: string;
  readonly thrId: Layout;
  readonly src: Layout;
  readonly dst: Layout;
  readonly ref: Layout;
}

/** The lines of a block by the name they begin with. */
function byName(block: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    linesOf(block).map((line) => {
      const fields = line.split(' ');
      return [fields[0]!, fields];
    }),
  );
}

const mmaLines = byName(table.MMA_ATOMS);
const copyLines = byName(table.COPY_ATOMS);

export const mmaNames = (): readonly string[] => [...mmaLines.keys()];
export const copyNames = (): readonly string[] => [...copyLines.keys()];

export function mmaFacts(name: string): MmaFacts | null {
  const fields = mmaLines.get(name);
  if (fields === undefined) return null;
  const [, arch, shape, thrId, a, b, c, valueTypes, ...extras] = fields as [string, ...string[]];
  const [m, n, k] = shape!.split(',').map(Number);
  const [d, ta, tb, tc] = valueTypes!.split(',').map((index) => types[Number(index)]!);
  const extraLayouts: Record<string, Layout> = {};
  const extraTypes: Record<string, string> = {};
  for (const extra of extras) {
    const [, tag, kind, index] = /^(\w+)([=:])(\d+)$/.exec(extra)!;
    if (kind === '=') extraLayouts[tag!] = layoutAt(Number(index));
    else extraTypes[tag!] = types[Number(index)]!;
  }
  return {
    name,
    arch: architectures[Number(arch)]!,
    shapeMnk: [m!, n!, k!],
    thrId: layoutAt(Number(thrId)),
    a: layoutAt(Number(a)),
    b: layoutAt(Number(b)),
    c: layoutAt(Number(c)),
    types: { d: d!, a: ta!, b: tb!, c: tc! },
    extraLayouts,
    extraTypes,
  };
}

export function copyFacts(name: string): CopyFacts | null {
  const fields = copyLines.get(name);
  if (fields === undefined) return null;
  const [thrId, src, dst, ref] = fields.slice(2).map((index) => layoutAt(Number(index)));
  return { name, arch: architectures[Number(fields[1])]!, thrId: thrId!, src: src!, dst: dst!, ref: ref! };
}
