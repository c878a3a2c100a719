declare module 'subset-font' {
  export interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2' | 'truetype';
    /** Cuts a variable font's axes down to a range, or pins them. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** @returns the font with the glyphs of `text` alone. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
