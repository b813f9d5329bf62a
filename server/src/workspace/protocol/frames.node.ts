// Cuts what comes in into frames, a header and as many bytes as it says, and passes on those that are whole. What is
// broken is skipped to the next header and logged: one slip of the other side is no reason to hear nothing more.

import { Transform, type TransformCallback } from 'node:stream';

/** Nobody sends longer messages; a length beyond is a mistake. */
const LARGEST_BODY = 256 * 2 ** 20;
/** Only the end of what is no header is kept: the next header may begin in it. */
const LARGEST_HEADER = 8192;
const END = '\r\n\r\n';

type Header =
  | { readonly kind: 'frame'; readonly length: number; readonly skipped: number }
  /** Its body can be told, but is not for us. */
  | { readonly kind: 'unreadable'; readonly length: number; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string };

/** The header that ends a text, which may begin with something else. */
function headerOf(text: string): Header {
  const found = [...text.matchAll(/content-length:/gi)].at(-1);
  if (found === undefined) return { kind: 'broken', reason: 'a header has no Content-Length' };
  const [first = '', ...others] = text.slice(found.index).split('\r\n');
  const value = first.slice(first.indexOf(':') + 1).trim();
  if (!/^\d+$/.test(value)) return { kind: 'broken', reason: `Content-Length is ${JSON.stringify(value)}` };
  const length = Number(value);
  if (length > LARGEST_BODY) return { kind: 'broken', reason: `Content-Length is ${value}` };
  // Other fields stand before or behind.
  const before = text.slice(0, found.index).split('\r\n').slice(0, -1);
  const fields = [...before, ...others];
  const charset = fields
    .map((field) => /^content-type:.*charset=\s*"?([\w-]+)/i.exec(field)?.[1])
    .find(Boolean);
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    return { kind: 'unreadable', length, reason: `the charset is ${charset}` };
  const isField = (line: string): boolean => line === '' || /^[\w-]+:/.test(line);
  const isClean = before.every(isField) && /(?:^|\r\n)$/.test(text.slice(0, found.index));
  return { kind: 'frame', length, skipped: isClean ? 0 : found.index };
}

export class Frames extends Transform {
  readonly #log: (text: string) => void;
  /** The bytes of a header, as far as they have come. */
  #header: Buffer = Buffer.alloc(0);
  /** Bytes of the body that are still to come. */
  #left = 0;
  #isPassed = true;

  constructor(log: (text: string) => void) {
    super();
    this.#log = log;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#left > 0 ? this.#takeBody(rest) : this.#takeHeader(rest);
    done();
  }

  #takeBody(chunk: Buffer): Buffer {
    const body = chunk.subarray(0, this.#left);
    this.#left -= body.length;
    if (this.#isPassed) this.push(body);
    return chunk.subarray(body.length);
  }

  #takeHeader(chunk: Buffer): Buffer {
    const before = this.#header.length;
    const all = before === 0 ? chunk : Buffer.concat([this.#header, chunk]);
    const end = all.indexOf(END, Math.max(0, before - END.length));
    if (end < 0) {
      const kept = all.subarray(-LARGEST_HEADER);
      if (kept.length < all.length) this.#log(`${all.length - kept.length} bytes are no header`);
      this.#header = Buffer.from(kept);
      return chunk.subarray(chunk.length);
    }
    const header = headerOf(all.toString('latin1', 0, end));
    this.#header = Buffer.alloc(0);
    if (header.kind !== 'broken') this.#left = header.length;
    this.#isPassed = header.kind === 'frame';
    if (header.kind === 'frame') {
      if (header.skipped > 0) this.#log(`${header.skipped} bytes before a header are no message`);
      this.push(`Content-Length: ${header.length}${END}`);
    } else this.#log(`a message is skipped: ${header.reason}`);
    return all.subarray(end + END.length);
  }
}
