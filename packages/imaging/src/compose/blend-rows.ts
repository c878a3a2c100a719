import { type LinearColor, linearOf, toSrgb } from '../color/linear-light.ts';

/**
 * Blends a row of a cutout over the background in linear light, and makes the row opaque.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param behind the background: three values in linear light for each pixel, 0…1.
 */
export function blendOver(row: Uint8ClampedArray, behind: Float32Array): void {
  // The converted colour of the previous pixel is reused, because neighbouring background pixels are often equal.
  let [red, green, blue] = [-1, -1, -1];
  let [ownRed, ownGreen, ownBlue] = [0, 0, 0];
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 3) {
    const alpha = (row[pixel + 3] ?? 0) / 255;
    // Opaque pixels are skipped, because rounding could change the subject's values.
    if (alpha === 1) continue;
    if (alpha === 0) {
      if (behind[at] !== red || behind[at + 1] !== green || behind[at + 2] !== blue) {
        red = behind[at] ?? 0;
        green = behind[at + 1] ?? 0;
        blue = behind[at + 2] ?? 0;
        ownRed = toSrgb(red);
        ownGreen = toSrgb(green);
        ownBlue = toSrgb(blue);
      }
      row[pixel] = ownRed;
      row[pixel + 1] = ownGreen;
      row[pixel + 2] = ownBlue;
    } else {
      row[pixel] = blend(row[pixel] ?? 0, behind[at] ?? 0, alpha);
      row[pixel + 1] = blend(row[pixel + 1] ?? 0, behind[at + 1] ?? 0, alpha);
      row[pixel + 2] = blend(row[pixel + 2] ?? 0, behind[at + 2] ?? 0, alpha);
    }
    row[pixel + 3] = 255;
  }
}

/**
 * Blends a row of a cutout over a colour in linear light. The result has alpha.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param coverage the share of each pixel that the colour covers, 0…1.
 */
export function blendOverColor(row: Uint8ClampedArray, coverage: Float32Array, color: LinearColor): void {
  const [red, green, blue] = color.map(toSrgb);
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 1) {
    const alpha = (row[pixel + 3] ?? 0) / 255;
    const behind = (coverage[at] ?? 0) * (1 - alpha);
    if (behind === 0) continue;
    if (alpha === 0) {
      row[pixel] = red ?? 0;
      row[pixel + 1] = green ?? 0;
      row[pixel + 2] = blue ?? 0;
    } else {
      const share = alpha / (alpha + behind);
      row[pixel] = blend(row[pixel] ?? 0, color[0], share);
      row[pixel + 1] = blend(row[pixel + 1] ?? 0, color[1], share);
      row[pixel + 2] = blend(row[pixel + 2] ?? 0, color[2], share);
    }
    row[pixel + 3] = 255 * (alpha + behind);
  }
}

/**
 * Darkens the background by a shadow.
 * @param behind three values in linear light for each pixel; overwritten.
 * @param left the share of light that remains, 0…1, for each pixel.
 * @param tint strength of the shadow in each channel.
 */
export function attenuate(behind: Float32Array, left: Float32Array, [red, green, blue]: LinearColor): void {
  for (let at = 0, pixel = 0; at < behind.length; at += 3, pixel += 1) {
    const dark = 1 - (left[pixel] ?? 1);
    if (dark === 0) continue;
    behind[at] = (behind[at] ?? 0) * Math.max(0, 1 - dark * red);
    behind[at + 1] = (behind[at + 1] ?? 0) * Math.max(0, 1 - dark * green);
    behind[at + 2] = (behind[at + 2] ?? 0) * Math.max(0, 1 - dark * blue);
  }
}

/**
 * Blends a row of a cutout over its shadow alone, as translucent black. Nearly all programs that later place the file
 * over something blend encoded values. The shadow's alpha is chosen so that such a program darkens white to the sRGB
 * value of the remaining light.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param left the share of light that remains, 0…1, for each pixel.
 */
export function blendOverShadow(row: Uint8ClampedArray, left: Float32Array): void {
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 1) {
    const alpha = row[pixel + 3] ?? 0;
    const shadow = 255 - toSrgb(left[at] ?? 1);
    if (alpha === 255 || shadow === 0) continue;
    const whole = alpha + shadow * (1 - alpha / 255);
    const share = alpha / whole;
    row[pixel] = (row[pixel] ?? 0) * share;
    row[pixel + 1] = (row[pixel + 1] ?? 0) * share;
    row[pixel + 2] = (row[pixel + 2] ?? 0) * share;
    row[pixel + 3] = whole;
  }
}

/**
 * Blends a row of a layer over a row of the result. Texts and logos are blended like in nearly all design programs: encoded values,
 * not light.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param layer RGBA, 8-bit sRGB, straight alpha.
 */
