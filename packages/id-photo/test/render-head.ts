import type { Matte } from '@isola/imaging';

import { createRandom } from './random.ts';

/** Hair or headgear of a rendered head. `long` hides the neck, `bob` the jaw and `hat` the crown. */
export const hairs = ['bald', 'short', 'full', 'long', 'bob', 'hat'] as const;
export type Hair = (typeof hairs)[number];

export interface RenderedHead {
  readonly matte: Matte;
  readonly hair: Hair;
  /** Top of the hair, in px of the matte. */
  readonly crown: { readonly x: number; readonly y: number };
  readonly chin: { readonly x: number; readonly y: number };
  /** Tilt in degrees, clockwise: positive when the crown leans to the right. */
  readonly tiltDeg: number;
  readonly headHeightPx: number;
}

/**
 * Predicate that is true for points inside a shape. The coordinates are relative to the head and in head heights:
 * `across` from its axis, `down` from its crown.
 */
type Shape = (across: number, down: number) => boolean;

/**
 * Renders the matte of a head with neck and shoulders whose crown and chin are known. The seed determines the
 * proportions, hair, tilt, position and softness. The jaw is a mixture of two families of curves.
 */
export function renderHead(seed: number, hair?: Hair): RenderedHead {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const chosen = random();
  const ownHair = hair ?? hairAt(chosen);
  const [widthPx, heightPx] = [600, 800];
  const headHeightPx = between(220, 330);
  const tiltDeg = between(-7, 7);
  const [crownX, crownY] = [between(250, 350), between(90, 170)];

  const radians = (tiltDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const head = headShape(ownHair, between);
  const body = bodyShape(between);
  const softPx = between(0.7, 2.2);
  const strands = Array.from({ length: ownHair === 'bald' ? 0 : 3 }, () => between(-0.25, 0.25));

  // The neck is upright and starts at the lower end of the head's axis.
  const chin = { x: crownX - sin * headHeightPx, y: crownY + cos * headHeightPx };
  const isInside: (x: number, y: number) => boolean = (x, y) => {
    const [dx, dy] = [(x - crownX) / headHeightPx, (y - crownY) / headHeightPx];
    const [across, down] = [dx * cos + dy * sin, -dx * sin + dy * cos];
    if (head(across, down)) return true;
    if (down < 0.1 && down > -0.06) {
      for (const at of strands) if (Math.abs(across - at - (0.1 - down) * 0.2) < 0.004) return true;
    }
    return body((x - chin.x) / headHeightPx, (y - chin.y) / headHeightPx);
  };
  const matte = rasterize(isInside, widthPx, heightPx, softPx);
  return { matte, hair: ownHair, crown: { x: crownX, y: crownY }, chin, tiltDeg, headHeightPx };
}

function hairAt(share: number): Hair {
  return share < 0.25
    ? 'bald'
    : share < 0.6
      ? 'short'
      : share < 0.8
        ? 'full'
        : share < 0.88
          ? 'long'
          : share < 0.95
            ? 'bob'
            : 'hat';
}

function headShape(hair: Hair, between: (low: number, high: number) => number): Shape {
  const halfWidth = between(0.325, 0.38);
  const widest = between(0.4, 0.48);
  const skullPower = between(2, 2.5);
  const [power, root, mixed] = [between(1.9, 2.5), between(1.9, 2.3), between(0, 0.3)];
  const hairPart = {
    bald: 0,
    short: between(0.02, 0.045),
    full: between(0.06, 0.1),
    long: between(0.04, 0.08),
    bob: between(0.04, 0.07),
    hat: 0.04,
  }[hair];
  const hairEnd = {
    bald: 0,
    short: between(0.38, 0.5),
    full: between(0.45, 0.6),
    long: 2,
    bob: between(0.9, 1.05),
    hat: 0.4,
  }[hair];
  const ears = hair === 'bald' || hair === 'short' ? between(0.015, 0.05) : 0;
  // Hair lies on the skull, so the skull begins below the crown.
  const top = hair === 'bald' ? 0 : hairPart;

  const faceAt = (down: number) => {
    if (down < top || down > 1) return 0;
    if (down <= widest) return halfWidth * (1 - ((widest - down) / (widest - top)) ** skullPower) ** (1 / skullPower);
    const along = (down - widest) / (1 - widest);
    return halfWidth * ((1 - mixed) * (1 - along ** power) ** (1 / root) + mixed * (1 - along ** 3));
  };
  const hairAtRow = (down: number) => {
    if (hair === 'bald' || down < 0 || down > hairEnd) return 0;
    const outer = halfWidth + hairPart;
    if (down <= widest) return outer * (1 - ((widest - down) / widest) ** skullPower) ** (1 / skullPower);
    if (hair === 'long' || hair === 'bob') return outer * (1 + 0.12 * Math.sin((down - widest) * 2));
    // The hair becomes thinner towards its end.
    return (
      faceAt(down) + hairPart * Math.sqrt(Math.max(0, 1 - ((down - widest) / Math.max(0.01, hairEnd - widest)) ** 2))
    );
  };
  return (across, down) => {
    const side = Math.abs(across);
    if (side < faceAt(down) || side < hairAtRow(down)) return true;
    if (
      hair === 'hat' &&
      ((down > -0.15 && down < 0.25 && side < halfWidth * 1.05) ||
        (down > 0.2 && down < 0.26 && side < halfWidth * 1.7))
    )
      return true;
    return ears > 0 && ((side - halfWidth) / ears) ** 2 + ((down - 0.52) / 0.085) ** 2 < 1;
  };
}

function bodyShape(between: (low: number, high: number) => number): Shape {
  const neck = between(0.19, 0.25);
  const shoulders = between(0.85, 1.1);
  const slopeFrom = between(0.12, 0.24);
  return (across, down) => {
    if (down < -0.25) return false;
    const flare = 1 + 0.25 * Math.max(0, down) ** 2;
    const side =
      down < slopeFrom ? neck * flare : neck * flare + (shoulders - neck) * (1 - Math.exp(-(down - slopeFrom) / 0.14));
    return Math.abs(across) < side;
  };
}

function rasterize(
  isInside: (x: number, y: number) => boolean,
  widthPx: number,
  heightPx: number,
  softPx: number,
): Matte {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) data[y * widthPx + x] = isInside(x + 0.5, y + 0.5) ? 255 : 0;
  }
  const hard = data.slice();
  const at = (x: number, y: number) =>
    hard[Math.min(heightPx - 1, Math.max(0, y)) * widthPx + Math.min(widthPx - 1, Math.max(0, x))];
  // Only px along the edge have partial coverage.
  const reachPx = Math.ceil(softPx);
  const offsets = [-3, -1, 1, 3].map((step) => (step / 6) * softPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const own = at(x, y);
      if (
        own === at(x - reachPx, y) &&
        own === at(x + reachPx, y) &&
        own === at(x, y - reachPx) &&
        own === at(x, y + reachPx)
      )
        continue;
      let inside = 0;
      for (const dy of offsets) for (const dx of offsets) if (isInside(x + 0.5 + dx, y + 0.5 + dy)) inside += 1;
      data[y * widthPx + x] = (inside / 16) * 255;
    }
  }
  return { data, widthPx, heightPx };
}
