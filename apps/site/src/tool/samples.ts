import creatureThumbnailUrl from '../../../../pictures/thumbnails/creature.webp';
import figureThumbnailUrl from '../../../../pictures/thumbnails/figure.webp';
import headphonesThumbnailUrl from '../../../../pictures/thumbnails/headphones.webp';
import mugThumbnailUrl from '../../../../pictures/thumbnails/mug.webp';
import plantThumbnailUrl from '../../../../pictures/thumbnails/plant.webp';
import shoeThumbnailUrl from '../../../../pictures/thumbnails/shoe.webp';

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
