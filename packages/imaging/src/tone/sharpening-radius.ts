/** Standard deviation of the sharpening, as a share of the source image's longer side. */
export const sharpeningShare = 1 / 2500;
/** Least standard deviation of the sharpening, in px of the result. */
export const minSharpeningPx = 0.5;
