// What a comment such as `// (BLK_M,BLK_K,PIPE)` says about a shape, against the shape.

import type { Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Annotation } from '../document/annotation.ts';
import {
  compareAnnotation,
  holdsExtents,
  holdsLayout,
  type Mismatch,
  type Mode,
  modesOf,
  modesText,
  staticExtent,
} from '../document/annotation-shape.ts';
import { restsOnDefault } from '../values/default-arguments.ts';
import type { Site, SiteEvaluation } from '../values/model.ts';
import { SpanMemo } from '../values/span-memo.ts';
import type { Rule, RuleContext, RuleFinding } from './rule.ts';

/** The part of a declaration's evaluation that annotations are compared with. */
interface Evaluated {
  readonly value: SiteEvaluation['value'];
  readonly instances: readonly { readonly value: SiteEvaluation['value']; readonly label: string }[] | null;
  readonly restsOnDefault: boolean;
}

const evaluated = new SpanMemo<Evaluated>();

function evaluatedAt(site: Site, { model }: RuleContext): Evaluated {
  return model.memoised(site, evaluated, () => {
    const { value, parameters, instances } = model.evaluate(site);
    return {
      value,
      instances: instances?.map((i) => ({ value: i.value, label: i.label })) ?? null,
      restsOnDefault: restsOnDefault(parameters),
    };
  });
}

/** What the annotation is compared with. */
interface Checked {
  readonly value: Value;
  readonly modes: readonly Mode[];
  /** The instantiation that the value is of; null when it is the same in all. */
  readonly label: string | null;
}

/**
 * Every value that the declaration may have, as far as it is known: of a template the value for
 * each instantiation. A default argument decides nothing: callers may pass something else.
 */
function checkedValues({ value, instances, restsOnDefault }: Evaluated): readonly Checked[] {
  if (restsOnDefault) return [];
  const checked: Checked[] = [];
  const add = (v: SiteEvaluation['value'], label: string | null) => {
    const modes = modesOf(v);
    if (modes !== null) checked.push({ value: v as Value, modes, label });
  };
  for (const instance of instances ?? []) add(instance.value, instance.label);
  if (instances !== null && checked.length === instances.length) return checked;
  checked.length = 0;
  add(value, null);
  return checked;
}

/** A comment above may head several lines; it is about this one only when it fits none that follows. */
function mayHead(annotation: Annotation, context: RuleContext): boolean {
  return annotation.followers.some((site) => {
    const modes = modesOf(evaluatedAt(site, context).value);
    return modes === null || compareAnnotation(annotation.tuple, modes).mismatches.length === 0;
  });
}

function reason({ kind, path, annotated, actual }: Mismatch, mode: Mode): string {
  const where = path.length === 0 ? '' : `mode ${path.join('.')} `;
  if (kind === 'extent') return `${where}has ${actual} elements, not ${annotated}`;
  if (kind === 'nesting' && !Array.isArray(mode)) return `${where}is one extent, not a tuple of ${annotated}`;
  const modes = actual === 1 ? '1 mode' : `${actual} modes`;
  return path.length === 0 ? `${modes}, not ${annotated}` : `${where}has ${modes}, not ${annotated}`;
}

const modeAt = (modes: readonly Mode[], path: readonly number[]): Mode =>
  path.reduce<Mode>((mode, i) => (mode as readonly Mode[])[i]!, modes);

/** `(bidx, bidy, bidz, valid)` over a table names what stands in an entry, and no modes. */
const listsFields = ({ tuple }: Annotation, [mismatch]: readonly Mismatch[], text: string): boolean =>
  mismatch?.path.length === 0 &&
  Math.abs(Number(mismatch.annotated) - Number(mismatch.actual)) > 1 &&
  /^\([\sa-z_,]+\)$/.test(text.slice(tuple.span.start, tuple.span.end));

