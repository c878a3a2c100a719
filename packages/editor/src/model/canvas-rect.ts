/**
 * A rectangle in the units of a canvas or of a camera, which may be fractions. A rectangle of whole pixels is the `Rect`
 * of `@isola/imaging`.
 */
export interface CanvasRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
