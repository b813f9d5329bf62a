// The browser bundle embeds its grammars: the bundler turns such an import into the file's bytes, compressed by gzip.
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
