import { type TableColours, valueAt } from './device-colours.ts';

/**
 * Converts CMYK to RGB in place, as browsers do before they look at a profile: each channel is what its ink and black
 * leave of the light.
 * @param pixels C, M, Y, K, 255 being all ink; RGBA afterwards, opaque.
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
 * Makes a profile for CMYK one for what `cmykToRgb` gives. Chromium 156 looks colours up so: black is mixed of the three
 * inks, and prints lighter than black ink does.
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
