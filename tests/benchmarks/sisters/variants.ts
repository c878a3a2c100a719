import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';

import { randomFrom } from '../../../scripts/quality/random.ts';
import type { ListedPhoto } from '../arena/photos.ts';
import { cutoutOf } from '../prompt/cutout-of.ts';

/** A file that shows the photo's subject again. */
export interface Variant {
  readonly kind: 'duplicate' | 'sister';
  readonly name: string;
  readonly file: Uint8Array;
}

const sets = join(import.meta.dirname, '../../../packages/sets/sets');
const stage = { width: 1200, height: 900 } as const;

/**
 * Makes the same photograph once more: recompressed, rescaled, and cropped by 5 % of its width and height. For a photo
 * with an alpha, also makes three further pictures of its subject: in front of another background, turned and narrowed
 * as from another view, and mirrored in another light. The same photo gives the same files.
 */
export async function variantsOf(photo: ListedPhoto): Promise<Variant[]> {
  const upright = await sharp(photo.bytes).rotate().removeAlpha().toColourspace('srgb').png().toBuffer();
  const { width, height } = await sharp(upright).metadata();
  const jpeg = async (image: Sharp, quality: number) => new Uint8Array(await image.jpeg({ quality }).toBuffer());
  const cropped = { left: Math.round(width * 0.03), top: Math.round(height * 0.01) };
  const duplicates: Variant[] = [
    { kind: 'duplicate', name: 'recompressed', file: await jpeg(sharp(upright), 50) },
    { kind: 'duplicate', name: 'rescaled', file: await jpeg(sharp(upright).resize(Math.round(width * 0.45)), 85) },
    {
      kind: 'duplicate',
      name: 'cropped',
      file: await jpeg(
        sharp(upright).extract({ ...cropped, width: Math.floor(width * 0.95), height: Math.floor(height * 0.95) }),
        90,
      ),
    },
  ];
  return photo.alphaPath === undefined ? duplicates : [...duplicates, ...(await sistersOf(photo))];
}

async function sistersOf(photo: ListedPhoto): Promise<Variant[]> {
  const random = randomFrom(photo.name);
  const backgrounds = globSync('*.avif', { cwd: sets }).toSorted();
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const views: readonly (readonly [name: string, change: (image: Sharp) => Sharp])[] = [
    ['in another place', (image) => image],
    ['from another side', (image) => image.rotate(random() < 0.5 ? -11 : 11, { background: clear })],
    ['mirrored in another light', (image) => image.flop().linear([0.86, 0.8, 0.74, 1], [0, 0, 0, 0])],
  ];
  const made: Variant[] = [];
  for (const [name, change] of views) {
    const cutout = await cutoutOf(photo, {
      widthPx: stage.width * 0.7,
      heightPx: stage.height * (0.5 + 0.35 * random()),
    });
    const raw = { width: cutout.widthPx, height: cutout.heightPx, channels: 4 as const };
    const narrowed = name === 'from another side' ? Math.round(cutout.widthPx * 0.78) : cutout.widthPx;
    const squeezed = await sharp(cutout.data, { raw })
      .resize(narrowed, cutout.heightPx, { fit: 'fill' })
      .png()
      .toBuffer();
    const input = await change(sharp(squeezed)).png().toBuffer({ resolveWithObject: true });
    const fitted = await sharp(input.data)
      .resize(stage.width - 40, stage.height - 40, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const background = backgrounds[Math.floor(random() * backgrounds.length)] ?? '';
    const file = await sharp(readFileSync(join(sets, background)))
      .resize({ ...stage, fit: 'cover' })
      .composite([
        {
          input: fitted.data,
          left: Math.round((stage.width - fitted.info.width) * random()),
          top: stage.height - 15 - fitted.info.height,
        },
      ])
      .removeAlpha()
      .jpeg({ quality: 90 })
      .toBuffer();
    made.push({ kind: 'sister', name, file: new Uint8Array(file) });
  }
  return made;
}
