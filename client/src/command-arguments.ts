// What the commands of a hover's links take. A link may come from anywhere, so nothing of it is taken on trust.

interface Copied {
  readonly text: string;
  readonly label: string | null;
}

interface Place {
  readonly line: number;
  readonly character: number;
}

/** One edit, as the protocol writes it, to one version of a document. */
interface Insertion {
  readonly uri: string;
  readonly version: number;
  readonly range: { readonly start: Place; readonly end: Place };
  readonly newText: string;
}

/** A place that is drawn. */
export interface PicturePlace {
  readonly uri: string;
  readonly position: Place;
}

/** What the link "Copy as …" carries; null when it is something else. */
export function readCopied(argument: unknown): Copied | null {
  if (!isObject(argument) || typeof argument['text'] !== 'string') return null;
  const { text, label } = argument;
  return { text, label: typeof label === 'string' ? label : null };
}

/** A span of a document, in offsets. */
interface SourceSpan {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
}

/** What the link to the source of a step carries; null when it is something else. */
export function readSourceSpan(argument: unknown): SourceSpan | null {
  if (!isObject(argument)) return null;
  const { uri, start, end } = argument;
  if (typeof uri !== 'string' || !isCount(start) || !isCount(end)) return null;
  return { uri, start: start as number, end: end as number };
}

/** What the link "Insert result" carries; null when it is something else. */
export function readInsertion(argument: unknown): Insertion | null {
  if (!isObject(argument) || !isObject(argument['range'])) return null;
  const { uri, version, range, newText } = argument;
  const { start, end } = range as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string' || typeof newText !== 'string' || !Number.isInteger(version)) return null;
  if (!isPlace(start) || !isPlace(end)) return null;
  return {
    uri,
    version: version as number,
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
    newText,
  };
}

/** What the link "Open picture" carries; null when it is something else. */
export function readPicturePlace(argument: unknown): PicturePlace | null {
  if (!isObject(argument) || typeof argument['uri'] !== 'string') return null;
  const { uri, position } = argument;
  if (!isPlace(position)) return null;
  return { uri, position: { line: position.line, character: position.character } };
}

const isObject = (x: unknown): x is Readonly<Record<string, unknown>> =>
  typeof x === 'object' && x !== null && !Array.isArray(x);

const isCount = (x: unknown): boolean => Number.isInteger(x) && (x as number) >= 0;

const isPlace = (x: unknown): x is Place => isObject(x) && isCount(x['line']) && isCount(x['character']);
