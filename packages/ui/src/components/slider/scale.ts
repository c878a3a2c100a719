/** Values of a slider: whole steps from `min` up to the last that is not above `max`. */
export interface Scale {
  min: number;
  max: number;
  /** Step, above 0. */
  step: number;
}

/** Returns the value of the scale that is nearest to `value`. */
export function snap(value: number, { min, max, step }: Scale): number {
  const lastStep = Math.floor(round((max - min) / step, 9));
  const steps = Math.min(lastStep, Math.max(0, Math.round((value - min) / step)));
  // Rounded, because 3 × 0.1 is 0.30000000000000004 in floating point.
  return round(min + steps * step, Math.max(decimals(min), decimals(step)));
}

/** Returns the position of a value along the scale, 0–1. */
export function partOf(value: number, { min, max }: Scale): number {
  return max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
}

/** Returns the value at a position along the scale, 0–1. */
export function valueAt(part: number, scale: Scale): number {
  return snap(scale.min + part * (scale.max - scale.min), scale);
}

export interface KeyPress {
  key: string;
  shiftKey: boolean;
}

/**
 * Returns the value that a key moves to: arrows move by one step, arrows with Shift, PageUp and PageDown by a tenth of
 * the scale, Home and End to its ends.
 *
 * @param mirrored true in right-to-left text, where left and right are swapped.
 * @returns undefined for every other key.
 */
export function keyTarget({ key, shiftKey }: KeyPress, value: number, scale: Scale, mirrored = false) {
  const tenth = Math.max(1, Math.round((scale.max - scale.min) / 10 / scale.step)) * scale.step;
  const arrow = shiftKey ? tenth : scale.step;
  switch (key) {
    case 'ArrowUp':
      return snap(value + arrow, scale);
    case 'ArrowDown':
      return snap(value - arrow, scale);
    case 'ArrowRight':
      return snap(value + (mirrored ? -arrow : arrow), scale);
    case 'ArrowLeft':
      return snap(value + (mirrored ? arrow : -arrow), scale);
    case 'PageUp':
      return snap(value + tenth, scale);
    case 'PageDown':
      return snap(value - tenth, scale);
    case 'Home':
      return snap(scale.min, scale);
    case 'End':
      return snap(scale.max, scale);
    default:
      return undefined;
  }
}

/** Returns the index of the value nearest to `at`. Of several equal values, returns the one on the side of `at`. */
export function nearestIndex(values: readonly number[], at: number): number {
  let nearest = 0;
  values.forEach((value, index) => {
    const best = Math.abs((values[nearest] ?? value) - at);
    const distance = Math.abs(value - at);
    if (distance < best || (distance === best && at > value)) nearest = index;
  });
  return nearest;
}

function decimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e(-?\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
