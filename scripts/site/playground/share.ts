// What the page holds as the fragment of its address: `#cuda/…`, the text deflated, in base64 as addresses write it.
// A fragment is not sent to whoever serves the page.

export type LanguageName = 'layout' | 'cpp' | 'cuda' | 'python';

export interface SharedText {
  readonly language: LanguageName;
  readonly text: string;
}

const NAMES: readonly string[] = ['layout', 'cpp', 'cuda', 'python'] satisfies LanguageName[];

/** The longest text that is taken from an address, in bytes: a short fragment may unfold to a very long one. */
const MAXIMUM_BYTES = 2 ** 20;

const streamOf = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob([bytes]).stream();

export async function fragmentOf({ language, text }: SharedText): Promise<string> {
  const deflated = streamOf(new TextEncoder().encode(text)).pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#${language}/${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Null where the fragment is none of a text, or of one that is too long. */
export async function sharedIn(fragment: string): Promise<SharedText | null> {
  const [, language = '', packed = ''] = /^#(\w+)\/([\w-]+)$/.exec(fragment) ?? [];
  if (!NAMES.includes(language)) return null;
  try {
    const base64 = packed.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const text = await inflated(bytes);
    return text === null ? null : { language: language as LanguageName, text };
  } catch {
    return null;
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const reader = streamOf(bytes).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAXIMUM_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
