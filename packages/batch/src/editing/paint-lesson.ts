/** Colours of what a lesson removed and of what it added, RGB. */
const [removedColour, addedColour] = [
  [224, 52, 40],
  [24, 140, 84],
] as const;
/** Opacity of these colours over the image. What was removed has stripes, so that it is told apart without colours. */
const [tint, stripeTint] = [0.55, 0.8];
/** Width of a stripe, in pixels of the view. */
const stripePx = 6;
/** Brightness of what is not subject. */
const faded = 0.35;
/** Difference of two mattes, in 8-bit steps, from which a pixel counts as changed. */
const minChange = 48;

/**
 * Paints an image in which everything that a lesson removed is red and everything that it added is green. What belongs to
 * the subject before and after is as it was, and the rest is faded.
 * @param before,after the mattes, as grey images.
 * @param longSidePx longer side of the result, at most that of the image.
 */
export async function paintLesson(image: Blob, before: Blob, after: Blob, longSidePx: number): Promise<Blob> {
  const whole = await createImageBitmap(image);
  const scale = Math.min(1, longSidePx / Math.max(whole.width, whole.height));
  const [width, height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser has no 2D canvas');
  const pixelsOf = (bitmap: ImageBitmap) => {
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    return context.getImageData(0, 0, width, height);
  };
  const own = pixelsOf(whole);
  const old = pixelsOf(await createImageBitmap(before)).data;
  const now = pixelsOf(await createImageBitmap(after)).data;
  for (let at = 0; at < own.data.length; at += 4) {
    const change = (now[at] ?? 0) - (old[at] ?? 0);
    const share = Math.max(old[at] ?? 0, now[at] ?? 0) / 255;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    const isStriped = change < 0 && Math.floor((x + y) / stripePx) % 2 === 0;
    const [colour, opacity] = [change < 0 ? removedColour : addedColour, isStriped ? stripeTint : tint];
    for (const channel of [0, 1, 2] as const) {
      const value = own.data[at + channel] ?? 0;
      const shown = 255 * (1 - faded) * (1 - share) + value * (faded + (1 - faded) * share);
      own.data[at + channel] = Math.abs(change) < minChange ? shown : value * (1 - opacity) + colour[channel] * opacity;
    }
  }
  context.putImageData(own, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
