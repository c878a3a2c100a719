import type { OwnSize } from '@isola/photo-specs/documents';

const key = 'isola:id-photo-own-size';

/** Smallest and largest value of each field. */
export const ownSizeLimits = {
  dotsPerInch: [72, 1200],
  minKilobytes: [1, 20_000],
  maxKilobytes: [5, 20_000],
} as const;

/** Shortest and longest side of a file, in px. They limit the millimetres at the chosen resolution. */
export const ownSideLimitsPx = [14, 6000] as const;

const mmPerInch = 25.4;

/** @returns a length in px at a resolution, not rounded. */
export function pxAt(dotsPerInch: number, mm: number): number {
  return (mm / mmPerInch) * dotsPerInch;
}

/** @returns a length in millimetres at a resolution. Inverse of `pxAt`. */
export function mmAt(dotsPerInch: number, px: number): number {
  return (px / dotsPerInch) * mmPerInch;
}

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
  if (!isWithin('dotsPerInch', false) || !isWithin('minKilobytes', true) || !isWithin('maxKilobytes', true))
    return false;
  const { widthMm, heightMm, dotsPerInch } = saved as OwnSize;
  const [minPx, maxPx] = ownSideLimitsPx;
  return [widthMm, heightMm].every((mm) => {
    const px = typeof mm === 'number' ? Math.round(pxAt(dotsPerInch, mm)) : Number.NaN;
    return px >= minPx && px <= maxPx;
  });
}
