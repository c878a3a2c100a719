/** An affine map: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. The names are those of canvases and CSS. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const identity: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

export function translation(x: number, y: number): Affine {
  return { ...identity, e: x, f: y };
}

/**
 * Mirrors horizontally, if asked to, and then rotates about the origin.
 * @param angleDeg clockwise on a screen. Multiples of 90 are exact.
 */
export function rotation(angleDeg: number, mirrored = false): Affine {
  const [cos, sin] = [cosine(angleDeg), cosine(angleDeg - 90)];
  const side = mirrored ? -1 : 1;
  return { a: cos * side, b: sin * side, c: -sin, d: cos, e: 0, f: 0 };
}

/**
 * Scales about the origin.
 * @param factor factor for both directions.
 */
export function scaling(factor: number): Affine {
  return { ...identity, a: factor, d: factor };
}

/** Combines maps into one that applies them in the given order. */
export function chain(...steps: readonly Affine[]): Affine {
  return steps.reduce<Affine>(
    (inner, outer) => ({
      a: outer.a * inner.a + outer.c * inner.b,
      b: outer.b * inner.a + outer.d * inner.b,
      c: outer.a * inner.c + outer.c * inner.d,
      d: outer.b * inner.c + outer.d * inner.d,
      e: outer.a * inner.e + outer.c * inner.f + outer.e,
      f: outer.b * inner.e + outer.d * inner.f + outer.f,
    }),
    identity,
  );
}

/** Inverts a map. */
export function inverse({ a, b, c, d, e, f }: Affine): Affine {
  const area = a * d - b * c;
  return { a: d / area, b: -b / area, c: -c / area, d: a / area, e: (c * f - d * e) / area, f: (b * e - a * f) / area };
}

export function mapped({ a, b, c, d, e, f }: Affine, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/**
 * Returns the cosine, exact for multiples of 90°. `Math.cos(Math.PI / 2)` is not quite 0, so pixels would be blended.
 */
function cosine(angleDeg: number): number {
  const angle = ((angleDeg % 360) + 360) % 360;
  if (angle % 90 === 0) return [1, 0, -1, 0][angle / 90] ?? 1;
  return Math.cos((angle * Math.PI) / 180);
}
