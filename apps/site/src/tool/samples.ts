import creatureThumbnailUrl from '../../../../pictures/thumbnails/creature.webp';
import figureThumbnailUrl from '../../../../pictures/thumbnails/figure.webp';
import headphonesThumbnailUrl from '../../../../pictures/thumbnails/headphones.webp';
import mugThumbnailUrl from '../../../../pictures/thumbnails/mug.webp';
import plantThumbnailUrl from '../../../../pictures/thumbnails/plant.webp';
import shoeThumbnailUrl from '../../../../pictures/thumbnails/shoe.webp';
import creatureWideUrl from '../../../../pictures/thumbnails/creature-wide.webp';
import mugWideUrl from '../../../../pictures/thumbnails/mug-wide.webp';
import plantWideUrl from '../../../../pictures/thumbnails/plant-wide.webp';
import shoeWideUrl from '../../../../pictures/thumbnails/shoe-wide.webp';

/**
 * Thumbnails of the sample images. Each id is the name of the image's file; the bundle `tool` contains `sample.<id>`.
 */
export const samples = {
  creature: creatureThumbnailUrl,
  figure: figureThumbnailUrl,
  headphones: headphonesThumbnailUrl,
  mug: mugThumbnailUrl,
  plant: plantThumbnailUrl,
  shoe: shoeThumbnailUrl,
} as const;

export type SampleId = keyof typeof samples;

/** Larger pictures, 4:3, of the samples on the empty tool page. */
export const wideSamples = {
  creature: creatureWideUrl,
  mug: mugWideUrl,
  plant: plantWideUrl,
  shoe: shoeWideUrl,
} as const satisfies Partial<Record<SampleId, string>>;
