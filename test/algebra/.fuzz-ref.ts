import { writeFileSync } from 'node:fs';
import { applyOperation } from '../../server/src/algebra/catalog.ts';
import { isFailure } from '../../server/src/algebra/failure.ts';
import { Dynamic } from '../../server/src/algebra/integer.ts';
import { Layout, UNDERSCORE, Underscore } from '../../server/src/algebra/layout.ts';
import { printMarked } from '../../server/src/algebra/print.ts';
import { ScaledBasis } from '../../server/src/algebra/stride.ts';
let seed = Number(process.argv[2] ?? 1);
const rnd = () => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return ((seed >>> 8) & 0xffff) / 65536; };
const int = (a: number, b: number) => a + Math.floor(rnd() * (b - a + 1));
const pick = <T>(xs: T[]): T => xs[int(0, xs.length - 1)]!;
let pdyn = 0.4;
const dyn = (n: number) => (rnd() < pdyn ? new Dynamic(n) : n);
const size = () => pick([1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16]);
function shape(depth = 0): any { const r = rnd(); if (depth > 1 || (depth === 1 && r < 0.6)) return dyn(size()); if (depth===0 && r < 0.12) return dyn(size()); return Array.from({ length: int(1, 3) }, () => shape(depth + 1)); }
const val = (n: any) => (n instanceof Dynamic ? (n.value as number) : n);
const mapL = (t: any, f: any): any => (Array.isArray(t) ? t.map((e) => mapL(e, f)) : f(t));
const leaves = (t: any): any[] => (Array.isArray(t) ? t.flatMap(leaves) : [t]);
function layout(neg = false): Layout {
  const s = shape(); const ls = leaves(s).map(val);
  const order = ls.map((_, i) => i).sort(() => rnd() - 0.5); const d: number[] = []; let cur = 1;
  for (const i of order) { d[i] = cur; cur *= ls[i]; if (rnd() < 0.1) cur += int(1, 3); if (rnd()<0.1) cur*=2; }
  let k = 0; const st = mapL(s, () => { let x = d[k++]!; const r = rnd(); if (r < 0.1) x = 0; else if (r < 0.17) x = pick([1,2,3,5,7,16]); if (neg && rnd() < 0.3) x = -x; return dyn(x); });
  return new Layout(s, st);
}
const basisLayout = () => applyOperation('make_identity_layout', [shape()]) as Layout;
function cpp(v: any): string {
  if (typeof v === 'number') return `Int<${v}>{}`;
  if (v instanceof Dynamic) return `(int)${v.value}`;
  if (v instanceof Underscore) return '_';
  if (v instanceof Layout) return `make_layout(${cpp(v.shape)},${cpp(v.stride)})`;
  if (v instanceof ScaledBasis) return `(E<${v.path.join(',')}>{}*${cpp(v.value)})`;
  return `make_tuple(${v.map(cpp).join(',')})`;
}
const coord = (s: any): any => (Array.isArray(s) && rnd() < 0.8 ? s.map(coord) : dyn(int(0, Math.max(0, leaves(s).map(val).reduce((a: number, b: number) => a * b, 1) - 1))));
const sliceCoord = (s: any): any => (Array.isArray(s) ? s.map((e: any) => (rnd() < 0.4 ? UNDERSCORE : sliceCoord(e))) : rnd() < 0.4 ? UNDERSCORE : coord(s));
const smallLayout = () => { const s = rnd() < 0.5 ? dyn(size()) : [dyn(size()), dyn(size())]; return new Layout(s, mapL(s, () => dyn(pick([0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24])))); };
const tilerFor = (l: Layout): any => (Array.isArray(l.shape) && rnd() < 0.6 ? l.shape.slice(0, int(1, l.shape.length)).map(() => pick<any>([() => dyn(size()), () => dyn(size()), () => new Layout(dyn(size()), dyn(pick([1, 2, 4]))), ])()) : smallLayout());
const gens: (() => [string, any[], any[]?])[] = [
  () => ['composition', [layout(rnd() < 0.2), smallLayout()]],
  () => { const l = layout(); return ['composition', [l, tilerFor(l)]]; },
  () => { const l = basisLayout(); return ['composition', [l, tilerFor(l)]]; },
  () => { const l = layout(); return ['logical_divide', [l, tilerFor(l)]]; },
  () => { const l = layout(); return [pick(['zipped_divide','tiled_divide','flat_divide']), [l, tilerFor(l)]]; },
  () => { const l = layout(); return [pick(['logical_product','zipped_product','tiled_product']), [l, tilerFor(l)]]; },
  () => [pick(['blocked_product', 'raked_product']), [layout(), smallLayout()]],
  () => ['complement', [layout(), pick<any>([() => dyn(int(1, 300)), () => [dyn(size()), dyn(size()), dyn(size())]])()]],
  () => ['complement', [layout()]],
  () => ['right_inverse', [layout()]], () => { pdyn = 0; const l = layout(); pdyn = 0.4; return ['left_inverse', [l]]; },
  () => ['coalesce', [layout(true)]], () => ['coalesce', [layout(), shape(1)]], () => ['coalesce', [shape()]],
  () => ['filter', [layout()]], () => ['filter_zeros', [layout()]], () => ['nullspace', [layout()]], () => ['max_alignment', [layout()]],
  () => ['cosize', [layout(true)]], () => ['coshape', [basisLayout()]], () => ['size', [layout()]],
  () => ['make_layout_like', [layout()]], () => ['make_fragment_like', [layout()]],
  () => ['make_ordered_layout', [(() => [dyn(size()), dyn(size()), dyn(size())])(), [dyn(int(0, 3)), dyn(int(0, 3)), dyn(int(0, 3))]]],
  () => ['make_layout', [shape()]],
  () => ['upcast', [layout()], [pick([2, 4, 8])]], () => ['downcast', [layout()], [pick([2, 4])]],
  () => ['max_common_layout', [layout(), layout()]], () => ['max_common_vector', [layout(), layout()]],
  () => { const l = layout(); return ['slice', [sliceCoord(l.shape), l]]; },
  () => { const l = layout(); return ['dice', [sliceCoord(l.shape), l]]; },
  () => { const l = pick([layout, basisLayout])(); return ['crd2idx', [coord(l.shape), l]]; },
  () => { const s = shape(); return ['crd2idx', [coord(s), s]]; },
  () => { const s = shape(); return ['idx2crd', [dyn(int(0, 60)), s]]; },
  () => ['ceil_div', [shape(), pick([() => dyn(size()), shape])()]],
  () => { const s = shape(); return ['ceil_div', [s, mapL(s, () => dyn(size()))]]; },
  () => { const s = shape(); return [pick(['shape_div','round_up','elem_scale']), [s, mapL(s, () => dyn(size()))]]; },
  () => ['shape_div', [shape(), dyn(size())]],
  () => [pick(['max', 'min', 'gcd', 'product', 'sum', 'product_each']), [shape()]],
  () => { const s = shape(); return [pick(['inner_product']), [s, mapL(s, () => dyn(size()))]]; },
  () => ['compact_col_major', [shape(), dyn(int(1, 4))]], () => ['compact_row_major', [shape(), dyn(int(1, 4))]],
  () => ['tile_to_shape', [layout(), [dyn(pick([8, 16, 24, 48])), dyn(pick([8, 16, 24, 48])), dyn(pick([8, 16]))]]],
  () => ['append', [layout(), layout()]], () => ['zip', [layout(), layout()]], () => ['flatten', [layout()]], 
  () => { pdyn = 0; const s = shape(); pdyn = 0.4; return ['domain_distribute', [s, int(1, 24)]]; },
];
const N = Number(process.argv[3] ?? 60);
const lines: string[] = [], expected: string[] = [], names: string[] = [];
let tries = 0;
while (lines.length < N && tries++ < 100 * N) {
  let g; try { g = pick(gens)(); } catch { continue; }
  const [op, args, template] = g;
  const r = applyOperation(op, args, template ? { template } : {});
  if (!isFailure(r) || (r as any).code === undefined || (r as any).code === "overflow") continue;
  if (Array.isArray(r) && r.length === 0) continue;
  const t = template ? `<${template.join(',')}>` : '';
  lines.push(`printf("%d ",${lines.length}); print(${op}${t}(${args.map(cpp).join(', ')})); printf("\\n");`);
  expected.push(JSON.stringify(r)); names.push(`${op}${t}(${args.map((a) => printMarked(a as any)).join(', ')})`);
}
lines.forEach((l,i)=>writeFileSync(process.argv[4]!.replace('.cpp', '_'+i+'.cpp'), '#include <cute/tensor.hpp>\n#include <cstdio>\nusing namespace cute;\nvoid f(){'+l+'}\nint main(){f();}'));
writeFileSync(process.argv[4]!.replace('.cpp', '.json'), JSON.stringify({ expected, names }));
console.log(lines.length);
