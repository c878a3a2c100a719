/** Background of a photograph of the pair. */
export type ShotSlot = 'dark' | 'light';

export const shotSlots: readonly ShotSlot[] = ['dark', 'light'];

/** A photograph that was chosen. */
export interface ChosenShot {
  /** Name of the file; empty for a pasted photograph without a name. */
  readonly name: string;
  readonly picture: Blob;
  /** Mean light of the photograph, 0…1, linear. */
  readonly light: number;
}

/** Photographs that were chosen so far. */
export type ShotPair = Readonly<Partial<Record<ShotSlot, ChosenShot>>>;

export interface FilledPair {
  readonly pair: ShotPair;
  /** True when the photographs were given the wrong way round and have changed places. */
  readonly wasSwapped: boolean;
}

/**
 * Adds one or two photographs. The first goes into the preferred slot, the next into the other one. Without a preferred
 * slot, an empty one comes first. A pair is sorted, because in front of the dark background less light reaches the camera.
 */
export function withShots(pair: ShotPair, shots: readonly ChosenShot[], preferred?: ShotSlot): FilledPair {
  const first = preferred ?? shotSlots.find((slot) => !pair[slot]) ?? 'dark';
  const second = otherSlot(first);
  const [one, other] = shots;
  const filled: ShotPair = { ...pair, ...(one && { [first]: one }), ...(other && { [second]: other }) };
  const { dark, light } = filled;
  const wasSwapped = dark !== undefined && light !== undefined && dark.light > light.light;
  return { pair: wasSwapped ? { dark: light, light: dark } : filled, wasSwapped };
}

export function withoutShot({ dark, light }: ShotPair, slot: ShotSlot): ShotPair {
  if (slot === 'dark') return light ? { light } : {};
  return dark ? { dark } : {};
}

/** Returns the name of the combined file: that of the photograph without its ending, and `-glass.png`. */
export function glassName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '');
  return stem === '' ? 'glass.png' : `${stem}-glass.png`;
}

function otherSlot(slot: ShotSlot): ShotSlot {
  return slot === 'dark' ? 'light' : 'dark';
}
