export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** 8-bit RGBA, straight alpha, row-major, no padding. */
export interface Rgba extends Size {
  readonly data: Uint8Array<ArrayBuffer>;
}

/** One value for each pixel, 0…1, row-major: 0 is background, 1 is subject. */
export interface AlphaPlane extends Size {
  readonly data: Float32Array<ArrayBuffer>;
}

/** Channel index of alpha in the four bytes of a pixel. Grey images are decoded to equal colours. */
const places = { grey: 0, alpha: 3 } as const;

export function alphaPlaneOf({ data, widthPx, heightPx }: Rgba, place: keyof typeof places): AlphaPlane {
  const plane = new Float32Array(widthPx * heightPx);
  const offset = places[place];
  for (let pixel = 0; pixel < plane.length; pixel += 1) plane[pixel] = (data[4 * pixel + offset] ?? 0) / 255;
  return { data: plane, widthPx, heightPx };
}

/** Smallest alpha of a subject pixel. */
export const subjectFrom = 0.5;
