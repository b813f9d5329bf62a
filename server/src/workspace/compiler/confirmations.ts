// What compilers have said of the open documents, for as long as it holds: until the text changes, or something that it
// includes.

import type { Confirmation } from '../../analysis/compiler/confirmation.ts';
import type { Site } from '../../analysis/values/model.ts';

/** What was asked in one version of a document. */
interface Checked {
  readonly revision: number;
  readonly compiler: string;
  readonly byStart: Map<number, Confirmation>;
}

interface Said {
  readonly compiler: string;
  readonly confirmation: Confirmation;
}

export class Confirmations {
  readonly #checked = new Map<string, Checked>();

  /** Takes the answers about a version of a document; earlier ones of the same version stay beside them. */
  add(uri: string, revision: number, compiler: string, all: readonly Confirmation[]): void {
    let checked = this.#checked.get(uri);
    if (checked === undefined || checked.revision !== revision || checked.compiler !== compiler) {
      checked = { revision, compiler, byStart: new Map() };
      this.#checked.set(uri, checked);
    }
    for (const confirmation of all) checked.byStart.set(confirmation.site.span.start, confirmation);
  }

  /** What was said of a declaration of the document as it is now, where the same is shown of it. */
  of(uri: string, revision: number, { role, span }: Site, shown: string): Said | null {
    const checked = this.#checked.get(uri);
    const confirmation = checked?.byStart.get(span.start);
    if (checked === undefined || checked.revision !== revision || role !== 'declaration') return null;
    if (confirmation === undefined || confirmation.shown !== shown) return null;
    return { compiler: checked.compiler, confirmation };
  }

  /** Documents see something else in what they include. */
  drop(uris: Iterable<string>): void {
    for (const uri of uris) this.#checked.delete(uri);
  }
}
