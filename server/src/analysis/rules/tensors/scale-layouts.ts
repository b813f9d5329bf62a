// Layouts of scale factors of one operand that are made as those of the other one: `layout_sfb` by `tile_atom_to_shape_SFA`.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { pythonCallsBy } from '../../indexing/callers.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

type Operand = 'A' | 'B';

const MAKERS = { A: 'tile_atom_to_shape_SFA', B: 'tile_atom_to_shape_SFB' } as const;
/** The extent of the problem that the scale factors of an operand have. */
const MODE = { A: 'M', B: 'N' } as const;

/** So much of what stands before a call says what it is for. */
const NEAR = 300;

/** `layout_SFB[i] = `, `args.layout_SFB = ` */
const ASSIGNED = /([A-Za-z_][\w.]*(?:->\w+)*)\s*(?:\[[^[\]]*\]\s*)?=\s*(?:[\w:]+(?:<[^<>;]*>)?::)?$/;
/** `auto layout_sfb() const { return ` */
const RETURNED =
  /\b([A-Za-z_]\w*)\s*\([^(){};]*\)\s*(?:const\b|noexcept\b|->\s*[\w:]+|\s)*\{\s*return\s+(?:[\w:]+(?:<[^<>;]*>)?::)?$/;

/** `layout_SFB`, `sfb_layout`, `LayoutSFB`, `scales_b`, `b_scale` */
const NAMES = [
  /(?:^|_)sf_?([ab])(?:_|$)/,
  /(?:^|[a-z_])SF_?([AB])(?![a-z])/,
  /(?:^|_)scales?_([ab])(?:_|$)/,
  /(?:^|_)([ab])_scales?(?:_|$)/,
];

function operandNamed(name: string): Operand | null {
  const last = /\w+$/.exec(name)?.[0] ?? '';
  const found = NAMES.map((form) => form.exec(last)?.[1]).find((operand) => operand !== undefined);
  return (found?.toUpperCase() as Operand | undefined) ?? null;
}

interface Made {
  readonly site: Site;
  readonly callee: Site;
  readonly by: Operand;
  readonly as: Operand;
  readonly name: string;
  /** How what it is given is written. */
  readonly given: string;
}

/**
 * Findings of `operand-projection` about scale factors. Where a product is computed as its transpose, A and B are exchanged by
 * their names; there the layout of the other one is made otherwise, too.
 */
export function checkScaleLayouts({ model, text }: RuleContext): readonly RuleFinding[] {
  if (!mentions(text, 'tile_atom_to_shape_SF')) return [];
  if (model.dialect === 'python') return checkPython(model, text);
  const code = codeOf(text, 'cpp');
  const all = (['A', 'B'] as const).flatMap((by) =>
    callsOf(model, MAKERS[by]).flatMap(({ site, call }): readonly Made[] => {
      const { start } = call.callee.span;
      const before = code.slice(Math.max(0, start - NEAR), start);
      const name = ASSIGNED.exec(before)?.[1] ?? RETURNED.exec(before)?.[1] ?? '';
      const as = operandNamed(name);
      const given = call.args.map(({ span }) => code.slice(span.start, span.end).replace(/\s+/g, '')).join();
      return as === null || given === '' ? [] : [{ site, callee: call.callee, by, as, name, given }];
    }),
  );
  return all.flatMap(({ site, callee, by, as, name, given }): readonly RuleFinding[] => {
    if (as === by) return [];
    const around = functionAround(site);
    const other = all.find(
      (each) =>
        each.as === by && each.by === by && each.given === given && functionAround(each.site) === around,
    );
    const beside =
      other ?? (isReturned(code, callee) ? all.find((each) => isPair(code, each, by, given)) : undefined);
    if (beside === undefined || model.neverRuns(site)) return [];
    const { start, end } = callee.span;
    const at = start + text.slice(start, end).lastIndexOf(MAKERS[by]);
    const span = { start: at, end: at + MAKERS[by].length };
    const message = `${name} is laid out as the scale factors of ${by}, which have the extent ${MODE[by]}, as ${beside.name} is: those of ${as} have ${MODE[as]}: ${MAKERS[as]}`;
    return [{ span, message, fixes: [{ title: `Write ${MAKERS[as]}`, span, newText: MAKERS[as] }] }];
  });
}

const isReturned = (code: string, { span }: Site): boolean =>
  RETURNED.test(code.slice(Math.max(0, span.start - NEAR), span.start));

/** A function that returns the layout of the other operand, made of the same. */
const isPair = (code: string, made: Made, by: Operand, given: string): boolean =>
  made.as === by && made.by === by && made.given === given && isReturned(code, made.callee);

/** `a_tensor.shape`, `a.shape`, `mA.shape`: whose shape it is. */
function shapedOperand(shape: string): Operand | null {
  const name = /(\w+)\.shape$/.exec(shape)?.[1] ?? '';
  const found = /^(?:.*_)?([ab])(?:_.*)?$|^[mg]([AB])$/.exec(name);
  return ((found?.[1] ?? found?.[2])?.toUpperCase() as Operand | undefined) ?? null;
}

/** `sfb_layout = tile_atom_to_shape_SF(a.shape, vec)` of CuTe DSL, beside `sfa_layout` of the same. */
function checkPython(model: DocumentModel, text: string): readonly RuleFinding[] {
  const code = codeOf(text, 'python');
  const all = pythonCallsBy(model, 'tile_atom_to_shape_SF').flatMap((site) => {
    const shape = writtenCall(site)?.args[0];
    const name = /([A-Za-z_]\w*)\s*=\s*[\w.]*$/.exec(
      code.slice(Math.max(0, site.span.start - NEAR), site.span.start),
    )?.[1];
    const as = name === undefined ? null : operandNamed(name);
    if (shape === undefined || as === null) return [];
    const given = code.slice(shape.span.start, shape.span.end).replace(/\s+/g, '');
    return [{ site, shape, as, name: name!, given, of: shapedOperand(given) }];
  });
  return all.flatMap(({ site, shape, as, name, given, of }): readonly RuleFinding[] => {
    if (of === null || of === as) return [];
    const around = functionAround(site);
    const other = all.find(
      (each) => each.as === of && each.given === given && functionAround(each.site) === around,
    );
    if (other === undefined || model.neverRuns(site)) return [];
    const message = `${name} is laid out by the shape of ${of}, as ${other.name} is: the scale factors of ${as} have the extents of ${as}`;
    return [{ span: shape.span, message }];
  });
}