export function blendLayerOver(row: Uint8ClampedArray, layer: Uint8ClampedArray): void {
  for (let pixel = 0; pixel < row.length; pixel += 4) {
    if (layer[pixel + 3] !== 0) blendPixel(row, pixel, layer, row);
  }
}

/**
 * Blends a row of the result over a row of a layer that lies behind it; see `blendLayerOver`.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param layer RGBA, 8-bit sRGB, straight alpha.
 */
export function blendOverLayer(row: Uint8ClampedArray, layer: Uint8ClampedArray): void {
  for (let pixel = 0; pixel < row.length; pixel += 4) {
    if (layer[pixel + 3] !== 0 && row[pixel + 3] !== 255) blendPixel(row, pixel, row, layer);
  }
}

/**
 * Blends a row of a layer over the background, which stays opaque; see `blendLayerOver`.
 * @param behind the background: three values in linear light for each pixel, 0…1; overwritten with the result.
 * @param layer RGBA, 8-bit sRGB, straight alpha.
 */
export function blendLayerOverBackground(behind: Float32Array, layer: Uint8ClampedArray): void {
  for (let pixel = 0, at = 0; pixel < layer.length; pixel += 4, at += 3) {
    const alpha = (layer[pixel + 3] ?? 0) / 255;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (layer[pixel + channel] ?? 0) * alpha + toSrgb(behind[at + channel] ?? 0) * (1 - alpha);
      behind[at + channel] = linearOf[Math.round(value)] ?? 0;
    }
  }
}

/**
 * Blends a row of another subject or of a reflection over a row of the result, in linear light.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param over RGBA, 8-bit sRGB, straight alpha.
 */
export function blendLightOver(row: Uint8ClampedArray, over: Uint8ClampedArray): void {
  for (let pixel = 0; pixel < row.length; pixel += 4) {
    if (over[pixel + 3] !== 0) blendPixelInLight(row, pixel, over, over[pixel + 3] ?? 0, row, row[pixel + 3] ?? 0);
  }
}

/**
 * Blends a row of the result over a row of another subject or of a reflection that lies behind it, in linear light.
 * @param row RGBA, 8-bit sRGB, straight alpha; overwritten with the result.
 * @param under RGBA, 8-bit sRGB, straight alpha.
 * @param share factor of the alpha of `under`, 0…1.
 */
export function blendOverLight(row: Uint8ClampedArray, under: Uint8ClampedArray, share = 1): void {
  for (let pixel = 0; pixel < row.length; pixel += 4) {
    const alpha = (under[pixel + 3] ?? 0) * share;
    if (alpha > 0 && row[pixel + 3] !== 255) blendPixelInLight(row, pixel, row, row[pixel + 3] ?? 0, under, alpha);
  }
}

/**
 * Blends a row of another subject or of a reflection over the background, which stays opaque, in linear light.
 * @param behind the background: three values in linear light for each pixel, 0…1; overwritten with the result.
 * @param over RGBA, 8-bit sRGB, straight alpha.
 * @param share factor of the alpha of `over`, 0…1.
 */
export function blendLightOverBackground(behind: Float32Array, over: Uint8ClampedArray, share = 1): void {
  for (let pixel = 0, at = 0; pixel < over.length; pixel += 4, at += 3) {
    const alpha = ((over[pixel + 3] ?? 0) / 255) * share;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      behind[at + channel] =
        (linearOf[over[pixel + channel] ?? 0] ?? 0) * alpha + (behind[at + channel] ?? 0) * (1 - alpha);
    }
  }
}

/** Blends one pixel over another in linear light and writes the result. Alphas are 0…255. */
function blendPixelInLight(
  into: Uint8ClampedArray,
  pixel: number,
  over: Uint8ClampedArray,
  overAlpha: number,
  under: Uint8ClampedArray,
  underAlpha: number,
): void {
  const whole = overAlpha + underAlpha * (1 - overAlpha / 255);
  const share = overAlpha / whole;
  for (let channel = pixel; channel < pixel + 3; channel += 1) {
    into[channel] = blend(over[channel] ?? 0, linearOf[under[channel] ?? 0] ?? 0, share);
  }
  into[pixel + 3] = whole;
}

/** Blends one pixel over another and writes the result. Each is RGBA with straight alpha. */
function blendPixel(into: Uint8ClampedArray, pixel: number, over: Uint8ClampedArray, under: Uint8ClampedArray): void {
  const alpha = over[pixel + 3] ?? 0;
  const whole = alpha + (under[pixel + 3] ?? 0) * (1 - alpha / 255);
  const share = alpha / whole;
  for (let channel = pixel; channel < pixel + 3; channel += 1) {
    into[channel] = (over[channel] ?? 0) * share + (under[channel] ?? 0) * (1 - share);
  }
  into[pixel + 3] = whole;
}

function blend(value: number, behind: number, alpha: number): number {
  return toSrgb((linearOf[value] ?? 0) * alpha + behind * (1 - alpha));
}
