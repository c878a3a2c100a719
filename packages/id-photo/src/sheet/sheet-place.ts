/** A photo on the sheet, in mm from the sheet's top left corner. */
export interface SheetPlace {
  readonly id: string;
  readonly xMm: number;
  readonly yMm: number;
  /** Width on the sheet, after the rotation. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** True when the photo is turned by 90°, with its top on the left. */
  readonly isRotated: boolean;
}
