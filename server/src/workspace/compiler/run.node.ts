// Runs the compiler that the user has named: in a folder of its own that is taken away again, without a shell, with an
// environment of a few names, for a limited time and with a limited output. It reads a text; it writes no program, and
// nothing of the text is run.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { AskCompiler, CompilerAnswer, CompilerQuestion } from './compiler.ts';
import { type CompilerKind, DEFAULT_STANDARD, folderOption, hasStandard, kindOfCompiler } from './options.ts';

interface RunLimits {
  readonly milliseconds: number;
  /** Of what the compiler writes. */
  readonly bytes: number;
}

const LIMITS: RunLimits = { milliseconds: 120_000, bytes: 64 * 2 ** 20 };
const VERSION_LIMITS: RunLimits = { milliseconds: 10_000, bytes: 2 ** 16 };
const MOST_ERRORS = 5;

export const compilerOfHost =
  (limits: Partial<RunLimits> = {}): AskCompiler =>
  async (question) => {
    const folder = await mkdtemp(join(tmpdir(), 'layout-lens-'));
    try {
      return await ask(question, folder, { ...LIMITS, ...limits });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

async function ask(question: CompilerQuestion, folder: string, limits: RunLimits): Promise<CompilerAnswer> {
  const { compiler, path, text, header, keeps } = question;
  const kind = kindOfCompiler(compiler);
  const version = await run(compiler, ['--version'], folder, VERSION_LIMITS, () => true);
  if (version.end !== 'exit') return { ok: false, message: told(compiler, version, VERSION_LIMITS) };
  const name = nameOf(compiler, version.lines.join('\n'));
  const before = join(folder, 'layout-lens-probe.h');
  const device = join(folder, 'device', basename(path));
  const host = join(folder, 'host', basename(path));
  for (const file of [device, host]) await mkdir(dirname(file));
  await writeFile(before, header);
  await writeFile(device, `${text}\n${STOP}`);
  // A launch has no types of its own; compilers of plain C++ do not know it.
  await writeFile(host, text.replace(LAUNCH, blank));
  const commands = commandsFor(question, kind, { folder, before, device, host });
  const isError = (line: string): boolean => /: (?:fatal )?error: |\): (?:catastrophic )?error/.test(line);
  const all: string[][] = [];
  for (const words of commands) {
    const result = await run(compiler, words, folder, limits, (line) => keeps(line) || isError(line));
    if (result.end !== 'exit') return { ok: false, message: told(name, result, limits) };
    all.push([...result.lines]);
  }
  const errors = all.flat().filter((line) => isError(line) && !keeps(line) && !line.includes(STOP_WORDS));
  return {
    ok: true,
    name,
    readings: all.map((lines) => lines.filter(keeps)),
    errors: [...new Set(errors)]
      .slice(0, MOST_ERRORS)
      .map((line) => line.replaceAll(device, path).replaceAll(host, path)),
  };
}

const LAUNCH = /<<<[^;{}]{0,2000}?>>>/g;
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** nvcc has no option to stop behind the front end. An error at the end of the text stops it there. */
const STOP_WORDS = 'layout lens has what it has asked for';
const STOP = `static_assert(sizeof(int) == 0, "${STOP_WORDS}");\n`;

interface Files {
  readonly folder: string;
  readonly before: string;
  readonly device: string;
  readonly host: string;
}

/** The commands that read the text, one after the other: nvcc's host compiler reads what is for the host. */
function commandsFor(
  { path, options }: CompilerQuestion,
  kind: CompilerKind,
  { folder, before, device, host }: Files,
): readonly (readonly string[])[] {
  const own = folderOption('-iquote', dirname(path), kind);
  const standard = hasStandard(options) ? [] : [DEFAULT_STANDARD];
  const common = [...standard, ...own, ...options, '-include', before];
  if (kind !== 'nvcc') return [[...common, ...ONLY_READS[kind], '-x', 'c++', host]];
  const output = ['-o', join(folder, 'unused')];
  const handed = ONLY_READS.gcc.flatMap((word) => ['-Xcompiler', word]);
  return [
    [...common, '-x', 'cu', '-ptx', ...output, device],
    [...common, ...handed, '-x', 'c++', '-c', ...output, host],
  ];
}

const ONLY_READS = {
  clang: ['-fsyntax-only', '-ferror-limit=0', '-fno-elide-type', '-fno-color-diagnostics'],
  gcc: [
    '-fsyntax-only',
    '-fno-pretty-templates',
    '-fmessage-length=0',
    '-fno-diagnostics-show-caret',
    '-fdiagnostics-color=never',
  ],
};

interface RunResult {
  readonly end: 'exit' | 'time' | 'output' | 'absent';
  readonly lines: readonly string[];
}

const told = (compiler: string, { end }: RunResult, { milliseconds, bytes }: RunLimits): string =>
  end === 'time'
    ? `${compiler} took longer than ${milliseconds / 1000} s, and was ended`
    : end === 'output'
      ? `${compiler} wrote more than ${bytes / 2 ** 20} MiB, and was ended`
      : `${compiler} cannot be started`;

/** Only these names of the environment: others change what compilers do (NVCC_APPEND_FLAGS, COMPILER_PATH, CPATH). */
const environment = (folder: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    ['PATH', 'SystemRoot'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  ),
  LC_ALL: 'C',
  TMPDIR: folder,
  TMP: folder,
  TEMP: folder,
});

/** Runs a program in a process group of its own, which ends as a whole. */
function run(
  program: string,
  words: readonly string[],
  folder: string,
  limits: RunLimits,
  keeps: (line: string) => boolean,
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(folder),
      detached: true,
      shell: false,
      windowsHide: true,
    });
    const lines: string[] = [];
    let end: RunResult['end'] = 'exit';
    let left = limits.bytes;
    const stop = (why: RunResult['end']): void => {
      if (end === 'exit') end = why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(() => stop('time'), limits.milliseconds);
    const leaving = (): void => stop('time');
    process.once('exit', leaving);
    const tails = [child.stdout, child.stderr].map((stream) => {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (data: string) => {
        left -= data.length;
        if (left < 0) return stop('output');
        const parts = (rest + data).split('\n');
        rest = parts.pop()!;
        for (const line of parts) if (keeps(line)) lines.push(line);
      });
      return () => rest;
    });
    const finish = (): void => {
      clearTimeout(timer);
      process.removeListener('exit', leaving);
      for (const tail of tails) if (keeps(tail())) lines.push(tail());
      resolve({ end, lines });
    };
    child.on('error', () => {
      end = 'absent';
      finish();
    });
    child.on('close', finish);
  });
}

/** `g++ 12.2` of what `--version` prints. */
function nameOf(compiler: string, text: string): string {
  const name = basename(compiler).replace(/\.exe$/i, '');
  const [, version] =
    /release (\d+\.\d+)/.exec(text) ??
    /version (\d+\.\d+)/.exec(text) ??
    /(\d+\.\d+)\.\d+\s*$/m.exec(text) ??
    [];
  return version === undefined ? name : `${name} ${version}`;
}
