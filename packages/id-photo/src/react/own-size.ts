import type { OwnSize } from '@isola/photo-specs/documents';

const key = 'isola:id-photo-own-size';

/** Smallest and largest value of each field. Beyond them a photo cannot be printed or rendered. */
export const ownSizeLimits = {
  widthMm: [5, 300],
  heightMm: [5, 300],
  dotsPerInch: [72, 1200],
  minKilobytes: [1, 20_000],
  maxKilobytes: [5, 20_000],
} as const;

/** Longest side of a file, in px. */
export const maxSidePx = 6000;

/** Returns the size that was entered on this device, if any. */
export function rememberedOwnSize(): OwnSize | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isOwnSize(saved) ? saved : undefined;
  } catch {
    // Storage is not accessible, or its content is not ours.
    return undefined;
  }
}

export function rememberOwnSize(size: OwnSize): void {
  try {
    localStorage.setItem(key, JSON.stringify(size));
  } catch {
    // Storage is not accessible, or is full; the size is then not saved.
  }
}

/** Checks the saved value. Another version of the page may have written it. */
function isOwnSize(saved: unknown): saved is OwnSize {
  if (typeof saved !== 'object' || saved === null) return false;
  const isWithin = (name: keyof typeof ownSizeLimits, isOptional: boolean) => {
    const value: unknown = Reflect.get(saved, name);
    const [min, max] = ownSizeLimits[name];
    return value === undefined ? isOptional : typeof value === 'number' && value >= min && value <= max;
  };
  return (
    isWithin('widthMm', false) &&
    isWithin('heightMm', false) &&
    isWithin('dotsPerInch', false) &&
    isWithin('minKilobytes', true) &&
    isWithin('maxKilobytes', true)
  );
}
