import type { Preset } from '@isola/editor';
import type { Output, Outputs, SegmentationFacts } from '@isola/segmenter/node';
import sharp from 'sharp';

import type { Rendered } from './rendered.ts';

type Encoding = Preset['state']['export'];

/** Formats that need no browser. */
const plainFormats: ReadonlySet<string> = new Set(['png', 'webp', 'jpeg']);

/** Checks whether `renderPlain` can write a format. */
export function isPlain({ format }: Encoding): boolean {
  return plainFormats.has(format);
}

/**
 * Returns the outputs that `renderPlain` needs for a format.
 * @param isEdited true when the cutout's pixels are changed before they are written.
 */
export function plainRequest(
  { format }: Encoding,
  isEdited = false,
): {
  readonly outputs: readonly Output[];
  readonly background?: string;
} {
  if (format === 'png' && !isEdited) return { outputs: ['png'] };
  // JPEG has no alpha.
  return { outputs: ['pixels'], ...(format === 'jpeg' && { background: '#ffffff' }) };
}

/**
 * Writes a cutout at its own size, without a background, or on white when the format has no alpha.
 * @param cutout cutout with the outputs of `plainRequest`.
 */
export async function renderPlain(
  { png, pixels, widthPx, heightPx }: SegmentationFacts & Partial<Outputs>,
  { format, quality }: Encoding,
): Promise<Rendered> {
  if (png) return { outcome: 'done', file: new Uint8Array(await png.arrayBuffer()), widthPx, heightPx };
  if (!pixels) throw new Error('the cutout has neither a PNG nor pixels');
  const whole = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 4 } });
  const encoder =
    format === 'webp'
      ? whole.webp({ quality, alphaQuality: 100 })
      : format === 'png'
        ? whole.png()
        : whole.removeAlpha().jpeg({ quality });
  return { outcome: 'done', file: await encoder.toBuffer(), widthPx, heightPx };
}
