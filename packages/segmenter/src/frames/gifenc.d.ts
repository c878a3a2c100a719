/** The part of gifenc 1.0.3 that this package uses. gifenc itself contains no types. */
declare module 'gifenc' {
  type Color = readonly [red: number, green: number, blue: number];

  /** @returns at most `maxColors` colours that represent the pixels. @param rgba pixels, four bytes each. */
  export function quantize(
    rgba: Uint8ClampedArray<ArrayBuffer>,
    maxColors: number,
    options: { readonly format: 'rgb565' },
  ): Color[];

  interface Encoder {
    /** Adds an image. @param indices the palette index of each pixel, row by row. */
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: readonly Color[]; readonly transparent: true; readonly transparentIndex: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
}
