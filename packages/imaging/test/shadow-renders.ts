import { toSrgb } from '../src/color/linear-light.ts';
import type { Raster } from '../src/raster/raster.ts';

/** A picture of a subject on a ground, whose shadow is known exactly. */
export interface ShadowRender {
  /** The photograph. Its alpha is the matte. */
  readonly photo: Raster;
  /** Share of light that the shadow leaves, for each pixel. */
  readonly left: Float32Array;
}

type Color = readonly [red: number, green: number, blue: number];

/** Ground without a shadow, in linear light. `x` and `y` are shares of the picture. */
type PaintGround = (x: number, y: number) => Color;

const [widthPx, heightPx] = [640, 480];

/** Grounds that a shadow can be told from. */
const grounds: Readonly<Record<string, PaintGround>> = {
  'white sweep': (x, y) => grey(0.92 - 0.18 * ((x - 0.45) ** 2 + (y - 0.6) ** 2)),
  'grey card': () => grey(0.22),
  'lit from the left': (x, y) => [0.7 - 0.35 * x, 0.66 - 0.32 * x, 0.55 - 0.26 * x + 0.03 * y],
  'table and wall': (x, y) =>
    y < 0.42 ? [0.3 - 0.1 * x, 0.34 - 0.1 * x, 0.36] : [0.5 - 0.08 * x, 0.36 - 0.06 * x, 0.2],
  'dark table and light wall': (x, y) => (y < 0.4 ? grey(0.75) : [0.12 + 0.03 * x, 0.09 + 0.02 * x, 0.07]),
};

interface Thing {
  /** Share of a pixel that the subject covers. */
  readonly alpha: (x: number, y: number) => number;
  readonly color: Color;
  /** Middle and width of the place on which it stands, in px. */
  readonly foot: readonly [x: number, y: number, widthPx: number];
}

const things: Readonly<Record<string, Thing>> = {
  box: {
    alpha: (x, y) => edge(Math.max(Math.abs(x - 300) - 70, Math.abs(y - 250) - 80)),
    color: [0.1, 0.25, 0.5],
    foot: [300, 328, 140],
  },
  ball: { alpha: (x, y) => edge(Math.hypot(x - 320, y - 260) - 85), color: [0.55, 0.08, 0.06], foot: [320, 342, 60] },
  table: {
    alpha: (x, y) =>
      edge(
        Math.min(
          Math.max(Math.abs(x - 310) - 110, Math.abs(y - 190) - 12),
          Math.max(Math.abs(x - 220) - 7, Math.abs(y - 255) - 75),
          Math.max(Math.abs(x - 400) - 7, Math.abs(y - 255) - 75),
        ),
      ),
    color: [0.3, 0.16, 0.07],
    foot: [310, 328, 190],
  },
};

/** Shadows: the depth of the contact shadow and of the cast one, the shift of the latter in px, and its softness. */
const shadows = {
  soft: { contact: 0.5, cast: 0.25, shift: [50, 8], sigma: 26 },
  hard: { contact: 0.55, cast: 0.6, shift: [95, 14], sigma: 7 },
  contact: { contact: 0.7, cast: 0, shift: [0, 0], sigma: 20 },
} as const;

/** Lists each thing with each shadow on each ground, with a function that paints it. */
export function* shadowRenders(): Generator<{ readonly name: string; readonly paint: () => ShadowRender }> {
  for (const [groundName, ground] of Object.entries(grounds)) {
    for (const [thingName, thing] of Object.entries(things)) {
      for (const [shadowName, shadow] of Object.entries(shadows)) {
        yield {
          name: `${thingName}, ${shadowName}, on ${groundName}`,
          paint: () => rendered(ground, thing, leftOf(thing, shadow)),
        };
      }
    }
  }
}

/** Paints the box on a ground without any shadow. */
export function withoutShadow(ground: PaintGround): Raster {
  return rendered(ground, things['box'] ?? fail(), () => 1).photo;
}

/** Ground whose far edge is beside the lower part of the box, in front of a darker wall of about the same colour. */
export const lowTable: PaintGround = (_, y) => (y < 0.63 ? grey(0.3) : grey(0.6));

/** Paints the box with its hard shadow on a ground. */
export const boxOn = (ground: PaintGround): Raster => {
  const box = things['box'] ?? fail();
  return rendered(ground, box, leftOf(box, shadows.hard)).photo;
};

export const whiteSweep: PaintGround = grounds['white sweep'] ?? fail();

/** Strongly patterned ground, such as a chequered cloth. */
export const chequered: PaintGround = (x, y) =>
  (Math.floor(x * 26) + Math.floor(y * 20)) % 2 === 0 ? [0.6, 0.1, 0.1] : grey(0.7);

function leftOf(
  { foot: [footX, footY, footPx] }: Thing,
  { contact, cast, shift, sigma }: (typeof shadows)[keyof typeof shadows],
) {
  return (x: number, y: number) => {
    const [across, down] = [(x - footX) / (footPx * 0.55), (y - footY) / 12];
    const tight = contact * Math.exp(-(across ** 4) - down * down);
    // A disc that lies on the floor, with a penumbra.
    const [castX, castY] = [(x - footX - shift[0]) / 1.0, (y - footY - shift[1]) * 2.6];
    const far = cast / (1 + Math.exp((Math.hypot(castX, castY) - footPx * 0.62) / (sigma * 0.6)));
    return (1 - tight) * (1 - far);
  };
}

function rendered(ground: PaintGround, { alpha, color }: Thing, leftAt: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  const left = new Float32Array(widthPx * heightPx);
  let seed = 7;
  // Film grain: about 1.2 of 255 in each channel, from a generator with a fixed start.
  const grain = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 32 - 0.5) * 4;
  };
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const share = alpha(x, y);
      left[at] = leftAt(x, y);
      for (const [channel, light] of ground(x / widthPx, y / heightPx).entries()) {
        const mixed = (color[channel] ?? 0) * share + light * (left[at] ?? 1) * (1 - share);
        data[at * 4 + channel] = toSrgb(mixed) + grain();
      }
      data[at * 4 + 3] = share * 255;
    }
  }
  return { photo: { widthPx, heightPx, data }, left };
}

/** Coverage of a pixel whose middle has this distance from an edge; negative is inside. */
const edge = (distance: number) => Math.min(1, Math.max(0, 0.5 - distance));

const grey = (light: number): Color => [light, light, light];

function fail(): never {
  throw new Error('there is no such part of a render');
}
