// One running server at a time, started anew on demand.

import type { CancellationToken, Disposable, LogOutputChannel, Memento } from 'vscode';
import { type BaseLanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient';
import { keepChoices } from './choices.ts';
import { answerFileRequests } from './files.ts';
import { keepIncludePath } from './include-path.ts';
import { answerPickRequests } from './pick.ts';
import type { Status } from './status.ts';

/** A client, and how to end it together with the process or worker behind it. */
interface RunningClient {
  readonly client: BaseLanguageClient;
  dispose(): Promise<void>;
}

export type ClientFactory = (
  id: string,
  name: string,
  options: LanguageClientOptions,
) => Promise<RunningClient>;

export class Session implements Disposable {
  readonly #createClient: ClientFactory;
  readonly #options: () => LanguageClientOptions;
  readonly #status: Status;
  readonly #output: LogOutputChannel;
  readonly #state: Memento;
  #running: RunningClient | null = null;
  /** Starts and stops wait for one another, so that two quick restarts leave one server. */
  #queue: Promise<void> = Promise.resolve();

  constructor(
    createClient: ClientFactory,
    options: () => LanguageClientOptions,
    status: Status,
    output: LogOutputChannel,
    state: Memento,
  ) {
    this.#createClient = createClient;
    this.#options = options;
    this.#status = status;
    this.#output = output;
    this.#state = state;
  }

  start(): Promise<void> {
    return this.#enqueue(() => this.#start());
  }

  restart(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  /** Tells the server something, if there is one; one that starts is told with its options. */
  notify(method: string, params: object): void {
    const client = this.#running?.client;
    if (client?.state === State.Running) void client.sendNotification(method, params);
  }

  dispose(): Promise<void> {
    return this.#enqueue(() => this.#stop());
  }

  /** Asks the server; null where none is running, and where it has no answer. */
  async ask<R>(method: string, params: object, token?: CancellationToken): Promise<R | null> {
    const client = this.#running?.client;
    if (client === undefined || client.state !== State.Running) return null;
    try {
      // An absent token would be taken for one more parameter.
      return await (token === undefined
        ? client.sendRequest<R | null>(method, params)
        : client.sendRequest<R | null>(method, params, token));
    } catch (error) {
      if (!token?.isCancellationRequested) this.#output.warn(`${method}: ${error}`);
      return null;
    }
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(task, task);
    return this.#queue;
  }

  async #start(): Promise<void> {
    this.#status.show('starting');
    try {
      const running = await this.#createClient('layoutLens', 'Layout Lens', this.#options());
      this.#running = running;
      running.client.onDidChangeState(({ newState }) => {
        if (this.#running !== running) return;
        this.#status.show(
          newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : 'stopped',
        );
      });
      answerFileRequests(running.client);
      answerPickRequests(running.client);
      keepChoices(running.client, this.#state);
      keepIncludePath(running.client, this.#state);
      await running.client.start();
      this.#status.show('running', running.client.initializeResult?.serverInfo?.version);
    } catch (error) {
      this.#output.error(
        `The server did not start: ${error instanceof Error ? error.message : String(error)}`,
      );
      this.#status.show('stopped');
    }
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    // A server that does not answer is being replaced: its last words do not matter.
    await running?.dispose().catch((error: unknown) => this.#output.warn(`Stopping the server: ${error}`));
  }
}
