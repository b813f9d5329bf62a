// Buffers that are carved out of one array of shared memory, of which one begins before another ends: by the tensors that
// are laid over them, and by the elements that the threads of a block take.

import { Tensor } from '../../../../evaluate/model/value.ts';
import type { Span } from '../../../../frontends/common/expression.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { functionNameAt } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { addressOf } from '../../../indexing/addresses.ts';
import { elementsByUnit } from '../../../indexing/elements-by-unit.ts';
import { isUniform, type LaneContext } from '../../../indexing/lanes.ts';
import { extremesOf } from '../../../indexing/largest.ts';
import { isDecided } from '../../../indexing/rounds.ts';
import { pointerOf } from '../../../indexing/text/pointers.ts';
import { launchesWithBytes } from '../../../launches/launches.ts';
import type { Site } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import { byThreads } from '../../coordinates/thread-range.ts';
import { rootOf } from '../../hardware/strides/factors.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** A buffer of an array, in bytes, as far as it is seen to be used. */
interface Buffer {
  readonly within: object;
  readonly array: string;
  /** The name of the pointer to it; where there is none, how the pointer is written. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Where it begins in the text. */
  readonly span: Span;
  /** Whether it is as long as launches ask. */
  readonly isExtern: boolean;
  readonly kernel: string | null;
}

interface OfElement extends Buffer {
  /** The element that it is known by, from the start of its span. */
  readonly element: Span;
  /** Bytes of an element. */
  readonly bytes: number;
}

const isOfElement = (buffer: Buffer): buffer is OfElement => 'element' in buffer;

/** A buffer that ends so many bytes before another one, or less, may be aligned up to it. */
const ALIGNMENT = 1024;

