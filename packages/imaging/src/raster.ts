/** A picture in memory: RGBA, 8-bit sRGB, straight alpha, row by row. */
export interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Some rows of one; `data` may be reused for the next strip. */
export interface RasterStrip {
  readonly firstRow: number;
  readonly rowCount: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A cut-out that is read from top to bottom, as often as it is wanted, and is never whole in memory for that. */
export interface CutoutSource {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rows: () => AsyncIterable<RasterStrip>;
}
