// Reads and writes tree-sitter's corpus files: cases of a name, an input and the expected tree.

interface CorpusCase {
  readonly name: string;
  /** Attributes under the name, such as `:error`. */
  readonly attributes: readonly string[];
  readonly input: string;
  readonly expected: string;
}

const HEADER = /^={3,}\n([\s\S]*?)\n={3,}\n/gm;

export function readCorpus(text: string): readonly CorpusCase[] {
  const headers = [...text.matchAll(HEADER)];
  return headers.map((header, index) => {
    const lines = header[1]!.split('\n');
    const body = text.slice(header.index + header[0].length, headers[index + 1]?.index ?? text.length);
    const divider = body.search(/^-{3,}$/m);
    if (divider < 0) throw new Error(`the case ${lines[0]} has no ---`);
    return {
      name: lines[0]!,
      attributes: lines.slice(1),
      input: body
        .slice(0, divider)
        .replace(/^\n/, '')
        .replace(/\n\n?$/, ''),
      expected: body.slice(divider).replace(/^-+\n/, '').trim(),
    };
  });
}

export function writeCorpus(cases: readonly CorpusCase[]): string {
  const line = '='.repeat(80);
  return cases
    .map(({ name, attributes, input, expected }) =>
      [line, name, ...attributes, line, '', input, '', '-'.repeat(80), '', expected, ''].join('\n'),
    )
    .join('\n');
}
