/**
 * Gives a picture the matte as its alpha, in place, and drops the colour of what became invisible: nobody sees it, it
 * would still be in the file, and zeros pack better. A picture that had alpha already keeps it: the two multiply.
 * @param rgba 8-bit, straight alpha, row-major.
 * @param matte one value a pixel, 0…255; overwritten by the product where the picture was not opaque.
 */
export function applyMatte(rgba: Uint8ClampedArray, matte: Uint8ClampedArray): void {
  for (let pixel = 0, offset = 0; pixel < matte.length; pixel += 1, offset += 4) {
    const own = rgba[offset + 3] ?? 255;
    const wanted = matte[pixel] ?? 0;
    const alpha = own === 255 ? wanted : Math.round((own * wanted) / 255);
    if (alpha === 0) rgba[offset] = rgba[offset + 1] = rgba[offset + 2] = 0;
    rgba[offset + 3] = alpha;
    matte[pixel] = alpha;
  }
}
