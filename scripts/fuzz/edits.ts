// Edits of several files at once: after any of them everything that is shown is what a fresh session shows.

import { dialectOfPath } from '../../server/src/workspace/host/dialects.ts';
import type { Random } from '../../test/support/random.ts';
import { Editing } from './editing.ts';
import type { Kind, KindOptions, Meter } from './kind.ts';
import { uriOf } from './memory-disk.ts';
import { largeProjects, type Project, SMALL_PROJECTS } from './projects.ts';
import { difference } from './shown.ts';
import { without } from './shrink.ts';
import { withStoppedClock } from './stopped-clock.ts';
import {
  applied,
  CPP_MATERIAL,
  type Material,
  NOTATION_MATERIAL,
  PYTHON_MATERIAL,
  randomEdit,
  type TextEdit,
} from './text-edit.ts';

type Step =
  | { readonly do: 'open' | 'close' | 'save' | 'revert'; readonly path: string }
  | { readonly do: 'edit'; readonly path: string; readonly edit: TextEdit }
  | { readonly do: 'write'; readonly path: string; readonly edit: TextEdit }
  | { readonly do: 'rename'; readonly path: string; readonly to: string }
  | { readonly do: 'compare'; readonly path: string; readonly hovers: readonly number[] };

interface EditsInput {
  readonly files: Project;
  readonly steps: readonly Step[];
}

const MATERIALS: Readonly<Record<string, Material>> = {
  cpp: CPP_MATERIAL,
  python: PYTHON_MATERIAL,
  notation: NOTATION_MATERIAL,
};
const materialOf = (path: string): Material => MATERIALS[dialectOfPath(path)!]!;

const STEPS = 40;
const HOVERS = 3;

/** The texts on the disk and in the editor, as the steps change them. */
class Texts {
  readonly disk: Map<string, string>;
  readonly open = new Map<string, string>();
  constructor(files: Project) {
    this.disk = new Map(Object.entries(files).map(([path, text]) => [uriOf(path), text]));
  }
  /** Whether the step can be done; it is then. */
  take(step: Step): boolean {
    const uri = uriOf(step.path);
    const open = this.open.get(uri);
    const saved = this.disk.get(uri);
    switch (step.do) {
      case 'open':
        if (open !== undefined || saved === undefined) return false;
        this.open.set(uri, saved);
        return true;
      case 'close':
        return this.open.delete(uri);
      case 'save':
        if (open === undefined) return false;
        this.disk.set(uri, open);
        return true;
      case 'revert':
      case 'compare':
        return open !== undefined && (step.do === 'compare' || saved !== undefined);
      case 'edit':
        if (open === undefined) return false;
        this.open.set(uri, applied(open, step.edit));
        return true;
      case 'write':
        if (open !== undefined || saved === undefined) return false;
        this.disk.set(uri, applied(saved, step.edit));
        return true;
      case 'rename':
        if (open !== undefined || saved === undefined || this.disk.has(uriOf(step.to))) return false;
        this.disk.delete(uri);
        this.disk.set(uriOf(step.to), saved);
        return true;
    }
  }
}

function randomStep(random: Random, texts: Texts, files: Project): Step {
  const path = random.pick(Object.keys(files));
  const uri = uriOf(path);
  const all = (): readonly string[] => [...texts.disk.values()];
  const open = texts.open.get(uri);
  if (open === undefined) {
    const saved = texts.disk.get(uri);
    if (saved === undefined) return { do: 'rename', path: `${path}.moved.h`, to: path };
    const dice = random.below(10);
    if (dice === 0) return { do: 'rename', path, to: `${path}.moved.h` };
    if (dice < 4) return { do: 'write', path, edit: randomEdit(random, saved, materialOf(path), all()) };
    return { do: 'open', path };
  }
  switch (random.below(24)) {
    case 0:
      return { do: 'close', path };
    case 1:
      return { do: 'save', path };
    case 2:
    case 3:
      return { do: 'revert', path };
    case 4:
    case 5:
    case 6:
    case 7:
      return { do: 'compare', path, hovers: Array.from({ length: HOVERS }, () => random.below(1 << 20)) };
    default:
      return { do: 'edit', path, edit: randomEdit(random, open, materialOf(path), all()) };
  }
}

