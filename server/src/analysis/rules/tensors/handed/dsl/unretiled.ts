// Fragments of a product in CuTe DSL that a tiled copy fills as they are: what `partition_S` gave a thread is in the order
// of the copy, and the fragment in that of the MMA. `retile` takes it in the order of the copy.

import { mentions } from '../../../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import { givenTo } from '../../../../document/written/names.ts';
import type { Site } from '../../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';
import { handedTensor, tilingOf, writtenAt } from './handed.ts';

/** Copies of elements one by one, whose order may be the same. */
const BY_ELEMENTS = /Universal|AutoVec/i;

/** Whether the operation is seen to be one that copies element by element. */
function isByElements(context: RuleContext, by: Site): boolean {
  const maker = writtenCall(by);
  const atom = maker === null ? undefined : argumentAt(maker, 0, 'atom');
  const call = atom === undefined ? null : writtenCall(givenTo(atom));
  const operation = call === null ? undefined : argumentAt(call, 0, 'op');
  const written = [by, atom, operation].map((site) =>
    site === undefined ? '' : writtenAt(context, givenTo(site)),
  );
  return written.some((each) => BY_ELEMENTS.test(each));
}

function checkCopy({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const [atom, src, dst] = ['atom', 'src', 'dst'].map((name, i) => argumentAt(call, i, name));
  if (atom === undefined || src === undefined || dst === undefined || site.dialect !== 'python') return [];
  const [from, to] = [handedTensor(src), handedTensor(dst)];
  if (from?.part !== 'S' || from.isFragment || (to?.part !== 'A' && to?.part !== 'B') || !to.isFragment)
    return [];
  if (isByElements(context, tilingOf(atom)) || isByElements(context, from.by)) return [];
  if (context.model.neverRuns(site)) return [];
  const [whole] = writtenAt(context, dst).split('[');
  const [own, name] = [writtenAt(context, from.by), writtenAt(context, src).split('[')[0]];
  const slice = /^\w+$/.test(own) ? `a slice of ${own}` : 'the slice of the copy';
  const message = `${whole} has the elements of ${to.part} in the order of the MMA, and ${name} those of the copy: take retile(${whole}) of ${slice}`;
  return [{ span: dst.span, message }];
}

/** Findings of `operand-partition` about fragments that are filled in the order of another tiling. */
export const checkUnretiled = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\bpartition_S\b/) && mentions(context.text, /\bmake_fragment_[AB]\b/)
    ? callsOf(context.model, 'copy').flatMap((called) => checkCopy(called, context))
    : [];
