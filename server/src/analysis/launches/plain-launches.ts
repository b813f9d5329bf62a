// Whether the launches of a kernel are those of its name, remembered for as long as edits are far from where it stands.

import { codeOf } from '../../frontends/common/host-tokens.ts';
import { difference } from '../../syntax/text/difference.ts';
import type { DocumentModel } from '../values/model.ts';
import { isLaunchedByName, isVariableOf, LOOKED_AROUND } from './kernel-names.ts';

interface Known {
  readonly code: string;
  readonly byKernel: Map<string, boolean>;
}

const known = new WeakMap<DocumentModel['lineage'], Known>();

/** The answers that an edit leaves: it is far from the kernel's name, before and behind, and no variable holds the kernel. */
function left({ code: before, byKernel }: Known, code: string): Map<string, boolean> {
  const changed = difference(before, code);
  if (changed === null) return byKernel;
  const from = Math.max(0, changed.start - LOOKED_AROUND);
  const around = [
    before.slice(from, changed.oldEnd + LOOKED_AROUND),
    code.slice(from, changed.newEnd + LOOKED_AROUND),
  ];
  return new Map(
    [...byKernel].filter(
      ([kernel]) => !around.some((text) => text.includes(kernel)) && !isVariableOf(code, kernel),
    ),
  );
}

/** See `isLaunchedByName`. */
export function isPlain(
  { model, text }: { readonly model: DocumentModel; readonly text: string },
  kernel: string,
): boolean {
  const code = codeOf(text, 'cpp');
  let answers = known.get(model.lineage);
  if (answers === undefined || answers.code !== code) {
    answers = { code, byKernel: answers === undefined ? new Map() : left(answers, code) };
    known.set(model.lineage, answers);
  }
  let answer = answers.byKernel.get(kernel);
  if (answer === undefined) {
    answer = isLaunchedByName(text, kernel);
    answers.byKernel.set(kernel, answer);
  }
  return answer;
}
