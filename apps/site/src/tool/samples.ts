import creatureThumbnailUrl from '../../../../pictures/thumbnails/creature.webp';
import creatureUrl from '../../../../pictures/creature.jpg';
import mugThumbnailUrl from '../../../../pictures/thumbnails/mug.webp';
import mugUrl from '../../../../pictures/mug.jpg';
import plantThumbnailUrl from '../../../../pictures/thumbnails/plant.webp';
import plantUrl from '../../../../pictures/plant.jpg';

/** Pictures of our own to try the tool on. Each `id` is worded in the bundle as `sample.<id>`. */
export const samples = [
  { id: 'creature', url: creatureUrl, thumbnailUrl: creatureThumbnailUrl },
  { id: 'mug', url: mugUrl, thumbnailUrl: mugThumbnailUrl },
  { id: 'plant', url: plantUrl, thumbnailUrl: plantThumbnailUrl },
] as const;

export type Sample = (typeof samples)[number];

/**
 * @returns the sample as a file, as if it had been picked.
 * @throws when the network does not bring it.
 */
export async function fetchSample({ id, url }: Sample): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new File([await response.blob()], `${id}.jpg`);
}
