// What comes of several things in any order is told in theirs.

/** Tells of each result as soon as those of all places before it, from 0 on, are there. */
export function inOrder<Result>(tell: (result: Result) => void): (place: number, result: Result) => void {
  const waiting = new Map<number, { readonly result: Result }>();
  let told = 0;
  return (place, result) => {
    waiting.set(place, { result });
    for (let next = waiting.get(told); next !== undefined; next = waiting.get(++told)) {
      waiting.delete(told);
      tell(next.result);
    }
  };
}
