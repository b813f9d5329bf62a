// The note for a project that nothing says how to compile: once, where a file includes CuTe, with the CUTLASS that was
// found, and one action that sets the include path.

import { type Connection, MessageType, ShowMessageRequest } from 'vscode-languageserver';
import type { Session } from '../workspace/documents/session.ts';
import { tell } from './assume/choose.ts';

/** What there is of CUTLASS around a workspace. */
interface CutlassAround {
  readonly hasCompileCommands: boolean;
  /** Whether it is in the workspace, where includes are found anyway. */
  readonly isInWorkspace: boolean;
  /** The include folder of an installed one. */
  readonly installed: string | null;
}

/** Looks around the workspace's folders, URIs. */
export type FindCutlass = (roots: readonly string[]) => Promise<CutlassAround>;

const ACTION = 'Set layoutLens.includePaths';

export class FirstContact {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #find: FindCutlass;
  #isOver: boolean;

  constructor(connection: Connection, session: Session, find: FindCutlass) {
    this.#connection = connection;
    this.#session = session;
    this.#find = find;
    this.#isOver = session.client.knowsIncludePaths || session.client.roots.length === 0;
  }

  /** Returns the include folder that the reader wants; null: none. */
  async opened(uri: string): Promise<string | null> {
    if (this.#isOver) return null;
    const ready = await this.#session.ready(uri);
    const includes = ready?.analysis.module.includes ?? [];
    if (this.#isOver || ready === null || !includes.some(({ path }) => /^(?:cute|cutlass)\//.test(path)))
      return null;
    this.#isOver = true;
    if (ready.settings.headers.includePaths.length > 0) return null;
    const { hasCompileCommands, isInWorkspace, installed } = await this.#find(this.#session.client.roots);
    if (hasCompileCommands || isInWorkspace) return null;
    // Others would show their reader a message of ours that they do not know.
    if (this.#session.client.keepsIncludePaths)
      void this.#connection.sendNotification('layoutLens/toldOfIncludePaths', {});
    if (installed === null) {
      tell(
        this.#connection,
        'No compile_commands.json and no CUTLASS were found: name its include folder in layoutLens.includePaths. What CuTe itself declares is known without it.',
      );
      return null;
    }
    const message = `No compile_commands.json was found. CUTLASS is in ${installed}.`;
    const chosen = await this.#connection.sendRequest(ShowMessageRequest.type, {
      type: MessageType.Info,
      message,
      actions: [{ title: ACTION }],
    });
    return chosen?.title === ACTION ? installed : null;
  }
}
