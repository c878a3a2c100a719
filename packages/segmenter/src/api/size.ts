/** Pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}
