import creatureUrl from '../../../../pictures/creature.jpg';
import figureUrl from '../../../../pictures/figure.jpg';
import mugUrl from '../../../../pictures/mug.jpg';
import plantUrl from '../../../../pictures/plant.jpg';
import type { SampleId } from './samples.ts';

const urls: Readonly<Record<SampleId, string>> = {
  creature: creatureUrl,
  figure: figureUrl,
  mug: mugUrl,
  plant: plantUrl,
};

/**
 * @returns the sample as a file, as if it had been picked.
 * @throws when the network does not bring it.
 */
export async function fetchSample(id: SampleId): Promise<File> {
  const response = await fetch(urls[id]);
  if (!response.ok) throw new Error(`${urls[id]} answered ${response.status}`);
  return new File([await response.blob()], `${id}.jpg`);
}