function check(annotation: Annotation, context: RuleContext): readonly RuleFinding[] {
  const { tuple, site, node } = annotation;
  const values = checkedValues(evaluatedAt(site, context));
  const compared = values.map(({ value, modes }) => {
    const { mismatches } = compareAnnotation(tuple, modes);
    // The entries of strides and coordinates are no extents, but there are as many of them.
    return holdsExtents(site, value, context.text)
      ? mismatches
      : mismatches.filter(({ kind }) => kind !== 'extent');
  });
  const [first, ...others] = compared;
  const checked = values[0];
  if (first === undefined || checked === undefined || others.some((list) => list.length === 0)) return [];
  if (first.length === 0) return [];
  if (listsFields(annotation, first, context.text)) return [];
  // Over a plain tuple stands as often what is computed from it.
  if (node === 'above' && (!holdsLayout(checked.value) || mayHead(annotation, context))) return [];
  const written = context.text.slice(tuple.span.start, tuple.span.end).replace(/\s+/g, '');
  const shape = modesText(checked.modes, site.dialect);
  const held = holdsLayout(checked.value) ? `its shape is ${shape}` : `it is ${shape}`;
  const label = checked.label === null ? '' : `, with ${checked.label}`;
  // One comment is corrected at once.
  const reasons = first.map((mismatch) => reason(mismatch, modeAt(checked.modes, mismatch.path)));
  const [{ span, annotated, actual, kind }] = first as readonly [Mismatch, ...Mismatch[]];
  return [
    {
      span,
      message: `${written} does not fit ${site.name ?? 'the declaration'}: ${reasons.join(', ')}; ${held}${label}`,
      data: { annotated, actual, kind },
    },
  ];
}

export const shapeAnnotation: Rule = {
  id: 'shape-annotation',
  // The code is what runs: of comments no more than a hint is said.
  severity: 'hint',
  title: 'A shape annotation does not fit',
  checkDocument: (context) => context.annotations().flatMap((annotation) => check(annotation, context)),
};

/** A name in an annotation with the static extent that it stands for. */
interface Named {
  readonly name: string;
  readonly extent: number;
  readonly span: Span;
  readonly declared: string;
}

/** Whether one of two names is the other with something behind it: `MMA` and `MMA_M`. */
const isFamily = (a: string, b: string): boolean => a.startsWith(`${b}_`) || b.startsWith(`${a}_`);

/** `MMA_M`, `ACPY_K`, `N_PER_MMA`: how CuTe's own code calls the modes of what is partitioned. */
const OF_ATOM = /(?:^|[A-Z_])(?:MMA|CPY|TMA)(?:_|$)/;

/**
 * Names with an extent in one annotation. The mode of an atom is named after the operation, and how often the atom is
 * repeated after both (`MMA` beside `MMA_M`); the operands differ in either: such names say a role, not an extent.
 */
function namesIn(annotation: Annotation, context: RuleContext): readonly Named[] {
  const { value, instances, restsOnDefault } = evaluatedAt(annotation.site, context);
  if (instances !== null || restsOnDefault) return [];
  const modes = modesOf(value);
  if (modes === null || !holdsExtents(annotation.site, value, context.text)) return [];
  const { matches, mismatches } = compareAnnotation(annotation.tuple, modes);
  if (mismatches.length > 0) return [];
  const names = matches.flatMap(({ annotated }) => (annotated.kind === 'name' ? [annotated.name] : []));
  return matches.flatMap(({ annotated, mode }) => {
    const extent = staticExtent(mode);
    if (annotated.kind !== 'name' || extent === null || Array.isArray(mode)) return [];
    const { name, span } = annotated;
    if (OF_ATOM.test(name) || names.some((other) => isFamily(name, other))) return [];
    return [{ name, extent, span, declared: annotation.site.name ?? 'the declaration' }];
  });
}

function checkNames(context: RuleContext): readonly RuleFinding[] {
  const first = new Map<object, Map<string, Named>>();
  // A layout made of a shape has its extents again.
  const told = new Set<string>();
  const findings: RuleFinding[] = [];
  for (const annotation of context.annotations()) {
    if (annotation.within === null) continue;
    const known = first.get(annotation.within) ?? new Map<string, Named>();
    first.set(annotation.within, known);
    for (const named of namesIn(annotation, context)) {
      const before = known.get(named.name);
      if (before === undefined) known.set(named.name, named);
      else if (before.extent !== named.extent && !told.has(`${before.span.start} ${named.extent}`)) {
        told.add(`${before.span.start} ${named.extent}`);
        findings.push({
          span: named.span,
          message: `${named.name} is ${named.extent} in ${named.declared}, and ${before.extent} in ${before.declared}`,
          related: [{ message: `${before.name} is ${before.extent} here`, span: before.span }],
        });
      }
    }
  }
  return findings;
}

export const annotatedExtents: Rule = {
  id: 'annotated-extents',
  severity: 'hint',
  title: 'One name stands for two extents',
  checkDocument: checkNames,
};