function generate(random: Random, projects: readonly Project[]): EditsInput {
  const files = random.pick(projects);
  const texts = new Texts(files);
  const steps: Step[] = [];
  for (const path of Object.keys(files)) if (random.below(2) === 0) steps.push({ do: 'open', path });
  for (const step of steps) texts.take(step);
  while (steps.length < STEPS) {
    const step = randomStep(random, texts, files);
    if (step.do === 'revert') {
      // The whole text is replaced, as when a change is taken back.
      const { path } = step;
      const [uri, end] = [uriOf(path), texts.open.get(uriOf(path))!.length];
      const edit = { start: 0, end, text: texts.disk.get(uri) ?? files[path]! };
      if (texts.take({ do: 'edit', path, edit })) steps.push({ do: 'edit', path, edit });
    } else if (texts.take(step)) steps.push(step);
  }
  return { files, steps };
}

/** Does a step in the session; the texts have taken it already. */
function perform(editing: Editing, step: Step, texts: Texts): void {
  const uri = uriOf(step.path);
  switch (step.do) {
    case 'open':
      editing.open(uri, texts.open.get(uri)!);
      break;
    case 'close':
      editing.close(uri);
      break;
    case 'edit':
      editing.edit(uri, step.edit);
      break;
    case 'save':
    case 'write':
      editing.diskChanged(uri, false);
      break;
    case 'rename':
      editing.diskChanged(uri, true);
      editing.diskChanged(uriOf(step.to), true);
      break;
    case 'revert':
    case 'compare':
  }
}

export const editsKind = (options: KindOptions): Kind<EditsInput> => editsOf(options, SMALL_PROJECTS);
export const kernelEditsKind = (options: KindOptions): Kind<EditsInput> => editsOf(options, largeProjects());

function editsOf({ grammars }: KindOptions, projects: readonly Project[]): Kind<EditsInput> {
  async function compare(
    editing: Editing,
    uris: readonly string[],
    hovers: readonly number[],
    disk: ReadonlyMap<string, string>,
  ): Promise<string | null> {
    const fresh = editing.fresh(disk);
    try {
      for (const uri of uris) {
        const found = difference(await editing.shown(uri, hovers), await fresh.shown(uri, hovers));
        if (found !== null) return `${uri} shows something else than in a fresh session\n${found}`;
      }
      return null;
    } finally {
      fresh.dispose();
    }
  }

  return {
    generate: (random) => generate(random, projects),
    units: ({ steps }) => steps.filter((step) => step.do === 'edit' || step.do === 'write').length,
    check: ({ files, steps }, meter: Meter) =>
      withStoppedClock(async () => {
        const texts = new Texts(files);
        const editing = new Editing(grammars, texts.disk);
        try {
          for (const step of steps) {
            if (!texts.take(step)) continue;
            meter.time(step.do, () => perform(editing, step, texts));
            if (step.do !== 'compare') continue;
            const wrong = await compare(editing, [uriOf(step.path)], step.hovers, texts.disk);
            if (wrong !== null) return wrong;
          }
          return await compare(editing, [...texts.open.keys()], [0], texts.disk);
        } finally {
          editing.dispose();
        }
      }),
    *smaller({ files, steps }) {
      for (const fewer of without(steps)) yield { files, steps: fewer };
      for (const path of Object.keys(files)) {
        const { [path]: _, ...others } = files;
        yield { files: others, steps };
      }
      for (const [path, text] of Object.entries(files))
        for (const lines of without(text.split('\n')))
          yield { files: { ...files, [path]: lines.join('\n') }, steps };
    },
    text: ({ files, steps }) =>
      [
        ...Object.entries(files).map(([path, text]) => `--- ${path}\n${text}`),
        '--- steps',
        ...steps.map((step) => JSON.stringify(step)),
      ].join('\n'),
  };
}
