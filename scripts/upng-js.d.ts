// The part of upng-js that is used: it has no types of its own.

declare module 'upng-js' {
  interface Picture {
    readonly width: number;
    readonly height: number;
  }
  function decode(png: Uint8Array): Picture;
  /** The frames of a picture, four bytes a pixel. */
  function toRGBA8(picture: Picture): ArrayBuffer[];
  /** With the number of colours that is asked for; 0: all. */
  function encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer;
  export default { decode, encode, toRGBA8 };
}
