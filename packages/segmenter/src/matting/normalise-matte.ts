/**
 * Peak below which the network has found no subject. Its output is then noise, and must not be stretched into a shape.
 */
const minPeak = 0.5;

/**
 * Stretches a raw mask to the whole range in place, so that its surest pixels are entirely subject or background.
 * @param mask any size, nominally 0…1, as the network's last sigmoid outputs it.
 * @returns `none`, and a mask of zeros, when no value reaches `minPeak`.
 */
export function normaliseMatte(mask: Float32Array): 'found' | 'none' {
  let low = Infinity;
  let high = -Infinity;
  for (let index = 0; index < mask.length; index += 1) {
    const value = mask[index] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(high >= minPeak)) {
    mask.fill(0);
    return 'none';
  }
  // If even the lowest value is subject, the image is full, not flat: without a background there is nothing to stretch
  // against.
  const base = low < minPeak ? low : 0;
  const scale = 1 / (high - base);
  for (let index = 0; index < mask.length; index += 1) mask[index] = ((mask[index] ?? 0) - base) * scale;
  return 'found';
}
