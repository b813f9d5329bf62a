// What the instantiations of a template are called, in one order everywhere: `gemm_tn · kBlockM = 128`.

import { calledFrom } from '../../analysis/values/instance-values.ts';
import type { TemplateInstantiation } from '../../analysis/values/model.ts';
import { cutAt, truncateDistinct } from '../../analysis/values/truncate.ts';

/** How much of an argument is named, and of all that are needed to distinguish an instantiation. */
const MAXIMUM_ARGUMENT = 40;
const MAXIMUM_TOLD = 60;

const EQUALS = ' = ';
const UNKNOWN = '?';

/** Each different: who names the instantiation, and the arguments that distinguish it, in the order given. */
export function instantiationTitles(all: readonly TemplateInstantiation[]): readonly string[] {
  const textsOf = (name: string): readonly string[] =>
    truncateDistinct(
      all.map((i) => i.arguments.find((a) => a.name === name)?.text.replace(/, /g, ',') ?? UNKNOWN),
      MAXIMUM_ARGUMENT - name.length - EQUALS.length,
    );
  const names = [...new Set(all.flatMap((i) => i.arguments.map(({ name }) => name)))];
  const telling = names
    .map((name) => ({ name, texts: textsOf(name) }))
    .filter(({ texts }) => new Set(texts).size > 1);
  const told = fewest(telling, all.length);
  const titles = all.map(({ caller, label }, n) => {
    const args = told.map(({ name, texts }) => `${name}${EQUALS}${texts[n]}`).join(', ');
    return calledFrom([caller], cutAt(args || label, MAXIMUM_TOLD));
  });
  return titles.map((title, n) => {
    const before = titles.slice(0, n).filter((other) => other === title).length;
    return before === 0 ? title : `${title} (${before + 1})`;
  });
}

interface Telling {
  readonly name: string;
  /** The text of each instantiation. */
  readonly texts: readonly string[];
}

/** Parameters that together distinguish all instantiations: each time the one that distinguishes most, in the fewest words. */
function fewest(telling: readonly Telling[], count: number): readonly Telling[] {
  const chosen: Telling[] = [];
  const groups = (of: readonly Telling[]): number =>
    new Set(Array.from({ length: count }, (_, n) => of.map(({ texts }) => texts[n]).join('\0'))).size;
  // What is not known says least.
  const length = ({ texts }: Telling): number =>
    texts.reduce((n, text) => n + (text === UNKNOWN ? MAXIMUM_ARGUMENT : text.length), 0);
  while (groups(chosen) < count) {
    const [next] = telling
      .map((each) => ({ each, told: groups([...chosen, each]) }))
      .sort((x, y) => y.told - x.told || length(x.each) - length(y.each));
    if (next === undefined || next.told === groups(chosen)) break;
    chosen.push(next.each);
  }
  return chosen;
}
