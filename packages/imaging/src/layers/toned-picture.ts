import type { Size } from '../geometry/rect.ts';
import { context2d } from '../raster/context-2d.ts';
import { gathered, sourceFrom } from '../raster/gathered.ts';
import { minSharpeningPx, sharpeningShare } from '../tone/sharpening-radius.ts';
import type { ToneParams } from '../tone/tone-params.ts';
import { tonedCutout, type TonePrecision } from '../tone/toned-cutout.ts';

/** A picture in a tone, as it is drawn. */
export interface TonedRequest {
  readonly tone: ToneParams;
  readonly precision: TonePrecision;
  /** Size in which the picture is drawn, in px of the result. */
  readonly drawn: Size;
}

/** Number of px that are toned for each px that is drawn, along each side. Drawing a turned picture needs the finer detail. */
const detail = 2;

/**
 * Changes the light and colour of a picture. A picture that is drawn small is reduced first, because the time grows with its pixels.
 * @returns the picture with at most its own number of pixels.
 */
export async function tonedPicture(
  picture: ImageBitmap,
  { tone, precision, drawn }: TonedRequest,
): Promise<OffscreenCanvas> {
  const scale = Math.min(1, (detail * drawn.widthPx) / picture.width, (detail * drawn.heightPx) / picture.height);
  const widthPx = Math.max(1, Math.round(picture.width * scale));
  const heightPx = Math.max(1, Math.round(picture.height * scale));
  const context = context2d(widthPx, heightPx, true);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, widthPx, heightPx);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  const radiusPx = Math.max(minSharpeningPx, Math.max(widthPx, heightPx) * sharpeningShare);
  const toned = await gathered(tonedCutout(sourceFrom({ widthPx, heightPx, data }), tone, radiusPx, precision), () =>
    Promise.resolve(),
  );
  context.putImageData(new ImageData(toned.data, widthPx, heightPx), 0, 0);
  return context.canvas;
}
