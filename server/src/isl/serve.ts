// The program of a worker: loads libisl, and answers one question after the other.

import { Library } from './library.ts';
import { asMessage, type FromWorker, type ToWorker } from './messages.ts';
import { solve } from './solve.ts';

/** Returns what takes the messages; `send` is called once for each of them, in their order. */
export function serve(send: (message: FromWorker) => void): (message: ToWorker) => void {
  let library: Promise<Library> | null = null;
  const answer = async (message: ToWorker): Promise<FromWorker> => {
    if ('library' in message) {
      library = Library.load(message.library);
      await library;
      return { ready: true };
    }
    if (library === null) throw new Error('libisl has not been handed over');
    return asMessage(solve(await library, message.question, message.operations));
  };
  return (message) => {
    answer(message).then(send, (error) =>
      send({ failed: error instanceof Error ? error.message : String(error) }),
    );
  };
}
