import creatureThumbnailUrl from '../../../../pictures/thumbnails/creature.webp';
import figureThumbnailUrl from '../../../../pictures/thumbnails/figure.webp';
import mugThumbnailUrl from '../../../../pictures/thumbnails/mug.webp';
import plantThumbnailUrl from '../../../../pictures/thumbnails/plant.webp';

/**
 * Pictures of our own to try the tool on. Each `id` is worded in the bundle as `sample.<id>`; the pictures themselves are
 * known to `fetch-sample.ts`.
 */
export const samples = [
  { id: 'creature', thumbnailUrl: creatureThumbnailUrl },
  { id: 'mug', thumbnailUrl: mugThumbnailUrl },
  { id: 'plant', thumbnailUrl: plantThumbnailUrl },
  { id: 'figure', thumbnailUrl: figureThumbnailUrl },
] as const;

export type SampleId = (typeof samples)[number]['id'];
