// What a check of a Python file has asked of the disk about modules, with the answers: as long as they are the same, so
// are its findings.

import { createHash } from 'node:crypto';
import type { ModuleSource } from '../../workspace/imports/python-modules.ts';
import type { SourceText } from '../../workspace/imports/source.ts';

/** Answers by their questions: `exists URI` and `read URI`. */
export type Answers = Readonly<Record<string, string>>;

export const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const existence = (isThere: boolean | undefined): string => (isThere === true ? 'yes' : 'no');
const content = (text: SourceText | null | undefined): string => (text == null ? '' : digest(text.text));

/** Notes what is asked of a source. */
export class NotedModules implements ModuleSource {
  readonly #source: ModuleSource;
  #answers: Record<string, string> = {};

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  get roots(): ModuleSource['roots'] {
    return this.#source.roots;
  }

  get reach(): ModuleSource['reach'] {
    return this.#source.reach;
  }

  exists(uri: string): boolean | undefined {
    const isThere = this.#source.exists(uri);
    this.#answers[`exists ${uri}`] = existence(isThere);
    return isThere;
  }

  read(uri: string): SourceText | null | undefined {
    const text = this.#source.read(uri);
    this.#answers[`read ${uri}`] = content(text);
    return text;
  }

  /** What was asked since the last time. */
  take(): Answers {
    const answers = this.#answers;
    this.#answers = {};
    return answers;
  }
}

/** Whether a source answers as it did. */
export const answersAgain = (answers: Answers, source: ModuleSource): boolean =>
  Object.entries(answers).every(([question, answer]) => {
    const [, kind, uri = ''] = /^(exists|read) (.*)$/s.exec(question) ?? [];
    if (kind === undefined) return false;
    return answer === (kind === 'exists' ? existence(source.exists(uri)) : content(source.read(uri)));
  });
