// A place in a document that stays where it is while the text around it is edited.

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Change {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly text: string;
}

const isBefore = (a: Place, b: Place): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

/** Where a place is after changes, which are those of one edit: none of them counts the others. */
export function movedPlace(place: Place, changes: readonly Change[]): Place {
  const before = [...changes]
    .filter(({ range }) => !isBefore(place, range.end) && isBefore(range.start, place))
    .sort((a, b) => (isBefore(a.range.start, b.range.start) ? 1 : -1));
  return before.reduce(moved, place);
}

function moved(place: Place, { range: { start, end }, text }: Change): Place {
  const lines = text.split('\n');
  const last = lines.at(-1)!.length;
  const line = place.line + lines.length - 1 - (end.line - start.line);
  if (place.line !== end.line) return { line, character: place.character };
  const from = lines.length === 1 ? start.character + last : last;
  return { line, character: from + place.character - end.character };
}
