// The one way in which files are read from a disk: regular files of a bounded size, as text. A pipe would never end, a
// device neither, and a table of a gigabyte would fill the memory.

import {
  close,
  closeSync,
  constants,
  fstat,
  fstatSync,
  open,
  openSync,
  read,
  readSync,
  type Stats,
  stat,
  statSync,
} from 'node:fs';
import { promisify } from 'node:util';

/** Larger files are generated tables. */
const LARGEST = 8 * 2 ** 20;

export interface FileText {
  readonly text: string;
  /** Differs when the text may. */
  readonly stamp: string;
}

/** Why a file is not read. */
export interface Refusal {
  readonly reason: string;
  /** There is no such file, which is no reason for a message. */
  readonly isAbsent: boolean;
}

export const isRefusal = (text: FileText | Refusal): text is Refusal => 'reason' in text;

const refusal = (reason: string): Refusal => ({ reason, isAbsent: false });

/** A pipe that took the place of a file meanwhile does not hold up whoever opens it. Windows knows no such flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function refusalOf(stats: Stats): Refusal | null {
  if (stats.isDirectory()) return refusal('a folder');
  if (!stats.isFile()) return refusal('not a regular file');
  return stats.size > LARGEST ? refusal(`larger than ${LARGEST / 2 ** 20} MiB`) : null;
}

export function refusalOfError(error: unknown): Refusal {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return { reason, isAbsent: reason === 'ENOENT' || reason === 'ENOTDIR' };
}

function decoded(bytes: Buffer, { mtimeMs, size }: Stats): FileText | Refusal {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  // Takes the mark of the byte order away.
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? refusal('not a text file') : { text, stamp: `${mtimeMs} ${size}` };
}

/** `isFile`: whether a regular file stood there a moment ago. */
// A promise of a handle of a file takes longer to make than reading the file.
export async function readText(path: string, isFile = false): Promise<FileText | Refusal> {
  try {
    const refused = isFile ? null : refusalOf(await statOf(path));
    if (refused !== null) return refused;
    const file = await opened(path, FLAGS);
    try {
      const stats = await statOfOpen(file);
      const other = refusalOf(stats);
      if (other !== null) return other;
      const bytes = Buffer.alloc(stats.size);
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await readFrom(file, bytes, length, bytes.length - length, null);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return decoded(bytes.subarray(0, length), stats);
    } finally {
      await closed(file);
    }
  } catch (error) {
    return refusalOfError(error);
  }
}

const statOf = promisify(stat);
const opened = promisify(open);
const statOfOpen = promisify(fstat);
const readFrom = promisify(read);
const closed = promisify(close);

/** Reads at once, for the command line, where no other work waits. */
export function readTextSync(path: string): FileText | Refusal {
  try {
    const refused = refusalOf(statSync(path));
    if (refused !== null) return refused;
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      const other = refusalOf(stats);
      if (other !== null) return other;
      const bytes = Buffer.alloc(stats.size);
      let length = 0;
      while (length < bytes.length) {
        const read = readSync(file, bytes, length, bytes.length - length, null);
        if (read === 0) break;
        length += read;
      }
      return decoded(bytes.subarray(0, length), stats);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return refusalOfError(error);
  }
}
