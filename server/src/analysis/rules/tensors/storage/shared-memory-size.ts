// More shared memory than a block can have.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { ComposedLayout, Layout } from '../../../../algebra/layout/layout.ts';
import { Pointer, TypeValue } from '../../../../evaluate/model/value.ts';
import type { Span } from '../../../../frontends/common/expression.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../frontends/common/lists.ts';
import { STATIC_SHARED_BYTES, sharedBytesOfBlock } from '../../../../hardware/memory/capacity.ts';
import { TritonTensor } from '../../../../hardware/triton/value.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { allocatedStruct } from '../../../document/dsl-storage.ts';
import { knownValueOf, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { takingDefaults, withDefaults } from '../../../values/default-arguments.ts';
import type { Site, SiteEvaluation } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import { operationName } from '../../../values/verdicts.ts';
import { checkLaunchedBytes } from '../../hardware/launched-bytes.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';

/** A buffer, as far as its size is known. */
interface Buffer {
  readonly site: Site;
  /** What it is a part of: a name in C++, an allocation of Python. */
  readonly key: string;
  readonly root: string;
  /** Of `smem.a`, what is behind the root. */
  readonly members: readonly string[];
  readonly bytes: number;
}

/** What an allocator of CuTe DSL is asked for. */
type Model = Pick<RuleContext['model'], 'evaluate'>;

function allocatedBytes(model: Model, call: WrittenCall): number | null {
  if (call.object === null) return null;
  if (call.name === 'allocate_tensor') {
    const [type, value] = [argumentAt(call, 0, 'element_type'), argumentAt(call, 1, 'layout')].map((arg) =>
      settledValueOf(model, arg),
    );
    if (!(type instanceof TypeValue) || type.bits === null) return null;
    if (!(value instanceof Layout) && !(value instanceof ComposedLayout)) return null;
    const last = farthestOffset(value);
    return last === null ? null : Math.ceil(((last + 1) * type.bits) / 8);
  }
  return allocatedStruct(model, call)?.bytes ?? null;
}

/** Each of Python's allocations is a buffer of its own. */
function allocation(model: Model, { span }: Site, call: WrittenCall): Omit<Buffer, 'site'> | null {
  const bytes = allocatedBytes(model, call);
  const key = String(span.start);
  return bytes === null ? null : { key, root: key, members: [], bytes };
}

/** Whether a struct in the text has such a member. */
const isDeclared = (text: string, name: string): boolean =>
  new RegExp(`\\bstruct\\b[^{;]*\\{[^}]*\\b${name}\\s*(?:[;[]|\\{\\})`).test(text);

/** The array that a tensor of C++ is laid over: `smem.a` of `make_smem_ptr(smem.a.data())`. */
function arrayOf({ model }: RuleContext, site: Site): Omit<Buffer, 'site'> | null {
  const { origin } = model.evaluate(site, 'template');
  if (origin === null || operationName(origin) !== 'make_smem_ptr') return null;
  const [pointer] = origin.args;
  if (pointer === undefined || isFailure(pointer.value) || !(pointer.value instanceof Pointer)) return null;
  const { room } = pointer.value.engine;
  const path = /^(\w+)((?:(?:\.|->)\w+)*)(?:(?:\.|->)(?:data|begin)\(\))?$/.exec(pointer.text);
  if (path === null || room?.elements == null || room.bits === null) return null;
  const [, root, members] = path;
  const names = members!.split(/\.|->/).filter((name) => name !== '');
  return { key: `${root}${members}`, root: root!, members: names, bytes: (room.elements * room.bits) / 8 };
}

/** Members of a union share their bytes, and what is declared elsewhere may be one. */
const hasOwnBytes = (text: string, { members }: Buffer): boolean =>
  members.length === 0 || (!mentions(text, /\bunion\b/) && members.every((name) => isDeclared(text, name)));

/** The buffers of a function, with the sizes that a model of it has for those of Python. */
function buffersOf(calls: readonly CalledSite[], context: RuleContext, model: Model): readonly Buffer[] {
  const buffers = new Map<string, Buffer>();
  for (const { site, call } of calls) {
    const found = site.dialect === 'python' ? allocation(model, site, call) : arrayOf(context, site);
    if (found !== null && !buffers.has(found.key)) buffers.set(found.key, { ...found, site });
  }
  return [...buffers.values()];
}

interface BuffersOfFunction {
  /** Where the first one is made. */
  readonly span: Span;
  readonly buffers: readonly Buffer[];
  /** With the defaults of parameters, and which of them that takes. */
  readonly byDefault: { readonly buffers: readonly Buffer[]; readonly taken: SiteEvaluation['parameters'] };
}

const NOTHING: BuffersOfFunction['byDefault'] = { buffers: [], taken: [] };

const MAKERS = ['make_smem_ptr', 'allocate_tensor', 'allocate'];

const functionsWithBuffers = callsByUnit<RuleContext, BuffersOfFunction>(MAKERS, (all, context) => {
  const { model } = context;
  const functions = new Map<object, CalledSite[]>();
  for (const called of all) if (called.site.within !== null) addTo(functions, called.site.within, called);
  return [...functions.values()].map((calls) => {
    const withDefaults = takingDefaults(model);
    const byDefault = model.dialect === 'python' ? buffersOf(calls, context, withDefaults.model) : [];
    const taken = withDefaults.taken();
    return {
      span: calls[0]!.site.span,
      buffers: buffersOf(calls, context, model),
      byDefault: taken.length === 0 ? NOTHING : { buffers: byDefault, taken },
    };
  });
});

/** Where a buffer is declared: a reference to a struct where the struct is named. */
function declaredAt({ model, text }: RuleContext, { site, root }: Buffer): Span {
  if (site.dialect === 'python') return site.span;
  const own = model.sites.find(
    (s) => s.name === root && s.within === site.within && s.role === 'declaration',
  );
  const type = new RegExp(
    `\\b(\\w+)\\s*[&*]\\s*${root}\\b|\\b${root}\\s*=\\s*[*]?\\s*reinterpret_cast<(\\w+)`,
  )
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined && name !== 'auto');
  const struct = model.sites.find((s) => s.role === 'declaration' && s.within === null && s.name === type);
  return (struct ?? own ?? site).span;
}

