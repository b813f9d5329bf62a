// Asks a worker that holds libisl. The worker is started by the first question. One that takes too long, or fails, is
// ended; the next question starts another. A question is whole in itself, so nothing is lost with a worker.

import {
  type Answer,
  type Ask,
  OUT_OF_OPERATIONS,
  type Question,
  Undecided,
} from '../algebra/relation/question.ts';
import { asAnswer, type FromWorker, type ToWorker } from './messages.ts';

/** A worker, as Node and browsers have them. */
export interface WorkerHandle {
  send(message: ToWorker): void;
  end(): void;
}

interface WorkerEvents {
  message(message: FromWorker): void;
  /** The worker has ended, or could not be started. */
  failed(reason: string): void;
}

/** Starts a worker and hands it libisl. May reject. */
export type StartWorker = (events: WorkerEvents) => Promise<WorkerHandle>;

export interface Limits {
  /** Operations of libisl in one question. */
  readonly operations: number;
  /** What libisl does not count, such as arithmetic on long numbers, ends here. */
  readonly milliseconds: number;
}

/** So many operations take one to two seconds. */
export const LIMITS: Limits = { operations: 200_000, milliseconds: 5000 };

/** Answers that are remembered. */
const MAXIMUM_KNOWN = 500;

/** A worker that has not got libisl ready by then has failed. */
const LOADING_MS = 30_000;

/** Where there is no libisl: a client that has not said where it is. */
export const withoutLibrary: Ask = () =>
  Promise.resolve(new Undecided('unavailable', 'libisl is not available in this editor'));

interface Waiting {
  readonly question: Question;
  readonly answered: (answer: Answer) => void;
}

/** A worker, and that libisl is ready in it; messages of one that is no longer wanted are not heard. */
interface Running {
  readonly handle: Promise<WorkerHandle>;
  readonly ready: Promise<unknown>;
}

export class IslHost {
  readonly #start: StartWorker;
  readonly #limits: Limits;
  readonly #waiting: Waiting[] = [];
  /** Answers that have been given, by their questions: they do not change. */
  readonly #known = new Map<string, Answer>();
  #running: Running | null = null;
  #asked: Waiting | null = null;
  #clock: ReturnType<typeof setTimeout> | null = null;

  constructor(start: StartWorker, limits: Limits = LIMITS) {
    this.#start = start;
    this.#limits = limits;
  }

  readonly ask: Ask = <Q extends Question>(question: Q): Promise<Answer<Q>> =>
    new Promise((resolve) => {
      const known = this.#known.get(JSON.stringify(question));
      if (known !== undefined) {
        resolve(known as Answer<Q>);
        return;
      }
      this.#waiting.push({ question, answered: (answer) => resolve(answer as Answer<Q>) });
      this.#next();
    });

  /** Ends the worker; a question that comes later starts one again. */
  close(): void {
    this.#stop(new Undecided('unavailable', 'libisl has been ended'));
  }

  #next(): void {
    if (this.#asked !== null) return;
    const asked = this.#waiting.shift();
    if (asked === undefined) return;
    this.#asked = asked;
    const running = this.#running ?? this.#startNew();
    this.#limit(LOADING_MS, new Undecided('unavailable', 'libisl takes too long to load'));
    Promise.all([running.handle, running.ready]).then(
      ([handle]) => {
        if (this.#asked !== asked || this.#running !== running) return;
        const { operations, milliseconds } = this.#limits;
        this.#limit(milliseconds, OUT_OF_OPERATIONS);
        handle.send({ question: asked.question, operations });
      },
      (error) => this.#failed(running, error instanceof Error ? error.message : String(error)),
    );
  }

  #startNew(): Running {
    let isReady: (value: unknown) => void = () => undefined;
    const ready = new Promise((resolve) => {
      isReady = resolve;
    });
    const running: Running = {
      ready,
      handle: this.#start({
        message: (message) => {
          if (this.#running !== running) return;
          if ('failed' in message) this.#failed(running, message.failed);
          else if ('ready' in message) isReady(true);
          else this.#settle(asAnswer(message));
        },
        failed: (reason) => this.#failed(running, reason),
      }),
    };
    this.#running = running;
    return running;
  }

  /** What the question is answered with if nothing else comes in time. */
  #limit(milliseconds: number, answer: Undecided): void {
    if (this.#clock !== null) clearTimeout(this.#clock);
    this.#clock = setTimeout(() => this.#stop(answer), milliseconds);
  }

  #failed(running: Running, reason: string): void {
    if (this.#running === running) this.#stop(new Undecided('unavailable', `libisl has failed: ${reason}`));
  }

  /** Ends the worker, with an answer for the question that it has. */
  #stop(answer: Undecided): void {
    const running = this.#running;
    this.#running = null;
    running?.handle.then(
      (handle) => handle.end(),
      () => undefined,
    );
    this.#settle(answer);
  }

  #remember(question: Question, answer: Answer): void {
    if (answer instanceof Undecided && answer.why === 'unavailable') return;
    if (this.#known.size >= MAXIMUM_KNOWN) this.#known.clear();
    this.#known.set(JSON.stringify(question), answer);
  }

  #settle(answer: Answer): void {
    if (this.#clock !== null) clearTimeout(this.#clock);
    this.#clock = null;
    const asked = this.#asked;
    this.#asked = null;
    if (asked !== null) this.#remember(asked.question, answer);
    asked?.answered(answer);
    this.#next();
  }
}
