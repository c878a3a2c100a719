/** A size in pixels. */
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangular part of an image. */
export interface Part extends Size {
  readonly leftPx: number;
  readonly topPx: number;
}
