declare module 'subset-font' {
  export interface SubsetOptions {
    targetFormat?: 'sfnt' | 'woff' | 'woff2' | 'truetype';
    /** Reduces a variable font's axes to a range, or pins them. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }

  /** Returns the font with only the glyphs of `text`. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
