// Which tensor in shared memory a name is a part of, by what is written in its function.

export type Host = 'python' | 'cpp';

const PART =
  /^[^;=\n]*?\b(?:partition_(?:fragment_)?[SDABC]|retile_[SD]|make_fragment_[AB])\s*\(\s*(?:\w+\s*=\s*)?(\w+)\s*[,)]/;

/** The tensor in shared memory that a name is a part of, in the code of its function; the name itself where it is not seen of which. */
export function ringOf(name: string, code: string, host: Host, depth = 0): string | null {
  const given = [...code.matchAll(new RegExp(String.raw`\b${name}\s*=(?!=)\s*`, 'g'))];
  if (given.length > 1 || depth > 4) return null;
  const [one] = given;
  const of = one === undefined ? undefined : PART.exec(code.slice(one.index + one[0].length))?.[1];
  if (of !== undefined) return ringOf(of, code, host, depth + 1);
  // The parts of shared and of global memory come in another order in each of the languages.
  const pair = host === 'cpp' ? String.raw`\[\s*\w+\s*,\s*${name}\s*\]` : String.raw`\b${name}\s*,\s*\w+`;
  const shared = String.raw`\s*=\s*[\w.:]*\btma_partition\s*\((?:[^;=]|\b\w+\s*=)*?\bgroup_modes\s*(?:<[^<>]*>)?\s*\(\s*(?:\w+\s*=\s*)?(\w+)`;
  return new RegExp(pair + shared).exec(code)?.[1] ?? name;
}
