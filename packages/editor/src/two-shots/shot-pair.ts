import type { Conversion } from '@isola/convert';
import type { ForeignFormat } from '@isola/segmenter';

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
  /** Present when the file was converted on the device. */
  readonly conversion?: Conversion;
}

/** Photographs that were chosen so far. */
export type ShotPair = Readonly<Partial<Record<ShotSlot, ChosenShot>>>;

/** A chosen file whose format has to be converted first. */
export interface WaitingShot {
  readonly file: File;
  readonly format: ForeignFormat;
}

/** Chosen files that wait for their conversion, by the slots for which they were chosen. */
export type WaitingShots = Readonly<Partial<Record<ShotSlot, WaitingShot>>>;

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

/** Returns the pair, or the waiting files, without the one in a slot. */
export function withoutShot<Shot>(
  { dark, light }: Readonly<Partial<Record<ShotSlot, Shot>>>,
  slot: ShotSlot,
): Readonly<Partial<Record<ShotSlot, Shot>>> {
  if (slot === 'dark') return light ? { light } : {};
  return dark ? { dark } : {};
}

/** Returns the slot for the next file: the first one without a photograph and without a waiting file. */
export function emptySlot(pair: ShotPair, waiting: WaitingShots): ShotSlot | undefined {
  return shotSlots.find((slot) => !pair[slot] && !waiting[slot]);
}

/** Returns the name of the combined file: that of the photograph without its ending, and `-glass.png`. */
export function glassName(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '');
  return stem === '' ? 'glass.png' : `${stem}-glass.png`;
}

export function otherSlot(slot: ShotSlot): ShotSlot {
  return slot === 'dark' ? 'light' : 'dark';
}