/** What may part two uses of the same memory. */
const BARRIER =
  /\b(?:__syncthreads|__syncwarp|sync|cp_async_wait|wait|arrive_and_wait|cluster_sync)\w*\s*(?:<[^<>]*>)?\s*\(/;

/** The place where a pointer begins in an array, which all lanes share; null where that is not known. */
function startOf(context: RuleContext, pointer: Site): Omit<Buffer, 'within' | 'end'> | null {
  const { model, text } = context;
  const from = addressOf({ model, text, block: null }, pointer);
  if (from?.array == null || from.bytes.isMoved || !isUniform(from.bytes)) return null;
  const initialiser = initialiserOf(pointer) ?? pointerOf(pointer, text);
  const given = initialiser?.within === pointer.within ? initialiser : null;
  return {
    array: from.array.name,
    name: text.slice(pointer.span.start, pointer.span.end),
    start: from.bytes.of(0),
    span: (given ?? pointer).span,
    isExtern: from.array.extents.length === 0,
    kernel: functionNameAt(pointer),
  };
}

/** What `make_smem_ptr` is given. */
function pointerIn(site: Site): Site {
  const call = writtenCall(site);
  const [first] = call?.args ?? [];
  return call?.name === 'make_smem_ptr' && first !== undefined ? first : site;
}

function ofTensor(context: RuleContext, { site, call }: CalledSite): Buffer | null {
  const { model } = context;
  const iterator = argumentAt(call, 0, 'iterator');
  if (iterator === undefined || site.within === null || model.neverRuns(site)) return null;
  const from = startOf(context, pointerIn(iterator));
  const tensor = from === null ? null : knownValueOf(model, site);
  if (from === null || !(tensor instanceof Tensor) || tensor.engine.bits === null) return null;
  const last = farthestOffset(tensor.layout);
  if (last === null) return null;
  const end = from.start + Math.ceil(((last + 1) * tensor.engine.bits) / 8);
  return { ...from, within: site.within, end };
}

/** `p[threadIdx.x + 32 * i]` that every thread takes. */
function ofElement(context: RuleContext, { site, call }: CalledSite, lanes: LaneContext): OfElement | null {
  const { model, text } = context;
  const { callee: pointer } = call;
  const [index, ...others] = call.args;
  if (index === undefined || others.length > 0) return null;
  if (site.within === null || rootOf(text, pointer) !== text.slice(pointer.span.start, pointer.span.end))
    return null;
  const from = startOf(context, pointer);
  if (from === null || isDecided(site) || model.neverRuns(site)) return null;
  const bits = addressOf({ model, text, block: null }, pointer)?.bits ?? null;
  const extremes = bits === null ? null : extremesOf(model, index, byThreads(lanes));
  if (extremes === null || extremes.least < 0) return null;
  const bytes = bits! / 8;
  const end = from.start + (extremes.largest + 1) * bytes;
  const element = { start: site.span.start - from.span.start, end: site.span.end - from.span.start };
  return { ...from, within: site.within, end, element, bytes };
}

const buffersIn = elementsByUnit<RuleContext, Buffer>(
  (site, lanes, context) => {
    const call = writtenCall(site);
    if (call === null || site.dialect !== 'cpp') return [];
    const isElement = call.name === '[]';
    const found = isElement ? ofElement(context, { site, call }, lanes) : ofTensor(context, { site, call });
    return found === null ? [] : [found];
  },
  (site) => /^(?:\[\]|make_tensor)$/.test(writtenCall(site)?.name ?? ''),
);

/** The buffers of arrays in shared memory, those of tensors first. */
function buffersOf(context: RuleContext): readonly Buffer[] {
  if (!mentions(context.text, '__shared__')) return [];
  const all = buffersIn(context);
  const elements = mentions(context.text, /\bextern\b/) ? all.filter(isOfElement) : [];
  return [...all.filter((buffer) => !isOfElement(buffer)), ...elements];
}

/** Elements behind the end of an `extern` array, whose bytes the launches tell: where they count elements, there. */
export function checkAsked(
  context: RuleContext,
  bytesAsked: (kernel: string) => number | undefined,
): readonly RuleFinding[] {
  const farthest = new Map<string, OfElement>();
  for (const buffer of buffersOf(context).filter(isOfElement)) {
    const { kernel, end, isExtern } = buffer;
    const has = kernel === null || !isExtern ? undefined : bytesAsked(kernel);
    if (has !== undefined && end > has && end > (farthest.get(kernel!)?.end ?? 0))
      farthest.set(kernel!, buffer);
  }
  return [...farthest].flatMap(([kernel, { span, element: from, end, array, bytes }]) => {
    const has = bytesAsked(kernel)!;
    const data = { needed: end, has };
    const element = { start: span.start + from.start, end: span.start + from.end };
    const written = context.text.slice(element.start, element.end);
    const launch = launchesWithBytes(context).find((each) => each.kernel === kernel && each.count === has);
    if (launch === undefined || end > has * bytes)
      return [
        {
          span: element,
          message: `${written} reaches byte ${end - 1} of ${array}, and the launches ask for ${has}`,
          data,
        },
      ];
    const message = `${kernel} reaches byte ${end - 1} of ${array} by ${written}, and this asks for ${has}: bytes are meant, of which an element has ${bytes}`;
    return [{ span: launch.bytes.span, message, data }];
  });
}

/** One for each name: as long as the longest of them. */
function longest(buffers: readonly Buffer[]): readonly Buffer[] {
  const byName = new Map<string, Buffer>();
  for (const buffer of buffers) {
    const key = `${buffer.name} ${buffer.start}`;
    const before = byName.get(key);
    if (before === undefined || before.end < buffer.end) byName.set(key, buffer);
  }
  return [...byName.values()];
}

/** The buffer that one begins in; null: none, or one is seen that ends before it. */
function overlapped(own: Buffer, all: readonly Buffer[], text: string): Buffer | null {
  if (own.start === 0 || all.some(({ end }) => end <= own.start && end > own.start - ALIGNMENT)) return null;
  const nearest = Math.max(...all.filter(({ start }) => start < own.start).map(({ start }) => start));
  const before = all.filter(({ start }) => start === nearest);
  const [other] = before;
  // Part of another one is a view of it.
  if (other === undefined || before.some(({ end }) => end <= own.start || end >= own.end)) return null;
  const [from, to] = [other.span.start, own.span.start].sort((a, b) => a - b);
  return BARRIER.test(text.slice(from, to)) ? null : other;
}

/** Findings of `overlapping-buffers` about what is carved by pointers. */
export function checkCarved(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  const buffers = new Map<object, Map<string, Buffer[]>>();
  for (const buffer of buffersOf(context)) {
    const arrays = buffers.get(buffer.within) ?? new Map<string, Buffer[]>();
    buffers.set(buffer.within, arrays);
    arrays.set(buffer.array, [...(arrays.get(buffer.array) ?? []), buffer]);
  }
  return [...buffers.values()].flatMap((arrays) =>
    [...arrays.values()].flatMap((found) => {
      const all = longest(found);
      return all.flatMap((own) => {
        const other = overlapped(own, all, text);
        if (other === null) return [];
        const message = `${own.name} begins ${own.start} bytes behind the start of ${own.array}, and ${other.name} ends ${other.end} bytes behind it: the two overlap`;
        return [{ span: own.span, message }];
      });
    }),
  );
}
