import type { Part } from './largest-empty-part.ts';
import type { Rgba, Size } from './pixels.ts';
import type { Random } from './random.ts';

/** An image, and the part of it that may be shown. */
export interface Scenery {
  readonly picture: Rgba;
  readonly part: Part;
}

/** Kinds of backgrounds. Add a row for a new kind. */
export const backgrounds = {
  /** A part of another photo that contains no subject, enlarged to cover the size. */
  scenery: (size, random, sceneries) => {
    const scenery = sceneries[Math.floor(random() * sceneries.length)];
    if (!scenery) throw new Error('no scenery was given');
    return paint(size, enlarged(scenery, size));
  },
  /** A gradient between two colours across the image. */
  gradient: (size, random) => {
    const [from, to] = [colour(random), colour(random)];
    const angle = random() * 2 * Math.PI;
    const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
    const reach = Math.abs(alongX) + Math.abs(alongY);
    return paint(size, (x, y) => {
      const way = alongX * (2 * (x / size.widthPx) - 1) + alongY * (2 * (y / size.heightPx) - 1);
      return mixed(from, to, (way / reach + 1) / 2);
    });
  },
  /** Noise at several scales, like foliage or stone. */
  texture: (size, random) => {
    const [from, to] = [colour(random), colour(random)];
    const octaves = [200, 70, 24, 8].map((gridPx, index) => ({
      share: 0.5 ** (index + 1),
      noise: noise(gridPx, size, random),
    }));
    const whole = octaves.reduce((sum, { share }) => sum + share, 0);
    return paint(size, (x, y) => {
      const height = octaves.reduce((sum, octave) => sum + octave.share * octave.noise(x, y), 0) / whole;
      return mixed(from, to, Math.min(1, Math.max(0, 2.5 * (height - 0.5) + 0.5)));
    });
  },
  /** One colour, as in a studio. Half of them are greys. */
  flat: (size, random) => {
    const grey = random() * 255;
    const only: Colour = random() < 0.5 ? [grey, grey, grey] : colour(random);
    return paint(size, () => only);
  },
} satisfies Readonly<Record<string, (size: Size, random: Random, sceneries: readonly Scenery[]) => Rgba>>;

export type BackgroundKind = keyof typeof backgrounds;

export const backgroundKinds = Object.keys(backgrounds) as BackgroundKind[];

/** Red, green and blue, 0…255. */
type Colour = readonly [number, number, number];

/**
 * Returns a muted colour, as most real backgrounds have. Saturated ones would make colour decontamination look better
 * than it is.
 */
function colour(random: Random): Colour {
  const light = 30 + random() * 195;
  const tinted = () => Math.min(255, Math.max(0, light + (random() - 0.5) * 120));
  return [tinted(), tinted(), tinted()];
}

function mixed(from: Colour, to: Colour, part: number): Colour {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}

function paint({ widthPx, heightPx }: Size, colourAt: (x: number, y: number) => Colour): Rgba {
  const data = new Uint8Array(4 * widthPx * heightPx);
  for (let pixel = 0; pixel < widthPx * heightPx; pixel += 1) {
    const x = pixel % widthPx;
    const [red, green, blue] = colourAt(x, (pixel - x) / widthPx);
    data.set([Math.round(red), Math.round(green), Math.round(blue), 255], 4 * pixel);
  }
  return { data, widthPx, heightPx };
}

/** Returns the colour of each pixel when the centre of the part is enlarged to cover the size. */
function enlarged({ picture, part }: Scenery, size: Size): (x: number, y: number) => Colour {
  const scale = Math.min(part.widthPx / size.widthPx, part.heightPx / size.heightPx);
  const left = part.leftPx + (part.widthPx - scale * size.widthPx) / 2;
  const top = part.topPx + (part.heightPx - scale * size.heightPx) / 2;
  const at = (x: number, y: number): Colour => {
    const column = Math.min(part.leftPx + part.widthPx - 1, Math.max(part.leftPx, x));
    const row = Math.min(part.topPx + part.heightPx - 1, Math.max(part.topPx, y));
    const place = 4 * (row * picture.widthPx + column);
    return [picture.data[place] ?? 0, picture.data[place + 1] ?? 0, picture.data[place + 2] ?? 0];
  };
  return (x, y) => {
    const [column, row] = [left + (x + 0.5) * scale - 0.5, top + (y + 0.5) * scale - 0.5];
    const [x0, y0] = [Math.floor(column), Math.floor(row)];
    const above = mixed(at(x0, y0), at(x0 + 1, y0), column - x0);
    const below = mixed(at(x0, y0 + 1), at(x0 + 1, y0 + 1), column - x0);
    return mixed(above, below, row - y0);
  };
}

/** Returns value noise, 0…1: random values at the corners of a grid, with smooth interpolation between them. */
function noise(gridPx: number, { widthPx, heightPx }: Size, random: Random): (x: number, y: number) => number {
  const columns = Math.ceil(widthPx / gridPx) + 2;
  const rows = Math.ceil(heightPx / gridPx) + 2;
  const corners = Float32Array.from({ length: columns * rows }, random);
  const at = (column: number, row: number) => corners[row * columns + column] ?? 0;
  const eased = (part: number) => part * part * (3 - 2 * part);
  return (x, y) => {
    const [column, row] = [Math.floor(x / gridPx), Math.floor(y / gridPx)];
    const [right, down] = [eased(x / gridPx - column), eased(y / gridPx - row)];
    const above = at(column, row) + (at(column + 1, row) - at(column, row)) * right;
    const below = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * right;
    return above + (below - above) * down;
  };
}
