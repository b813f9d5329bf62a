// What becomes of a connection to a process that has ended.

import { type BaseLanguageClient, ErrorAction, type ErrorHandler } from 'vscode-languageclient';

/**
 * Starts a server that has crashed anew, whatever was being sent to it. By itself the client gives a server up over the
 * second message that does not reach it, before it hears that the process has ended: who types on gets no new one.
 */
export function restarting(client: () => BaseLanguageClient): ErrorHandler {
  let counting: ErrorHandler | null = null;
  return {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => {
      counting ??= client().createDefaultErrorHandler();
      return counting.closed();
    },
  };
}
