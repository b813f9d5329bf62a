import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor, type Value } from '../../../../evaluate/model/value.ts';
import { MarkedExtent } from '../../../../evaluate/python/dsl/host/marked-extent.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import { operationName, plainLayout } from '../../../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';

/** An extent that is one of the run time for certain; of others, and of names, the compiler may know the value. */
const dynamicExtent = (tensor: Tensor): Dynamic | null =>
  (leavesOf<Int>(plainLayout(tensor)?.shape ?? 1).find(
    (n) => n instanceof MarkedExtent || (n instanceof Dynamic && typeof n.value === 'number'),
  ) as Dynamic | undefined) ?? null;

/** Of CuTe DSL, where an integer is one of the run although its value is plain; of C++ evaluation tells. */
function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || site.dialect !== 'python' || !(value instanceof Tensor)) return [];
  const name = operationName(origin);
  const [span, dynamic] = [site.valueSpan ?? site.span, dynamicExtent(value)];
  if (dynamic === null) return [];
  if (name === 'allocate_tensor')
    return [
      {
        span,
        message: `shared memory is allocated for ${shapeText(value)}, and an extent of the run time has no place there: the layout must be static`,
      },
    ];
  if (!/^make_(?:rmem_tensor|fragment)$/.test(name) || dynamic.value === null) return [];
  return [
    {
      span,
      message: `registers are made for an extent of the run time, which is ${dynamic.value}: the shape must be static, a number of Python`,
    },
  ];
}

/** What a vector of registers is made of or written to, with how many arguments CuTe's tensors take. */
const OF_VECTORS: ReadonlyMap<string, { readonly done: string; readonly count: number }> = new Map([
  ['load', { done: 'loaded', count: 0 }],
  ['store', { done: 'stored', count: 1 }],
  ['fill', { done: 'filled', count: 1 }],
]);
const MASKS: ReadonlySet<string> = new Set(['mask', 'pass_thru']);

/** Arrays of CUTLASS have methods of these names that are told which elements. */
const isOfTensor = ({ args, keywords }: WrittenCall, count: number): boolean =>
  args.length === count && [...keywords.keys()].every((name) => MASKS.has(name));

type Model = Pick<DocumentModel, 'evaluate'>;

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 8;

/** What gives parts of a tensor, of which it is the first argument. */
const PARTITION = /^(?:local_tile|local_partition|partition_[SDABC]|(?:zipped|tiled|flat|logical)_divide)$/;

const wholeOf = (call: WrittenCall): Site | null =>
  call.name === '[]'
    ? call.object
    : PARTITION.test(call.name)
      ? (argumentAt(call, 0, 'input') ?? call.keywords.get('target') ?? null)
      : null;

/** Whether a tensor has such an extent, or tiles, as many as there are in one. */
function isOfRunTime(model: Model, site: Site, tensor: Tensor, depth = 0): boolean {
  if (dynamicExtent(tensor) !== null) return true;
  const isOpen = leavesOf<Int>(plainLayout(tensor)?.shape ?? 1).some((n) => n instanceof Dynamic);
  if (!isOpen || depth >= MAXIMUM_DEPTH) return false;
  const given = initialiserOf(site);
  if (given !== null) return isOfRunTime(model, given, tensor, depth + 1);
  const call = writtenCall(site);
  const from = call === null ? null : wholeOf(call);
  const whole = settledValueOf(model, from ?? undefined);
  return from !== null && whole instanceof Tensor && isOfRunTime(model, from, whole, depth + 1);
}

/** `make_fragment_like(part)` of a part of what the host marks as of the run time. */
function checkFragment({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  if (call.name !== 'make_fragment_like' || site.dialect !== 'python') return [];
  const like = argumentAt(call, 0, 'src');
  const tensor = settledValueOf(model, like);
  if (like === undefined || !(tensor instanceof Tensor) || !isOfRunTime(model, like, tensor)) return [];
  const message = `registers are made like a tensor of ${shapeText(tensor)}, which has an extent of the run time: the shape must be static, that of a tile, or of a layout that the host leaves static`;
  return [{ span: site.span, message }];
}

/** `tensor.load()`: the elements are a vector in registers, of a size that the compiler knows. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const vector = OF_VECTORS.get(call.name);
  if (vector === undefined || site.dialect !== 'python' || call.object === null) return [];
  if (!isOfTensor(call, vector.count)) return [];
  const tensor = settledValueOf(model, call.object);
  if (!(tensor instanceof Tensor) || !isOfRunTime(model, call.object, tensor)) return [];
  return [
    {
      span: site.span,
      message: `a tensor is ${vector.done} as a vector, whose shape must be static, and this one has ${shapeText(tensor)}: take a tile of known extents, or leave the layout static where the tensor is handed over`,
    },
  ];
}

const shapeText = (tensor: Tensor): string =>
  valueText(plainLayout(tensor)!.shape as Value, styleOf('python'));

export const dynamicStorage: Rule = {
  id: 'dynamic-storage',
  severity: 'error',
  title: 'An owning tensor of a run-time size',
  checkSite,
  checkCall: (called, context) => [...checkCall(called, context), ...checkFragment(called, context)],
};