const kilobytes = (bytes: number): string => `${Math.round((bytes / 1024) * 10) / 10} KB`;

const bytesOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, b) => sum + b.bytes, 0);

/**
 * The last of the buffers that are `counted`, where those are too many; null: they fit. What is counted is asked of the
 * text, and only where all of them would not fit.
 */
function beyond(
  all: readonly Buffer[],
  most: number,
  counted: (buffer: Buffer) => boolean,
): { at: Buffer; bytes: number } | null {
  if (bytesOf(all) <= most) return null;
  const buffers = all.filter(counted);
  const [at, bytes] = [buffers.at(-1), bytesOf(buffers)];
  return at === undefined || bytes <= most ? null : { at, bytes };
}

/** An attribute like `alignas(128)` may stand before the name. */
const isStatic = (text: string, root: string): boolean => {
  const declared = new RegExp(`(extern\\s+)?__shared__\\s(?:[^;{}()]|\\([^()]*\\))*\\b${root}\\b`).exec(
    codeOf(text, 'cpp'),
  );
  return declared !== null && declared[1] === undefined;
};

/** What Gluon allocates: of several the compiler may put one where another has been. */
const allocatedByGluon = ({ model }: RuleContext): readonly Buffer[] =>
  callsOf(model, 'allocate_shared_memory').flatMap(({ site }) => {
    const value = knownValueOf(model, site);
    if (!(value instanceof TritonTensor) || value.element === null) return [];
    const bytes = (value.shape.reduce((a, b) => a * b, 1) * value.element.bits) / 8;
    return [{ site, key: '', root: '', members: [], bytes }];
  });

/** The same with the defaults of parameters, where no more is found without them. */
const checkDefaults = (
  context: RuleContext,
  all: readonly BuffersOfFunction[],
  found: readonly RuleFinding[],
): readonly RuleFinding[] =>
  all.flatMap(({ byDefault: { buffers, taken } }) =>
    beyondAll(context, [buffers])
      .filter(({ span }) => !found.some((other) => other.span.start === span.start))
      .map((finding) => withDefaults(finding, taken)),
  );

function checkBuffers(context: RuleContext): readonly RuleFinding[] {
  const functions = functionsWithBuffers(context);
  const alone = allocatedByGluon(context).map((buffer) => [buffer]);
  const found = beyondAll(context, [...functions.map(({ buffers }) => buffers), ...alone]);
  return [...found, ...checkDefaults(context, functions, found)];
}

function beyondAll(context: RuleContext, all: readonly (readonly Buffer[])[]): readonly RuleFinding[] {
  const { text, architectures } = context;
  const most = sharedBytesOfBlock(architectures);
  const block =
    architectures.length === 0 ? 'a block' : `a block of ${architectures.map((a) => `sm_${a}`).join(', ')}`;
  return all.flatMap((buffers) => {
    const tooLarge = beyond(buffers, most, (buffer) => hasOwnBytes(text, buffer));
    if (tooLarge !== null)
      return [
        {
          span: declaredAt(context, tooLarge.at),
          message: `the buffers of the kernel take ${kilobytes(tooLarge.bytes)} of shared memory: ${block} has at most ${kilobytes(most)}`,
        },
      ];
    const ofCpp = buffers.filter(({ site }) => site.dialect === 'cpp');
    const isCounted = (buffer: Buffer) => isStatic(text, buffer.root) && hasOwnBytes(text, buffer);
    const tooMany = beyond(ofCpp, STATIC_SHARED_BYTES, isCounted);
    if (tooMany === null) return [];
    return [
      {
        span: declaredAt(context, tooMany.at),
        message: `__shared__ arrays take ${kilobytes(tooMany.bytes)}: more than 48 KB must be extern, and asked for by cudaFuncAttributeMaxDynamicSharedMemorySize`,
      },
    ];
  });
}

export const sharedMemorySize: Rule = {
  id: 'shared-memory-size',
  severity: 'warning',
  title: 'More shared memory than a block has',
  checkDocument: (context) => [...checkBuffers(context), ...checkLaunchedBytes(context)],
};
