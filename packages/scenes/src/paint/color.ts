/** A colour in linear light with the primaries of sRGB: 0…1, or above for overexposed light. */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Converts an sRGB colour to linear light.
 * @param hex `#rrggbb`.
 */
export function rgb(hex: string): Rgb {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

export function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export function times(color: Rgb, factor: number | Rgb): Rgb {
  const [red, green, blue] = typeof factor === 'number' ? [factor, factor, factor] : factor;
  return [color[0] * red, color[1] * green, color[2] * blue];
}

export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Changes the saturation of a colour.
 * @param by 0 yields grey, 1 leaves the colour unchanged, and more makes it more colourful.
 */
export function saturated(color: Rgb, by: number): Rgb {
  const grey = luminance(color);
  const [red, green, blue] = mixed([grey, grey, grey], color, by);
  return [Math.max(0, red), Math.max(0, green), Math.max(0, blue)];
}

function linear(value: number): number {
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
