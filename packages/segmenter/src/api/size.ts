/** Pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A part of a picture. */
export interface Part extends Size {
  readonly leftPx: number;
  readonly topPx: number;
}
