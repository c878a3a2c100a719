import { type HintSound, hintSounds } from './announce.ts';

const key = 'isola:id-photo-hints';

/** Returns how hints were given last on this device. */
export function rememberedHintSound(): HintSound {
  try {
    const saved = localStorage.getItem(key);
    return hintSounds.find((sound) => sound === saved) ?? 'off';
  } catch {
    return 'off';
  }
}

export function rememberHintSound(sound: HintSound): void {
  try {
    localStorage.setItem(key, sound);
  } catch {
    // Storage is not accessible, or is full; the choice is then not saved.
  }
}
