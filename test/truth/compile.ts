// Compiles and runs units with g++ and CuTe's headers. Snippets that do not compile, or do not run to their end, are
// left out of their unit.

import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Truth } from './compare.ts';
import { type Snippet, without } from './snippet.ts';
import { probeOfNumber, programOf, type UnitLine } from './unit.ts';

export interface Toolchain {
  readonly cutlass: string;
  readonly cuda: string;
}

export interface Compiler {
  /** What each snippet printed, by probe, or why there is nothing. */
  run(snippets: readonly Snippet[]): Promise<readonly Outcome[]>;
  close(): void;
}

export type Outcome =
  | {
      readonly kind: 'ran';
      /** The snippet without the pieces that do not compile. */
      readonly snippet: Snippet;
      /** By the place of the probe in it. */
      readonly truths: ReadonlyMap<number, Truth>;
      /** What the compiler says of the pieces that were left out. */
      readonly messages: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'crashed' };

/** CUDA's folder: named by the environment, or the one that nvcc is in. */
export function cudaFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const named = environment['CUDA_HOME'] ?? environment['CUDA_PATH'];
  if (named !== undefined) return named;
  // What is called nvcc elsewhere may only start the one of the toolkit.
  const around = (environment['PATH'] ?? '').split(':').map((folder) => dirname(folder));
  const hasHeaders = (folder: string): boolean => existsSync(join(folder, 'include', 'cuda_runtime_api.h'));
  return [...around, '/usr/local/cuda'].find(hasHeaders) ?? null;
}

const COMPILE_SECONDS = 300;
const RUN_SECONDS = 20;
/** How often a unit is compiled again without the snippets that errors name. */
const MOST_ROUNDS = 6;

export async function startCompiler({ cutlass, cuda }: Toolchain, probe: string): Promise<Compiler> {
  const folder = mkdtempSync(join(tmpdir(), 'layout-lens-truth-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', close);
  const includes = [join(cuda, 'include', 'cccl'), join(cutlass, 'include'), join(cuda, 'include')];
  const options = [
    '-std=c++17',
    '-O0',
    '-w',
    '-fno-var-tracking',
    ...includes.flatMap((path) => ['-isystem', path]),
  ];
  copyFileSync(probe, join(folder, 'probe.hpp'));
  const header = await command('g++', [...options, '-x', 'c++-header', 'probe.hpp'], folder, COMPILE_SECONDS);
  if (header.code !== 0) {
    close();
    throw new Error(`g++ cannot read CuTe's headers:\n${header.errors.slice(0, 2000)}`);
  }
  let units = 0;
  return {
    close,
    async run(snippets) {
      const name = `unit${units++}`;
      let left: readonly Part[] = snippets.map((snippet, index) => ({ snippet, index, messages: [] }));
      const outcomes: Outcome[] = snippets.map(() => ({ kind: 'crashed' }));
      for (let round = 0; left.length > 0; round++) {
        const unit = programOf(left.map(({ snippet }) => snippet));
        writeFileSync(join(folder, `${name}.cpp`), unit.text);
        const words = [...options, '-fmax-errors=500', `${name}.cpp`, '-o', name];
        const made = await command('g++', words, folder, COMPILE_SECONDS);
        if (made.code === 0) break;
        const errors = errorsIn(made.errors, `${name}.cpp`, unit.lines);
        const isLast = round === MOST_ROUNDS || errors.length === 0;
        left = left.flatMap((part, at) => {
          const found = errors.filter((e) => e.place.snippet === at);
          const message = found[0]?.message ?? (isLast ? 'its unit does not compile' : null);
          if (message === null) return [part];
          if (isLast || found.some((e) => e.place.piece === null)) {
            outcomes[part.index] = { kind: 'refused', message };
            return [];
          }
          const snippet = without(part.snippet, new Set(found.map((e) => e.place.piece!)));
          return [{ ...part, snippet, messages: [...part.messages, ...found.map((e) => e.message)] }];
        });
      }
      if (left.length > 0) {
        const printed = await runFrom(join(folder, name), folder, left.length);
        left.forEach(({ snippet, index, messages }, i) => {
          const truths = printed[i];
          if (truths != null) outcomes[index] = { kind: 'ran', snippet, truths, messages };
        });
      }
      for (const file of [name, `${name}.cpp`]) rmSync(join(folder, file), { force: true });
      return outcomes;
    },
  };
}

/** A snippet of a unit, without the pieces that do not compile. */
interface Part {
  readonly snippet: Snippet;
  /** Which one of the unit's it was at first. */
  readonly index: number;
  readonly messages: readonly string[];
}

interface CompileError {
  readonly place: UnitLine;
  readonly message: string;
}

/** The errors with the piece to blame for each: of the lines that lead to it, the one that is compiled for itself. */
export function errorsIn(text: string, file: string, lines: readonly UnitLine[]): readonly CompileError[] {
  const found: CompileError[] = [];
  let leading: number[] = [];
  for (const line of text.split('\n')) {
    const [, at] = new RegExp(`^${file.replace('.', '\\.')}:(\\d+):`).exec(line) ?? [];
    const isError = /: (?:fatal )?error: /.test(line);
    if (isError) {
      const number = leading.at(-1) ?? at;
      const place = number === undefined ? undefined : lines.findLast((l) => l.line <= Number(number));
      if (place !== undefined) found.push({ place, message: line.replace(/^.*?error: /, '') });
      leading = [];
    } else if (
      at !== undefined &&
      /: {3}(?:required|in .constexpr. expansion|recursively required)/.test(line)
    )
      leading.push(Number(at));
  }
  return found;
}

/** What each snippet printed; null for those in which the program ended. */
async function runFrom(
  program: string,
  folder: string,
  count: number,
): Promise<readonly (ReadonlyMap<number, Truth> | null)[]> {
  const found: (ReadonlyMap<number, Truth> | null)[] = Array.from({ length: count }, () => null);
  for (let from = 0; from < count; ) {
    const { output } = await command(program, [String(from)], folder, RUN_SECONDS);
    let current = -1;
    let truths = new Map<number, Truth>();
    for (const line of output.split('\n')) {
      const [, begun] = /^begin (-?\d+)$/.exec(line) ?? [];
      const [, number, json] = /^(\d+) (.*)$/.exec(line) ?? [];
      if (begun !== undefined) {
        if (current >= 0) found[current] = truths;
        current = Number(begun);
        truths = new Map();
      } else if (number !== undefined) truths.set(probeOfNumber(Number(number)), parsed(json!));
    }
    if (current === -1) break;
    from = current + 1;
  }
  return found;
}

function parsed(json: string): Truth {
  try {
    return JSON.parse(json) as Truth;
  } catch {
    return { other: json };
  }
}

interface Result {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function command(
  program: string,
  words: readonly string[],
  folder: string,
  seconds: number,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => output.push(data));
    child.stderr.on('data', (data: Buffer) => errors.push(data));
    const watchdog = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
    child.on('error', (error) => {
      clearTimeout(watchdog);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(watchdog);
      resolve({ code, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() });
    });
  });
}
