// Asks a compiler about declarations of a document, and compares.

import { type Confirmation, confirmations } from '../../analysis/compiler/confirmation.ts';
import { tellsOfProbe } from '../../analysis/compiler/printed-types.ts';
import { PROBE_HEADER, probed } from '../../analysis/compiler/probes.ts';
import type { OpenDocument } from '../../analysis/document/document.ts';
import type { Site } from '../../analysis/values/model.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import type { AskCompiler } from '../../workspace/compiler/compiler.ts';

interface Asking {
  readonly grammars: Grammars;
  readonly document: OpenDocument;
  /** The file's path. */
  readonly path: string;
  readonly sites: readonly Site[];
  readonly compiler: string;
  readonly options: readonly string[];
}

export interface Asked {
  /** `g++ 12.2` */
  readonly compiler: string;
  readonly errors: readonly string[];
  readonly confirmations: readonly Confirmation[];
}

/** What was found; a message where the compiler gave no answer. The document must not be edited meanwhile. */
export async function askAbout(
  ask: AskCompiler,
  { grammars, document, path, sites, compiler, options }: Asking,
): Promise<Asked | string> {
  const question = probed(document.text, document.model, sites);
  if (question.sites.length === 0) return 'there is no declaration here that a compiler can be asked about';
  const answer = await ask({
    compiler,
    path,
    text: question.text,
    header: PROBE_HEADER,
    options,
    keeps: tellsOfProbe,
  });
  if (!answer.ok) return answer.message;
  const { name, errors } = answer;
  return {
    compiler: name,
    errors,
    confirmations: confirmations(document, grammars, question, answer),
  };
}
