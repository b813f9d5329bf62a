// What passes between a worker that holds libisl and whoever asks it.

import { type Answer, type Question, Undecided } from '../algebra/relation/question.ts';

/** The first message to a worker has the bytes of isl.wasm, and is answered by `ready`; every other one is a question. */
export type ToWorker = { readonly library: BufferSource } | AskedQuestion;

interface AskedQuestion {
  readonly question: Question;
  readonly operations: number;
}

export type FromWorker =
  | { readonly ready: true }
  | { readonly value: Exclude<Answer, Undecided> }
  | { readonly undecided: { readonly why: Undecided['why']; readonly message: string } }
  /** libisl has failed: this worker is of no more use. */
  | { readonly failed: string };

export const asMessage = (answer: Answer): FromWorker =>
  answer instanceof Undecided
    ? { undecided: { why: answer.why, message: answer.message } }
    : { value: answer };

export const asAnswer = (message: Exclude<FromWorker, { failed: string } | { ready: true }>): Answer =>
  'value' in message ? message.value : new Undecided(message.undecided.why, message.undecided.message);
