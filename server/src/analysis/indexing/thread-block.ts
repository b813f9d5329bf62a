// The blocks of threads that kernels are launched with, and the grids of CuTe DSL.

import { mentions } from '../../syntax/text/mentions.ts';
import { type Dimensions, type LaunchContext, launchedBlock, NO_DIMENSIONS } from '../launches/launches.ts';
import { kernelAt, launchesOfPython } from '../launches/python-launches.ts';
import type { DocumentModel, Site } from '../values/model.ts';

/** What `kernel(…).launch(grid=[…], block=[…])` of CuTe DSL says everywhere in the file; nothing where no launch does, or they differ. */
export function launchedPython(model: DocumentModel, kernel: string, of: 'grid' | 'block'): Dimensions {
  const said = launchesOfPython(model, kernel).map((launch) => launch[of]);
  const [first] = said;
  return first !== undefined && said.every((each) => each.join() === first.join()) ? first : NO_DIMENSIONS;
}

/** The hardware has no larger blocks. */
export const MAXIMUM_THREADS = 1024;

/** How many threads it has; undefined where a dimension is not known. */
export function threadsIn([x, y, z]: Dimensions): number | undefined {
  return x === undefined || y === undefined || z === undefined ? undefined : x * y * z;
}

/** Whether several numbers of the thread may be used, each of another dimension. */
const hasDimensions = (text: string, dialect: Site['dialect']): boolean =>
  dialect === 'python'
    ? mentions(text, /\bthread_idx\(\)\[[12]\]/) || hasNames(text, 'thread_idx()')
    : mentions(text, /\bthreadIdx\s*\.\s*[yz]\b/);

/** Whether several items of what a call gives have names: `tx, ty, _ = …` */
function hasNames(text: string, call: string): boolean {
  for (let at = text.indexOf(call); at >= 0; at = text.indexOf(call, at + 1)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (/^\s*\w+\s*,\s*(?:_\s*,\s*[a-z]|[a-z])\w*/i.test(line)) return true;
  }
  return false;
}

/** What is said of a version of a file, which is searched once. */
interface Blocks {
  readonly hasDimensions: boolean;
  readonly byKernel: Map<string, Dimensions | null>;
}

const blocks = new WeakMap<LaunchContext, Blocks>();

/** The block of the kernel around a place; null where its threads are numbered in one dimension, as far as can be seen. */
export const blockAround = (context: LaunchContext, site: Site): Dimensions | null =>
  blockOf(context, kernelAt(site) ?? '', site.dialect);

/** The same of a kernel, as `kernelAt` names it. */
export function blockOf(context: LaunchContext, kernel: string, dialect: Site['dialect']): Dimensions | null {
  let known = blocks.get(context);
  if (known === undefined) {
    known = { hasDimensions: hasDimensions(context.text, dialect), byKernel: new Map() };
    blocks.set(context, known);
  }
  let block = known.byKernel.get(kernel);
  if (block === undefined) {
    const launched =
      kernel === ''
        ? NO_DIMENSIONS
        : dialect === 'python'
          ? launchedPython(context.model, kernel, 'block')
          : launchedBlock(context, kernel);
    block = launched[0] !== undefined || known.hasDimensions ? launched : null;
    known.byKernel.set(kernel, block);
  }
  return block;
}
