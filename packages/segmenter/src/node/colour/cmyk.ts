import { type TableColours, valueAt } from './device-colours.ts';

/**
 * Converts CMYK to RGB in place, as browsers do before they apply a profile. Each RGB channel is the light that remains
 * after its ink and the black ink.
 * @param pixels C, M, Y, K, where 255 is full ink; afterwards opaque RGBA.
 */
export function cmykToRgb(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const light = 255 - (pixels[at + 3] ?? 0);
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = Math.floor(((255 - (pixels[channel] ?? 0)) * light) / 255);
    }
    pixels[at + 3] = 255;
  }
}

/**
 * Converts a CMYK profile to a profile for the result of `cmykToRgb`. Chromium 156 looks up colours in this way: it mixes
 * black from the three inks, so that black is lighter than printed black ink.
 */
export function withoutBlack({ inputs, table, ...colours }: TableColours): TableColours {
  const [points, blackPoints] = [table.points.slice(0, 3), valueAt(table.points, 3)];
  const black = Math.min(Math.max(inputs[3]?.(0) ?? 0, 0), 1) * (blackPoints - 1);
  const low = Math.min(Math.floor(black), blackPoints - 2);
  const values = Float32Array.from({ length: table.values.length / blackPoints }, (_, at) => {
    const place = (Math.floor(at / 3) * blackPoints + low) * 3 + (at % 3);
    const before = valueAt(table.values, place);
    return before + (valueAt(table.values, place + 3) - before) * (black - low);
  });
  const inverted = inputs.slice(0, 3).map((curve) => (light: number) => curve(1 - light));
  return { ...colours, inputs: inverted, table: { points, values } };
}
