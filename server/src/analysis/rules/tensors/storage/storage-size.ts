// A tensor over an array or container that is smaller than its layout needs.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { ComposedLayout, Layout } from '../../../../algebra/layout/layout.ts';
import { size } from '../../../../algebra/layout/measure.ts';
import { Pointer, Tensor, TypeValue } from '../../../../evaluate/model/value.ts';
import { SharedStorage } from '../../../../evaluate/python/dsl/shared-storage.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { storageAt } from '../../../document/dsl-storage.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { allocationAt } from '../../../indexing/allocations.ts';
import { launchesKernels } from '../../../launches/kernel-names.ts';
import type { DocumentModel, Origin, Site } from '../../../values/model.ts';
import { elementsIn, farthestOffset } from '../../../values/reach.ts';
import { operationName } from '../../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { checkAsked } from './carved-buffers.ts';
import { bytesAsked, checkCast, checkDynamic, checkObject } from './cast-storage.ts';
import { checkStruct } from './laid-struct.ts';
import { checkPipeline } from './pipeline-barriers.ts';
import { checkRecastView } from './recast-views.ts';
import { checkReturnedView } from './returned-views.ts';
import { checkView } from './viewed-tensor.ts';

/** The pointer that `make_tensor` is given, by its place or, in Python, by its name, and how it is written. */
function pointerOf(origin: Origin, site: Site, text: string): { value: unknown; text: string } | undefined {
  const value = origin.keywords.get('iterator');
  if (value === undefined) return origin.args[0];
  const span = writtenCall(initialiserOf(site) ?? site)?.keywords.get('iterator')?.span;
  return span && { value, text: text.slice(span.start, span.end) };
}

function checkSite({ site, evaluation }: EvaluatedSite, { text }: RuleContext): readonly RuleFinding[] {
  const { origin, value } = evaluation;
  if (origin === null || operationName(origin) !== 'make_tensor' || !(value instanceof Tensor)) return [];
  const pointer = pointerOf(origin, site, text);
  if (!(pointer?.value instanceof Pointer)) return [];
  const { room } = pointer.value.engine;
  const has = room === undefined ? null : elementsIn(room, value.engine);
  const last = farthestOffset(value.layout);
  if (has === null || last === null || last < has) return [];
  const shown = valueText(value.layout, styleOf(site.dialect));
  const count = size(innermostLayout(value.layout));
  const fits = !isFailure(count) && (knownNumber(count) ?? Number.POSITIVE_INFINITY) <= has;
  const { bits } = value.engine;
  const other =
    room!.bits === bits || has === 0
      ? ''
      : ` of ${bits} bits: the array has ${room!.elements} of ${room!.bits}`;
  const why = fits ? `: its size is ${knownNumber(count as number)}, its cosize ${last + 1}` : other;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${shown} reaches element ${last} of ${pointer.text}, which has ${has === 0 ? 'none left' : has}${why}`,
      data: { needed: last + 1, has },
    },
  ];
}

type Model = Pick<DocumentModel, 'evaluate'>;

/** An array, perhaps of a type that is not known. */
interface CountedRange {
  readonly elements: number;
  readonly bits: number | null;
}

/** The array of a member whose struct is handed over, by what the member is worked out to. */
function roomOf(model: Model, member: Site): CountedRange | null {
  const value = settledValueOf(model, member);
  const room = value instanceof SharedStorage ? value.pointer.engine.room : undefined;
  return room?.elements == null ? null : { elements: room.elements, bits: room.bits };
}

/** How many elements of a tensor there is room for, which has the type of the array where it is given none. */
function roomFor(model: Model, { elements, bits }: CountedRange, type: Site | undefined): number | null {
  if (type === undefined) return elements;
  const given = knownValueOf(model, type);
  const own = given instanceof TypeValue ? given.bits : bits;
  return own === null || bits === null ? null : Math.floor((elements * bits) / own);
}

/** `storage.member.get_tensor(layout)` of CuTe DSL. */
function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const layout = argumentAt(call, 0, 'layout');
  if (call.name !== 'get_tensor' || call.object === null || layout === undefined) return [];
  const declared = storageAt(model, call.object);
  const range = declared ?? roomOf(model, call.object);
  const value = settledValueOf(model, layout);
  const given = value instanceof Layout || value instanceof ComposedLayout ? value : null;
  // Of a range without elements the address alone is meant.
  if (range === null || range.elements === 0 || given === null) return [];
  const has = roomFor(model, range, argumentAt(call, 2, 'dtype'));
  const last = farthestOffset(given);
  if (has === null || last === null || last < has) return [];
  const written = text.slice(layout.span.start, layout.span.end);
  const right = `cute.cosize(${written})`;
  const fixes =
    declared === null || has !== declared.elements
      ? {}
      : { fixes: [{ title: `Allocate ${right}`, span: declared.count.span, newText: right }] };
  return [
    {
      span: site.span,
      message: `${valueText(given, styleOf(site.dialect))} reaches element ${last} of ${text.slice(call.object.span.start, call.object.span.end)}, which has ${has}`,
      data: { needed: last + 1, has },
      ...fixes,
    },
  ];
}

/** A tensor over memory that the function has allocated: `cudaMalloc(&p, bytes)`, `malloc(bytes)`. */
function checkAllocated({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const [pointer] = call.args;
  if (call.name !== 'make_tensor' || pointer === undefined || site.dialect !== 'cpp') return [];
  const memory = allocationAt(context, pointer);
  const value = memory === null ? null : settledValueOf(context.model, site);
  if (memory === null || !(value instanceof Tensor) || value.engine.bits === null) return [];
  const last = farthestOffset(value.layout);
  const needed = last === null ? null : Math.ceil(((last + 1) * value.engine.bits) / 8);
  if (needed === null || needed <= memory.bytes || context.model.neverRuns(site)) return [];
  const shown = valueText(value.layout, styleOf(site.dialect));
  const message = `${shown} of ${value.engine.bits} bits takes ${needed} bytes, and ${memory.name} is allocated ${memory.bytes}`;
  return [{ span: site.span, message, data: { needed, has: memory.bytes } }];
}

export const storageSize: Rule = {
  id: 'storage-size',
  severity: 'warning',
  title: 'The storage is too small',
  checkSite,
  checkCall: (called, context) =>
    [checkCall, checkPipeline, checkStruct, checkView, checkRecastView].flatMap((check) =>
      check(called, context),
    ),
  // Launches, allocations and objects in shared memory stand elsewhere.
  checkDocument: (context) => [
    ...(mentions(context.text, 'reinterpret_cast')
      ? [
          ...callsOf(context.model, 'reinterpret_cast').flatMap((called) => checkCast(called, context)),
          ...callsOf(context.model, 'make_tensor').flatMap((called) => checkObject(called, context)),
        ]
      : []),
    ...(mentions(context.text, /\bextern\b/) && launchesKernels(context.text)
      ? [
          ...callsOf(context.model, 'make_tensor').flatMap((called) => checkDynamic(called, context)),
          ...checkAsked(context, (kernel) => bytesAsked(context, kernel)),
        ]
      : []),
    ...(context.model.dialect === 'python' && mentions(context.text, 'allocate')
      ? callsOf(context.model, 'make_tensor').flatMap((called) => checkReturnedView(called, context))
      : []),
    ...(mentions(context.text, /\b(?:malloc|cudaMalloc\w*)\s*\(/)
      ? callsOf(context.model, 'make_tensor').flatMap((called) => checkAllocated(called, context))
      : []),
  ],
};
