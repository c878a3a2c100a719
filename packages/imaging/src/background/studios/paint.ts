/**
 * Paints one point of a studio. Coordinates are relative to the image, so a studio looks the same at every size.
 * @param x horizontal distance from the image's middle, in image heights; positive is to the right.
 * @param y distance from the image's top, in image heights, 0…1.
 * @param light red, green and blue in linear light; overwritten. Values above 1 are overexposed, and `openStudio`
 *   compresses them.
 */
export type Paint = (x: number, y: number, light: Float64Array) => void;
